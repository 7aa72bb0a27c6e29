"""The page door against a server that misbehaves: nothing private is dialled, and every fetch ends in time and in bounds."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile import HostileServer, refused_port
from misbehaviours import PAGE
from page_world import LIMITS, PUBLIC, World

from webresearch.net.guard import Refused
from webresearch.net.messages import TransportFault
from webresearch.net.pages import next_hop


@pytest.fixture(scope="module")
def running() -> Iterator[HostileServer]:
    with HostileServer() as server:
        yield server


@pytest.fixture
def server(running: HostileServer, monkeypatch: pytest.MonkeyPatch) -> HostileServer:
    monkeypatch.setattr("webresearch.net.retry.FIRST_PAUSE", 0.02)
    running.asked.clear()
    return running


@pytest.fixture
def world(server: HostileServer) -> World:
    return World(server.port)


def test_a_page_is_fetched_from_the_address_that_was_judged(world: World) -> None:
    reply = world.fetch("http://Example.org/page#part")
    assert (reply.status, reply.body, reply.truncated) == (200, PAGE, False)
    assert reply.url == "http://example.org/page#part"
    assert (world.asked, world.dialled) == (["example.org"], [(PUBLIC, 80)])


def test_the_request_names_the_host_and_carries_nothing_of_the_user(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{refused_port()}")
    head = world.fetch("http://bücher.example.org:8080/echo?a=%20b#c").body.decode()
    assert head.startswith("GET /echo?a=%20b HTTP/1.1\r\n")
    assert "\r\nHost: xn--bcher-kva.example.org:8080\r\n" in head
    assert "\r\nAccept-Encoding: gzip, deflate\r\n" in head
    assert not any(word in head.lower() for word in ("cookie", "authorization", "referer"))
    assert world.dialled == [(PUBLIC, 8080)]


@pytest.mark.parametrize("answers", [("10.0.0.1",), (PUBLIC, "127.0.0.1"), ("64:ff9b::a00:1",)])
def test_a_host_with_an_address_that_is_not_public_is_not_dialled(server: HostileServer, answers: tuple[str, ...]) -> None:
    world = World(server.port, {"example.org": [answers]})
    with pytest.raises(Refused):
        world.fetch("http://example.org/page")
    assert world.dialled == []


def test_a_name_that_changes_its_address_is_judged_anew_at_every_hop(server: HostileServer) -> None:
    world = World(server.port, {"example.org": [(PUBLIC,), ("127.0.0.1",)]})
    with pytest.raises(Refused, match=r"127\.0\.0\.1"):
        world.fetch("http://example.org/moved")
    assert (world.dialled, server.asked) == ([(PUBLIC, 80)], {"moved": 1})


def test_a_name_is_asked_once_for_the_address_that_is_dialled(server: HostileServer) -> None:
    world = World(server.port, {"example.org": [(PUBLIC,), ("127.0.0.1",)]})
    assert world.fetch("http://example.org/page").body == PAGE
    assert world.asked == ["example.org"]


def test_an_unknown_host_is_a_fault(server: HostileServer) -> None:
    with pytest.raises(TransportFault) as fault:
        World(server.port, {"example.org": [()]}).fetch("http://example.org/")
    assert (fault.value.kind, fault.value.phase, fault.value.address) == ("unknown_host", "resolve", "example.org")


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "file:///etc/hostname", "http://box/", "http://[::1]/"])
def test_the_gate_stands_before_everything(world: World, url: str) -> None:
    with pytest.raises(Refused):
        world.fetch(url)
    assert (world.asked, world.dialled) == ([], [])


def test_redirects_are_followed_and_the_last_url_is_told(world: World, server: HostileServer) -> None:
    assert world.fetch("http://example.org/moved").url == "http://example.org/page"
    assert world.fetch("http://example.org/moved-in-place").url == "http://example.org/page?x=a%20b"
    assert server.asked == {"moved": 1, "moved-in-place": 1, "page": 2}


@pytest.mark.parametrize(("name", "requests"), [("loop", 6), ("many-redirects", 6), ("moved-to-nowhere", 1)])
def test_redirects_end(world: World, server: HostileServer, name: str, requests: int) -> None:
    with pytest.raises(TransportFault) as fault:
        world.fetch(f"http://example.org/{name}")
    assert (fault.value.kind, server.asked[name]) == ("redirect", requests)


@pytest.mark.parametrize("name", ["moved-to-file", "moved-to-metadata"])
def test_a_redirect_leads_nowhere_but_to_public_pages(world: World, name: str) -> None:
    with pytest.raises(Refused):
        world.fetch(f"http://example.org/{name}")
    assert len(world.dialled) == 1


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("/b", "http://example.org/b"),
        ("b?c", "http://example.org/a/b?c"),
        ("?c", "http://example.org/a/x?c"),
        ("//other.example/b", "http://other.example/b"),
        (" https://other.example/a b ", "https://other.example/a%20b"),
        ("/caf\xc3\xa9", "http://example.org/café"),
        ("/caf\xe9", "http://example.org/café"),
        ("http://b\xc3\xbccher.example/", "http://xn--bcher-kva.example/"),
    ],
)
def test_a_location_is_read_as_browsers_do(location: str, url: str) -> None:
    assert next_hop("http://example.org/a/x", location) == url


@pytest.mark.parametrize(
    "location",
    [
        *("//127.0.0.1/", "http://localhost/", "\\\\127.0.0.1\\", "/\\127.0.0.1/", "http:127.0.0.1", "http:/127.0.0.1/", "a:b"),
        *("/\t/127.0.0.1/", "ftp://example.org/", "http://a@example.org/", "http://127.0.0.1 .example.org/", "//box/"),
    ],
)
def test_a_location_off_the_public_web_is_refused(location: str) -> None:
    with pytest.raises(Refused):
        next_hop("http://example.org/a/x", location)


@pytest.mark.parametrize("name", ["drips-status", "drips-body", "drips-body-without-length", "stalls", "endless-continue"])
def test_no_dripping_outlives_the_deadline(world: World, name: str) -> None:
    began = time.monotonic()
    with pytest.raises(TransportFault, match="in time"):
        world.fetch(f"http://example.org/{name}", LIMITS._replace(seconds=0.3))
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("name", ["cut-chunk", "short-body", "half-gzip", "resets-in-body"])
def test_a_part_of_a_page_is_never_taken_for_the_whole(world: World, name: str) -> None:
    with pytest.raises(TransportFault):
        world.fetch(f"http://example.org/{name}")


@pytest.mark.parametrize("name", ["endless-body", "gzip-bomb"])
def test_a_page_without_end_is_cut_at_its_limit(world: World, name: str) -> None:
    reply = world.fetch(f"http://example.org/{name}")
    assert (len(reply.body), reply.truncated) == (LIMITS.body_bytes, True)


@pytest.mark.parametrize("name", ["long-pdf", "long-pdf-by-type"])
def test_a_pdf_has_a_limit_of_its_own(world: World, name: str) -> None:
    reply = world.fetch(f"http://example.org/{name}")
    assert (len(reply.body), reply.truncated) == (150_000, False)
    assert world.fetch(f"http://example.org/{name}", LIMITS._replace(pdf_bytes=120_000)).truncated


@pytest.mark.parametrize(("name", "status", "requests"), [("not-found", 404, 1), ("empty", 204, 1), ("busy-for-good", 503, 3)])
def test_a_reply_without_a_page_is_for_the_caller_to_judge(
    world: World, server: HostileServer, name: str, status: int, requests: int
) -> None:
    assert world.fetch(f"http://example.org/{name}").status == status
    assert server.asked[name] == requests


def test_a_busy_page_is_asked_for_again(world: World) -> None:
    assert world.fetch("http://example.org/busy-once").body == PAGE


GREEDY = """
import socket, sys
from webresearch.net.messages import TransportFault
from webresearch.net.pages import PageLimits, fetch_page
limits = PageLimits(1, 1, 15, 10 << 20, 12 << 20, 5, 1)
for name in sys.argv[2:]:
    try:
        fetch_page(f"http://example.org/{name}", limits=limits, user_agent="x", resolver=lambda host, seconds: ["192.0.1.7"],
                   dial=lambda address, port, seconds: socket.create_connection(("127.0.0.1", int(sys.argv[1])), seconds))
    except TransportFault:
        pass
# VmHWM, not ru_maxrss: the latter counts the process that was forked before this program was loaded into it.
status = open("/proc/self/status").read()
print(int(status.split("VmHWM:")[1].split()[0]) // 1024)
"""


def test_floods_and_bombs_stay_within_150_megabytes_at_the_full_limits(server: HostileServer) -> None:
    names = ["endless-chunks", "endless-negative-chunk", "endless-body", "ten-gigabytes", "endless-headers", "gzip-bomb"]
    names += ["deflate-bomb", "many-gzip-members", "long-header", "many-headers"]
    command = [sys.executable, "-c", GREEDY, str(server.port), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent)
    assert int(done.stdout) < 150
