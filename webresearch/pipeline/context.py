"""What every use case is handed: settings, a clock, a voice and the engines that the settings ask for."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from webresearch.config import USER_AGENT, Settings

if TYPE_CHECKING:
    from datetime import datetime

    from webresearch.engines.protocols import ScrapeEngine, SearchEngine
    from webresearch.net.transport import ServiceClient
    from webresearch.pipeline.progress import Watch, Work


def utc_now() -> "datetime":
    """The time now, in UTC."""
    from datetime import UTC, datetime

    return datetime.now(UTC)


def silent(_: str) -> None:
    """Say nothing."""


class Context(NamedTuple):
    """The surroundings of one command.

    now: the clock. say: takes one line of progress for people; never part of an answer. watch: takes the same as events, in
    place of the lines.
    """

    settings: Settings
    now: "Callable[[], datetime]" = utc_now
    say: Callable[[str], None] = silent
    watch: "Watch | None" = None

    def working(self, kind: str, total: int) -> "Work":
        """Progress of some items that are worked on at once; a context manager."""
        from webresearch.pipeline.progress import Work

        return Work(self.say, self.watch, kind, total)

    def for_run(self, engine: str) -> "Context":
        """The same surroundings with the engine that a run was begun with, unless another one was named for this call."""
        if self.settings.engine_named or engine == self.settings.engine:
            return self
        return self._replace(settings=replace(self.settings, engine=engine))

    def at(self) -> str:
        """The time now as the journal writes it."""
        return self.now().strftime("%Y-%m-%dT%H:%M:%SZ")

    def search_engine(self) -> "SearchEngine":
        """The engine that answers queries."""
        settings, limits = self.settings, self.settings.limits
        if settings.engine == "embedded":
            from webresearch.engines.embedded_search import EmbeddedSearch

            return EmbeddedSearch(limits.search_seconds)
        from webresearch.engines.searxng import SearXNG

        client = self.client(settings.searxng_url, limits.body_bytes)
        return SearXNG(client, settings.searxng_url, limits.search_seconds)

    def scrape_engine(self) -> "ScrapeEngine":
        """The engine that fetches pages."""
        settings, limits = self.settings, self.settings.limits
        if settings.engine == "embedded":
            return self.embedded_fetcher(limits.scrape_seconds)
        from webresearch.engines.firecrawl import Firecrawl

        client = self.client(settings.firecrawl_url, 3 * limits.body_bytes)  # Markdown and HTML of one page, as JSON
        return Firecrawl(client, settings.firecrawl_url, limits.scrape_seconds, limits.thin_characters)

    def embedded_fetcher(self, seconds: float) -> "ScrapeEngine":
        """The fetcher of this process, with a wall deadline for one page."""
        from webresearch.engines.embedded_fetch import EmbeddedFetcher
        from webresearch.net import connect, guard
        from webresearch.net.pages import PageLimits

        limits = self.settings.limits
        page_limits = PageLimits(
            connect_seconds=limits.connect_seconds,
            resolve_seconds=limits.resolve_seconds,
            seconds=seconds,
            body_bytes=limits.body_bytes,
            pdf_bytes=limits.pdf_bytes,
            redirects=limits.redirects,
            tries=limits.tries,
        )
        return EmbeddedFetcher(
            page_limits,
            user_agent=USER_AGENT,
            thin_characters=limits.thin_characters,
            resolver=guard.system_resolver,
            dial=connect.dial_tcp,
        )

    def third_reader(self, seconds: float) -> "ScrapeEngine":
        """The reader that a third party runs; only for who has allowed it."""
        from webresearch.engines import jina

        client = self.client(jina.ADDRESS, self.settings.limits.body_bytes)
        return jina.Jina(client, seconds, self.settings.limits.thin_characters, jina.ADDRESS)

    def client(self, address: str, body_bytes: int) -> "ServiceClient":
        """A client of one service."""
        from webresearch.net.transport import ServiceClient

        limits = self.settings.limits
        return ServiceClient(
            address,
            connect_seconds=limits.connect_seconds,
            tries=limits.tries,
            body_bytes=body_bytes,
            user_agent=USER_AGENT,
        )
