"""Pages kept between calls: a week, whole good ones only, with status, final URL and the time they were fetched."""

from dataclasses import asdict, replace

from webresearch.engines.protocols import ScrapeEngine
from webresearch.models import FailedPage, Page
from webresearch.net.cache import Cache
from webresearch.pipeline.context import Context
from webresearch.pipeline.fetch import fetch
from webresearch.ranking.urls import key

PAIRS = ("flags", "warnings")


def fetch_or_keep(
    context: Context, engine: ScrapeEngine, url: str, *, fresh: bool = False, offline: bool = False
) -> Page | FailedPage:
    """A page from the cache where it is young enough, else fetched. fresh: fetch in any case; offline: never fetch.

    Raises ServiceUnreachable or BadAnswer for the engine's own faults.
    """
    cache, limits, now = Cache(context.settings.cache), context.settings.limits, context.now().timestamp()
    if not fresh:
        kept = cache.get("page", entry(engine, url), now=now, age=limits.page_cache_seconds)
        if kept is not None and (page := page_from(kept)) is not None:
            return replace(page, url=url, cached=True)
    if offline:
        return FailedPage(url, "unreachable", "offline, and the page is not in the cache", engine=engine.name)
    outcome = fetch(context, engine, url)
    return keep(context, engine, outcome)


def keep(context: Context, engine: ScrapeEngine, outcome: Page | FailedPage) -> Page | FailedPage:
    """Put a page into the cache if it is whole and good; failures, thin pages and error pages are never kept."""
    if not isinstance(outcome, Page):
        return outcome
    page = replace(outcome, fetched=context.at())
    if page.verdict == "ok":
        Cache(context.settings.cache).put("page", entry(engine, page.url), asdict(page), now=context.now().timestamp())
    return page


def entry(engine: ScrapeEngine, url: str) -> str:
    """The cache's key of a page: by its comparison key, since two spellings are one page."""
    return f"{engine.name}\n{engine.address}\n{key(url)}"


def page_from(kept: dict[str, object]) -> Page | None:
    """A page as the cache keeps it; None where the entry is of another version's form."""
    fields = dict(kept)
    try:
        for name in PAIRS:
            fields[name] = tuple(fields[name])  # type: ignore[arg-type]
        fields["tried"] = tuple(tuple(pair) for pair in fields["tried"])  # type: ignore[attr-defined]
        return Page(**fields)  # type: ignore[arg-type]
    except (KeyError, TypeError):
        return None
