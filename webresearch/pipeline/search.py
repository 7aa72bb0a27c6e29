"""`search`: queries in, one ordered list of hits out, and for every query what the search really did."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from webresearch.errors import TUNNEL, BadAnswer, NothingFound, ResearchError, ServiceUnreachable, UsageError
from webresearch.models import RankedResult, SearchAnswer, Stats
from webresearch.pipeline.asking import Filters, ask_all, checked_queries
from webresearch.pipeline.context import Context
from webresearch.pipeline.runs import current_run, open_topic, write
from webresearch.pipeline.searchlog import known_answers, search_rows
from webresearch.ranking.fuse import fuse
from webresearch.topic import store
from webresearch.topic.ids import new_ids
from webresearch.topic.state import Run
from webresearch.topic.store import Topic

CAUSES: dict[str, type[ResearchError]] = {"unreachable": ServiceUnreachable, "true_zero": NothingFound}
CAUSES |= {"filter_excluded": NothingFound, "unknown_name": UsageError, "syntax_eaten": UsageError}
HINTS = {
    "unreachable": TUNNEL,
    "true_zero": "try other words",
    "degraded": "wait for the engines to recover, or ask again with --fresh",
    "unknown_name": "leave --language and --category out, or use names the box knows",
    "syntax_eaten": "put the word that was eaten in double quotes",
}
OFFLINE = "is this machine online? a box with SearXNG is asked with --engine services"


class SearchReport(NamedTuple):
    """What a search command came to.

    saved: source ids of hits that the topic has already. skipped: hits that the run decided to skip. run and round: None
    outside a topic.
    """

    engine: str
    answers: tuple[SearchAnswer, ...]
    results: tuple[RankedResult, ...]
    saved: dict[str, str]
    stats: Stats
    topic: str | None = None
    run: int | None = None
    round: int | None = None
    skipped: frozenset[str] = frozenset()


def search(context: Context, queries: Sequence[str], filters: Filters, *, topic: str | None, run: int | None) -> SearchReport:
    """Ask every query and merge the hits.

    topic: the hits get the topic's ids and are journalled. Raises UsageError for bad queries and where the run's rounds
    are used up.
    """
    asked = checked_queries(queries, filters, context.settings.limits.query_characters)
    if topic is None:
        engine = context.search_engine()
        answers = ask_all(context, engine, asked, filters, {})
        ranked = fuse(answers)
        named = tuple(replace(result, id=identity) for result, identity in zip(ranked, new_ids("R"), strict=False))
        return SearchReport(engine.name, tuple(answers), named, {}, stats_of(answers, named))
    return search_in_topic(context, asked, filters, open_topic(context, topic), run)


def search_in_topic(context: Context, queries: list[str], filters: Filters, topic: Topic, number: int | None) -> SearchReport:
    """Search within a run: known answers come from the journal, new hits get ids and are journalled."""
    state = store.load(topic)
    run = current_run(topic, state, number)
    known = {} if filters.fresh else known_answers(state, run, queries, filters)
    turn = round_of(topic, run, any(query not in known for query in queries))
    engine = context.for_run(run.engine).search_engine()
    answers = ask_all(context, engine, queries, filters, known)
    ranked = fuse(answers, run.goal)
    with store.locked(topic):
        state = store.load(topic)
        rows, named = search_rows(
            context, state, run, turn, filters, engine.name, [a for a in answers if a.query not in known], ranked
        )
        state = write(topic, rows)
    skipped = frozenset(result for result, row in run.decisions.items() if row["action"] == "skip")
    saved = {result.id: state.sources[result.id] for result in named if state.sources.get(result.id) in state.pages}
    stats = stats_of(answers, named, len(known))
    return SearchReport(engine.name, tuple(answers), named, saved, stats, topic.name, run.number, turn, skipped)


def round_of(topic: Topic, run: Run, new: bool) -> int:
    """The round this search belongs to. New queries after pages were fetched begin the next one.

    Raises UsageError where the run has no round left.
    """
    fetched = any(row["round"] == run.round for row in run.pages.values())
    turn = max(1, run.round + (1 if new and fetched else 0))
    if turn > run.rounds_allowed:
        how = "--max-rounds N" if run.limits["deep"] else "--deep"
        raise UsageError(
            f"the run has used its {run.rounds_allowed} round(s) of searching",
            str(topic.journal),
            f"raise the limit: web.py begin --topic {topic.name} {how} (the raise is logged)",
        )
    return turn


def stats_of(answers: Sequence[SearchAnswer], results: Sequence[RankedResult], journalled: int = 0) -> Stats:
    """Counts of a search; its tokens are those of titles and snippets."""
    raw = sum(len(hit.title) + len(hit.snippet) + len(hit.url) for answer in answers for hit in answer.results)
    returned = sum(len(hit.result.title) + len(hit.result.snippet) + len(hit.result.url) for hit in results)
    cached = sum(answer.cached for answer in answers)
    return Stats(len(results), 0, max(cached, journalled), 0, raw, min(raw, returned))


def failure(report: SearchReport) -> ResearchError | None:
    """The error that a search without any hit ends in: that of the first query."""
    if report.results:
        return None
    first = report.answers[0]
    error = CAUSES.get(first.outcome, BadAnswer)
    names = ", ".join(f"{name} ({reason})" for name, reason in first.failed_engines)
    what = f"no hits: {first.outcome}" + (f", {first.note}" if first.note else "") + (f"; engines: {names}" if names else "")
    hint = (
        OFFLINE
        if first.outcome == "unreachable" and report.engine == "embedded"
        else HINTS.get(first.outcome, "see web.py doctor")
    )
    return error(what, first.query, hint)
