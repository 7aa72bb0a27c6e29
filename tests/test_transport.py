"""The service door against a server that misbehaves: every call ends in time, with a whole reply or a named fault."""

import json
import socket
import time
from collections.abc import Iterator

import pytest
import requests
import responses
from hostile import HostileServer, hanging_port, refused_port
from misbehaviours import PAGE

from webresearch.net.connect import connect_any
from webresearch.net.deadline import Deadline, Watchdog
from webresearch.net.messages import FAULTS, TRANSIENT
from webresearch.net.transport import Reply, ServiceClient, TransportFault

SECONDS = 0.6
LIMIT = 200_000


@pytest.fixture(scope="module")
def running() -> Iterator[HostileServer]:
    with HostileServer() as server:
        yield server


@pytest.fixture
def server(running: HostileServer) -> HostileServer:
    running.asked.clear()
    return running


def client(port: int, tries: int = 3, host: str = "127.0.0.1", scheme: str = "http") -> ServiceClient:
    base = f"{scheme}://{host}:{port}/"
    return ServiceClient(base, connect_seconds=0.3, tries=tries, body_bytes=LIMIT, user_agent="research-web/test")


def busy(reply: Reply) -> bool:
    return reply.status in (429, 503)


def ask(server: HostileServer, name: str, seconds: float = SECONDS) -> Reply:
    return client(server.port).get(f"/{name}", {}, seconds=seconds, transient=busy)


WHOLE = {
    "page": PAGE,
    "gzip": PAGE,
    "gzip-in-members": PAGE,
    "gzip-with-nothing": b"",
    "deflate": PAGE,
    "bare-deflate": PAGE,
    "chunks": b"hello world",
    "long-body": PAGE[:10],
    "empty": b"",
    "escapes": PAGE,
}


@pytest.mark.parametrize("name", WHOLE)
def test_an_honest_answer_comes_whole_at_the_first_try(server: HostileServer, name: str) -> None:
    reply = ask(server, name)
    assert (reply.body, reply.truncated, server.asked[name]) == (WHOLE[name], False, 1)
    assert reply.url == f"http://127.0.0.1:{server.port}/{name}"
    assert 0 < reply.seconds < SECONDS


def test_headers_are_lower_case_and_free_of_terminal_codes(server: HostileServer) -> None:
    headers = ask(server, "escapes").headers
    assert headers == {"server": "me", "x-two": "red", "content-length": str(len(PAGE))}


LATE = ["no-answer", "drips-status", "drips-body", "drips-body-without-length", "drips-chunks", "stalls", "endless-continue"]


@pytest.mark.parametrize("name", LATE)
def test_no_dripping_outlives_the_deadline(server: HostileServer, name: str) -> None:
    began = time.monotonic()
    with pytest.raises(TransportFault) as fault:
        ask(server, name, seconds=0.3)
    assert fault.value.kind == "timeout"
    assert fault.value.phase == ("body" if "body" in name or name in ("drips-chunks", "stalls") else "headers")
    assert time.monotonic() - began < 0.7
    assert server.asked[name] == 1


CUT = ["endless-chunks", "endless-body", "ten-gigabytes", "gzip-bomb", "deflate-bomb"]


@pytest.mark.parametrize("name", CUT)
def test_what_does_not_end_is_cut_at_the_limit_and_says_so(server: HostileServer, name: str) -> None:
    reply = ask(server, name, seconds=5)
    assert (len(reply.body), reply.truncated) == (LIMIT, True)


FAULTY = {
    "endless-negative-chunk": ("bad_framing", 3),
    "short-body": ("bad_framing", 3),
    "two-lengths": ("bad_framing", 3),
    "bad-chunk": ("bad_framing", 3),
    "cut-chunk": ("bad_framing", 3),
    "no-last-chunk": ("bad_framing", 3),
    "closes": ("reset", 3),
    "resets": ("reset", 3),
    "resets-in-body": ("reset", 3),
    "half-gzip": ("bad_encoding", 1),
    "plain-as-gzip": ("bad_encoding", 1),
    "brotli": ("bad_encoding", 1),
    "stacked-gzip": ("bad_encoding", 1),
    "many-gzip-members": ("bad_encoding", 1),
    "odd-transfer": ("bad_encoding", 1),
    "endless-headers": ("too_large", 1),
    "long-header": ("too_large", 1),
    "many-headers": ("too_large", 1),
    "not-http": ("not_http", 1),
    "early-hints": ("not_http", 1),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_broken_answer_is_a_named_fault_and_tried_again_only_where_that_can_help(
    server: HostileServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webresearch.net.retry.FIRST_PAUSE", 0.02)
    with pytest.raises(TransportFault) as fault:
        ask(server, name, seconds=5)
    assert (fault.value.kind, server.asked[name]) == FAULTY[name]
    assert fault.value.describe().startswith(f"127.0.0.1:{server.port} {FAULTS[fault.value.kind]}")
    assert str(fault.value) == fault.value.describe()


@pytest.mark.parametrize("name", ["busy-a-second", "busy-till-date", "busy-till-past", "busy-garbage", "busy-once"])
def test_a_busy_service_is_asked_again_when_it_says(server: HostileServer, name: str) -> None:
    began = time.monotonic()
    assert ask(server, name, seconds=4).body == PAGE
    assert server.asked[name] == 2
    assert time.monotonic() - began > (1 if name == "busy-a-second" else 0.1)


@pytest.mark.parametrize("name", ["busy-a-day", "busy-for-ages"])
def test_a_pause_beyond_the_deadline_is_not_begun(server: HostileServer, name: str) -> None:
    began = time.monotonic()
    assert ask(server, name).status == 429
    assert (server.asked[name], time.monotonic() - began < 0.3) == (1, True)


def test_after_the_last_try_the_last_reply_is_returned(server: HostileServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webresearch.net.retry.FIRST_PAUSE", 0.02)
    reply = ask(server, "busy-for-good")
    assert (reply.status, reply.body, server.asked["busy-for-good"]) == (503, b"no", 3)


@pytest.mark.parametrize("name", ["moved", "loop", "moved-to-metadata"])
def test_a_redirect_is_a_reply_like_any_other(server: HostileServer, name: str) -> None:
    reply = ask(server, name)
    assert 300 < reply.status < 400
    assert reply.headers["location"]
    assert sum(server.asked.values()) == 1


def test_a_query_and_headers_arrive_as_given(server: HostileServer) -> None:
    reply = client(server.port).get(
        "/echo", {"q": "ä & b?#", "format": "json"}, seconds=2, headers={"Accept": "text/html"}, transient=busy
    )
    head = reply.body.decode()
    assert head.startswith("GET /echo?q=%C3%A4+%26+b%3F%23&format=json HTTP/1.1\r\n")
    for line in (f"Host: 127.0.0.1:{server.port}", "User-Agent: research-web/test", "Accept: text/html"):
        assert f"\r\n{line}\r\n" in head
    assert "Accept-Encoding: gzip, deflate\r\n" in head


def test_a_value_is_posted_as_json(server: HostileServer) -> None:
    reply = client(server.port).post_json("/echo", {"url": "http://example.org/ä"}, seconds=2, transient=busy)
    head, _, body = reply.body.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /echo HTTP/1.1")
    assert b"Content-Type: application/json" in head
    assert json.loads(body) == {"url": "http://example.org/ä"}


def test_a_job_can_be_deleted(server: HostileServer) -> None:
    assert client(server.port).delete("/echo", seconds=2, transient=busy).body.startswith(b"DELETE /echo HTTP/1.1")


def test_neither_proxies_nor_netrc_of_the_environment_are_used(
    server: HostileServer, monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{refused_port()}")
    assert b"authorization" not in ask(server, "echo").body.lower()


def test_a_refused_connection_is_tried_again_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webresearch.net.retry.FIRST_PAUSE", 0.02)
    with pytest.raises(TransportFault, match="refused the connection") as fault:
        client(refused_port()).get("/", {}, seconds=SECONDS, transient=busy)
    assert (fault.value.kind, fault.value.phase, fault.value.transient) == ("refused", "connect", True)


def test_a_connection_that_does_not_open_ends_at_the_connect_limit() -> None:
    began = time.monotonic()
    with hanging_port() as port, pytest.raises(TransportFault) as fault:
        client(port).get("/", {}, seconds=5, transient=busy)
    assert (fault.value.kind, fault.value.phase) == ("timeout", "connect")
    assert time.monotonic() - began < 1


def test_an_unknown_host_is_asked_for_once() -> None:
    with pytest.raises(TransportFault) as fault:
        client(80, host="no.such.host.invalid").get("/", {}, seconds=SECONDS, transient=busy)
    assert (fault.value.kind, fault.value.phase) == ("unknown_host", "resolve")


def test_a_service_can_live_on_ipv6() -> None:
    with HostileServer("::1") as server:
        assert client(server.port, host="[::1]").get("/page", {}, seconds=SECONDS, transient=busy).body == PAGE


def test_tls_to_a_plain_port_is_a_fault_of_tls(server: HostileServer) -> None:
    with pytest.raises(TransportFault) as fault:
        client(server.port, scheme="https").get("/page", {}, seconds=SECONDS, transient=busy)
    assert (fault.value.kind, fault.value.phase) == ("tls", "tls")


@pytest.mark.parametrize("base", ["ftp://box", "box:8080", "http://", ""])
def test_a_base_url_that_is_none_is_a_mistake_of_the_caller(base: str) -> None:
    with pytest.raises(ValueError, match="not the address of a service"):
        ServiceClient(base, connect_seconds=1, tries=1, body_bytes=1, user_agent="x")


@pytest.mark.parametrize("path", ["search", "@example.org/", ":81/", ""])
def test_no_path_leads_off_the_origin(server: HostileServer, path: str) -> None:
    with pytest.raises(ValueError, match="not a path"):
        client(server.port).get(path, {}, seconds=SECONDS, transient=busy)


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
    responses.get("http://127.0.0.1:8080/search", body=error)
    with pytest.raises(TransportFault) as fault:
        client(8080, tries=1).get("/search", {}, seconds=SECONDS, transient=busy)
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


def test_a_dead_first_address_leaves_time_for_the_next(server: HostileServer) -> None:
    shares = []

    def dial(address: str, port: int, seconds: float) -> socket.socket:
        shares.append(seconds)
        if address == "dead":
            raise TimeoutError
        return socket.create_connection((address, port), seconds)

    connect_any(["dead", "127.0.0.1"], server.port, Deadline(1), "box", dial).close()
    assert 0.4 < shares[0] <= 0.5 < shares[1] <= 1


def test_every_transient_fault_is_a_fault() -> None:
    assert set(FAULTS) >= TRANSIENT
