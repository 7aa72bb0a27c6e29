"""What the commands cost, as ratios measured side by side in one run.

usage: python tests/bench.py        prints one table; nothing is judged here (tests/bench_check.py does that)

Every figure is a median of whole processes. Services are the scripted box on loopback, page addresses public IPv4 literals,
so that no name is resolved.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from box import Box, running_box, scraped
from crash import project

RUNS = 9
Row = tuple[str, str, str]


def once(command: Sequence[str], environment: dict[str, str], stdin: str = "") -> tuple[float, float]:
    """Wall and processor seconds of one process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    done = subprocess.run(command, input=stdin.encode(), env=environment, capture_output=True, check=False)
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"{command} ended with {done.returncode}: {done.stderr.decode()[-300:]}")
    return wall, (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def paired(first: Sequence[str], second: Sequence[str], environment: dict[str, str], which: int) -> tuple[float, float, float]:
    """Medians of both commands, run in turn, and of their ratio pair by pair; which: 0 wall, 1 processor."""
    pairs = []
    for _ in range(RUNS):
        pairs.append((once(first, environment)[which], once(second, environment)[which]))
    ratios = [one / other for one, other in pairs]
    return statistics.median(one for one, _ in pairs), statistics.median(other for _, other in pairs), statistics.median(ratios)


def start_rows(folder: Path, environment: dict[str, str]) -> list[Row]:
    """How long the quick commands take, beside Python doing nothing."""
    program = [sys.executable, str(folder / "web.py")]
    seconds, _, ratio = paired([*program, "--help"], [sys.executable, "-c", "pass"], environment, 0)
    return [("start of `--help` / `python -c pass`", f"{ratio:.1f} × ({1000 * seconds:.0f} ms)", "≤ 4 ×")]


def search_rows(box: Box, folder: Path, environment: dict[str, str]) -> list[Row]:
    """The processor time that one search adds beyond the service."""
    box.find("vacuum", *[f"http://93.184.216.{number}/" for number in range(10)])
    command = [sys.executable, str(folder / "web.py"), "search", "vacuum", "--fresh", "--json", "--quiet"]
    cpu = statistics.median(once(command, environment)[1] for _ in range(RUNS))
    return [("processor time of `search`, one query", f"{cpu:.2f} s", "≤ 0.35 s")]


def schedule_rows(box: Box, base: Path, environment: dict[str, str]) -> list[Row]:
    """Saves of slow pages against the best schedule that the limits allow."""
    rows = []
    for pages, hosts, seconds, bound in ((12, 6, 1.0, 1.25), (100, 12, 0.5, 1.1)):
        urls = [f"http://93.184.{number % hosts}.77/{number}" for number in range(pages)]
        folder = project(base / f"schedule-{pages}")
        for url in urls:
            box.pages[url] = scraped(url)
            box.pages[url].wait = seconds
        program = [sys.executable, str(folder / "web.py")]
        argv = [part for url in urls for part in ("--url", url)]
        once([*program, "begin", "--topic", "t", "--goal", "g", "--max-sources", str(pages), *argv], environment)
        picks = json.dumps([{"id": f"R{number:03d}", "relevance": "x"} for number in range(1, pages + 1)])
        wall, cpu = once([*program, "scrape", "--topic", "t", "--picks", "-", "--quiet"], environment, picks)
        ideal = seconds * -(-pages // 6)
        name = f"{pages} pages of {seconds:g} s over {hosts} hosts, 6 at once"
        figure = f"{wall / ideal:.2f} × ideal ({wall:.2f} s, {cpu:.2f} s processor; one after another {pages * seconds:g} s)"
        rows.append((name, figure, f"≤ {bound} ×"))
    return rows


def main() -> int:
    with running_box() as (box, own), tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        environment = {**os.environ, **own, "XDG_CACHE_HOME": str(base / "cache")}
        folder = project(base / "project")
        rows = start_rows(folder, environment) + search_rows(box, folder, environment) + schedule_rows(box, base, environment)
    print("| measure | measured | bar |\n| --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
