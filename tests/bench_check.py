"""The gate on speed: processor time of commands beside Python's own, held against pinned ratios. Run by `make bench-check`.

usage: python tests/bench_check.py [--repeat N]      N > 1 pins nothing: it prints how far the figures lie apart
Exit status 1 when a ratio is above its pin by more than the tolerance; below it by more, the pin is to be lowered.

The pairs run in turn, and processor time is compared, so other people's work on the machine slows both sides alike. What is
left was measured with --repeat 5 on a shared two-core machine at a load of 7 to 11: the medians of nine pairs lay at most
SPREAD from their middle. The tolerance is twice that, so that a machine twice as noisy does not fail the gate, and a command
that has come to load one heavy package more (which doubles its start) does.
"""

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

from bench.measure import Environment, paired, program
from bench.starting import NOTHING, quick_commands
from big_topic import make_topic, page_text
from crash import project

SPREAD = 0.15
TOLERANCE = 2 * SPREAD
WORK = [sys.executable, "-c", "sum(number * number for number in range(3_000_000))"]  # the unit of what takes longer
NOWHERE = {"WEBTOOLS_HOST": "127.0.0.1", "SEARXNG_PORT": "9", "FIRECRAWL_PORT": "9"}
PINNED = {
    "--help / python -c pass": 3.0,
    "note / python -c pass": 8.6,
    "quote / python -c pass": 8.0,
    "check / python -c pass": 13.0,
    "read of 1 MB / three million squares": 1.0,
    "check of 50 sources, 200 citations / three million squares": 1.0,
}


def ratios(folder: Path, environment: Environment) -> dict[str, float]:
    """The figures of today."""
    found = {}
    for name, (words, stdin, _) in quick_commands(folder).items():
        found[f"{name} / python -c pass"] = paired([*program(folder), *words], NOTHING, environment, stdin).cpu
    page = folder / "page.md"
    page.write_text(page_text(1, 1_000_000))
    read = [*program(folder), "read", str(page), "--query", "what did the pump deliver?", "--json"]
    found["read of 1 MB / three million squares"] = paired(read, WORK, environment, runs=5).cpu
    check = [*program(folder), "check", str(make_topic(folder, 50, 200)), "--json"]
    found["check of 50 sources, 200 citations / three million squares"] = paired(check, WORK, environment, runs=5).cpu
    return found


def measure() -> dict[str, float]:
    """One measurement in a project of its own."""
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        return ratios(project(base / "project"), {**os.environ, **NOWHERE, "XDG_CACHE_HOME": str(base / "cache")})


def main() -> int:
    """Judge one measurement, or show how far several lie apart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=1)
    repeat = parser.parse_args().repeat
    runs = [measure() for _ in range(repeat)]
    slow = []
    for name, pin in PINNED.items():
        values = [run[name] for run in runs]
        middle = statistics.median(values)
        if repeat > 1:
            print(f"{name}: {middle:.2f}, furthest off {max(abs(value / middle - 1) for value in values):.0%}")
            continue
        word = (
            "slower"
            if middle > pin * (1 + TOLERANCE)
            else "faster: lower the pin"
            if middle < pin * (1 - TOLERANCE)
            else "as pinned"
        )
        slow += [name] if word == "slower" else []
        print(f"{name}: {middle:.2f}, pinned {pin:g} ± {TOLERANCE:.0%}: {word}")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
