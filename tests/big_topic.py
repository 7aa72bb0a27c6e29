"""Topics of any size, made of sentences of our own through the product's own use cases: pages, evidence and a synthesis.

usage: python tests/big_topic.py FOLDER [--sources 100] [--citations 1000] [--characters 20000]

Prints the path of the synthesis. The same numbers always give the same texts. Nothing is fetched: a page is handed to the
saver as if an engine had brought it.
"""

import argparse
import json
import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from webresearch import config
from webresearch.models import Page
from webresearch.pipeline.cite import note
from webresearch.pipeline.context import Context
from webresearch.pipeline.decide import decide
from webresearch.pipeline.picks import Pick, Picks
from webresearch.pipeline.run import begin
from webresearch.pipeline.runs import current_run, write
from webresearch.pipeline.save import Saver
from webresearch.topic import store
from webresearch.topic.names import goal_slug

GOAL = "what do the stations report?"
THINGS = "pump valve filter turbine boiler sensor channel basin engine shutter gauge damper rotor furnace mirror cable".split()
SYLLABLES = "ka ver in do ru mal be li tan so rem ga zul pe nor vi das tol mi hark el un brosk".split()
DEEDS = "delivered lost stored measured needed returned released absorbed".split()
UNITS = "litres kilowatts metres tonnes hours volts degrees bars".split()
QUOTES_AT_ONCE = 600  # in one note, which may have 200,000 characters


def name(chance: random.Random) -> str:
    """A name out of some 12,000, so that pages have few runs of words in common."""
    return "".join(chance.choices(SYLLABLES, k=3))


def sentence(chance: random.Random) -> str:
    """A sentence of some 130 characters that hardly comes twice."""
    first, second = chance.sample(THINGS, 2)
    return (
        f"In {chance.randrange(1950, 2020)} the {name(chance)} {first} of {name(chance).title()} {chance.choice(DEEDS)} "
        f"{chance.randrange(1000, 99999)} {chance.choice(UNITS)} for each {name(chance)} {second} "
        f"from {name(chance).title()}, as log {chance.randrange(10**6)} says."
    )


def page_text(number: int, characters: int) -> str:
    """The Markdown of a page of that many characters or some more: a title, sections, three sentences a paragraph."""
    chance = random.Random(number)
    parts = [f"# Report {number}"]
    size = 0
    while size < characters:
        if len(parts) % 6 == 1:
            parts.append(f"## The {name(chance)} {chance.choice(THINGS)}, part {len(parts)}")
        parts.append(" ".join(sentence(chance) for _ in range(3)))
        size += len(parts[-1])
    return "\n\n".join(parts)


def sentences_of(text: str) -> list[str]:
    """The sentences of a page's text, headings left out."""
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return [f"{part.strip()}." for line in lines for part in line.rstrip(".").split(". ")]


def spread(items: list[str], count: int) -> list[str]:
    """That many of the items, evenly over all of them."""
    return [items[place * len(items) // count] for place in range(min(count, len(items)))]


def surroundings(root: Path) -> Context:
    """A context whose services are nobody's."""
    own = {"WEBTOOLS_HOST": "127.0.0.1", "SEARXNG_PORT": "9", "FIRECRAWL_PORT": "9", "XDG_CACHE_HOME": str(root / "cache")}
    return Context(config.load(root, {**os.environ, **own}))


def save_pages(context: Context, name: str, sources: int, characters: int) -> None:
    """Begin the run, decide and save the pages."""
    urls = [f"http://93.184.{number // 200}.{1 + number % 200}/report-{number}" for number in range(sources)]
    limits: dict[str, int | bool | None] = {"max_sources": sources}
    begun = begin(context, name, GOAL, limits, urls)
    picks = Picks(tuple(Pick(result, relevance="a station's own report") for result in begun.run.named), "", ())
    with store.locked(begun.topic):
        rows, _, errors = decide(context, begun.state, begun.run, picks)
        state = write(begun.topic, rows)
    assert not errors, errors
    saver = Saver(context, begun.topic, state, current_run(begun.topic, state, None))
    for number, row in enumerate(rows):
        text = page_text(number, characters)
        saver.save(row, Page(urls[number], text, status=200, title=f"Report {number}", language="en", engine="made up"))


def take_notes(context: Context, name: str, sources: int, citations: int, characters: int) -> list[tuple[str, str]]:
    """Ids and quotes of as many pieces of evidence, spread over the sources."""
    shares = [citations // sources + (number < citations % sources) for number in range(sources)]
    found: list[tuple[str, str]] = []
    at_once = QUOTES_AT_ONCE // max(1, *shares)
    for start in range(0, sources, at_once):
        numbers = [number for number in range(start, min(sources, start + at_once)) if shares[number]]
        quotes = {number: spread(sentences_of(page_text(number, characters)), shares[number]) for number in numbers}
        notes = [{"source": f"S{number + 1:02d}", "quotes": quotes[number]} for number in numbers]
        if notes:
            report = note(context, name, json.dumps(notes), None)
            assert not report.refused, report.refused[:3]
            found += zip(report.accepted, [quote for number in numbers for quote in quotes[number]], strict=True)
    return found


def make_topic(root: Path, sources: int, citations: int, characters: int = 20_000, name: str = "big") -> Path:
    """A topic with that many saved pages of that length, and a synthesis in which each sentence cites one quote.

    root: the folder that holds `md/`. citations: at most 40 a source. Returns the path of the synthesis.
    """
    context = surroundings(root)
    save_pages(context, name, sources, characters)
    found = take_notes(context, name, sources, citations, characters)
    parts = ["# What the stations report"]
    parts += [f"{quote[:-1]}.[^{identity}]" for identity, quote in found]
    path = root / "md" / name / f"{goal_slug(GOAL)}-synthesis.md"
    path.write_text("\n\n".join(parts) + "\n")
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder that holds md/, or will")
    parser.add_argument("--sources", type=int, default=100)
    parser.add_argument("--citations", type=int, default=1000)
    parser.add_argument("--characters", type=int, default=20_000)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    print(make_topic(given.folder, given.sources, given.citations, given.characters))
    return 0


if __name__ == "__main__":
    sys.exit(main())
