"""`research`: search, fetch the best, read, in one mechanical go."""

from collections.abc import Sequence
from typing import NamedTuple

from webresearch.errors import NothingFound, ResearchError
from webresearch.models import FailedPage, Page, RankedResult, Stats
from webresearch.pipeline.asking import Filters
from webresearch.pipeline.context import Context
from webresearch.pipeline.pagecache import fetch_or_keep
from webresearch.pipeline.picks import Pick, Picks
from webresearch.pipeline.pool import run_all
from webresearch.pipeline.read import Asked, Document, ReadReport, page_document, read, topic_documents
from webresearch.pipeline.scrape import scrape_picks
from webresearch.pipeline.search import SearchReport, failure, search
from webresearch.ranking.urls import host


class Researched(NamedTuple):
    """What a go came to. failed: pages that could not be had, with the reason."""

    search: SearchReport
    reading: ReadReport | None
    failed: tuple[FailedPage, ...]
    stats: Stats


def research(
    context: Context, queries: Sequence[str], filters: Filters, asked: Asked, *, most: int, topic: str | None, run: int | None
) -> Researched:
    """Search for the queries, fetch the best `most` pages, and take from them what answers.

    topic: the pages are saved there, within the run's limits. Raises what `search` raises, and its error without any hit.
    """
    found = search(context, queries, filters, topic=topic, run=run)
    if (error := failure(found)) is not None:
        raise error
    if topic is not None:
        documents, failed, cached = saved(context, found, most, topic)
    else:
        documents, failed, cached = fetched(context, found.results, filters, most)
    reading = read(documents, asked) if documents else None
    if reading is None and not failed:
        raise NothingFound("no page could be fetched", queries[0], "try other words")
    searched, returned = found.stats, reading.stats if reading else Stats()
    stats = Stats(
        searched.searched_results,
        len(documents) - cached,
        searched.cache_hits + cached,
        len(failed),
        returned.raw_characters,
        returned.returned_characters,
    )
    return Researched(found, reading, tuple(failed), stats)


def fetched(
    context: Context, results: Sequence[RankedResult], filters: Filters, most: int
) -> tuple[list[Document], list[FailedPage], int]:
    """The best pages in their order; the place of one that fails is taken by the next hit, once."""
    engine = context.scrape_engine()
    limits = context.settings.limits

    def get(result: RankedResult) -> Page | FailedPage:
        progress.started(result.result.url)
        return fetch_or_keep(context, engine, result.result.url, fresh=filters.fresh, offline=filters.offline)

    pages: dict[str, Page] = {}
    failed: list[FailedPage] = []
    waiting = list(results[: 2 * most])
    while waiting and len(pages) < most:
        batch, waiting = waiting[: most - len(pages)], waiting[most - len(pages) :]
        with context.working("page", len(batch)) as progress:
            outcomes = run_all(
                batch, lambda one: host(one.result.url), get, at_once=limits.pages_at_once, per_host=limits.pages_per_host
            )
            for result, outcome in outcomes:
                if isinstance(outcome, Page):
                    pages[result.id] = outcome
                elif isinstance(outcome, FailedPage):
                    failed.append(outcome)
                else:
                    raise outcome
                size = len(outcome.markdown.encode("utf-8", "replace")) if isinstance(outcome, Page) else 0
                progress.done(result.result.url, outcome.verdict, size)
    documents = []
    for result in results:
        if page := pages.get(result.id):
            one = page_document(page)
            title = page.title or result.result.title
            facts = {**one.facts, "title": title, "fetched": page.fetched[:10]}
            documents.append(one._replace(id=result.id, facts=facts))
    return documents, failed, sum(page.cached for page in pages.values())


def saved(context: Context, found: SearchReport, most: int, topic: str) -> tuple[list[Document], list[FailedPage], int]:
    """The best hits saved into the topic, those saved before included."""
    best = found.results[:most]
    picks = [
        Pick(hit.id, relevance=f"rank {rank} for {hit.queries[0]}")
        for rank, hit in enumerate(best, 1)
        if hit.id not in found.saved
    ]
    report = scrape_picks(context, topic, Picks(tuple(picks), "", ()), found.run)
    stopped: ResearchError | None = report.stopped
    if stopped is not None:
        raise stopped
    failed = [FailedPage(row.id, row.verdict, row.reason) for row in report.verdicts if row.what == "failed"]
    failed += [FailedPage(error.split(":")[0], "refused", error) for error in report.errors]
    sources = [found.saved[hit.id] for hit in best if hit.id in found.saved]
    sources += [row.source for row in report.verdicts if row.what == "saved"]
    documents = [one for source in sources for one in topic_documents(context, topic, source)]
    return documents, failed, len([hit for hit in best if hit.id in found.saved])
