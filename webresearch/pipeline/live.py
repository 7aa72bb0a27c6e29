"""`check --live`: the sources that a synthesis cites, against the web as it is now."""

from collections.abc import Sequence
from typing import NamedTuple

from webresearch.errors import BadAnswer
from webresearch.evidence import synthesis
from webresearch.evidence.quotes import PageText
from webresearch.models import FailedPage, Page, Provenance
from webresearch.pipeline.context import Context
from webresearch.pipeline.fetch import fetch
from webresearch.pipeline.finish import Checked
from webresearch.pipeline.pool import run_all
from webresearch.pipeline.save import titled
from webresearch.pipeline.sources import Source, read_source, source_of
from webresearch.ranking.urls import host
from webresearch.safetext import one_line
from webresearch.topic.provenance import body, saved_text


class LiveSource(NamedTuple):
    """One cited source now.

    state: `same`, `drifted` or `unreachable` (with the reason). stands and gone: ids of its cited quotes.
    """

    source: str
    state: str
    reason: str
    stands: tuple[str, ...]
    gone: tuple[str, ...]


def live(context: Context, checked: Checked) -> list[LiveSource]:
    """Fetch every cited web source anew and look for its quotes. Raises ServiceUnreachable where the engine is not there."""
    text, _, _ = synthesis.parts(checked.text)
    cited: dict[str, list[str]] = {}
    for identity in synthesis.marks(text):
        if row := checked.state.evidence.get(identity):
            cited.setdefault(str(row["source"]), []).append(identity)
    named = [source_of(checked.topic, checked.state, name) for name in cited]
    sources = [source for source in named if source and source.url]
    own, limits = context.for_run(checked.run.engine), context.settings.limits
    engine = own.scrape_engine()

    def get(source: Source) -> Page | FailedPage:
        try:
            return fetch(own, engine, source.url)
        except BadAnswer as bad:
            return FailedPage(source.url, "unreachable", bad.what)

    results: list[LiveSource] = []
    at_once, per_host = limits.pages_at_once, limits.pages_per_host
    for source, outcome in run_all(sources, lambda one: host(one.url), get, at_once=at_once, per_host=per_host):
        if isinstance(outcome, BaseException):
            raise outcome
        quotes = {identity: str(checked.state.evidence[identity]["quote"]) for identity in cited[source.id]}
        results.append(compared(source, outcome, quotes))
        context.say(f"source {len(results)}/{len(sources)}: {results[-1].state} {source.url}")
    return sorted(results, key=lambda one: one.source)


def compared(source: Source, outcome: Page | FailedPage, quotes: dict[str, str]) -> LiveSource:
    """A source's page now beside the page that was saved."""
    if isinstance(outcome, FailedPage):
        return LiveSource(source.id, "unreachable", one_line(f"{outcome.verdict}: {outcome.reason}"), (), ())
    now = saved_text(Provenance(source.url, "-", "-", "-"), titled(outcome))
    page = PageText(now)
    stands = tuple(identity for identity, quote in quotes.items() if page.find(quote))
    gone = tuple(identity for identity in quotes if identity not in stands)
    state = "same" if body(read_source(source)[0]) == body(now) else "drifted"
    return LiveSource(source.id, state, "", stands, gone)


def lines(found: Sequence[LiveSource]) -> str:
    """What was found, a source a line."""
    shown = []
    for one in found:
        gone = f"; gone: {', '.join(one.gone)}" if one.gone else ""
        stands = f"; stands: {', '.join(one.stands)}" if one.stands else ""
        shown.append(f"{one.source} {one.state} {one.reason}".rstrip() + stands + gone)
    return "\n".join(shown)
