"""Whole processes measured from outside: wall time, processor time and peak memory, medians, ratios pair by pair, growth."""

import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

RUNS = 9  # pairs of one ratio; an odd number, so that the median is a run that happened
Environment = dict[str, str]


@dataclass(frozen=True, slots=True)
class Cost:
    """What one process took: seconds of wall and of processor (its own and its children's), and its peak memory in MB."""

    wall: float
    cpu: float
    memory: float


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. value: in the unit of the bar, None where there is none. bar: None where none is set."""

    name: str
    said: str
    value: float | None = None
    bar: float | None = None
    unit: str = ""

    def cells(self) -> str:
        """The line as Markdown."""
        bar = "" if self.bar is None else f"≤ {self.bar:g} {self.unit}".strip()
        verdict = "" if self.bar is None or self.value is None else ("reached" if self.value <= self.bar else "**missed**")
        return f"| {self.name} | {self.said} | {bar} | {verdict} |"


def once(command: Sequence[str], environment: Environment, stdin: str = "", folder: Path | None = None) -> Cost:
    """One run of a command; the program ends with a message where it fails."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as errors:
        given.write(stdin.encode())
        given.seek(0)
        # as users have it: compiled code is kept after the first run, whatever the machine that measures has set
        environment = {name: value for name, value in environment.items() if name != "PYTHONDONTWRITEBYTECODE"}
        began = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=subprocess.DEVNULL, stderr=errors, env=environment, cwd=folder)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            raise SystemExit(f"{list(command)[:8]} ended with {process.returncode}: {errors.read().decode()[-300:]}")
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def typical(command: Sequence[str], environment: Environment, stdin: str = "", runs: int = 3) -> Cost:
    """Medians of several runs."""
    costs = [once(command, environment, stdin) for _ in range(runs)]
    return Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in ("wall", "cpu", "memory")))


@dataclass(frozen=True, slots=True)
class Ratio:
    """How two commands compare, by wall and by processor time: median of the pairs, and how far the middle half of them lies
    apart, as a share of the median.
    """

    wall: float
    cpu: float
    spread: float
    first: Cost


def paired(first: Sequence[str], second: Sequence[str], environment: Environment, stdin: str = "", runs: int = RUNS) -> Ratio:
    """Both commands in turn, compared pair by pair, so that a machine that slows down slows both."""
    once(first, environment, stdin)  # the first run fills the caches of files
    pairs = [(once(first, environment, stdin), once(second, environment)) for _ in range(runs)]
    walls = [one.wall / other.wall for one, other in pairs]
    low, middle, high = statistics.quantiles(walls, n=4)
    cpu = statistics.median(one.cpu / other.cpu for one, other in pairs)
    costs = [one for one, _ in pairs]
    cost = Cost(*(statistics.median(getattr(one, name) for one in costs) for name in ("wall", "cpu", "memory")))
    return Ratio(middle, cpu, (high - low) / middle, cost)


def exponent(sizes: Sequence[float], seconds: Sequence[float], start: float) -> float:
    """How time grows between the two largest sizes: 1 is linear. start: seconds that the command takes for nothing."""
    earlier, last = (max(0.01, value - start) for value in seconds[-2:])
    return math.log(last / earlier) / math.log(sizes[-1] / sizes[-2])


def program(folder: Path) -> list[str]:
    """How the command line of a project is called."""
    return [sys.executable, str(folder / "web.py")]
