"""Saves of slow pages against the best schedule that the limits of concurrency allow, and against one after another.

The best schedule is reckoned, and beside it measured: a bare process that only asks for the same pages, six at once.
"""

import json
import statistics
import sys
from pathlib import Path

from box import Box, running_box, scraped
from crash import project

from bench.measure import Environment, Row, once, program

AT_ONCE = 6
CASES = ((12, 6, 1.25), (100, 12, 1.1))  # pages, hosts, bar
SECONDS = 1.0  # that each page takes


def rows(base: Path, environment: Environment) -> list[Row]:
    """The cases, the median of three runs each."""
    return [row(base, environment, *case) for case in CASES]


def row(base: Path, environment: Environment, pages: int, hosts: int, bar: float) -> Row:
    """One case: pages of a second each, spread evenly over the hosts."""
    urls = [f"http://93.184.{number % hosts}.77/{number}" for number in range(pages)]
    with running_box() as (box, own):
        script(box, urls)
        bare = statistics.median(ask(environment | own, urls) for _ in range(3))
        costs = sorted(
            (save(base / f"save-{pages}-{turn}", environment | own, urls) for turn in range(3)), key=lambda one: one[0]
        )
    wall, cpu = costs[1]
    ideal, alone = SECONDS * -(-pages // AT_ONCE), SECONDS * pages
    said = (
        f"{wall / ideal:.2f} × ideal ({wall:.1f} s, {cpu:.1f} s of it processor); {wall / bare:.2f} × a bare process that only "
        f"asks ({bare:.1f} s); {alone / wall:.1f} × as fast as one after another"
    )
    return Row(f"saving {pages} pages of 1 s over {hosts} hosts, six at once", said, wall / ideal, bar, "×")


BARE = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

def ask(url):
    connection = HTTPConnection("127.0.0.1", int(sys.argv[1]))
    connection.request("POST", "/v1/scrape", json.dumps({"url": url}))
    return len(connection.getresponse().read())

with ThreadPoolExecutor(6) as pool:
    list(pool.map(ask, sys.argv[2:]))
"""


def ask(environment: Environment, urls: list[str]) -> float:
    """Wall seconds of a process that only asks for the pages."""
    return once([sys.executable, "-c", BARE, environment["FIRECRAWL_PORT"], *urls], environment).wall


def script(box: Box, urls: list[str]) -> None:
    """What the box answers."""
    for url in urls:
        box.pages[url] = scraped(url)
        box.pages[url].wait = SECONDS


def save(base: Path, environment: Environment, urls: list[str]) -> tuple[float, float]:
    """Wall and processor seconds of one save of all pages into a new topic."""
    folder = project(base)
    environment = environment | {"XDG_CACHE_HOME": str(base / "cache")}
    named = [part for url in urls for part in ("--url", url)]
    once([*program(folder), "begin", "--topic", "t", "--goal", "g", "--max-sources", str(len(urls)), *named], environment)
    picks = json.dumps([{"id": f"R{number:03d}", "relevance": "x"} for number in range(1, len(urls) + 1)])
    cost = once([*program(folder), "scrape", "--topic", "t", "--picks", "-", "--quiet"], environment, picks)
    return cost.wall, cost.cpu
