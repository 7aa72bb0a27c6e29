"""The little of CSS that decides whether a reader sees an element: style elements, declarations, what wins."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from webresearch.pages.hiding import PIXELS, hides, number

MOST_CSS = 2_000_000  # characters; the largest style elements of the evaluation pages hold 1,300,000
DESKTOP_PIXELS = 1280.0  # the width media queries are answered for; 16 px to the em, as browsers start with

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
PARENTHESES = re.compile(r"\([^()]*\)")
COMBINATOR = re.compile(r"[\s>+~]+")
TAG_IN_SELECTOR = re.compile(r"(?:^|[\s>+~(])[a-z]", re.I)
KEYS = tuple(re.compile(key, re.I) for key in (r"#[\w-]+", r"\.[\w-]+", r"^[a-z][\w-]*"))  # the stronger first
DYNAMIC = re.compile(r"::|:(?:hover|focus|active|checked|target|visited|before|after|first-l|placeholder|root|host)", re.I)
# A program removes these classes as soon as the page runs, so that what they hide is seen.
WITHOUT_PROGRAMS = re.compile(r"\bno-?js\b", re.I)
# What every hiding declaration has one of; most rules have none, and are not looked at further. Every rule is searched for
# these, so they are for text in lower case, and all of HINT begin with a letter or sign that is no class: both make it quick.
HINT = re.compile(
    r"display\s*:\s*none|visibility\s*:|opacity\s*:\s*[0.]|opacity\(|font-size\s*:\s*[01.]|font\s*:[^;]{0,80}?\b0"
    r"|width\s*:\s*\+?[01](?!\d)|height\s*:\s*\+?[01](?!\d)|clip|transparent|rgba|hsla|rgb\([^);]{0,40}/|hsl\([^);]{0,40}/"
    r"|#[0-9a-f]{3}0\b|#[0-9a-f]{6}0[0-9a-f]\b|scale|zoom|translate"
)
FAR_HINT = re.compile(r"[-\d](?:(?<=-)\s*\d\d|(?<=\d)\d{3})")  # a negative number of two digits, or one of four
# What can show again what another rule hides, or give letters and their ground a colour.
SHOWN_AGAIN = re.compile(r"display|visibility|opacity")
SHOWING = re.compile(r"display|visibility|opacity|color|background")
MEDIA_WIDTH = re.compile(r"\(\s*(min|max)-(?:device-)?width\s*:\s*([\d.]+)(px|r?em)\s*\)", re.I)
GROUPING = ("@supports", "@layer", "@container", "@scope")
PROPERTIES = frozenset(
    re.findall(
        r"\S+",
        "display visibility opacity font-size font text-indent position left right top bottom width height "
        "max-width max-height overflow overflow-x overflow-y clip clip-path transform scale zoom color "
        "background background-color filter content-visibility margin-left margin-top -webkit-text-fill-color",
    )
)


class Rule(NamedTuple):
    """One selector with its declarations in lower case. suspicious: whether these alone could hide an element."""

    selector: str
    body: str
    suspicious: bool

    @property
    def coloured(self) -> bool:
        """Whether these declarations may give letters a colour."""
        return "color" in self.body


def rules_of(sheet: str, coloured: bool) -> list[Rule]:
    """The rules of a style sheet that bear on what is seen on a desktop screen, in their order.

    coloured: whether those that only give a colour are wanted too.
    """
    found = []
    showing = SHOWING if coloured else SHOWN_AGAIN
    for prelude, body in blocks(COMMENT.sub(" ", sheet[:MOST_CSS])):
        lowered, suspicious = body.lower(), False
        hinted = HINT.search(lowered) or FAR_HINT.search(lowered)
        if not hinted and not showing.search(lowered):
            continue
        if hinted:
            plain, important = declared(lowered)
            suspicious = hides(plain | important)
        for part in split_selectors(prelude):
            if not (":" in part and DYNAMIC.search(part)) and not ("js" in part and WITHOUT_PROGRAMS.search(part)):
                found.append(Rule(part, lowered, suspicious))
    return found


def blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Selector and declarations of every rule that applies; groups that apply are looked into, others passed over."""
    opened: list[tuple[str, bool]] = []  # for each open brace: the selector before it, and whether what is in it applies
    for piece in sheet.split("}"):
        *before, text = piece.split("{")
        for part in before:
            selector, applies = opened[-1] if opened else ("", True)
            declarations, _, prelude = part.rpartition(";")  # of a rule that goes on with a rule within it
            if declarations and selector and applies:
                yield selector, declarations
            prelude = prelude.strip()
            opened.append(("", applies and group_applies(prelude)) if prelude.startswith("@") else (prelude, applies))
        selector, applies = opened.pop() if opened else ("", True)
        if selector and applies:
            yield selector, text


def group_applies(prelude: str) -> bool:
    """Whether the block after a prelude that begins with an at sign is about a desktop screen."""
    name = prelude.lower()
    if name.startswith("@media"):
        return any(media_applies(part) for part in name[6:].split(","))
    return name.startswith(GROUPING)


def media_applies(condition: str) -> bool:
    """Whether one media condition holds on a desktop screen of the usual width; unknown ones do not."""
    for bound, value, unit in MEDIA_WIDTH.findall(condition):
        width = number(value) * PIXELS.get(unit, 16.0)
        if (bound == "min") != (width <= DESKTOP_PIXELS):
            return False
    rest = MEDIA_WIDTH.sub(" ", condition)
    return set(re.findall(r"[\w-]+", rest)) <= {"screen", "all", "only", "and"}


def declared(body: str) -> tuple[dict[str, str], dict[str, str]]:
    """The declarations that matter here, plain and important ones, by name; values in lower case."""
    plain: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in (COMMENT.sub(" ", body) if "/*" in body else body).split(";"):
        name, _, value = part.partition(":")
        name = name.strip().lower()
        if name not in PROPERTIES or not (value := value.strip().lower()):
            continue
        kept = value
        if value.endswith(("important", "!")):
            kept = value.removesuffix("important").rstrip().removesuffix("!").rstrip()
        (important if kept != value and "!" in value else plain)[name] = kept
    return plain, important


def split_selectors(prelude: str) -> list[str]:
    """The single selectors of a rule, split at commas outside parentheses."""
    if "(" not in prelude:
        return [part for piece in prelude[:20_000].split(",") if (part := piece.strip()) and len(part) < 300]
    parts, depth, current = [], 0, ""
    for piece in re.split(r"([(),])", prelude[:20_000]):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += piece
    return [part.strip() for part in (*parts, current) if part.strip() and len(part) < 300]


def specificity(selector: str) -> int:
    """Ids count 10,000, classes, attributes and pseudo-classes 100, tags 1."""
    ids = selector.count("#")
    classes = selector.count(".") + selector.count("[") + selector.count(":") - selector.count(":not(")
    tags = len(TAG_IN_SELECTOR.findall(selector))
    return 10_000 * ids + 100 * classes + tags


def key_of(selector: str) -> str:
    """What a matching element must have itself: `#id`, `.class` or a tag name; "*" when it can be any."""
    last = COMBINATOR.split((PARENTHESES.sub("", selector) if "(" in selector else selector).strip())[-1]
    for key in () if "\\" in last else KEYS:
        if found := key.search(last):
            return found[0] if found[0][0] in "#." else found[0].lower()
    return "*"
