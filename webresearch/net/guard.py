"""The guard of the page door: which URLs may be fetched, and which addresses may be dialled for them.

Nothing is repaired. Where two URL parsers could disagree about the host, the URL is refused.
"""

import re
from collections.abc import Callable, Sequence

from webresearch.net.addresses import is_public
from webresearch.safetext import one_line

__all__ = ["Refused", "Resolver", "displayed", "gate", "is_public", "public_addresses", "system_resolver"]

# Host name, seconds -> its addresses as text; empty when there is no answer within the time.
Resolver = Callable[[str, float], Sequence[str]]

URL_CHARACTERS = 2048  # longer ones break proxies and servers
HOST_CHARACTERS = 254  # RFC 1035, with a final dot
FOREIGN_DOTS = "\u3002\uff0e\uff61"  # which some parsers take for dots and others don't

# Names that never lead to the public web: RFC 6761, RFC 6762 with its appendix G, RFC 8375, ICANN's .internal, and what
# cluster and container name servers use.
INTERNAL_SUFFIXES = frozenset(
    [
        "localhost",
        "localhost4",
        "localhost6",
        "localdomain",
        "localdomain4",
        "localdomain6",
        "local",
        "internal",
        "intranet",
        "private",
        "corp",
        "home",
        "lan",
        "home.arpa",
        "svc",
        "docker",
        "consul",
    ]
)
# Public names whose owners let them point at any address, this machine's too.
POINTS_ANYWHERE = frozenset(
    [
        "localtest.me",
        "lvh.me",
        "vcap.me",
        "lacolhost.com",
        "localho.st",
        "local.gd",
        "traefik.me",
        "nip.io",
        "sslip.io",
        "xip.io",
        "ip6.name",
        "backname.io",
        "rbndr.us",
        "1u.ms",
    ]
)

# Controls, blanks, line and paragraph separators, lone surrogates.
NOT_IN_A_URL = re.compile("[\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ud800-\udfff]")
PARTS = re.compile(r"(https?)://([^/?#]*)(.*)", re.IGNORECASE | re.ASCII)
HOST_AND_PORT = re.compile(r"(\[[0-9A-Fa-f:.]*\]|[^\[\]:]*)(?::([0-9]{1,5}))?", re.ASCII)
LABEL = re.compile(r"[a-z0-9_-]{1,63}")
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
DOTTED_V4 = re.compile(r"(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})")


class Refused(Exception):
    """A URL or address that is not fetched. rule: one word for the rule that says so. reason: one line for people."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = one_line(reason)

    def __str__(self) -> str:
        """The reason."""
        return self.reason


def gate(url: str) -> str:
    """The URL to use, with its host in lower case and punycode; Refused for a URL that may not lead to a public page.

    It looks at the text alone, so it can stand before any engine; the addresses are `public_addresses`' business.
    """
    if len(url) > URL_CHARACTERS:
        raise Refused("length", f"the URL is longer than {URL_CHARACTERS} characters")
    if NOT_IN_A_URL.search(url):
        raise Refused("characters", "the URL holds blanks or control characters")
    if "\\" in url:
        raise Refused("characters", "the URL holds a backslash")
    parts = PARTS.fullmatch(url)
    if parts is None:
        raise Refused("scheme", "not an http or https URL")
    scheme, authority, rest = parts[1].lower(), parts[2], parts[3]
    host, port = host_and_port(authority, rest)
    return f"{scheme}://{checked_host(host)}{port}{rest}"


def host_and_port(authority: str, rest: str) -> tuple[str, str]:
    """The host and the port with its colon ("" for none) of what stands between `//` and the path."""
    if "@" in authority:
        raise Refused("userinfo", "the URL holds a user name before its host")
    if rest[:1] in ("?", "#") and "@" in rest.partition("/")[0]:
        raise Refused("userinfo", "parsers disagree where the host of this URL ends")
    if "%" in authority:
        raise Refused("percent", "the host is percent-encoded")
    found = HOST_AND_PORT.fullmatch(authority)
    if found is None or not found[1]:
        raise Refused("host", "the URL has no valid host or port")
    if found[2] is not None and not 1 <= int(found[2]) <= 65535:
        raise Refused("port", f"no such port: {found[2]}")
    return found[1], "" if found[2] is None else f":{int(found[2])}"


def checked_host(host: str) -> str:
    """The host in the form to use; Refused when it can't be one of a public page."""
    if host.startswith("["):
        if ":" not in host or not is_public(host[1:-1]):
            raise Refused("address", f"not a public address: {host}")
        return host.lower()
    name = host.lower() if host.isascii() else punycode(host)
    labels = name.removesuffix(".").split(".")
    if len(name) > HOST_CHARACTERS or not all(LABEL.fullmatch(label) for label in labels):
        raise Refused("host", f"not a host name: {host}")
    if NUMBER.fullmatch(labels[-1]):
        return checked_v4(name)
    if len(labels) == 1:
        raise Refused("single_label", f"a name of the local network: {host}")
    refuse_suffix(labels, host)
    return name


def checked_v4(name: str) -> str:
    """A plain dotted public IPv4 address; Refused for any other number, which C libraries read in their own ways."""
    if not DOTTED_V4.fullmatch(name) or not is_public(name):
        raise Refused("address", f"not a public address in plain dotted form: {name}")
    return name


def refuse_suffix(labels: Sequence[str], host: str) -> None:
    """Refuse names of local networks, and public names that can point into them."""
    for suffix in (".".join(labels[start:]) for start in range(len(labels))):
        if suffix in INTERNAL_SUFFIXES:
            raise Refused("internal_name", f"a name of the local network: {host}")
        if suffix in POINTS_ANYWHERE:
            raise Refused("points_anywhere", f"a name that may point to any address: {host}")


def punycode(host: str) -> str:
    """The ASCII form of an international host name (UTS 46); Refused for look-alikes of plain ASCII and for what is none."""
    if len(host) > HOST_CHARACTERS or any(dot in host for dot in FOREIGN_DOTS):
        raise Refused("disguised", f"too long, or with dots that are none: {host}")
    return ".".join(label.lower() if label.isascii() else encoded_label(label) for label in host.split("."))


def encoded_label(label: str) -> str:
    """One label that is not ASCII in punycode."""
    import unicodedata

    import idna

    if NUMBER.fullmatch("".join(str(unicodedata.digit(character, character)) for character in label)):
        raise Refused("disguised", f"a number in disguise: {label}")
    try:
        encoded = idna.encode(label, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        raise Refused("idn", f"not part of an international host name: {label}") from None
    if not encoded.startswith("xn--"):
        raise Refused("disguised", f"ASCII in disguise: {label}")
    return encoded


def public_addresses(host: str, resolver: Resolver, seconds: float) -> Sequence[str]:
    """The addresses to dial for a gated host, () when there is no answer; Refused when any of them is not public.

    host: with or without the brackets of an IPv6 address. seconds: for the resolver.
    """
    bare = host.strip("[]")
    found = [bare] if ":" in bare or DOTTED_V4.fullmatch(bare) else list(resolver(bare, seconds))
    for address in found:
        if not is_public(address):
            raise Refused("address", f"{host} leads to an address that is not public: {address}")
    return tuple(dict.fromkeys(found))


def system_resolver(host: str, seconds: float) -> Sequence[str]:
    """The addresses the system knows for a host, () when it knows none within the time.

    The system's call can't be interrupted: it runs in a thread of its own, which is abandoned at the limit.
    """
    if host.lower().rstrip(".").endswith(".invalid"):
        return ()  # no such name exists, and none is asked for (RFC 6761, section 6.4)
    import socket
    import threading

    found: list[str] = []

    def ask() -> None:
        try:
            answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return
        found.extend(str(answer[4][0]) for answer in answers)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(seconds)
    return tuple(dict.fromkeys(found)) if not thread.is_alive() else ()


def displayed(url: str) -> str:
    """A URL as it is shown to people: one line, the host in punycode, so that no letter can pass for another."""
    line = one_line(url, URL_CHARACTERS)
    parts = PARTS.fullmatch(line)
    if parts is None or parts[2].isascii():
        return line
    return f"{parts[1]}://{shown_host(parts[2])}{parts[3]}"


def shown_host(authority: str) -> str:
    """An authority in punycode, or escaped where it has no such form."""
    try:
        return punycode(authority)
    except Refused:
        return authority.encode("ascii", "backslashreplace").decode("ascii")
