"""`note` and `evidence`: quotes are held against saved pages, and only what stands there enters the ledger."""

from collections.abc import Sequence
from typing import NamedTuple

from webresearch.errors import UsageError
from webresearch.evidence.flatten import flatten
from webresearch.evidence.notes import NotANote, Note, length_fault, read_notes
from webresearch.evidence.quotes import PageText, Place
from webresearch.pipeline.context import Context
from webresearch.pipeline.runs import current_run, open_topic, write
from webresearch.pipeline.sources import Source, read_source, seal, source_of
from webresearch.safetext import one_line
from webresearch.topic import store
from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState
from webresearch.topic.store import Topic

HEADING_LIMIT = 120


class NoteReport:
    """What a note came to: ids of accepted quotes (those known before included), and reasons of the refused, without echo."""

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self.accepted: list[str] = []
        self.refused: list[tuple[str, int, str]] = []  # source, which quote (from 1), why
        self.flags: dict[str, tuple[str, ...]] = {}


def note(context: Context, given: str, text: str, number: int | None, source: str = "", *, only: bool = False) -> NoteReport:
    """Take notes in.

    text: the notes as they came. source: the id for a note that names none; only: no note may name another. Raises
    UsageError where the text is no note or names no source of the topic; nothing is written then.
    """
    topic = open_topic(context, given)
    state = store.load(topic)
    current_run(topic, state, number)
    try:
        notes = [Note(one.source or source, one.quotes, one.flags) for one in read_notes(text)]
        if only and {one.source for one in notes} != {source}:
            raise NotANote("it names another source than the page that was read")
    except NotANote as fault:
        hint = '{"source": "S03", "quotes": ["..."], "flags": []}'
        raise UsageError(f"this is no note: {fault}", "the text given", f"give {hint}") from None
    report = NoteReport(topic)
    places = [(one, *placed(topic, state, one)) for one in notes]
    with store.locked(topic):
        state = store.load(topic)
        run = current_run(topic, state, number)
        rows: list[Row] = []
        for one, sha256, found in places:
            rows += note_rows(context, state, run, one, sha256, found, report)
        write(topic, rows)
    return report


def placed(topic: Topic, state: TopicState, one: Note) -> tuple[str, list[tuple[str, Place] | str]]:
    """The hash of a note's source, and each quote with its place, or why it is refused."""
    source = known_source(topic, state, one.source)
    text, sha256 = read_source(source)
    if source.sha256 and sha256 != source.sha256:
        what = f"the file of {source.id} was changed since it was saved"
        raise UsageError(what, str(source.path), "remove the file and pick the page again")
    page = PageText(text)
    return sha256, [placed_quote(page, quote) for quote in one.quotes]


def placed_quote(page: PageText, quote: str) -> tuple[str, Place] | str:
    """A quote, without the Markdown it was copied with where it stands without, and its place; or why it is refused."""
    fault = length_fault(quote)
    place = None if fault else page.find(quote)
    if place is None:
        return fault or "does not stand in the page"
    flat = flatten(quote)
    if flat != quote and not length_fault(flat):
        same = page.find(flat)
        if same is not None and place.start <= same.start and same.end <= place.end:
            return flat, same
    return one_line(quote, 700), place


def known_source(topic: Topic, state: TopicState, identity: str) -> Source:
    """The source of that id; UsageError where the topic has none."""
    source = source_of(topic, state, identity)
    if source is None:
        raise UsageError(
            f"the topic has no source {one_line(identity, 20) or '(none named)'}", str(topic.journal), "see web.py status"
        )
    return source


def note_rows(
    context: Context,
    state: TopicState,
    run: Run,
    one: Note,
    sha256: str,
    found: Sequence[tuple[str, Place] | str],
    report: NoteReport,
) -> list[Row]:
    """The rows of one note; state and report are brought up to date, so that the next note sees this one."""
    rows: list[Row] = []
    known = {(row["source"], row["start"], row["end"], row["page_sha256"]): str(row["id"]) for row in state.evidence.values()}
    count = sum(row["source"] == one.source for row in state.evidence.values())
    new_evidence, accepted = state.new_evidence(), 0
    for number, placing in enumerate(found, 1):
        if isinstance(placing, str):
            report.refused.append((one.source, number, placing))
            continue
        quote, place = placing
        identity = known.get((one.source, place.start, place.end, sha256))
        if identity is None:
            if count >= context.settings.limits.quotes_per_source:
                report.refused.append((one.source, number, f"over the limit of {count} quotes a source"))
                continue
            count, accepted = count + 1, accepted + 1
            identity = next(new_evidence)
            row: Row = {"kind": "evidence", "at": context.at(), "run": run.number, "round": run.round, "id": identity}
            row |= {"source": one.source, "quote": quote, "start": place.start, "end": place.end}
            row |= {"heading": one_line(place.heading, HEADING_LIMIT), "page_sha256": sha256}
            row["seal"] = seal(row)
            state.evidence[identity] = row
            known[(one.source, place.start, place.end, sha256)] = identity
            rows.append(row)
        if identity not in report.accepted:
            report.accepted.append(identity)
    if one.flags:
        report.flags[one.source] = one.flags
    refused = sum(isinstance(placing, str) for placing in found)
    summary: Row = {"kind": "note", "at": context.at(), "run": run.number, "round": run.round, "source": one.source}
    return [*rows, {**summary, "new": accepted, "refused": refused, "flags": list(one.flags)}]


class Ledger(NamedTuple):
    """The accepted quotes of a topic, and its sources' titles."""

    topic: Topic
    state: TopicState
    rows: tuple[Row, ...]


def evidence(context: Context, given: str, source: str | None) -> Ledger:
    """What may be cited; of one source where it is named."""
    topic = open_topic(context, given)
    state = store.load(topic)
    if source is not None:
        known_source(topic, state, source)
    rows = tuple(row for row in state.evidence.values() if source in (None, row["source"]))
    return Ledger(topic, state, rows)
