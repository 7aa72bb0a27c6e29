"""The guard: what may be fetched by the look of its URL, and which addresses may be dialled."""

import subprocess
import sys
import time
import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webresearch.net.guard import Refused, displayed, gate, is_public, public_addresses, system_resolver

ALLOWED = {
    "http://example.org/": "http://example.org/",
    "HTTPS://Example.ORG/Path?Q=A#F": "https://example.org/Path?Q=A#F",
    "http://example.org": "http://example.org",
    "http://example.org.:0443/x": "http://example.org.:443/x",
    "http://my_shop.example.org:8080/": "http://my_shop.example.org:8080/",
    "http://198.41.0.4/": "http://198.41.0.4/",
    "http://[2001:500:9F::42]:81/x": "http://[2001:500:9f::42]:81/x",
    "http://127.0.0.1.example.org/": "http://127.0.0.1.example.org/",
    "http://localhost.example.org/": "http://localhost.example.org/",
    "http://example.org/@reader/a%20b?next=http://127.0.0.1/": "http://example.org/@reader/a%20b?next=http://127.0.0.1/",
    "http://example.org/می‌شود": "http://example.org/می‌شود",
    "http://grüße.example.org/ä": "http://xn--gre-6ka8l.example.org/ä",
    "http://my_shop.日本.example:81/": "http://my_shop.xn--wgv71a.example:81/",
    "http://日本.example/": "http://xn--wgv71a.example/",
}

REFUSED = {
    "scheme": [
        *("", "-o", "--help", "example.org", "//example.org/", "http:example.org", "http:/example.org", "ftp://example.org/"),
        *("file:///etc/hostname", "javascript:alert(1)", "data:text/html,x", "http+unix://x/", "httpſ://example.org/"),
        *("view-source:http://example.org/", "jar:http://example.org!/x", "http：//example.org/"),
    ],
    "characters": [
        *(
            " http://example.org/",
            "http://example.org/a b",
            "http://exam\tple.org/",
            "http://example.org/\n",
            "http://e.org\x00/",
        ),
        *("http://e.org/\x7f", "http://e.org/\x85", "http://e.org\\@example.org/", "http:\\\\e.org/", "http://e.org\u2028/"),
        *("http://e.org/\u00a0", "http://e.org/\ud800"),
    ],
    "userinfo": [
        *("http://reader@example.org/", "http://reader:pw@example.org/", "http://@example.org/", "http://a@b@example.org/"),
        *("http://198.41.0.4?@example.org/", "http://example.org#@127.0.0.1/"),
    ],
    "percent": ["http://%6c%6f/", "http://127.0.0.1%09/", "http://[fe80::1%25eth0]/", "http://localhost%00.example.org/"],
    "host": [
        *("http://", "http:///x", "http://?x", "http://.example.org/", "http://example..org/", "http://example.org../"),
        *("http://[::1/", "http://[::1]x/", "http://::1/", "http://[x]/", "http://a,b.example.org/", "http://a;b.example.org/"),
        *("http://e.org:80:80/", "http://e.org:8a/", "http://e.org:/", "http://e.org:８０/", "http://e.org:999999/"),
        *(f"http://{'a' * 64}.org/", f"http://{'a.' * 130}org/"),
    ],
    "port": ["http://example.org:0/", "http://example.org:65536/"],
    "address": [
        *("http://127.0.0.1/", "http://10.1.2.3:8080/", "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/"),
        *(
            "http://127.1/",
            "http://198.41.0.4./",
            "http://198.041.0.4/",
            "http://0x/",
            "http://1.2.3.4.5/",
            "http://256.1.1.1/",
        ),
        *("http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[64:ff9b::10.0.0.1]/", "http://[1.2.3.4]/"),
    ],
    "single_label": ["http://redis/", "http://search-box:8080/", "http://com./"],
    "internal_name": [
        *("http://localhost.localdomain/", "http://a.LOCALHOST./", "http://printer.local/", "http://files.home.arpa/"),
        *("http://metadata.cloud.internal/", "http://web.default.svc/", "http://nas.lan/"),
    ],
    "points_anywhere": ["http://10.0.0.1.nip.io/", "http://lvh.me/", "http://x.LocalTest.me./"],
    "disguised": [
        *("http://①②⑦.⓪.⓪.①/", "http://１27.0.0.1/", "http://127。0。0。1/", "http://loc\u00adalhost/", "http://ｅxample.org/"),
        *("http://127.0.0.१/", "http://example。org/", "http://example．org/", "http://日本。example/"),
        f"http://{'日' * 300}.example/",
    ],
    "idn": ["http://exa♥mple.org/", "http://\u200f.org/"],
    "length": ["http://example.org/" + "a" * 2048],
}


@pytest.mark.parametrize(("url", "used"), ALLOWED.items())
def test_a_public_url_passes_with_its_host_in_plain_form(url: str, used: str) -> None:
    assert gate(url) == used


@pytest.mark.parametrize(("rule", "url"), [(rule, url) for rule, urls in REFUSED.items() for url in urls])
def test_a_url_that_could_lead_elsewhere_is_refused_by_name_of_the_rule(rule: str, url: str) -> None:
    with pytest.raises(Refused) as refusal:
        gate(url)
    assert (refusal.value.rule, str(refusal.value)) == (rule, refusal.value.reason)
    assert "\n" not in refusal.value.reason


@given(st.one_of(st.text(), st.from_regex(r"https?://[^ ]*[@:/?#\[\]%.0-9a-z]*")))
def test_any_text_either_passes_unchanged_by_a_second_look_or_is_refused(text: str) -> None:
    try:
        used = gate(text)
    except Refused:
        return
    assert gate(used) == used


@pytest.mark.parametrize("category", ["Cc", "Cs", "Zs", "Zl", "Zp"])
def test_no_control_or_blank_of_unicode_passes(category: str) -> None:
    for character in filter(lambda one: unicodedata.category(one) == category, map(chr, range(0x110000))):
        with pytest.raises(Refused):
            gate(f"http://example.org/a{character}b")


NOT_PUBLIC = [
    *("0.0.0.0", "0.1.2.3", "10.255.0.1", "100.64.0.1", "100.127.255.255", "127.8.8.8", "169.254.169.254", "172.16.0.1"),
    *("172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
    *("224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "168.63.129.16"),
    *("::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b:1::1", "100::1"),
    *(
        "2001::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
    ),
    *(
        "fe80::1",
        "fe80::1%eth0",
        "2606:4700::1%eth0",
        "fec0::1",
        "ff0e::1",
        "2a00:1450::5efe:10.0.0.1",
        "2a00:1450::200:5efe:7f00:1",
    ),
    *("", "localhost", "127.1", "0x7f.0.0.1", "1.2.3", "example.org"),
]
PUBLIC = [
    *("1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1"),
    *("198.17.255.255", "198.20.0.1", "223.255.255.255", "168.63.129.17", "2a00:1450:4001::1", "2606:4700::1111"),
    *("::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::1", "2a00:1450::5efe:1.1.1.1"),
]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_told(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_next_to_a_private_range_is_public(address: str) -> None:
    assert is_public(address)


def answering(*addresses: str) -> "tuple[list[tuple[str, float]], object]":
    asked: list[tuple[str, float]] = []

    def resolve(host: str, seconds: float) -> Sequence[str]:
        asked.append((host, seconds))
        return addresses

    return asked, resolve


def test_all_addresses_of_a_host_are_given_once_when_all_are_public() -> None:
    asked, resolve = answering("1.1.1.1", "2606:4700::1111", "1.1.1.1")
    assert public_addresses("example.org", resolve, 2) == ("1.1.1.1", "2606:4700::1111")
    assert asked == [("example.org", 2)]


@pytest.mark.parametrize("answers", [("10.0.0.1",), ("1.1.1.1", "10.0.0.1"), ("::1", "1.1.1.1"), ("fe80::1%2",), ("junk",)])
def test_one_address_that_is_not_public_refuses_the_host(answers: tuple[str, ...]) -> None:
    with pytest.raises(Refused, match=r"example\.org leads to an address that is not public") as refusal:
        public_addresses("example.org", answering(*answers)[1], 2)
    assert refusal.value.rule == "address"


def test_no_answer_is_an_empty_one() -> None:
    assert public_addresses("example.org", answering()[1], 2) == ()


@pytest.mark.parametrize("host", ["1.1.1.1", "[2606:4700::1111]", "2606:4700::1111"])
def test_an_address_is_judged_without_asking_anybody(host: str) -> None:
    asked, resolve = answering("1.1.1.1")
    assert public_addresses(host, resolve, 2) == (host.strip("[]"),)
    assert asked == []


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_a_private_address_is_refused_without_asking_anybody(host: str) -> None:
    with pytest.raises(Refused):
        public_addresses(host, answering("1.1.1.1")[1], 2)


def test_the_system_is_asked_for_names() -> None:
    assert system_resolver("127.0.0.1", 5) == ("127.0.0.1",)


@pytest.mark.parametrize("host", ["no such name", "a" * 300, "\udcff"])
def test_a_name_that_the_system_does_not_know_has_no_answer(host: str) -> None:
    assert system_resolver(host, 5) == ()


def test_a_resolver_that_hangs_is_left_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: time.sleep(2) or [])
    began = time.monotonic()
    assert system_resolver("example.org", 0.05) == ()
    assert time.monotonic() - began < 1


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://example.org/ä", "http://example.org/ä"),
        ("https://аррӏе.com/x", "https://xn--80ak6aa92e.com/x"),
        ("http://日本.example:81/", "http://xn--wgv71a.example:81/"),
        ("http://exa♥mple.org/", "http://exa\\u2665mple.org/"),
        ("http://example.org/\x1b[2J\u202ex", "http://example.org/x"),
        ("nothing of the kind", "nothing of the kind"),
    ],
)
def test_a_url_is_shown_so_that_no_letter_passes_for_another(url: str, shown: str) -> None:
    assert displayed(url) == shown


def test_the_guard_can_be_imported_without_the_heavy_libraries() -> None:
    heavy = {"requests", "urllib3", "idna", "ssl"}
    code = f"import sys, webresearch.net.pages, webresearch.net.transport; print({heavy} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
