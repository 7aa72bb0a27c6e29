"""The gate on speed: processor time of commands beside Python's own, held against pinned ratios. Run by `make bench-check`.

usage: python tests/bench_check.py [--repeat N]      N > 1 pins nothing: it prints how far the figures lie apart
Exit status 1 when a ratio is above its pin by more than the tolerance. Far below it, the pin is to be lowered.

The pairs run in turn, and processor time is compared, so that other people's work slows both sides. It does not slow them
alike: on a shared two-core machine, medians of nine pairs in five repeats lay within 12 % of their middle, but for one at
30 %, and the same ratios were 18 to 41 % higher at a load of 5 than at a load of 1, since a long process loses its caches
more often than a short one. So the pins are the figures at a load of 1, and the tolerance covers the busy machine. What the
gate is for is larger: a heavy package that comes to be loaded at the start doubles a ratio.
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

TOLERANCE = 0.5  # above the pin, see above
FASTER = 0.3  # below the pin: more than noise
WORK = [sys.executable, "-c", "sum(number * number for number in range(3_000_000))"]  # the unit of what takes longer
NOWHERE = {"WEBTOOLS_HOST": "127.0.0.1", "SEARXNG_PORT": "9", "FIRECRAWL_PORT": "9"}
PINNED = {
    "--help / python -c pass": 2.3,
    "note / python -c pass": 6.2,
    "quote / python -c pass": 4.5,
    "check / python -c pass": 7.5,
    "read of 1 MB / three million squares": 2.6,
    "check of 50 sources, 200 citations / three million squares": 3.3,
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
            if middle < pin * (1 - FASTER)
            else "as pinned"
        )
        slow += [name] if word == "slower" else []
        print(f"{name}: {middle:.2f}, pinned {pin:g}, at most {TOLERANCE:.0%} more: {word}")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
