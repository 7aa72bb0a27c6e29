"""When two addresses are one page: a comparison key, apart from the address that is fetched and cited.

A false merge loses a page for good, a missed merge costs one more fetch: where in doubt, addresses stay apart.
General rules stand here, names and sites in `sites.toml`.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, unquote_to_bytes

LONGEST = 16_384  # characters; servers refuse addresses above 8 kB, so a longer string is compared as it is
NESTED = 5  # redirect wrappers inside one another that are opened

SESSION_NAME = re.compile(r"session_?id|sessid|sid|s")  # names that are a session's only with a value that looks random:
RANDOM = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[0-9A-Za-z]{26,}")  # PHP's ids have 26 or 32 characters
SESSION_IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;]*|/\([A-Z]\([0-9a-z]{24}\)\)", re.IGNORECASE)  # Java, ASP.NET
MOBILE = ("www", "m", "mobile", "amp", "wap", "touch")
DEFAULT_DOCUMENT = re.compile(r"(?:index\.(?:html?|php|shtml|xhtml|aspx?|jsp|cgi)|default\.(?:html?|aspx?))", re.IGNORECASE)
# A last part `amp` is a view of the article before it where that is named or dated as articles are; else a thing is named so.
ARTICLE = re.compile(r".*/(?:[^/]*-[^/]*-[^/]*|[^/]*\d{4}[^/]*|(?:19|20)\d\d/(?:[^/]+/)*[^/]+)")
IN_PATH = "!$'()*,:;@~+&="  # characters that mean the same in a path with and without escape


class Address(NamedTuple):
    """The parts of an address that a key looks at, each in one spelling; scheme is "" for http and https."""

    scheme: str
    host: str
    port: str
    path: str
    query: tuple[str, ...]
    route: str


class Rules(NamedTuple):
    """The tables of `sites.toml`, compiled."""

    tracking: re.Pattern[str]
    own_tracking: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    wrappers: tuple[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]], ...]
    wrappers_in_path: tuple[re.Pattern[str], ...]
    sites: tuple[tuple[re.Pattern[str], str], ...]
    caseless: re.Pattern[str]
    same_host: dict[str, str]
    front_doors: re.Pattern[str]


def key(url: str) -> str:
    """The comparison key of an address: equal for two addresses only where they lead to one page.

    Every string has a key; one that is no web address is its own, without the white space around it.
    """
    for _ in range(NESTED):
        address = parse(url)
        target = target_of(address) if address else ""
        if not target:
            break
        url = target
    return written(address) if address else url.strip()


def host(url: str) -> str:
    """The host of an address, for limits by host: lower case, without `www.` and port; "" where there is none."""
    found = split(url)
    return plain_host(found[1]) if found else ""


def is_wrapper(url: str) -> bool:
    """Whether an address only leads to another one, which its key is made from."""
    address = parse(url)
    return address is not None and target_of(address) != ""


def split(url: str) -> tuple[str, str, str, str] | None:
    """Scheme, host, port and the rest of a web address as written; None for any other string."""
    text = re.sub(r"[\t\r\n]", "", url.strip())  # as browsers read it
    found = re.match(r"(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?[/\\]{2}(.*)", text, re.DOTALL)
    found = found or re.match(r"()(?=[^/?#:]+\.[^/?#:])(.*)", text, re.DOTALL)  # without a scheme a dot must make it a host
    if not found or len(text) > LONGEST:
        return None
    end = re.search(r"[/\\?#]|$", found[2])
    assert end is not None
    authority, rest = found[2][: end.start()], found[2][end.start() :]
    name, port = authority.rpartition("@")[2], ""
    if numbered := re.fullmatch(r"(.*):(\d*)", name, re.DOTALL):
        name, port = numbered[1], numbered[2].lstrip("0")
    if re.search(r"[\s\x00-\x20/?#@\\%<>^`{|}\"\x7f]|^\.*$|^[^\[].*:", unquote(name)):
        return None
    return (found[1] or "").lower(), name, port, rest


def parse(url: str) -> Address | None:
    """The parts of a web address, each in one spelling; None for any other string."""
    found = split(url)
    if not found:
        return None
    scheme, name, port, rest = found
    if (scheme, port) in (("http", "80"), ("https", "443")):
        port = ""
    before, _, fragment = rest.partition("#")
    path, _, query = before.partition("?")
    scheme = "" if scheme in ("http", "https") else scheme
    return Address(scheme, page_host(name), port, page_path(path), parameters(query), route_of(fragment))


def plain_host(name: str) -> str:
    """A host as people read it: Unicode, lower case, without final dot and `www.`."""
    name = unicodedata.normalize("NFKC", unquote(name)).replace("。", ".").lower().strip(".")
    if name.startswith("["):
        return one_spelling(name)
    labels = [unpunycode(label) for label in name.split(".")]
    while labels[0] == "www" and not whole_name(labels[1:]):
        del labels[0]
    return ".".join(labels)


def one_spelling(name: str) -> str:
    """An IPv6 address in brackets in its one short form; what is none, as it is."""
    from ipaddress import IPv6Address

    try:
        return f"[{IPv6Address(name[1:-1])}]"
    except ValueError:
        return name


def page_host(name: str) -> str:
    """A host without what only chooses the dress of its pages: mobile labels and other front doors."""
    labels = plain_host(name).split(".")
    while labels[0] in MOBILE and not whole_name(labels[1:]):
        del labels[0]
    labels = [label for i, label in enumerate(labels) if label != "m" or i == 0 or i >= len(labels) - 2]  # de.m.wikipedia.org
    name = rules().front_doors.sub("", ".".join(labels))
    return rules().same_host.get(name, name)


def whole_name(labels: list[str]) -> bool:
    """Whether nothing but a top level or a country's shared ending (co.uk) is left, so that the label before is the name."""
    shared = ("co", "com", "net", "org", "ac", "gov", "edu", "or", "ne", "go")
    return len(labels) < 2 or (len(labels) == 2 and len(labels[1]) == 2 and labels[0] in shared)


def unpunycode(label: str) -> str:
    """An internationalised label as people read it; any other as it is."""
    if not label.startswith("xn--") or len(label) > 63:
        return label
    try:
        return unicodedata.normalize("NFC", label[4:].encode("ascii").decode("punycode"))
    except ValueError:
        return label


def page_path(path: str) -> str:
    """A path in one spelling: escapes, dot segments, session ids, default documents and AMP views settled."""
    parts: list[str] = []
    for part in (spelled(raw, IN_PATH) for raw in SESSION_IN_PATH.sub("", path.replace("\\", "/")).split("/")[1:]):
        if part == "..":
            del parts[-1:]
        elif part != ".":
            parts.append(part)
    parts = without_empty_end(parts)
    if parts and DEFAULT_DOCUMENT.fullmatch(parts[-1]):
        parts = without_empty_end(parts[:-1])
    if len(parts) > 1 and parts[-1] == "amp" and ARTICLE.fullmatch("/" + "/".join(parts[:-1])):
        parts = without_empty_end(parts[:-1])
    return re.sub(r"(?<=[^/])\.amp(?=\.html?$|$)", "", "".join(f"/{part}" for part in parts))


def without_empty_end(parts: list[str]) -> list[str]:
    """The parts of a path without the empty ones that slashes at its end make."""
    while parts and not parts[-1]:
        parts = parts[:-1]
    return parts


def parameters(query: str) -> tuple[str, ...]:
    """The parameters that select content, in order of their names; repeated names keep their order."""
    kept = []
    for part in query.split("&"):
        raw_name, _, raw_value = part.removeprefix("amp;").replace("+", " ").partition("=")
        name, value = spelled(raw_name, ""), spelled(raw_value, "")
        if (name or value) and not says_nothing(name, value):
            kept.append((name, value))
    if any(value for _, value in kept):  # bare words may mean something by their order
        kept.sort(key=lambda pair: pair[0])
    return tuple(f"{name}={value}" if value else name for name, value in kept)


def says_nothing(name: str, value: str) -> bool:
    """Whether a parameter selects no content, on any site."""
    name = name.lower()
    if rules().tracking.fullmatch(name):
        return True
    if SESSION_NAME.fullmatch(name):
        return RANDOM.fullmatch(value) is not None
    return (name == "amp" and value in ("", "1", "true")) or (name == "outputtype" and value == "amp")


def route_of(fragment: str) -> str:
    """A fragment that is a route of an application (#/ and #!), else ""."""
    fragment = fragment.partition(":~:")[0]
    path, _, query = fragment.partition("?")
    route = spelled(path.rstrip("/"), IN_PATH + "/")
    if not fragment.startswith(("/", "!")) or not route.strip("!"):
        return ""
    selected = "&".join(parameters(query))
    return f"{route}?{selected}" if selected else route


def spelled(text: str, safe: str) -> str:
    """Percent-encoded text in one spelling: nothing escaped without need, composed accents, capital hex digits."""
    raw = unquote_to_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        raw = unicodedata.normalize("NFC", raw.decode("utf-8")).encode("utf-8")
    except ValueError:
        return quote(raw, safe=safe)  # another encoding: compared byte by byte
    return quote(raw, safe=safe)


def target_of(address: Address) -> str:
    """The address that a redirect wrapper leads to, "" where it is none."""
    for inside in rules().wrappers_in_path:
        if found := inside.fullmatch(address.host + address.path):
            target = unquote(found["target"])
            return target if "://" in target else f"http{found['secure']}://{target}"
    for hosts, path, names in rules().wrappers:
        if hosts.fullmatch(address.host) and path.fullmatch(address.path):
            for part in address.query:
                name, _, value = part.partition("=")
                if names.fullmatch(name) and (target := web_address(unquote(value))):
                    return target
    return ""


def web_address(value: str) -> str:
    """The web address in a wrapper's parameter, plain or as Bing writes it (a1 and base64); "" where there is none."""
    if value.startswith("a1"):
        import base64

        try:
            value = base64.urlsafe_b64decode(value[2:] + "=" * (-len(value[2:]) % 4)).decode()
        except ValueError:
            return ""
    return value if re.match(r"https?://[^/]", value, re.IGNORECASE) else ""


def written(address: Address) -> str:
    """The key of an address in its parts, after the rules of well-known sites."""
    own = [names for hosts, names in rules().own_tracking if hosts.fullmatch(address.host)]
    query = "&".join(part for part in address.query if not any(names.fullmatch(part.partition("=")[0]) for names in own))
    text = address.host + (f":{address.port}" if address.port else "") + address.path + (f"?{query}" if query else "")
    for pattern, form in rules().sites:
        if found := pattern.fullmatch(text):
            text = found.expand(form)
            break
    if found := re.match(r"([a-z-]+\.wik[a-z]+\.org/wiki/)([^?])([^?]*)", text):  # MediaWiki's titles
        first = found[2] if "wiktionary" in found[1] else found[2].upper()  # a dictionary tells polish from Polish
        text = found[1] + first + found[3].replace("%20", "_") + text[found.end() :]
    if found := rules().caseless.match(text):
        text = found[0].lower() + text[found.end() :]
    return (f"{address.scheme}://" if address.scheme else "") + text + (f"#{address.route}" if address.route else "")


@cache
def rules() -> Rules:
    """The tables of `sites.toml`, read once."""
    import tomllib

    table: dict[str, Any] = tomllib.loads((Path(__file__).parent / "sites.toml").read_text("utf-8"))
    return Rules(
        tracking=re.compile("|".join(table["tracking"] + table["sessions"])),
        own_tracking=tuple((re.compile(hosts), re.compile(names, re.IGNORECASE)) for hosts, names in table["own_tracking"]),
        wrappers=tuple((re.compile(hosts), re.compile(path), re.compile(names)) for hosts, path, names in table["wrappers"]),
        wrappers_in_path=tuple(re.compile(pattern) for pattern in table["wrappers_in_path"]),
        sites=tuple((re.compile(pattern), form) for pattern, form in table["sites"]),
        caseless=re.compile("|".join(table["caseless"])),
        same_host=table["same_host"],
        front_doors=re.compile(table["front_doors"]),
    )
