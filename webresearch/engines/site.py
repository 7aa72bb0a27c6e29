"""What an engine offers for a whole site: its addresses, and its pages one after the other."""

from collections.abc import Callable, Generator
from typing import NamedTuple, Protocol

from webresearch.models import FailedPage, Page

Below = Callable[[str], bool]


class Mapped(NamedTuple):
    """Addresses that a site exposes. note: how they were found, or what is known to be missing."""

    links: tuple[str, ...]
    note: str = ""


class Crawled(NamedTuple):
    """One step of a crawl: a page or why there is none, a note that should stay, or a line of progress."""

    outcome: Page | FailedPage | None = None
    note: str = ""
    said: str = ""


class SiteEngine(Protocol):
    """Maps and crawls a site."""

    name: str
    address: str

    def map(self, url: str, limit: int) -> Mapped:
        """At most `limit` addresses. Raises ServiceUnreachable or BadAnswer for the engine's own faults, NothingFound
        where the page that was named cannot be had.
        """
        ...

    def crawl(self, url: str, limit: int, below: Below) -> Generator[Crawled, None, None]:
        """Pages found from a page, itself first, as they come. below: is an address part of what is wanted?

        Raises as `map` does, also after pages have come: these stay. Closing the iterator ends the work.
        """
        ...
