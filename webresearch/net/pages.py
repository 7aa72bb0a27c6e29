"""The page door: fetches pages that strangers named, and never connects to an address that was not judged first."""

import contextlib
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from webresearch.net.connect import Dialler, connect_any, dial_tcp
from webresearch.net.deadline import Deadline
from webresearch.net.guard import Refused, Resolver, gate, public_addresses, system_resolver
from webresearch.net.messages import Ask, Reply, TransportFault
from webresearch.net.retry import persist

if TYPE_CHECKING:
    import socket

REDIRECTS = (301, 302, 303, 307, 308)
# Statuses that say "later" rather than "no" (RFC 9110, RFC 6585); a 500 is mostly there to stay.
LATER = (429, 502, 503, 504)

HEADERS = {"Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8", "Accept-Language": "en,*;q=0.5"}


class PageLimits(NamedTuple):
    """The bounds of one fetch.

    connect_seconds, resolve_seconds: for each connection and name. seconds: one wall deadline for all hops, tries and pauses.
    body_bytes, pdf_bytes: where a decoded body is cut. redirects: hops after the first URL. tries: the most attempts.
    """

    connect_seconds: float
    resolve_seconds: float
    seconds: float
    body_bytes: int
    pdf_bytes: int
    redirects: int
    tries: int


def fetch_page(
    url: str,
    *,
    limits: PageLimits,
    user_agent: str,
    resolver: Resolver = system_resolver,
    dial: Dialler = dial_tcp,
) -> Reply:
    """The reply that a page's URL leads to, over redirects, whatever its status.

    Every hop is gated, resolved and judged anew, and an address that was judged is the one dialled. No cookies, proxies or
    credentials. resolver, dial: other ones for tests. Raises Refused for a URL or address that is not public, at any hop,
    and TransportFault when no whole answer came.
    """
    deadline = Deadline(limits.seconds)
    headers = {**HEADERS, "User-Agent": user_agent}
    first = gate(url)

    def connect(target: str) -> "socket.socket":
        return connect_public(target, limits, deadline, resolver, dial)

    return persist(lambda: follow(first, headers, limits, deadline, connect), deadline, limits.tries, worth_another_try)


def worth_another_try(reply: Reply) -> bool:
    """Whether a reply says to come back later."""
    return reply.status in LATER


def follow(
    url: str, headers: dict[str, str], limits: PageLimits, deadline: Deadline, connect: "Callable[[str], socket.socket]"
) -> Reply:
    """The first reply that is no redirect. Bodies of redirects are not read."""
    from webresearch.net.exchange import exchange

    for _ in range(limits.redirects + 1):
        ask = Ask("GET", url, headers, urlsplit(url).netloc)
        with exchange(ask, lambda: connect(ask.url), deadline) as answer:  # noqa: B023 - called within this turn only
            if answer.status not in REDIRECTS:
                return cut_to_kind(answer.reply(max(limits.body_bytes, limits.pdf_bytes)), limits)
            location = answer.location
        if not location:
            raise TransportFault("redirect", "redirect", ask.where, f"status {answer.status} without a Location")
        url = next_hop(url, location)
    raise TransportFault("redirect", "redirect", urlsplit(url).netloc, f"more than {limits.redirects} redirects")


def next_hop(url: str, location: str) -> str:
    """The gated URL that a Location header leads to from a URL.

    Header bytes that are not ASCII are UTF-8 as browsers read them; a blank in a path, common in the wild, is encoded.
    """
    with contextlib.suppress(UnicodeError):
        location = location.encode("latin-1").decode("utf-8")
    location = location.strip(" ").replace(" ", "%20")
    if re.search(r"[\x00-\x20\x7f\\]", location):
        # Joining would drop or turn them silently.
        raise Refused("characters", "a redirect to a URL with control characters or backslashes")
    return gate(location if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", location) else urljoin(url, location))


def connect_public(url: str, limits: PageLimits, deadline: Deadline, resolver: Resolver, dial: Dialler) -> "socket.socket":
    """A connection to the host of a gated URL at an address that was judged public; no name is asked twice."""
    parts = urlsplit(url)
    addresses = public_addresses(parts.hostname or "", resolver, min(limits.resolve_seconds, deadline.left()))
    if not addresses:
        raise TransportFault("unknown_host", "resolve", parts.netloc)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return connect_any(addresses, port, Deadline(min(limits.connect_seconds, deadline.left())), parts.netloc, dial)


def cut_to_kind(reply: Reply, limits: PageLimits) -> Reply:
    """The reply with its body cut at the limit of its kind: PDF, told by its first bytes or its header, or all other."""
    pdf = reply.body.startswith(b"%PDF-") or "application/pdf" in reply.headers.get("content-type", "").lower()
    limit = limits.pdf_bytes if pdf else limits.body_bytes
    return reply if len(reply.body) <= limit else reply._replace(body=reply.body[:limit], truncated=True)
