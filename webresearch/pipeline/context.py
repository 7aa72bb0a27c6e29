"""What every use case is handed: settings, a clock, a voice and the engines that the settings ask for."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from webresearch.config import USER_AGENT, Settings

if TYPE_CHECKING:
    from webresearch.engines.protocols import ScrapeEngine, SearchEngine


def utc_now() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


def silent(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of one command.

    now: the clock. say: takes one line of progress for people; never part of an answer.
    """

    settings: Settings
    now: Callable[[], datetime] = utc_now
    say: Callable[[str], None] = silent

    def at(self) -> str:
        """The time now as the journal writes it."""
        return self.now().strftime("%Y-%m-%dT%H:%M:%SZ")

    def search_engine(self) -> "SearchEngine":
        """The engine that answers queries."""
        from webresearch.engines.searxng import SearXNG
        from webresearch.net.transport import ServiceClient

        settings, limits = self.settings, self.settings.limits
        client = ServiceClient(
            settings.searxng_url,
            connect_seconds=limits.connect_seconds,
            tries=limits.tries,
            body_bytes=limits.body_bytes,
            user_agent=USER_AGENT,
        )
        return SearXNG(client, settings.searxng_url, limits.search_seconds)

    def scrape_engine(self) -> "ScrapeEngine":
        """The engine that fetches pages."""
        from webresearch.engines.firecrawl import Firecrawl
        from webresearch.net.transport import ServiceClient

        settings, limits = self.settings, self.settings.limits
        client = ServiceClient(
            settings.firecrawl_url,
            connect_seconds=limits.connect_seconds,
            tries=limits.tries,
            body_bytes=3 * limits.body_bytes,  # Markdown and HTML of one page, as JSON
            user_agent=USER_AGENT,
        )
        return Firecrawl(client, settings.firecrawl_url, limits.scrape_seconds, limits.thin_characters)
