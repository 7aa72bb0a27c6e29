"""Answers and hits as journal rows, and back."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from webresearch.models import RankedResult, SearchAnswer, SearchResult
from webresearch.pipeline.asking import Filters
from webresearch.pipeline.context import Context
from webresearch.ranking.urls import key
from webresearch.topic.ids import result_row
from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState

ANSWERED = ("ok", "partial", "true_zero")  # outcomes that are not asked again within a run


def known_answers(state: TopicState, run: Run, queries: Sequence[str], filters: Filters) -> dict[str, SearchAnswer]:
    """What the run has already been answered, rebuilt from its journal."""
    found = {}
    for query in queries:
        row = run.searches.get((query, filters.language, filters.category))
        if row and row["outcome"] in ANSWERED and int(str(row["count"])) >= filters.results:
            ids = [str(result) for result in row["hits"]]  # type: ignore[attr-defined]
            results = tuple(result_from(state.results[result]) for result in ids)[: filters.results]
            failed = tuple((name, reason) for name, reason in row["failed_engines"])  # type: ignore[attr-defined]
            outcome, note = str(row["outcome"]), str(row["note"])
            found[query] = SearchAnswer(query, outcome, results, str(row["understood"]), failed, note, str(row["asked"]), True)
    return found


def result_from(row: Row) -> SearchResult:
    """A hit as the journal keeps it."""
    engines = tuple(str(name) for name in row["engines"])  # type: ignore[attr-defined]
    published = str(row["published"]) if row["published"] else None
    return SearchResult(str(row["url"]), str(row["title"]), str(row["snippet"]), str(row["engine"]), engines, published)


def search_rows(
    context: Context,
    state: TopicState,
    run: Run,
    turn: int,
    filters: Filters,
    engine: str,
    answers: Sequence[SearchAnswer],
    ranked: Sequence[RankedResult],
) -> tuple[list[Row], tuple[RankedResult, ...]]:
    """The rows of a search, and the hits with their ids."""
    at, rows, named = context.at(), [], []
    ids, new_results = dict(state.ids_by_key), state.new_results()
    for result in ranked:
        if result.key not in ids:
            ids[result.key] = next(new_results)
            rows.append(result_row(at, ids[result.key], result.key, result.result))
        named.append(replace(result, id=ids[result.key]))
    by_url = key_lookup(ranked)
    for answer in answers:
        hits = list(dict.fromkeys(ids[by_url(hit)] for hit in answer.results))
        fields = {"query": answer.query, "language": filters.language, "category": filters.category, "count": filters.results}
        fields |= {"outcome": answer.outcome, "understood": answer.understood, "note": answer.note, "asked": answer.asked}
        fields |= {"failed_engines": answer.failed_engines, "hits": hits, "engine": engine, "cached": answer.cached}
        rows.append({"kind": "search", "at": at, "run": run.number, "round": turn, **fields})
    order = [(result.id, round(result.score, 6)) for result in named if result.id not in run.scores]
    if order:
        rows.append({"kind": "ranked", "at": at, "run": run.number, "round": turn, "order": order})
    return rows, tuple(named)


def key_lookup(ranked: Sequence[RankedResult]) -> Callable[[SearchResult], str]:
    """A function from a hit to its key, computed once a URL."""
    keys = {result.result.url: result.key for result in ranked}
    return lambda hit: keys.get(hit.url) or key(hit.url)
