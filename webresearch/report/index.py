"""The index of md/: topics, runs, counts, dates and links."""

from collections.abc import Sequence
from urllib.parse import quote

from webresearch.report.elements import Markup, element, joined, line, number
from webresearch.report.facts import RunLine, TopicLine
from webresearch.report.page import document
from webresearch.report.words import STAMPS, day


def index(topics: Sequence[TopicLine], style: str) -> str:
    """The page of all topics, the one with the latest run first."""
    ordered = sorted(topics, key=lambda topic: max((run.ended for run in topic.runs), default=""), reverse=True)
    runs = sum(len(topic.runs) for topic in topics)
    sources = sum(topic.sources for topic in topics)
    facts = " · ".join((number(len(topics), "topic"), number(runs, "run"), number(sources, "saved page")))
    head = element(
        "header",
        {"class": "top"},
        element("p", {"class": "kicker"}, "Research"),
        element("h1", None, "Topics"),
        element("p", {"class": "facts"}, facts),
    )
    empty = element("p", {"class": "quiet"}, "Nothing here yet. Begin a run: web.py begin --help")
    main = (
        element("main", {"id": "main", "class": "index"}, *map(topic_section, ordered))
        if topics
        else element("main", {"id": "main"}, empty)
    )
    return document(
        "Research: topics", style, head, main, element("footer", None, element("p", None, "Written by web.py report."))
    )


def topic_section(topic: TopicLine) -> Markup:
    """One topic with its runs, latest first."""
    name = f"topic-{topic.name}"
    facts = [number(topic.sources, "saved page"), number(len(topic.documents), "own document")]
    links = [link(topic.name, "web/_manifest.md", "log")] if topic.runs else []
    links += [link(topic.name, file, file) for file in topic.documents[:20]]
    shown = [piece for one in links for piece in (" · ", one)]
    fault = element("p", {"class": "alarm"}, line(topic.fault, 300)) if topic.fault else None
    parts = [element("h2", {"id": name}, topic.name), element("p", {"class": "facts"}, " · ".join(facts), *shown), fault]
    runs = element("ul", {"class": "runs"}, *[run_item(topic.name, run) for run in topic.runs]) if topic.runs else None
    return element("section", {"aria-labelledby": name}, *parts, runs)


def link(topic: str, file: str, words: str) -> Markup:
    """A link to a file of a topic, from md/."""
    return element("a", {"href": f"{quote(topic)}/{quote(file)}"}, words)


def run_item(topic: str, run: RunLine) -> Markup:
    """One run."""
    goal = line(run.goal, 300)
    title = link(topic, run.report, goal) if run.report else element("span", None, goal)
    dates = day(run.started) if day(run.started) == day(run.ended or run.started) else f"{day(run.started)} to {day(run.ended)}"
    counts = f"{number(run.hits, 'hit')}, {run.saved} saved, {run.failed} failed, {number(run.evidence, 'quote')}"
    files = (
        [" · ", link(topic, run.synthesis, "synthesis"), f" ({STAMPS[run.stamp]})"]
        if run.synthesis
        else [" · no synthesis yet"]
    )
    facts = element("p", {"class": "facts"}, f"run {run.number} · {dates} · {line(run.engine, 40)} · {counts}", *files)
    return element("li", None, joined([element("p", {"class": "title"}, title), facts]))
