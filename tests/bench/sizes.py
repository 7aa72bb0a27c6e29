"""How the commands grow: with the size of a page up to 10 MB, and with the sources and citations of a topic."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from big_topic import make_topic, page_text, sentences_of
from crash import project

from bench.measure import Cost, Environment, Row, exponent, once, program, typical

QUERY = "what did the pump deliver in 1990?"
LONG = 2.0  # seconds of processor
PAGE_SIZES = (100_000, 1_000_000, 10_000_000)
SOURCES = (10, 100, 1000)
CITATIONS = (250, 500, 1000)


@dataclass(frozen=True, slots=True)
class Series:
    """What one command took at each size, smallest first."""

    sizes: Sequence[float]
    costs: Sequence[Cost]

    def said(self, start: float) -> str:
        """Times, growth and memory in words. start: seconds the command takes on next to nothing."""
        times = " / ".join(f"{cost.cpu:.2f}" for cost in self.costs)
        growth = exponent(self.sizes, [cost.cpu for cost in self.costs], start)
        last = self.costs[-1]
        return f"{times} s, exponent {growth:.2f}; wall of the largest {last.wall:.1f} s, peak {last.memory:.0f} MB"


def measured(sizes: Sequence[int], command: Callable[[int], tuple[list[str], str]], environment: Environment) -> Series:
    """A command at each size: the median of three runs, or one run of what takes longer than two seconds."""
    costs = []
    for size in sizes:
        words, stdin = command(size)
        first = once(words, environment, stdin)
        costs.append(first if first.cpu > LONG else typical(words, environment, stdin))
    return Series(sizes, costs)


def rows(base: Path, environment: Environment) -> list[Row]:
    """By page, by citations of a hundred sources, by sources."""
    folder = project(base / "sizes")
    start = typical([*program(folder), "check", "--help"], environment, runs=5).cpu
    return [
        *by_page(folder, environment, start),
        *by_citations(folder, environment, start),
        *by_sources(folder, environment, start),
    ]


def by_page(folder: Path, environment: Environment, start: float) -> list[Row]:
    """`read` and `quote` on one page."""
    files, quotes = {}, {}
    for size in PAGE_SIZES:
        text = page_text(size, size)
        files[size] = folder / f"page-{size}.md"
        files[size].write_text(text)
        found = sentences_of(text[:90_000])
        quotes[size] = "\n".join(found[number * len(found) // 8] for number in range(8))
    web = program(folder)
    read = measured(PAGE_SIZES, lambda size: ([*web, "read", str(files[size]), "--query", QUERY, "--json"], ""), environment)
    quote = measured(PAGE_SIZES, lambda size: ([*web, "quote", str(files[size])], quotes[size]), environment)
    sizes = "a page of 0.1 / 1 / 10 MB"
    return [Row(f"`read --query`, {sizes}", read.said(start)), Row(f"`quote`, eight quotes, {sizes}", quote.said(start))]


def by_citations(folder: Path, environment: Environment, start: float) -> list[Row]:
    """`check` and `report` of a hundred sources."""
    files = {count: str(make_topic(folder, 100, count, name=f"cited-{count}")) for count in CITATIONS}
    web, name = program(folder), f"100 sources, {' / '.join(map(str, CITATIONS))} citations"
    check = measured(CITATIONS, lambda count: ([*web, "check", files[count], "--json"], ""), environment)
    report = measured(CITATIONS, lambda count: ([*web, "report", files[count], "--json"], ""), environment)
    seconds = check.costs[-1].cpu
    return [Row(f"`check`, {name}", check.said(start), seconds, 3, "s"), Row(f"`report`, {name}", report.said(start))]


def by_sources(folder: Path, environment: Environment, start: float) -> list[Row]:
    """Commands on topics of ten, a hundred and a thousand pages of 20 kB with one citation each."""
    files = {count: str(make_topic(folder, count, count, name=f"sources-{count}")) for count in SOURCES}
    note = json.dumps({"source": "S01", "quotes": [sentences_of(page_text(0, 20_000))[3]]})
    web = program(folder)
    calls: dict[str, Callable[[int], tuple[list[str], str]]] = {
        "`read --topic`": lambda count: (["read", "--topic", f"sources-{count}", "--query", QUERY, "--json"], ""),
        "`check`": lambda count: (["check", files[count], "--json"], ""),
        "`report`": lambda count: (["report", files[count], "--json"], ""),
        "`status`": lambda count: (["status", "--topic", f"sources-{count}", "--json"], ""),
        "`note`": lambda count: (["note", "--topic", f"sources-{count}", "--json"], note),
        "`scrape --picks`, nothing new": lambda count: (["scrape", "--topic", f"sources-{count}", "--picks", "-"], "[]"),
    }
    compare = calls["`scrape --picks`, nothing new"]  # the first call compares all pages, the next ones find that done
    first = Series(SOURCES, [once([*web, *compare(count)[0]], environment, compare(count)[1]) for count in SOURCES])
    found = [Row(f"`scrape --picks`, all pages compared, {' / '.join(map(str, SOURCES))} sources", first.said(start))]
    for name, call in calls.items():
        series = measured(SOURCES, lambda count, call=call: ([*web, *call(count)[0]], call(count)[1]), environment)  # type: ignore[misc]
        last, title = series.costs[-1], f"{name}, {' / '.join(map(str, SOURCES))} sources"
        bar = 5 if "read" in name else None
        found.append(Row(title, series.said(start), last.cpu, bar, "s"))
        if "read" in name:
            found.append(Row("peak memory of it", f"{last.memory:.0f} MB", last.memory, 500, "MB"))
    return found
