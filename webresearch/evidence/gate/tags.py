"""HTML inside Markdown: tags and comments are marks, what browsers hide is no text, superscripts stay superscripts."""

import re
from functools import cache

from webresearch.evidence.gate.folding import CELL, PART, ROW
from webresearch.patterns import pattern

# Names that a converter or an author leaves in Markdown. Any other `<word>` is text: placeholders in documentation are.
INLINE = (
    "a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|nobr|picture|q|rp|rt|ruby|s|samp|small|"
    "source|span|strike|strong|sub|sup|time|tt|u|var|wbr"
)
BLOCK = (
    "address|article|aside|audio|blockquote|br|caption|center|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|"
    "footer|form|h[1-6]|header|hgroup|hr|iframe|li|main|nav|noscript|ol|p|pre|section|summary|svg|table|tbody|td|tfoot|th|thead|tr|"
    "ul|video"
)
UNSHOWN = "script|style|template|title|textarea|head"
FLAGS = (
    "hidden|open|controls|async|defer|nowrap|reversed|loop|muted|autoplay|allowfullscreen|disabled|checked|download|itemscope"
)
VALUE = r"\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++)"
ATTRIBUTES = rf"(?:\s++[A-Za-z_:@][\w:.@-]*+(?:{VALUE})?+)*+\s*+/?>"
STRICT_ATTRIBUTES = rf"(?:\s++(?:[A-Za-z_:][\w:.-]*+{VALUE}|(?:{FLAGS})(?![\w=-])))*+\s*+/?>"
# In `a <b and c> d` stands a comparison: a short or unknown name needs attributes that have values.
STRICT = pattern(rf"</?[A-Za-z]{STRICT_ATTRIBUTES}")
UNKNOWN = pattern(rf"</?[A-Za-z][A-Za-z0-9-]*+{STRICT_ATTRIBUTES}")
RAISED = pattern(r"([^<>\[\]\n]{1,40})</sup\s*>", re.IGNORECASE)
LOWERED = pattern(r"([0-9]{1,9})</sub\s*>(?=[0-9])", re.IGNORECASE)
ORDINAL = pattern(r"st|nd|rd|th|er|re|ère|e|o|a|os|as|er|ème|me|TM|SM|®|\*|†", re.IGNORECASE)
CITED = pattern(r"\[\[|\[[^\[\]()]{1,20}\](?!\()|\\\[")
SUPERSCRIPTS = str.maketrans("0123456789+-−–=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ")
BOUNDARY_OF = dict.fromkeys(["td", "th"], CELL) | dict.fromkeys(["tr", "table"], ROW)
BOUNDARY_OF |= dict.fromkeys(["li", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6"], PART)
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@cache
def known_tag() -> re.Pattern[str]:
    """A tag that HTML knows; compiled when the first page with a tag comes, which many commands never see."""
    return re.compile(rf"<(/?)(?:({UNSHOWN})|({BLOCK})|({INLINE}))(?![\w-]){ATTRIBUTES}", re.IGNORECASE)


class Tags:
    """The tags and comments of one block; remembers which closing marks it looked for in vain."""

    __slots__ = ("_missing", "bare", "text")

    def __init__(self, text: str, bare: bool) -> None:
        self.text = text
        self.bare = bare
        self._missing: set[str] = set()

    def at(self, start: int) -> tuple[int, str] | None:
        """Where the tag or comment at `start` ends and what stands in its place; None when it is neither."""
        if self.text.startswith("<!--", start):
            end = self._after("-->", start + 4)
            return (end, "") if end else None
        tag = known_tag().match(self.text, start)
        if tag and (len(tag[2] or tag[3] or tag[4]) > 1 or STRICT.match(self.text, start)):
            return self._tag(tag)
        unknown = UNKNOWN.match(self.text, start) if self.bare else None
        return (unknown.end(), "") if unknown else None

    def _tag(self, tag: re.Match[str]) -> tuple[int, str]:
        closing, hidden, block, inline = tag.groups()
        name, end, new = (block or inline or "").lower(), tag.end(), ""
        if hidden:
            end = (not closing and self._after(f"</{hidden.lower()}>", end)) or end
            new = "\n"
        elif block:
            new = BOUNDARY_OF.get(name, "\n")
        elif name == "q":
            new = '"'
        elif name == "sup" and not closing:
            end, new = self._raised(end)
        elif name == "sub" and not closing and (digits := LOWERED.match(self.text, end)):
            end, new = digits.end(), digits[1].translate(SUBSCRIPTS)
        return end, new

    def _raised(self, start: int) -> tuple[int, str]:
        """A superscript as superscript characters; ordinals, signs and citation marks as plain text, all else after ^."""
        if CITED.match(self.text, start):
            return start, ""
        match = RAISED.match(self.text, start)
        if not match:
            return start, "^"
        raised = match[1].strip()
        if ORDINAL.fullmatch(raised):
            return match.end(), raised
        high = raised.translate(SUPERSCRIPTS)
        return match.end(), high if all(old != new for old, new in zip(raised, high, strict=True)) else "^" + raised

    def _after(self, mark: str, start: int) -> int:
        """Where the next `mark` ends, 0 when there is none."""
        if mark in self._missing:
            return 0
        found = re.compile(re.escape(mark), re.IGNORECASE).search(self.text, start)
        if not found:
            self._missing.add(mark)
            return 0
        return found.end()
