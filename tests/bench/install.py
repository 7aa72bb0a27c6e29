"""What an installation takes from an empty virtual environment: seconds, and megabytes on the disk."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

from bench.measure import Environment, Row

ROOT = Path(__file__).resolve().parent.parent.parent


def rows(base: Path, environment: Environment) -> list[Row]:
    """`make install` in an empty folder, nothing from pip's cache; the packages come from the index."""
    folder = base / "install"
    folder.mkdir()
    for name in ("Makefile", "requirements.txt"):
        shutil.copy(ROOT / name, folder / name)
    path = f"{Path(sys.executable).resolve().parent}:{environment.get('PATH', '')}"
    began = time.perf_counter()
    fresh = environment | {"PATH": path, "PIP_NO_CACHE_DIR": "1"}
    done = subprocess.run(["make", "install"], cwd=folder, env=fresh, capture_output=True, text=True)
    seconds = time.perf_counter() - began
    if done.returncode:
        return [Row("`make install` from nothing", f"not measured: {done.stderr.strip()[-100:]}", None, 60, "s")]
    files = [path for path in (folder / ".venv").rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.lstat().st_size for path in files) / 1e6
    first = Row("`make install` from nothing", f"{seconds:.0f} s", seconds, 60, "s")
    return [first, Row("size of its environment before first use, pip included", f"{size:.0f} MB", size, 150, "MB")]
