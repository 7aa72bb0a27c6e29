"""One page, all the way: gate, address check, engine, and the final address checked again."""

from urllib.parse import urlsplit

from webresearch.engines.protocols import ScrapeEngine
from webresearch.models import FailedPage, Page
from webresearch.net import guard
from webresearch.pipeline.context import Context


def fetch(context: Context, engine: ScrapeEngine, url: str) -> Page | FailedPage:
    """A page, or why there is none. Raises ServiceUnreachable or BadAnswer for the engine's own faults."""
    try:
        address = guard.gate(url)
        check_host(context, address)
    except guard.Refused as refused:
        return FailedPage(url, "refused", refused.reason, engine=engine.name)
    outcome = engine.scrape(address)
    if outcome.final_url:
        try:
            guard.gate(outcome.final_url)
            check_host(context, outcome.final_url)
        except guard.Refused as refused:
            return FailedPage(url, "refused", f"redirected to {outcome.final_url}: {refused.reason}", engine=engine.name)
    return outcome


def check_host(context: Context, url: str) -> None:
    """Refuse a host with any address that is not public. A name without an answer passes: the service may know it."""
    host = urlsplit(url).hostname or ""
    guard.public_addresses(host, guard.system_resolver, context.settings.limits.resolve_seconds)
