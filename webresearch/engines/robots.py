"""robots.txt after RFC 9309: which paths of a host a named crawler may ask for. Pure."""

import re
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

MOST_BYTES = 500 * 1024  # RFC 9309, 2.5: at least so much is read; what follows is not
MOST_RULES = 2000  # of one crawler; honest files have some hundred
SECONDS = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,3})?")
LINE = re.compile(r"^\s*([A-Za-z-]+)\s*:\s*([^#\r\n]*)", re.MULTILINE)


class Robots(NamedTuple):
    """The rules for one crawler. rules: allowed or not, and the pattern; delay: seconds between requests, as asked."""

    rules: tuple[tuple[bool, str], ...] = ()
    delay: float = 0.0

    def allows(self, path: str) -> bool:
        """Whether a path with its query may be asked for: the longest pattern that fits decides, `allow` among equals."""
        wanted = plain(path or "/")
        best = max(((len(pattern), allowed) for allowed, pattern in self.rules if fits(pattern, wanted)), default=(0, True))
        return best[1]


NOTHING = Robots(((False, "/"),))  # what holds where robots.txt cannot be had (RFC 9309, 2.3.1.4)


def read_robots(body: bytes, crawler: str) -> Robots:
    """The rules that a robots.txt has for a crawler: its own groups, merged, else those for all (RFC 9309, 2.2.1)."""
    own: list[tuple[str, str]] = []
    everyone: list[tuple[str, str]] = []
    named = False
    agents: list[str] = []
    in_rules = False
    for name, value in LINE.findall(body[:MOST_BYTES].decode("utf-8-sig", "replace")):
        field, text = name.lower(), value.strip()
        if field == "user-agent":
            agents = [] if in_rules else agents
            in_rules = False
            agents.append(re.split(r"[/\s]", text.lower())[0])
            named = named or crawler in agents
        elif field in ("allow", "disallow", "crawl-delay"):
            in_rules = True
            if crawler in agents:
                own.append((field, text))
            if "*" in agents:
                everyone.append((field, text))
    return rules_of(own if named else everyone)


def rules_of(lines: list[tuple[str, str]]) -> Robots:
    """Rules from the lines of a crawler's groups; an empty pattern is no rule."""
    rules = [(field == "allow", plain(text)) for field, text in lines if field != "crawl-delay" and text]
    delays = [float(text) for field, text in lines if field == "crawl-delay" and SECONDS.fullmatch(text)]
    return Robots(tuple(rules[:MOST_RULES]), max(delays, default=0.0))


def plain(path: str) -> str:
    """A path in one spelling: percent signs only where they must be."""
    return quote(unquote_to_bytes(path.replace("%2F", "%252F").replace("%2f", "%252F")), safe="/:=&?~#+!$,;'@()*[]%")


def fits(pattern: str, path: str) -> bool:
    """Whether a pattern with `*` and a final `$` fits the beginning of a path; greedy, so that no pattern takes long."""
    ends = pattern.endswith("$")
    first, *rest = (pattern[:-1] if ends else pattern).split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    if not rest:
        return not ends or place == len(path)
    for part in rest[:-1]:
        found = path.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    last = rest[-1]
    if ends:
        return len(path) - len(last) >= place and path.endswith(last)
    return path.find(last, place) >= 0
