"""One exchange: foreign errors are named, a connection is opened and shut down in time, and any bytes end well."""

import contextlib
import socket
import threading
import time

import pytest
import requests
import responses
from hypothesis import given, settings
from hypothesis import strategies as st

from webresearch.net.connect import connect_any
from webresearch.net.deadline import Deadline, Watchdog
from webresearch.net.exchange import exchange
from webresearch.net.messages import FAULTS, TRANSIENT, Ask, TransportFault

ASK = Ask("GET", "http://box:8080/search", {}, "box:8080")

LINES = [
    *(
        b"Content-Length: 5",
        b"Content-Length: -1",
        b"Content-Length: 9, 8",
        b"Content-Length: \xff",
        b"Transfer-Encoding: chunked",
    ),
    *(
        b"Content-Encoding: gzip",
        b"Content-Encoding: deflate",
        b"Set-Cookie: a=b; expires=Wed, 21" + b"-" * 3000,
        b": nameless",
    ),
    *(b"colonless", b" folded", b"X\x00: y", b"Retry-After: \xe2\x80\xae1", b"Location: http://\xff/", b"X: " + b"a" * 70_000),
]
STATUSES = [
    *(
        b"HTTP/1.1 200 OK",
        b"HTTP/1.0 204",
        b"HTTP/1.1 304 x",
        b"HTTP/1.1 100 Continue",
        b"HTTP/1.1 -1 x",
        b"HTTP/9 2000",
        b"ICY 200",
    ),
    *(b"\x16\x03\x01", b"", b"HTTP/1.1 \xd9\xa2\xd9\xa0\xd9\xa0 OK"),
]
BODIES = [
    b"hello",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"-5\r\nhello",
    b"FFFFFFFFFFFFFFFFF\r\nx",
    b"0\r\n",
    b"\x1f\x8b\x08",
    b"\x78\x9c",
]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(STATUSES),
    st.lists(st.one_of(st.sampled_from(LINES), st.binary(max_size=30)), max_size=5),
    st.one_of(st.sampled_from(BODIES), st.binary(max_size=50)),
)
def test_any_bytes_end_in_a_clean_reply_or_a_named_fault(status: bytes, lines: list[bytes], body: bytes) -> None:
    ours, theirs = socket.socketpair()
    sender = threading.Thread(target=send_and_close, args=(theirs, b"\r\n".join([status, *lines, b"", body])))
    sender.start()
    try:
        with exchange(ASK, lambda: ours, Deadline(5)) as answer:
            reply = answer.reply(1000)
        assert len(reply.body) <= 1000
        shown = "".join(f"{name}{value}" for name, value in reply.headers.items())
    except TransportFault as fault:
        shown = fault.describe()
    assert not any(ord(character) < 32 or 0x7F <= ord(character) < 0xA0 for character in shown)
    sender.join()
    ours.close()


def send_and_close(connection: socket.socket, data: bytes) -> None:
    with connection, contextlib.suppress(OSError):  # the reader may have seen enough
        connection.sendall(data)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (requests.ConnectTimeout(), "timeout"),
        (requests.ConnectionError(OSError(101, "Network is unreachable")), "unreachable"),
        (requests.ConnectionError(ConnectionRefusedError()), "refused"),
        (requests.ConnectionError(ConnectionAbortedError()), "reset"),
        (requests.exceptions.ChunkedEncodingError("x"), "bad_framing"),
        (BrokenPipeError(), "reset"),
    ],
)
@responses.activate
def test_faults_that_a_server_cannot_play_are_named_too(error: Exception, kind: str) -> None:
    responses.get("http://box:8080/search", body=error)
    with pytest.raises(TransportFault) as fault, exchange(ASK, socket.socket, Deadline(1)):
        pass
    assert fault.value.kind == kind


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(113, "No route to host"), "cannot be reached (phase: connect): No route to host"),
        (ConnectionResetError(104, "reset"), "broke the connection off (phase: connect)"),
    ],
)
def test_a_connection_that_fails_is_told_by_its_cause(error: OSError, told: str) -> None:
    def dial(address: str, port: int, seconds: float) -> socket.socket:
        raise error

    with pytest.raises(TransportFault) as fault:
        connect_any(["1.1.1.1"], 80, Deadline(1), "box:80", dial)
    assert str(fault.value) == f"box:80 {told}"


def test_a_connection_that_opens_after_the_deadline_is_shut_down_at_once() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, Watchdog(Deadline(0.01)) as watchdog:
        time.sleep(0.1)
        assert watchdog.fired
        watchdog.watch(ours)
        theirs.settimeout(1)
        assert theirs.recv(1) == b""


def test_a_dead_first_address_leaves_time_for_the_next() -> None:
    shares = []

    def dial(address: str, port: int, seconds: float) -> socket.socket:
        shares.append(seconds)
        if address == "dead":
            raise TimeoutError
        return socket.create_connection((address, port), seconds)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        connect_any(["dead", "127.0.0.1"], listener.getsockname()[1], Deadline(1), "box", dial).close()
    assert 0.4 < shares[0] <= 0.5 < shares[1] <= 1


def test_every_transient_fault_is_a_fault() -> None:
    assert set(FAULTS) >= TRANSIENT
