"""The journal's rows, folded into the state of a topic. Pure; the same rows always give the same state."""

from collections.abc import Iterable

from webresearch.topic.forms import LIMITS, fits
from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState


def fold(rows: Iterable[Row]) -> TopicState:
    """The state after all rows.

    A row that does not fit is passed over: one without the form of its kind (forms.py), or about a run or a hit that no row
    before it knows.
    """
    state = TopicState()
    for row in rows:
        if fits(row):
            try:
                HANDLERS[str(row["kind"])](state, row)
            except KeyError:
                continue
    return state


def on_begin(state: TopicState, row: Row) -> None:
    """A new run."""
    number = int(str(row["run"]))
    if state.run(number) is None:
        limits: dict[str, int | bool] = {name: row[name] for name in LIMITS}  # type: ignore[misc]
        state.runs.append(Run(number, str(row["goal"]), str(row["engine"]), limits, str(row["at"])))


def on_raise(state: TopicState, row: Row) -> None:
    """A limit changed after the run began."""
    run = run_of(state, row)
    changes = dict(row["changes"])  # type: ignore[call-overload]
    run.limits.update({name: pair[1] for name, pair in changes.items()})
    run.raises.append(row)


def on_named(state: TopicState, row: Row) -> None:
    """The user named a URL."""
    run, result = run_of(state, row), known(state, row["id"])
    if result not in run.named:
        run.named.append(result)
    add_to_order(run, result, 0.0)


def on_crawled(state: TopicState, row: Row) -> None:
    """A crawl found a page."""
    run, result = run_of(state, row), known(state, row["id"])
    run.crawled.setdefault(result, known(state, row["from"]))
    add_to_order(run, result, 0.0)


def on_crawl(state: TopicState, row: Row) -> None:
    """A crawl came to its end."""
    run = run_of(state, row)
    known(state, row["from"])
    run.crawls.append(row)
    run.ended = str(row["at"])


def on_result(state: TopicState, row: Row) -> None:
    """A page was found for the first time."""
    state.results[str(row["id"])] = row
    state.ids_by_key[str(row["key"])] = str(row["id"])


def on_search(state: TopicState, row: Row) -> None:
    """A query was answered."""
    run = run_of(state, row)
    for result in list(row["hits"]):  # type: ignore[call-overload]
        known(state, result)
    run.searches[(str(row["query"]), str(row["language"]), str(row["category"]))] = row
    run.ended = str(row["at"])


def on_ranked(state: TopicState, row: Row) -> None:
    """The results of one search command in their order."""
    run = run_of(state, row)
    order: list[tuple[str, float]] = row["order"]  # type: ignore[assignment]
    for rank, (result, score) in enumerate(order, 1):
        if result in state.results:
            add_to_order(run, result, float(score))
            run.ranks.setdefault(result, (int(str(row["round"])), rank))


def on_decision(state: TopicState, row: Row) -> None:
    """A result is to be saved or skipped."""
    run, result = run_of(state, row), known(state, row["id"])
    run.decisions[result] = row
    run.ended = str(row["at"])
    if row["action"] == "save":
        if run.pages.get(result, {}).get("kind") == "failed":
            del run.pages[result]  # it was picked again, and its place within the limit is taken until it fails anew
        state.sources[result] = str(row["source"])
        state.slugs[result] = str(row["slug"])


def on_page(state: TopicState, row: Row) -> None:
    """A page was saved."""
    on_fetched(state, row)
    state.pages[str(row["source"])] = row
    state.compared = False


def on_fetched(state: TopicState, row: Row) -> None:
    """A decided page was saved, or could not be had. KeyError for one that nobody decided on."""
    run, result = run_of(state, row), known(state, row["id"])
    if result not in run.decisions:
        raise KeyError(result)
    run.pages[result] = row
    run.ended = str(row["at"])


def on_corpus(state: TopicState, row: Row) -> None:
    """A curated document got its id."""
    state.corpus[str(row["id"])] = row


def on_evidence(state: TopicState, row: Row) -> None:
    """A quote was accepted."""
    state.evidence[str(row["id"])] = row


def on_note(state: TopicState, row: Row) -> None:
    """A reader's note was taken in."""
    run = run_of(state, row)
    state.notes.append(row)
    run.ended = str(row["at"])


def on_finished(state: TopicState, row: Row) -> None:
    """A synthesis was finished."""
    run_of(state, row).ended = str(row["at"])


def on_copies(state: TopicState, row: Row) -> None:
    """All saved pages were compared: which are copies of others. Each row tells all that was known then."""
    state.compared = True
    state.copies = dict(row["of"])  # type: ignore[call-overload]
    state.differing = dict(row.get("differing") or {})  # type: ignore[call-overload]


def on_furniture(state: TopicState, row: Row) -> None:
    """Blocks that a host repeats on most of its saved pages."""
    blocks: dict[str, int] = dict(row["blocks"])  # type: ignore[call-overload]
    for source in list(row["sources"]):  # type: ignore[call-overload]
        state.furniture[str(source)] = blocks


def run_of(state: TopicState, row: Row) -> Run:
    """The run a row belongs to; KeyError when there is none."""
    run = state.run(int(str(row["run"])))
    if run is None:
        raise KeyError(row["run"])
    return run


def known(state: TopicState, result: object) -> str:
    """The id of a hit; KeyError when the topic has no such hit."""
    if result not in state.results:
        raise KeyError(result)
    return str(result)


def add_to_order(run: Run, result: str, score: float) -> None:
    """Put a result at the end of the run's order, once."""
    if result not in run.scores:
        run.order.append(result)
        run.scores[result] = score


HANDLERS = {
    "begin": on_begin,
    "raise": on_raise,
    "named": on_named,
    "crawled": on_crawled,
    "crawl": on_crawl,
    "result": on_result,
    "search": on_search,
    "ranked": on_ranked,
    "decision": on_decision,
    "page": on_page,
    "failed": on_fetched,
    "corpus": on_corpus,
    "evidence": on_evidence,
    "note": on_note,
    "finished": on_finished,
    "copies": on_copies,
    "furniture": on_furniture,
}
