"""Inline Markdown (CommonMark 0.31 with GFM strikethrough and footnote marks): which characters of a block are only marks.

One pass over the marks of a block; every look-ahead is bounded or remembered, so that a flood of marks stays linear.
"""

import re
from bisect import bisect_right

from webresearch.evidence.gate.emphasis import Run, emphasis_marks
from webresearch.evidence.gate.folding import SOFT
from webresearch.evidence.gate.tags import Tags
from webresearch.patterns import pattern

MARK = pattern(r"\\[\s\S]|`+|\*+|_+|~+|!?\[|\]|<|&")
MARK_WITHOUT_LINKS = pattern(r"\\[\s\S]|`+|\*+|_+|~+|<|&")
# Of one paragraph, item or cell. Honest ones have hundreds; what follows in a flood is taken for no text at all.
MOST_MARKS = 20_000
ENTITY = pattern(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n")
AUTOLINK = pattern(r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>")
FOOTNOTE_MARK = pattern(r"\[\^[^\s\[\]^]{1,100}\]")
LABEL = pattern(r"\[([^\[\]]{0,999})\]")
LINK_BEGIN = pattern(r"\(\s*(?:<([^<>\n]*)>)?")
LINK_END = pattern(
    r"(?:\s++"
    r"(?:\"[^\"\\]*+(?:\\[\s\S][^\"\\]*+)*+\"|'[^'\\]*+(?:\\[\s\S][^'\\]*+)*+'|\([^()\\]*+(?:\\[\s\S][^()\\]*+)*+\)))?+\s*+\)"
)
# A title with its own marks unescaped, as converters write it.
LINK_END_LENIENT = pattern(r"\s++[\"'][^\n]{0,500}?[\"']\s*+\)")
TARGET_MARK = pattern(r"\\.|[()\s]")
DEEPEST_PARENTHESIS = 32  # the limit of the CommonMark reference implementation; it also bounds the look-ahead


# Where a mark begins and ends, what stands there in the text, and what when decoration is left in.
Span = tuple[int, int, str, str]


class Cuts:
    """The spans of a block that are marks, in any order."""

    def __init__(self) -> None:
        self.spans: list[Span] = []

    def add(self, start: int, end: int, new: str = "") -> None:
        """Leave text[start:end] out, or put `new` in its place, in every look."""
        self.spans.append((start, end, new, new))

    def in_order(self) -> list[Span]:
        """The outermost spans by position; what lies inside another is dropped."""
        kept: list[Span] = []
        reach = -1
        for span in sorted(self.spans, key=lambda span: (span[0], -span[1])):
            if span[0] >= reach:
                kept.append(span)
                reach = span[1]
        return kept


def marks_of(text: str, labels: frozenset[str], *, bare: bool = False) -> list[Span]:
    """The spans of one block that are marks and not text, in order.

    text: the block. labels: the reference labels that are defined on the page. bare: hide tags that HTML does not know, too.
    """
    scanner = _Scanner(text, labels, bare)
    scanner.run()
    return scanner.cuts.in_order()


class _Scanner:
    def __init__(self, text: str, labels: frozenset[str], bare: bool) -> None:
        self.text = text
        self.labels = labels
        self.cuts = Cuts()
        self.runs: list[Run] = []
        self.brackets: list[tuple[int, int, bool]] = []  # position, emphasis runs before it, is an image
        self.links_end = -1  # an opening bracket before this lies outside a link and cannot become one
        self.ticks: dict[int, list[int]] | None = None
        self.tags = Tags(text, bare)

    def run(self) -> None:
        text, position = self.text, 0
        marks = MARK if self.labels or any(link in text for link in ("](", "][", "[^")) else MARK_WITHOUT_LINKS
        for _ in range(MOST_MARKS):
            match = marks.search(text, position)
            if not match:
                break
            position = self._mark(match[0], match.start(), match.end())
        else:
            self.cuts.add(position, len(text))
        self._emphasis(0)

    def _mark(self, mark: str, start: int, end: int) -> int:
        """Deal with one mark; where to go on."""
        first, following = mark[0], end
        if first in "*_~":
            self.runs.append(Run(self.text, start, end))
        elif first == "`":
            following = self._code(start, end)
        elif first == "\\":
            if mark[1] in ESCAPABLE:
                self._decoration(start, start + 1)
            else:
                following = start + 1
        elif first == "]":
            following = self._close(start)
        elif first == "<":
            following = self._angle(start)
        elif first == "&":
            following = self._entity(start)
        elif footnote := FOOTNOTE_MARK.match(self.text, start):
            self.cuts.add(*footnote.span())
            following = footnote.end()
        else:
            self.brackets.append((start, len(self.runs), first == "!"))
        return following

    def _code(self, start: int, end: int) -> int:
        """A code span keeps its content as it is."""
        if self.ticks is None:
            self.ticks = {}
            for run in re.finditer("`+", self.text):
                self.ticks.setdefault(len(run[0]), []).append(run.start())
        size = end - start
        same = self.ticks.get(size, [])  # an escaped tick shortens its run, which then has no partner here
        following = bisect_right(same, start)
        if following == len(same):
            return end
        close = same[following]
        padded = self.text[end] == " " == self.text[close - 1] and close - end > 2
        self._decoration(start, end + padded)
        self._decoration(close - padded, close + size)
        return close + size

    def _decoration(self, start: int, end: int) -> None:
        self.cuts.spans.append((start, end, "", self.text[start:end].translate(SOFT)))

    def _entity(self, start: int) -> int:
        match = ENTITY.match(self.text, start)
        if not match:
            return start + 1
        import html  # its table of names is large, most pages need none of it

        self.cuts.add(start, match.end(), html.unescape(match[0]))
        return match.end()

    def _angle(self, start: int) -> int:
        """An autolink keeps its text, a tag or comment goes."""
        if link := AUTOLINK.match(self.text, start):
            self.cuts.add(start, start + 1)
            self.cuts.add(link.end() - 1, link.end())
            return link.end()
        tag = self.tags.at(start)
        if not tag:
            return start + 1
        end, new = tag
        self.cuts.add(start, end, new)
        return end

    def _close(self, close: int) -> int:
        """A closing bracket: the end of a link, an image, or nothing."""
        if not self.brackets:
            return close + 1
        start, runs, image = self.brackets.pop()
        if not image and start < self.links_end:
            return close + 1
        end = self._target(close + 1) or self._reference(start + 1 + image, close)
        if not end:
            return close + 1
        if image:
            self.cuts.add(start, end)
            del self.runs[runs:]
        else:
            self.cuts.add(start, start + 1)
            self.cuts.add(close, end)
            self._emphasis(runs)
            self.links_end = start
        return end

    def _target(self, position: int) -> int:
        """Where an inline link target that begins here ends; 0 when there is none."""
        begin = LINK_BEGIN.match(self.text, position)
        if not begin:
            return 0
        position, depth = begin.end(), 0
        while begin[1] is None and (mark := TARGET_MARK.search(self.text, position)):
            if mark[0] == "(":
                depth += 1
                if depth > DEEPEST_PARENTHESIS:
                    return 0
            elif mark[0] == ")":
                depth -= 1
                if depth < 0:
                    position = mark.start()
                    break
            elif mark[0].isspace():
                position = mark.start()
                break
            position = mark.end()
        end = LINK_END.match(self.text, position) or LINK_END_LENIENT.match(self.text, position)
        return end.end() if end and depth <= 0 else 0

    def _reference(self, start: int, close: int) -> int:
        """Where a reference link whose text is text[start:close] ends; 0 when its label is not defined."""
        label = LABEL.match(self.text, close + 1)
        name = label[1] if label and label[1] else self.text[start:close] if close - start < 1000 else ""
        if label and self.text[start - 2 : start] == "![":
            return label.end()  # an alternative text is none even where its definition is missing
        if not self.labels or reference_label(name) not in self.labels:
            return 0
        return label.end() if label else close + 1

    def _emphasis(self, first: int) -> None:
        """Settle the emphasis runs from `first` on; what stays open is text."""
        for start, end in emphasis_marks(self.runs[first:]):
            self._decoration(start, end)
        del self.runs[first:]


def reference_label(label: str) -> str:
    """A reference label as CommonMark compares it."""
    return " ".join(label.split()).casefold()
