"""What the demo does: the commands of a small run, in their order, on an engine that needs no network."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from webresearch.engines.demo import SITE, DemoEngine
from webresearch.errors import NothingFound, UsageError
from webresearch.pipeline.context import Context
from webresearch.topic import store
from webresearch.topic.names import synthesis_name
from webresearch.topic.state import TopicState
from webresearch.topic.store import Topic

if TYPE_CHECKING:
    from webresearch.engines.protocols import ScrapeEngine, SearchEngine

TOPIC = "demo"
GOAL = "Which part of Python's library hands out the smallest item first?"
QUERIES = ("priority queue smallest element first", "insert an item in a list and keep it sorted")
QUESTION = "which element is the smallest?"
WHAT = "demo, documentation of this machine's Python and not a page of the web"
# What each page is kept for.
KEPT = {
    "heapq": "the heap algorithm itself",
    "queue": "a queue that is ordered by priority",
    "bisect": "the other way: a list that stays sorted",
}
# Module, quote, and the sentence that rests on it; in the documentation of every Python from 3.11 on.
CLAIMS = (
    (
        "heapq",
        "The interesting property of a heap is that a[0] is always its smallest element.",
        "`heapq` does, on a plain list: in a heap, `a[0]` is always the smallest element.",
    ),
    (
        "heapq",
        "Pop the smallest item off the heap, maintaining the heap invariant.",
        "`heappop` pops the smallest item off the heap, maintaining the heap invariant.",
    ),
    (
        "queue",
        "Variant of Queue that retrieves open entries in priority order (lowest first).",
        "`queue.PriorityQueue` retrieves open entries in priority order, lowest first.",
    ),
    (
        "bisect",
        "Insert item x in list a, and keep it sorted assuming a is sorted.",
        "`bisect` inserts an item in a list and keeps it sorted, assuming that it is sorted.",
    ),
)
FALSE_QUOTE = "A heap keeps its items sorted from the largest to the smallest."


class DemoContext(Context):
    """Surroundings in which every engine is the demo's, so that nothing is fetched from anywhere."""

    __slots__ = ()

    def demo_engine(self) -> DemoEngine:
        """The one engine there is."""
        return DemoEngine(self.settings.limits.thin_characters)

    def search_engine(self) -> "SearchEngine":
        """The engine that answers queries."""
        return self.demo_engine()

    def scrape_engine(self) -> "ScrapeEngine":
        """The engine that fetches pages."""
        return self.demo_engine()

    def embedded_fetcher(self, seconds: float) -> "ScrapeEngine":
        """The fetcher for a second try, which is the same engine here."""
        return self.demo_engine()


class Step(NamedTuple):
    """One step. words: the command line behind `web.py`. stdin: what it reads. file: for a step that writes a text instead."""

    title: str
    words: tuple[str, ...] = ()
    stdin: str = ""
    file: str = ""


def demo_context(context: Context, cache: Path) -> DemoContext:
    """The same surroundings with the demo's engine.

    cache: a folder of its own, so that no answer of the demo outlives it. Raises UsageError where the topic is somebody's
    own, NothingFound where this Python has no documentation in it.
    """
    entries = DemoEngine(0).entries
    if any(name not in entries for name in KEPT):
        raise NothingFound("the Python on this machine has no documentation in it", hint="run it without -OO")
    topic = topic_of(context)
    if any(run.goal != GOAL for run in store.load(topic).runs):
        raise UsageError(f"md/{TOPIC} holds a run that is not the demo's", str(topic.web), "rename that folder first")
    # The guard looks every host up, the demo's too. It can have no address (RFC 6761), so nobody waits for the answer.
    limits = context.settings.limits._replace(resolve_seconds=0.0)
    settings = replace(context.settings, engine="demo", jina=False, cache=cache, limits=limits)
    return DemoContext(settings, context.now)


def topic_of(context: Context) -> Topic:
    """The demo's folder."""
    return store.topic_of(context.settings.root, TOPIC)


def steps(context: Context) -> Iterator[Step]:
    """The steps; each is made from what the ones before have left on disk."""
    topic = topic_of(context)
    synthesis = f"md/{TOPIC}/{synthesis_name(GOAL)}"
    yield Step("Open a run", ("begin", "--topic", TOPIC, "--goal", GOAL))
    yield Step("Search", ("search", "--topic", TOPIC, *QUERIES, "--max", "4"))
    yield Step("Save what is worth it, with reasons", ("scrape", "--topic", TOPIC, "--picks", "-"), picks(store.load(topic)))
    read = ("read", "--topic", TOPIC, "--query", QUESTION, "--budget", "200")
    yield Step("Read the passages that answer", read)
    file = f"md/{TOPIC}/web/{source(store.load(topic), 'heapq')['file']}"
    quotes = f"{CLAIMS[0][1]}\n{CLAIMS[1][1]}\n"
    yield Step("Do these quotes stand in that page?", ("quote", file), quotes)
    yield Step("Take quotes into the ledger (one of them is made up)", ("note", "--topic", TOPIC), notes(store.load(topic)))
    yield Step("What may be cited now", ("evidence", "--topic", TOPIC))
    yield Step("Write the synthesis (in a real run, Claude does)", (), written(store.load(topic)), synthesis)
    yield Step("Check every citation", ("check", synthesis))
    yield Step("Add footnotes and a stamp", ("finish", synthesis))
    yield Step("Make the report", ("report", synthesis))


def picks(state: TopicState) -> str:
    """The decisions on the hits, as YAML."""
    ids = {str(row["url"]): identity for identity, row in state.results.items()}
    kept = [(ids[SITE + name], f"{why} ({WHAT})") for name, why in KEPT.items() if SITE + name in ids]
    lines = [f"- id: {identity}\n  relevance: {relevance!r}" for identity, relevance in kept]
    return "\n".join([*lines, "- rest: not about the question"]) + "\n"


def source(state: TopicState, name: str) -> dict[str, object]:
    """The row of the saved page of a module. Raises NothingFound where it is not saved."""
    for row in state.pages.values():
        if row["url"] == SITE + name:
            return row
    raise NothingFound(f"the demo did not save its page on {name}", hint="see md/demo/web/_manifest.md")


def notes(state: TopicState) -> str:
    """The readers' notes, as YAML, with one quote that stands nowhere."""
    lines = []
    for name in dict.fromkeys(module for module, _, _ in CLAIMS):
        quotes = [quote for module, quote, _ in CLAIMS if module == name] + [FALSE_QUOTE] * (name == "heapq")
        lines += [f"- source: {source(state, name)['source']}", "  quotes:", *(f"  - {quote!r}" for quote in quotes)]
    return "\n".join(lines) + "\n"


def written(state: TopicState) -> str:
    """The synthesis: every sentence whose quote was accepted, with its mark."""
    marks = {str(row["quote"]): identity for identity, row in state.evidence.items()}
    sentences = [f"{sentence}[^{marks[quote]}]" for _, quote, sentence in CLAIMS if quote in marks]
    return f"# {GOAL}\n\n" + "\n".join(sentences) + "\n"
