"""One page, all the way: gate, address check, engine, the final address checked again, and another fetcher where the first
had little luck or none.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from webresearch.engines.protocols import ScrapeEngine
from webresearch.models import FailedPage, Page
from webresearch.net import guard
from webresearch.net.deadline import Deadline
from webresearch.pipeline.context import Context
from webresearch.safetext import host_of, one_line

# What another fetcher may better: too little text, the wrong thing, or nothing for reasons that need not be the page's own.
TRY_ELSEWHERE = ("thin", "blocked", "mojibake", "wrong_type", "no_text", "unreachable", "timeout", "service_refused")
# The page door answers in tenths of a second or, from a dead host, not at all: a page is worth no second full wait.
SECOND_TRY_SECONDS = 20.0
LEAST_SECONDS = 1.0  # with less than this left of the page's time, no other fetcher is begun
LABELS = {"jina": "r.jina.ai, a third party"}

# Seconds -> a fetcher that takes no longer.
Fetcher = Callable[[float], ScrapeEngine]


def fetch(context: Context, engine: ScrapeEngine, url: str) -> Page | FailedPage:
    """A page, or why there is none. Raises ServiceUnreachable or BadAnswer for the engine's own faults.

    What came back thin, blocked, garbled or not at all is tried by the other fetchers there are, within the time for one
    page; the longer honest text wins, and `tried` and the reason name every attempt.
    """
    deadline = Deadline(context.settings.limits.scrape_seconds)
    try:
        address, resolved = admitted(context, url)
    except guard.Refused as refused:
        return FailedPage(url, "refused", refused.reason, engine=engine.name)
    best = checked(context, engine.scrape(address), url)
    attempts = [best]
    for fetcher in other_fetchers(context, engine.name, resolved):
        seconds = min(SECOND_TRY_SECONDS, deadline.left())
        if best.verdict not in TRY_ELSEWHERE or seconds < LEAST_SECONDS:
            break
        attempts.append(tried_by(fetcher(seconds), address))
        best = max(best, attempts[-1], key=honest_characters)  # the first of equals
    best = with_attempts(best, attempts)
    return replace(best, resolved=False) if isinstance(best, Page) and not resolved else best


def admitted(context: Context, url: str) -> tuple[str, bool]:
    """The gated address of a page, and whether its host has an address here. Raises Refused for what may not be fetched."""
    address = guard.gate(url)
    refuse_the_box(context, address)
    return address, check_host(context, address)


def refuse_the_box(context: Context, url: str) -> None:
    """The box is asked for pages, never for itself, wherever it stands."""
    if host_of(url) == context.settings.host.lower():
        raise guard.Refused("address", "this is the box itself, which is never a page")


def check_host(context: Context, url: str) -> bool:
    """Whether a host has an address here; refuses one with any address that is not public.

    A name without an answer passes: the service may know it.
    """
    host = host_of(url)
    return bool(guard.public_addresses(host, guard.system_resolver, context.settings.limits.resolve_seconds))


def checked(context: Context, outcome: Page | FailedPage, url: str) -> Page | FailedPage:
    """The same outcome, unless it came from an address that is not public in the end."""
    if outcome.final_url:
        try:
            admitted(context, outcome.final_url)
        except guard.Refused as refused:
            return FailedPage(url, "refused", f"redirected to {outcome.final_url}: {refused.reason}", engine=outcome.engine)
    return outcome


def other_fetchers(context: Context, first: str, resolved: bool) -> list[Fetcher]:
    """The fetchers that may try what the first could not, in their order.

    A third party never learns a name that has no public address here: it may be one of the local network.
    """
    door: list[Fetcher] = [] if first == "embedded" else [context.embedded_fetcher]
    return [*door, context.third_reader] if context.settings.jina and resolved else door


def tried_by(engine: ScrapeEngine, address: str) -> Page | FailedPage:
    """What another fetcher makes of it. Nothing that befalls it is worse than not having asked."""
    try:
        return engine.scrape(address)
    except Exception as error:
        return FailedPage(address, "unreachable", one_line(f"{engine.name} failed: {error!r}", 200), engine=engine.name)


def honest_characters(outcome: Page | FailedPage) -> int:
    """How much text there is; none that can be trusted in garbled pages, less than none in a failure."""
    if isinstance(outcome, FailedPage):
        return -1
    return 0 if outcome.verdict == "mojibake" else len(outcome.markdown)


def with_attempts(best: Page | FailedPage, attempts: Sequence[Page | FailedPage]) -> Page | FailedPage:
    """The outcome that won, with every attempt in `tried` and the others in its reason."""
    if len(attempts) == 1:
        return best
    rest = [one for one in attempts if one is not best]
    others = [f"{LABELS.get(one.engine, one.engine)} ({one.verdict}: {one_line(one.reason, 100)})" for one in rest]
    by = LABELS.get(best.engine, best.engine)
    reason = one_line(f"{best.reason}; from {by}; also tried: {', '.join(others)}", 600)
    return replace(best, reason=reason, tried=tuple((one.engine, one.verdict) for one in attempts))
