"""What the hostile server can do wrong: a behaviour is a function of a `Talk`, a request that waits for its answer."""

import email.utils
import gzip
import select
import socket
import struct
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

PAGE = (
    b"<!doctype html><title>Tides</title><main><p>" + b"The tide follows the moon with a lag of its own. " * 60 + b"</p></main>"
)
FLOOD_BYTES = 48 << 20  # enough to show in the memory of whoever keeps it
BLANKS = b" " * (1 << 20)
DRIP_SECONDS = 0.05  # shorter than any read time-out


@dataclass
class Talk:
    """One request. number: how many times its behaviour was asked for so far, this one included."""

    connection: socket.socket
    request: bytes
    number: int
    over: threading.Event

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def answer(self, body: bytes = b"", *headers: str, status: str = "200 OK") -> None:
        """A whole answer with a right length."""
        lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "", ""]
        self.send("\r\n".join(lines).encode("latin-1") + body)

    def head(self, *headers: str) -> None:
        """A status and headers, without a length unless one is among them."""
        self.send("\r\n".join(["HTTP/1.1 200 OK", *headers, "", ""]).encode("latin-1"))

    def drip(self, data: bytes) -> None:
        for byte in data:
            self.send(bytes([byte]))
            if self.over.wait(DRIP_SECONDS):
                return

    def flood(self, piece: bytes) -> None:
        for _ in range(FLOOD_BYTES // len(piece)):
            self.send(piece)

    def hang(self) -> None:
        """Nothing more, until the client leaves or the server ends."""
        while not self.over.is_set():
            if select.select([self.connection], [], [], 0.05)[0] and not self.connection.recv(65536):
                return

    def reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


def gzip_of_blanks(megabytes: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(packer.compress(BLANKS) for _ in range(megabytes)) + packer.flush()


def headers_then(*headers: str, body: bytes = b"") -> Callable[[Talk], None]:
    """Fixed headers and bytes, then the end of the connection."""

    def behave(talk: Talk) -> None:
        talk.head(*headers)
        talk.send(body)

    return behave


def whole(*headers: str, body: bytes = PAGE, status: str = "200 OK") -> Callable[[Talk], None]:
    return lambda talk: talk.answer(body, *headers, status=status)


def at_first(status: str, header: Callable[[], str]) -> Callable[[Talk], None]:
    """Busy at the first request, a page at the next."""
    return lambda talk: talk.answer(b"", header(), status=status) if talk.number == 1 else talk.answer(PAGE)


def stalls(talk: Talk) -> None:
    talk.head("Content-Length: 5000")
    talk.send(b"abc")
    talk.hang()


def drips_body(talk: Talk) -> None:
    talk.head("Content-Length: 5000")
    talk.drip(PAGE)


def drips_body_without_length(talk: Talk) -> None:
    talk.head("Connection: close")
    talk.drip(PAGE)


def drips_chunks(talk: Talk) -> None:
    talk.head("Transfer-Encoding: chunked")
    talk.drip(b"1\r\na\r\n" * 500)


def endless_chunks(talk: Talk) -> None:
    talk.head("Transfer-Encoding: chunked")
    talk.flood(b"10000\r\n" + b"A" * 65536 + b"\r\n")


def endless_negative_chunk(talk: Talk) -> None:
    talk.head("Transfer-Encoding: chunked")
    talk.send(b"-1\r\n")
    talk.flood(b"A" * 65536)


def endless_body(talk: Talk) -> None:
    talk.head("Connection: close")
    talk.flood(b"A" * 65536)


def ten_gigabytes(talk: Talk) -> None:
    talk.head("Content-Length: 10000000000")
    talk.flood(b"A" * 65536)


def endless_headers(talk: Talk) -> None:
    talk.send(b"HTTP/1.1 200 OK\r\n")
    talk.flood(b"X-A: " + b"b" * 8000 + b"\r\n")


def resets_in_body(talk: Talk) -> None:
    talk.head("Content-Length: 9000")
    talk.send(PAGE[:500])
    time.sleep(0.05)
    talk.reset()


def counts_hops(talk: Talk) -> None:
    done = int(talk.request.split()[1].partition(b"n=")[2] or 0)
    if done == 30:
        talk.answer(PAGE)
    else:
        talk.answer(b"", f"Location: /many-redirects?n={done + 1}", status="302 Found")


def moved(location: str, status: str = "302 Found") -> Callable[[Talk], None]:
    return whole(f"Location: {location}", body=b"", status=status)


def in_seconds(seconds: float) -> str:
    return "Retry-After: " + email.utils.formatdate(time.time() + seconds, usegmt=True)


BUSY, LATER = "429 Too Many Requests", "503 Service Unavailable"
CHUNKED = "Transfer-Encoding: chunked"
GZIP = "Content-Encoding: gzip"
DEFLATE = "Content-Encoding: deflate"

BEHAVIOURS: dict[str, Callable[[Talk], None]] = {
    "page": whole("Content-Type: text/html"),
    "long-pdf": whole(body=b"%PDF-1.7" + b" " * 149_992),
    "long-pdf-by-type": whole("Content-Type: application/pdf", body=b" " * 150_000),
    "echo": lambda talk: talk.answer(talk.request),
    "no-answer": Talk.hang,
    "drips-status": lambda talk: talk.drip(b"HTTP/1.1 200 OK\r\nX-A: " + b"a" * 500),
    "drips-body": drips_body,
    "drips-body-without-length": drips_body_without_length,
    "drips-chunks": drips_chunks,
    "stalls": stalls,
    "endless-continue": lambda talk: talk.flood(b"HTTP/1.1 100 Continue\r\n\r\n"),
    "endless-chunks": endless_chunks,
    "endless-negative-chunk": endless_negative_chunk,
    "endless-body": endless_body,
    "ten-gigabytes": ten_gigabytes,
    "endless-headers": endless_headers,
    "gzip-bomb": whole(GZIP, body=gzip_of_blanks(64)),
    "deflate-bomb": whole(DEFLATE, body=zlib.compress(b"\0" * (64 << 20), 9)),
    "many-gzip-members": whole(GZIP, body=gzip.compress(b"") * 5000),
    "gzip": whole(GZIP, body=gzip.compress(PAGE)),
    "gzip-in-members": whole(GZIP, body=gzip.compress(PAGE[:100]) + gzip.compress(PAGE[100:])),
    "gzip-with-nothing": whole(GZIP, body=b""),
    "deflate": whole(DEFLATE, body=zlib.compress(PAGE)),
    "bare-deflate": whole(DEFLATE, body=zlib.compress(PAGE)[2:-4]),
    "half-gzip": whole(GZIP, body=gzip.compress(PAGE)[:-20]),
    "plain-as-gzip": whole(GZIP),
    "brotli": whole("Content-Encoding: br"),
    "stacked-gzip": whole("Content-Encoding: gzip, gzip, gzip", body=gzip.compress(gzip.compress(gzip.compress(PAGE)))),
    "odd-transfer": headers_then("Transfer-Encoding: gzip, chunked", body=b"3\r\nabc\r\n0\r\n\r\n"),
    "long-header": whole("X-Big: " + "a" * (1 << 20)),
    "many-headers": whole(*(f"X-{number}: v" for number in range(5000))),
    "escapes": whole("Server: \x1b]0;owned\x07me", "X-Two: \x1b[2Jred"),
    "short-body": headers_then("Content-Length: 5000", body=b"<p>partial</p>"),
    "long-body": headers_then("Content-Length: 10", body=PAGE),
    "two-lengths": headers_then("Content-Length: 5", "Content-Length: 900", body=PAGE),
    "bad-chunk": headers_then(CHUNKED, body=b"ZZ\r\nhello\r\n"),
    "cut-chunk": headers_then(CHUNKED, body=b"5\r\nhello\r\n400\r\nabc"),
    "no-last-chunk": headers_then(CHUNKED, body=b"5\r\nhello\r\n"),
    "chunks": headers_then(CHUNKED, body=b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n"),
    "not-http": lambda talk: talk.send(b"SSH-2.0-OpenSSH_9.9\r\n"),
    "early-hints": lambda talk: talk.send(b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    "empty": lambda talk: talk.send(b"HTTP/1.1 204 No Content\r\n\r\n"),
    "not-found": whole(body=b"<h1>404</h1>", status="404 Not Found"),
    "closes": lambda talk: None,
    "resets": Talk.reset,
    "resets-in-body": resets_in_body,
    "busy-a-second": at_first(BUSY, lambda: "Retry-After: 1"),
    "busy-till-date": at_first(BUSY, lambda: in_seconds(1)),
    "busy-till-past": at_first(BUSY, lambda: in_seconds(-3600)),
    "busy-garbage": at_first(BUSY, lambda: "Retry-After: soon; -5"),
    "busy-once": at_first(LATER, lambda: "X-A: b"),
    "busy-a-day": whole("Retry-After: 86400", body=b"", status=BUSY),
    "busy-for-ages": whole("Retry-After: " + "9" * 400, body=b"", status=BUSY),
    "busy-for-good": whole(body=b"no", status=LATER),
    "moved": moved("/page"),
    "moved-in-place": moved("sub/../page?x=a b"),
    "loop": moved("/loop", "307 Temporary Redirect"),
    "many-redirects": counts_hops,
    "moved-to-file": moved("file:///etc/passwd"),
    "moved-to-metadata": moved("http://169.254.169.254/latest/"),
    "moved-to-nowhere": whole(body=b"", status="302 Found"),
}
