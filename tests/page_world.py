"""A web of public names for the page door, all of which lead to one server on loopback."""

import socket
from collections.abc import Sequence

from webresearch.net.messages import Reply
from webresearch.net.pages import PageLimits, fetch_page

LIMITS = PageLimits(
    connect_seconds=0.5, resolve_seconds=0.2, seconds=3, body_bytes=100_000, pdf_bytes=200_000, redirects=5, tries=3
)
PUBLIC = "192.0.1.7"  # a public address next to a documentation range; the dialler below leads it to loopback


class World:
    """A resolver and a dialler in which public names lead to servers on loopback; both remember what was asked of them."""

    def __init__(self, port: int, names: dict[str, list[tuple[str, ...]]] | None = None) -> None:
        self.port = port
        self.names = names or {}
        self.asked: list[str] = []
        self.dialled: list[tuple[str, int]] = []

    def resolve(self, host: str, seconds: float) -> Sequence[str]:
        """The answers of a name in turn; the last one stays."""
        self.asked.append(host)
        answers = self.names.get(host, [(PUBLIC,)])
        return answers[min(self.asked.count(host), len(answers)) - 1]

    def dial(self, address: str, port: int, seconds: float) -> socket.socket:
        self.dialled.append((address, port))
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def fetch(self, url: str, limits: PageLimits = LIMITS) -> Reply:
        return fetch_page(url, limits=limits, user_agent="research-web/test", resolver=self.resolve, dial=self.dial)
