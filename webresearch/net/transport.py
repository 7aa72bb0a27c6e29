"""The service door: calls to one configured address, which may be private, and to nothing else.

It follows no redirect, and asks neither proxy variables nor .netrc. Pages never go through here; see pages.py.
"""

import json
import socket
from collections.abc import Callable, Mapping
from urllib.parse import urlencode, urlsplit

from webresearch.net.connect import connect_any
from webresearch.net.deadline import Deadline
from webresearch.net.guard import system_resolver
from webresearch.net.messages import Ask, Reply, TransportFault
from webresearch.net.retry import persist

__all__ = ["Reply", "ServiceClient", "TransportFault"]

Transient = Callable[[Reply], bool]


class ServiceClient:
    """A client of the service at `base_url`; it has no state that changes and may be used by several threads.

    connect_seconds: for finding the address and opening the connection. tries: the most attempts a call. body_bytes: where
    a decoded body is cut. user_agent: what the client calls itself.
    """

    def __init__(self, base_url: str, *, connect_seconds: float, tries: int, body_bytes: int, user_agent: str) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not the address of a service: {base_url!r}")
        self._base = base_url.rstrip("/")
        self._host = parts.hostname
        self._port = parts.port or (443 if parts.scheme == "https" else 80)
        self._where = parts.netloc
        self._connect_seconds = connect_seconds
        self._tries = tries
        self._body_bytes = body_bytes
        self._headers = {"User-Agent": user_agent, "Accept": "application/json"}

    def get(
        self,
        path: str,
        params: Mapping[str, str],
        *,
        seconds: float,
        headers: Mapping[str, str] | None = None,
        transient: Transient,
    ) -> Reply:
        """The reply to a GET.

        path: begins with a slash. params: the query's parameters. seconds: one wall deadline for connecting, headers, body,
        retries and pauses. headers: added to the client's own, or in their place. transient: whether a reply is worth
        another try; after the last try the reply is returned as it is. A redirect is a reply like any other.
        Raises TransportFault when no whole answer came.
        """
        query = f"?{urlencode(params)}" if params else ""
        return self._persist(self._ask("GET", path + query, headers or {}), seconds, transient)

    def post_json(self, path: str, payload: object, *, seconds: float, transient: Transient) -> Reply:
        """The reply to a POST of a value as JSON; everything else as in `get`."""
        body = json.dumps(payload).encode("ascii")
        ask = self._ask("POST", path, {"Content-Type": "application/json"}, body)
        return self._persist(ask, seconds, transient)

    def delete(self, path: str, *, seconds: float, transient: Transient) -> Reply:
        """The reply to a DELETE; everything else as in `get`."""
        return self._persist(self._ask("DELETE", path, {}), seconds, transient)

    def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Ask:
        """A request to this service and no other; a path without its slash could change the host."""
        if not path.startswith("/"):
            raise ValueError(f"not a path: {path!r}")
        return Ask(method, self._base + path, {**self._headers, **headers}, self._where, body)

    def _persist(self, ask: Ask, seconds: float, transient: Transient) -> Reply:
        from webresearch.net.exchange import exchange

        deadline = Deadline(seconds)

        def once() -> Reply:
            with exchange(ask, lambda: self._connect(deadline), deadline) as answer:
                return answer.reply(self._body_bytes)

        return persist(once, deadline, self._tries, transient)

    def _connect(self, deadline: Deadline) -> socket.socket:
        """A connection to the service, within the connect limit."""
        limit = Deadline(min(self._connect_seconds, deadline.left()))
        addresses = system_resolver(self._host, limit.left())
        if not addresses:
            raise TransportFault("unknown_host", "resolve", self._where)
        return connect_any(addresses, self._port, limit, self._where)
