"""Queries are checked, then asked of an engine, a few at once; answers are kept a day."""

import threading
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

from webresearch.engines.protocols import SearchEngine
from webresearch.errors import UsageError
from webresearch.models import SearchAnswer, SearchResult
from webresearch.net.cache import Cache
from webresearch.pipeline.context import Context
from webresearch.pipeline.pool import run_all
from webresearch.ranking.words import bears_on
from webresearch.safetext import one_line

MOST_QUERIES = 20  # in one call: more would take minutes at a polite pace
MOST_RESULTS = 50  # a query: five pages of SearXNG
STOP = ("unreachable", "json_off", "limited")  # outcomes that every further query would share


class Filters(NamedTuple):
    """How a search is asked: results a query, language and category as SearXNG names them.

    kept: an answer kept from the last day will do. fresh: ask again what is known already; offline: ask nothing, answer
    from the cache.
    """

    results: int = 10
    language: str = ""
    category: str = ""
    kept: bool = False
    fresh: bool = False
    offline: bool = False


def checked_queries(queries: Sequence[str], filters: Filters, most: int) -> list[str]:
    """The queries as single lines, without blanks and repeats; UsageError where none is left or one cannot be sent.

    most: characters of one query.
    """
    if not 1 <= filters.results <= MOST_RESULTS:
        raise UsageError(f"--max is not from 1 to {MOST_RESULTS}: {filters.results}", hint="e.g. --max 10")
    cleaned: dict[str, str] = {}
    for query in queries:
        line = one_line(query, 4 * most)
        if len(line) > most:
            raise UsageError(f"a query is longer than {most} characters: {line[:60]!r}", hint="ask in a few words")
        if line:
            cleaned.setdefault(line.casefold(), line)
    if not cleaned:
        raise UsageError(
            "no query was given", hint='web.py search "some words", or web.py search - and one query a line on stdin'
        )
    if len(cleaned) > MOST_QUERIES:
        raise UsageError(f"{len(cleaned)} queries in one call", hint=f"ask at most {MOST_QUERIES} at once")
    return list(cleaned.values())


def ask_all(
    context: Context,
    engine: SearchEngine,
    queries: Sequence[str],
    filters: Filters,
    known: dict[str, SearchAnswer],
) -> list[SearchAnswer]:
    """The answers in the order of the queries; a few at once, each query asked at most once.

    known: answers that a run has already.
    """
    answers = dict(known)
    missing = [query for query in queries if query not in answers]
    stop = threading.Event()
    stopped_by: list[SearchAnswer] = []

    def ask(query: str) -> SearchAnswer:
        work.started(query)
        if stop.is_set():
            return replace(stopped_by[0], query=query, note=one_line(f"not sent: {stopped_by[0].note}"))
        answer = ask_one(context, engine, query, filters)
        if answer.outcome in STOP:
            stopped_by.append(answer)
            stop.set()
        return answer

    limit = context.settings.limits.searches_at_once
    with context.working("search", len(missing)) as work:
        for query, answer in run_all(missing, str, ask, at_once=limit, per_host=limit):
            if isinstance(answer, BaseException):
                raise answer
            answers[query] = answer
            work.done(query, f"{answer.outcome}, {len(answer.results)} hits:")
    return [answers[query] for query in queries]


def ask_one(context: Context, engine: SearchEngine, query: str, filters: Filters) -> SearchAnswer:
    """One answer, from the cache where it is young enough. Only answers with hits from all engines are kept."""
    cache, limits = Cache(context.settings.cache), context.settings.limits
    key = "\n".join((engine.name, engine.address, filters.language, filters.category, str(filters.results), query))
    if (filters.kept or filters.offline) and not filters.fresh:
        kept = cache.get("search", key, now=context.now().timestamp(), age=limits.search_cache_seconds)
        if kept is not None:
            return replace(answer_from(kept), cached=True)
    if filters.offline:
        return SearchAnswer(query, "unreachable", note="offline, and the answer is not in the cache")
    answer = engine.search(query, language=filters.language, category=filters.category, count=filters.results)
    answer = replace(answer, asked=context.at(), note=noted(answer))
    if answer.outcome == "ok":
        cache.put("search", key, asdict(answer), now=context.now().timestamp())
    return answer


def noted(answer: SearchAnswer) -> str:
    """The note of an answer; it tells, too, when none of the hits seems to be about what was asked."""
    hits = answer.results
    if not hits or bears_on(answer.query, (f"{hit.title} {hit.snippet} {hit.url}" for hit in hits)):
        return answer.note
    return "; ".join(filter(None, (answer.note, "no hit has a word of the query in its title, snippet or address")))


def answer_from(kept: dict[str, object]) -> SearchAnswer:
    """An answer as the cache keeps it."""
    fields = dict(kept)
    rows: list[dict[str, object]] = fields.pop("results")  # type: ignore[assignment]
    failed: list[list[str]] = fields.pop("failed_engines")  # type: ignore[assignment]
    results = tuple(SearchResult(**{**row, "engines": tuple(row["engines"])}) for row in rows)  # type: ignore[arg-type]
    return SearchAnswer(**fields, results=results, failed_engines=tuple((pair[0], pair[1]) for pair in failed))  # type: ignore[arg-type]
