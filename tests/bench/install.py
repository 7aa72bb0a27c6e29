"""What an installation takes from an empty virtual environment: seconds, and megabytes on the disk."""

import subprocess
import sys
import time
import venv
from pathlib import Path

from bench.measure import Environment, Row

ROOT = Path(__file__).resolve().parent.parent.parent
PIP = "--quiet --disable-pip-version-check --no-cache-dir --require-hashes --only-binary :all:".split()


def rows(base: Path, environment: Environment) -> list[Row]:
    """Make the environment and install what `make install` does, nothing from pip's cache; the packages come from the index."""
    folder, began = base / "installed", time.perf_counter()
    venv.create(folder, with_pip=True)
    command = [str(folder / "bin/python"), "-m", "pip", "install", *PIP, "-r", str(ROOT / "requirements.txt")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    seconds = time.perf_counter() - began
    if done.returncode:
        return [Row("install from nothing", f"not measured: {done.stderr.strip()[-100:]}", None, 60, "s")]
    size = sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6
    name = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    seconds_row = Row(f"install from nothing, {name}", f"{seconds:.0f} s", seconds, 60, "s")
    return [seconds_row, Row("size of the environment, pip included", f"{size:.0f} MB", size, 150, "MB")]
