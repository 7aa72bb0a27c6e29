"""`check` and `finish`: every citation of a synthesis verified offline; only what passes gets footnotes and a stamp."""

import os
from pathlib import Path
from typing import NamedTuple

from webresearch.errors import CannotWrite, CheckFailed, UsageError
from webresearch.evidence import synthesis
from webresearch.evidence.check import Cited, Judgement, judge
from webresearch.evidence.footnotes import definition
from webresearch.evidence.quotes import PageText
from webresearch.pipeline.context import Context
from webresearch.pipeline.runs import open_topic, write
from webresearch.pipeline.sources import Source, only_host, read_source, seal, source_of
from webresearch.topic import store
from webresearch.topic.journal import Row
from webresearch.topic.names import SYNTHESIS_ENDING, goal_slug
from webresearch.topic.state import Run, TopicState
from webresearch.topic.store import Topic


class Checked(NamedTuple):
    """What a check found.

    stamp: `none`, `valid` or `void`. problems: each makes the check fail. unread: sources without evidence. one_host: the
    host that all cited sources come from, "" for several. ledger: the cited evidence as it stands now. report: where
    `finish` wrote the page, or why it could not.
    """

    path: Path
    topic: Topic
    state: TopicState
    run: Run
    text: str
    judgement: Judgement
    problems: tuple[str, ...]
    stamp: str
    unread: tuple[str, ...]
    one_host: str
    ledger: dict[str, Cited]
    report: str = ""

    @property
    def passed(self) -> bool:
        """Does every citation hold, and is the text what was stamped where it is stamped?"""
        return not self.problems


def check(context: Context, given: str) -> Checked:
    """Judge a synthesis. Raises UsageError where the file is none of a topic, CannotWrite where it cannot be read."""
    path, topic = locate(context, given)
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise CannotWrite(f"cannot read the synthesis: {why}", str(path), "write it first") from None
    state = store.load(topic)
    run = run_of(state, path)
    own, block, _ = synthesis.parts(text)
    evidence = ledger(topic, state, run, set(synthesis.ANY_MARK.findall(own)))
    judgement = judge(own, evidence)
    problems = list(judgement.problems)
    stamp = synthesis.stamp_state(text)
    if stamp == "void":
        problems.append("the text was edited after it was finished: the stamp is void; run finish again")
    elif stamp == "valid" and block != footnotes(topic, state, own):
        problems.append("the footnotes are not what the ledger says now; run finish again")
    if len(run.saved()) > int(run.limits["max_sources"]):
        problems.append(f"the run saved {len(run.saved())} sources, its limit is {run.limits['max_sources']}")
    quoted = {row["source"] for row in [*state.evidence.values(), *state.notes]}
    unread = tuple(str(row["source"]) for row in run.saved() if row["source"] not in quoted)
    pages = [state.pages[source] for source in judgement.sources if source in state.pages]
    one_host = only_host(pages) if len(pages) == len(judgement.sources) else ""
    return Checked(path, topic, state, run, text, judgement, tuple(problems), stamp, unread, one_host, evidence)


def locate(context: Context, given: str) -> tuple[Path, Topic]:
    """The file of a synthesis and its topic."""
    path = Path(os.path.realpath(given))  # unlike Path.resolve, a loop of links is no error here
    base = (context.settings.root / "md").resolve()
    hint = f"give md/TOPIC/GOAL{SYNTHESIS_ENDING}"
    if not path.name.endswith(SYNTHESIS_ENDING) or not path.is_relative_to(base) or path.parent.parent != base:
        raise UsageError("this is no synthesis of a topic", given, hint)
    return path, open_topic(context, path.parent.name)


def run_of(state: TopicState, path: Path) -> Run:
    """The run whose goal gave the file its name, else the latest."""
    slug = path.name.removesuffix(SYNTHESIS_ENDING)
    several = len(state.runs) > 1  # a slug costs a tenth of the whole command
    named = [run for run in state.runs if goal_slug(run.goal) == slug] if several else []
    return (named or state.runs)[-1]


def ledger(topic: Topic, state: TopicState, run: Run, cited: set[str]) -> dict[str, Cited]:
    """The evidence that is cited, as it stands on disk now. Only its files are read, and each is prepared once."""
    pages: dict[str, tuple[str, PageText | None]] = {}
    found = {}
    for identity, row in state.evidence.items():
        if identity not in cited:
            continue
        source = source_of(topic, state, str(row["source"]))
        name = str(row["source"])
        if source and name not in pages:
            pages[name] = prepared(source)
        fault = fault_of(row, source, pages.get(name, ("", None)), run)
        cluster = cluster_of(state, name)
        text = pages[name][1] if name in pages else None
        published = source.published if source else ""
        found[identity] = Cited(identity, name, str(row["quote"]), fault, cluster, published, text)
    return found


def prepared(source: Source) -> tuple[str, PageText | None]:
    """The hash of a source's file and its text made ready; ("", None) where it cannot be read."""
    try:
        text, sha256 = read_source(source)
    except CannotWrite:
        return "", None
    return sha256, PageText(text)


def fault_of(row: Row, source: Source | None, page: tuple[str, PageText | None], run: Run) -> str:
    """Why a piece of evidence cannot be cited now; "" when it can."""
    name, (sha256, text) = str(row["source"]), page
    if source is None:
        return f"its source {name} is not saved any more"
    if row["seal"] != seal(row):
        return "its row in the journal was changed"
    if name.startswith("C") and not run.limits["with_corpus"]:
        return f"{name} is a curated document, and the run was not begun --with-corpus"
    if text is None:
        return f"the file of {name} is missing"
    if sha256 != row["page_sha256"]:
        return f"the file of {name} was changed since it was quoted"
    return "" if text.find(str(row["quote"])) else f"the quote does not stand in {name}"


def cluster_of(state: TopicState, source: str) -> str:
    """The first of the pages that this source is a copy of."""
    seen = set()
    while source in state.copies and source not in seen:
        seen.add(source)
        source = state.copies[source]
    return source


def footnotes(topic: Topic, state: TopicState, text: str) -> str:
    """The generated block for the evidence that a text cites, in the order of first mention."""
    definitions = []
    for identity in synthesis.marks(text):
        row = state.evidence.get(identity)
        source = source_of(topic, state, str(row["source"])) if row else None
        if row and source:
            link = str(source.path.relative_to(topic.folder))
            definitions.append(definition(identity, str(row["quote"]), source.title, link, source.url, source.fetched))
    return synthesis.block_of(definitions)


def finish(context: Context, given: str) -> Checked:
    """Write footnotes and stamp, if the check passes. An old stamp and block are set aside and the text is judged anew.

    Raises CheckFailed, and leaves the file as it was, where a citation does not hold.
    """
    checked = check(context, given)
    own, _, _ = synthesis.parts(checked.text)
    problems = checked.judgement.problems
    if problems:
        raise CheckFailed(
            f"{len(problems)} citations or more do not hold: {problems[0]}", str(checked.path), f"web.py check {given}"
        )
    whole = synthesis.stamped(own, footnotes(checked.topic, checked.state, own))
    if whole != checked.text:
        store.write_whole(checked.path, whole)
    row: Row = {"kind": "finished", "at": context.at(), "run": checked.run.number, "file": checked.path.name}
    row |= {"sha256": synthesis.digest(whole), "cited": list(checked.judgement.sources)}
    with store.locked(checked.topic):
        write(checked.topic, [row] if whole != checked.text else [])
    from webresearch.pipeline.report import render_after_finish

    finished = check(context, given)
    return finished._replace(report=render_after_finish(finished, context))
