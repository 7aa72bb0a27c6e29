"""What the commands cost and what they save, beside the usual ways, in one run on one machine.

usage: python tests/bench/run.py [GROUP...]      all groups write docs/benchmarks.md; named ones are only printed

Groups: starting, saving, sizes, tokens, recall, install. Nothing is judged here; tests/bench_check.py does that. DATA names
the folder of the evaluation sets. Services are the scripted box on loopback, page addresses public IPv4 literals that it
plays, so that no name is resolved and nothing else is dialled.
"""

import os
import platform
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # run as a file, this one knows nothing of its neighbours

from bench import install, recall, saving, sizes, starting, tokens  # noqa: E402
from bench.measure import Row  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
NOWHERE = {"WEBTOOLS_HOST": "127.0.0.1", "SEARXNG_PORT": "9", "FIRECRAWL_PORT": "9"}
PACKAGES = ("trafilatura", "html-to-markdown", "lxml", "selectolax")
TITLES = {
    "starting": "Start, search, read",
    "saving": "Saving pages at once",
    "sizes": "Growth with pages and topics",
    "tokens": "Tokens in the main conversation, twelve sources (characters / 4)",
    "recall": "What comes back, and what is left out",
    "install": "Installation",
}


def groups(base: Path) -> dict[str, Callable[[], list[Row]]]:
    """The groups by name. base: a folder for everything they make."""
    environment = {**os.environ, **NOWHERE, "XDG_CACHE_HOME": str(base / "cache")}
    return {
        "starting": lambda: starting.rows(base, environment),
        "saving": lambda: saving.rows(base, environment),
        "sizes": lambda: sizes.rows(base, environment),
        "tokens": tokens.rows,
        "recall": lambda: recall.rows(Path(os.environ.get("DATA") or "no sets")),
        "install": lambda: install.rows(base, environment),
    }


def load_average() -> str:
    """How busy the machine is."""
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


def processor() -> str:
    """The processor's name, where the system tells it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def section(name: str, found: list[Row], load: str) -> str:
    """One group as Markdown."""
    head = "| measure | measured | bar | |\n| --- | --- | --- | --- |"
    return "\n".join(
        [
            f"## {TITLES[name]}",
            "",
            f"Load of the machine while it was measured: {load}.",
            "",
            head,
            *[row.cells() for row in found],
        ]
    )


def document(sections: list[str]) -> str:
    """The page of the docs."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    machine = f"{os.cpu_count()} cores of {processor()}, {platform.system()} {platform.release()}"
    surroundings = f"{date.today().isoformat()}, Python {platform.python_version()}, {packages}; {machine}."
    return "\n\n".join(["# Benchmarks", INTRODUCTION + surroundings, *sections]) + "\n"


INTRODUCTION = """Written by `make bench`; edit nothing here. All was measured in one run on one machine: medians of whole
processes, ratios pair by pair, so that a machine that slows down slows both sides. Where a bar is in seconds of work,
processor time is held against it, since other people's work stretches the wall time. Peak memory has a floor of some
28 MB, which is the measuring program's own. Growth is told as the exponent between the two largest sizes, the start
of the command taken off: 1 is linear. How far the gate of `make bench-check` lets a ratio go, and how that was found,
stands in `tests/bench_check.py`.

"""


def main(names: list[str]) -> int:
    """Measure and print; write the document where everything was measured."""
    unknown = set(names) - set(TITLES)
    if unknown:
        raise SystemExit(f"no such group: {', '.join(sorted(unknown))} (there are {', '.join(TITLES)})")
    sections = []
    with tempfile.TemporaryDirectory() as temporary:
        for name, rows in groups(Path(temporary)).items():
            if not names or name in names:
                before = load_average()
                sections.append(section(name, rows(), f"{before.split()[0]} before, {load_average().split()[0]} after"))
                print(sections[-1], end="\n\n", flush=True)
    if not names:
        (ROOT / "docs/benchmarks.md").write_text(document(sections))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
