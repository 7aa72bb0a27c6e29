"""One request and its answer on one connection, over `requests`: no proxies, no cookies, no redirects, nothing unbounded.

The modules of the doors load this file late: `requests` costs a fifth of a second.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import requests
import requests.adapters
import urllib3
import urllib3.connection
import urllib3.connectionpool
import urllib3.exceptions

from webresearch.net.body import OFFERED, BadBody, decoder_for
from webresearch.net.deadline import Deadline, Watchdog
from webresearch.net.messages import Ask, Reply, TransportFault
from webresearch.safetext import one_line

PIECE = 65_536  # bytes read at a time
HEADER_CHARACTERS = 2048  # kept of one header's value, as long as a URL may be


class StrictResponse(http.client.HTTPResponse):
    """The standard parser, which takes "-1" for a chunk's size and then reads without bound."""

    def _read_next_chunk_size(self) -> int:
        size = int(super()._read_next_chunk_size())  # type: ignore[misc]
        if size < 0:
            raise http.client.IncompleteRead(b"")
        return size


class DirectAdapter(requests.adapters.HTTPAdapter):
    """Sends over a connection that `open_socket` opens, whatever the URL's host resolves to; `secured` follows TLS."""

    def __init__(self, open_socket: Callable[[], socket.socket], secured: Callable[[], None]) -> None:
        self._open_socket = open_socket
        self._secured = secured
        super().__init__(pool_connections=1, pool_maxsize=1, max_retries=0)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **rest: object) -> None:
        """Build the pool manager with connection classes of our own."""
        super().init_poolmanager(connections, maxsize, block, **rest)
        open_socket, secured = self._open_socket, self._secured

        class Plain(urllib3.connection.HTTPConnection):
            response_class = StrictResponse

            def _new_conn(self) -> socket.socket:
                return open_socket()

        class Secure(urllib3.connection.HTTPSConnection):
            response_class = StrictResponse

            def _new_conn(self) -> socket.socket:
                return open_socket()

            def connect(self) -> None:
                super().connect()
                secured()

        class PlainPool(urllib3.connectionpool.HTTPConnectionPool):
            ConnectionCls = Plain

        class SecurePool(urllib3.connectionpool.HTTPSConnectionPool):
            ConnectionCls = Secure

        self.poolmanager.pool_classes_by_scheme = {"http": PlainPool, "https": SecurePool}


class Answer:
    """A status and headers that have arrived; the body is read by `reply`."""

    def __init__(self, response: requests.Response, ask: Ask, began: float) -> None:
        self._raw: urllib3.response.BaseHTTPResponse = response.raw
        self._url = ask.url
        self._where = ask.where
        self._began = began
        self.status = response.status_code
        self.location: str | None = self._raw.headers.get("location")

    def reply(self, body_bytes: int) -> Reply:
        """The whole answer; its body is cut after `body_bytes` decoded bytes."""
        headers = {one_line(name, 200).lower(): one_line(value, HEADER_CHARACTERS) for name, value in self._raw.headers.items()}
        body, truncated = self._body(body_bytes)
        return Reply(self._url, self.status, headers, body, truncated, time.monotonic() - self._began)

    def _body(self, limit: int) -> tuple[bytes, bool]:
        transfer = self._raw.headers.get("transfer-encoding", "").strip().lower()
        if transfer not in ("", "identity", "chunked"):
            raise BadBody(f"a transfer coding that was not offered: {transfer[:40]}")
        decoder = decoder_for(self._raw.headers.get("content-encoding", ""))
        body, wire = bytearray(), 0
        while piece := self._raw.read(PIECE, decode_content=False):
            wire += len(piece)
            body += decoder.feed(piece, limit + 1 - len(body))
            if len(body) > limit or wire > limit + PIECE:
                return bytes(body[:limit]), True
        decoder.finish()
        return bytes(body), False


@contextmanager
def exchange(ask: Ask, connect: Callable[[], socket.socket], deadline: Deadline) -> Iterator[Answer]:
    """The answer to one request, for as long as the block lasts.

    connect: opens the connection. deadline: for connecting, headers and body; the connection is shut down at it.
    Raises TransportFault, from inside the block too.
    """
    began = time.monotonic()
    progress = Progress()
    watchdog = Watchdog(deadline)

    def opened() -> socket.socket:
        connection = connect()
        watchdog.watch(connection)
        progress.phase = "tls" if ask.url.startswith("https:") else "headers"
        return connection

    adapter = DirectAdapter(opened, progress.secured)
    with watchdog:
        try:
            left = max(0.001, deadline.left())
            headers = {"Accept-Encoding": OFFERED, "Connection": "close", **ask.headers}
            prepared = requests.Request(ask.method, ask.url, headers, data=ask.body).prepare()
            with adapter.send(prepared, stream=True, timeout=(left, left)) as response:
                progress.phase = "body"
                if response.status_code < 200:
                    raise TransportFault("not_http", "headers", ask.where, f"status {response.status_code} as an answer")
                yield Answer(response, ask, began)
            if watchdog.fired:
                raise TransportFault("timeout", progress.phase, ask.where)
        except (requests.RequestException, urllib3.exceptions.HTTPError, http.client.HTTPException, BadBody, OSError) as error:
            kind, detail = ("timeout", "") if watchdog.fired else fault_of(error, progress.phase)
            raise TransportFault(kind, progress.phase, ask.where, detail) from error
        finally:
            adapter.close()


class Progress:
    """What an exchange is doing just now, for the fault that may come of it."""

    def __init__(self) -> None:
        self.phase = "connect"

    def secured(self) -> None:
        """TLS is up; next come the headers."""
        self.phase = "headers"


def fault_of(error: BaseException, phase: str) -> tuple[str, str]:
    """Kind and detail of a foreign error, judged by the most telling of its causes."""
    causes = list(causes_of(error))
    if flood := [cause for cause in causes if type(cause) is http.client.HTTPException]:
        return "too_large", str(flood[0])  # "got more than 100 headers" has no class of its own
    for types, kind in KINDS_BY_TYPE:
        for cause in causes:
            if isinstance(cause, types):
                # A TLS connection that ends without its closing alert was cut.
                cut = kind == "tls" and phase != "tls"
                return "reset" if cut else kind, "" if kind == "timeout" else str(cause)
    return "bad_framing", str(causes[-1])


# The order matters: RemoteDisconnected is a BadStatusLine, and nearly everything is an OSError.
KINDS_BY_TYPE: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
    (BadBody, "bad_encoding"),
    ((TimeoutError, urllib3.exceptions.TimeoutError, requests.Timeout), "timeout"),
    ((ssl.SSLError, ssl.CertificateError), "tls"),
    (ConnectionRefusedError, "refused"),
    ((ConnectionResetError, BrokenPipeError, ConnectionAbortedError), "reset"),
    ((http.client.IncompleteRead, urllib3.exceptions.IncompleteRead), "bad_framing"),
    (http.client.LineTooLong, "too_large"),
    ((http.client.BadStatusLine, http.client.UnknownProtocol), "not_http"),
    ((http.client.HTTPException, urllib3.exceptions.HTTPError), "bad_framing"),
    (requests.ConnectionError, "unreachable"),
)


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """An error and all that it wraps: requests and urllib3 keep causes in `args`, `reason` or the usual places."""
    queue, seen = [error], set()
    while queue:
        cause = queue.pop(0)
        if id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        inner = [*cause.args, getattr(cause, "reason", None), cause.__cause__, cause.__context__]
        queue += [item for item in inner if isinstance(item, BaseException)]
