"""What every engine offers to the pipeline."""

from typing import Protocol

from webresearch.models import FailedPage, Page, SearchAnswer


class SearchEngine(Protocol):
    """Answers queries."""

    name: str
    address: str

    def search(self, query: str, *, language: str = "", category: str = "", count: int = 10) -> SearchAnswer:
        """One query; whatever happens comes back as an outcome, never as an exception."""
        ...


class ScrapeEngine(Protocol):
    """Fetches pages."""

    name: str
    address: str

    def scrape(self, url: str) -> Page | FailedPage:
        """One page; ServiceUnreachable or BadAnswer only for the engine's own faults."""
        ...
