"""The quote gate: does this text stand in that saved page, and where.

Blind to how a text is set (Markdown, white space, quote and dash style, width, invisible characters), exact in what it says.
"""

import sys
from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

if not __package__:  # loaded by its path, as scorers of evaluation sets do: the project's folder is not on the path then
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from webresearch.evidence.gate.blocks import body_of
from webresearch.evidence.gate.folding import STRAY_BOUNDARY
from webresearch.evidence.gate.matching import Bounded, locate
from webresearch.evidence.gate.quoted import as_markdown, as_text
from webresearch.evidence.gate.readings import Reading
from webresearch.evidence.gate.rendering import Look, Markdown
from webresearch.patterns import pattern

MARKS = pattern(r"[*_`~\\]")
BOX_TITLES = frozenset({"note", "tip", "hint", "important", "caution", "warning", "attention", "danger", "info", "see also"})
BOXES = 8  # boxed remarks in a row that are looked past: a page of nothing else shall not cost time
QUOTE_MARKS = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "„": "“", "「": "」"}


class Place(NamedTuple):
    """Where a quote stands: offsets into the saved file's text, and the heading it stands under ("" before the first)."""

    start: int
    end: int
    heading: str


class PageText:
    """A saved page, prepared once to be asked for many quotes.

    text: the whole saved file, its five-line provenance header included where it has one.
    """

    def __init__(self, text: str) -> None:
        self._markdown = Markdown(body_of(STRAY_BOUNDARY.sub("\ufffd", text)))
        self._readings = {Look.TEXT: Bounded(self._markdown.reading(Look.TEXT))}
        self._headings: list[int] | None = None

    def find(self, quote: str) -> Place | None:
        """The place of a quote, None when it does not stand in the page.

        quote: as text or as Markdown, of any length; fragments joined by ellipses stand in this order.
        """
        quote = STRAY_BOUNDARY.sub("\ufffd", quote).strip()
        place = self._find(quote)
        if place is None and len(quote) > 2 and QUOTE_MARKS.get(quote[0]) == quote[-1]:
            place = self._find(quote[1:-1])
        return place

    def _find(self, quote: str) -> Place | None:
        text, markdown = as_text(quote), as_markdown(quote, self._markdown.labels)
        readings = [text, markdown.reading(Look.TEXT)] if markdown else [text]
        tries = [(Look.TEXT, reading) for reading in readings]
        if self._markdown.has_unknown_tags:
            tries += [(Look.BARE, reading) for reading in readings]
        if markdown and MARKS.search(quote):
            # A quote that begins or ends inside a marked span holds half of its marks: compared with the marks left in.
            tries += [(Look.MARKED, text), (Look.MARKED, markdown.reading(Look.MARKED))]
        for number, (look, reading) in enumerate(tries):
            if not any(look is other and reading.same(old) for other, old in tries[:number]):
                page = self._reading(look)
                if span := locate(page, Bounded(reading)):
                    return self._place(page.reading, *span)
        return None

    def _reading(self, look: Look) -> Bounded:
        """The page's reading of one kind, made when it is first asked for: most quotes need one."""
        if look not in self._readings:
            self._readings[look] = Bounded(self._markdown.reading(look))
        return self._readings[look]

    def _place(self, reading: Reading, start: int, end: int) -> Place:
        source_start, source_end = reading.source(start, end)
        if self._headings is None:
            body = self._markdown.body
            self._headings = [body.builder.map.start(begin) for begin, _ in body.headings]
        above = bisect_right(self._headings, source_start)
        for index in reversed(range(max(0, above - BOXES), above)):
            heading = self._markdown.heading(index)
            if heading.rstrip(":!").casefold() not in BOX_TITLES:  # a boxed remark does not head what follows it
                return Place(source_start, source_end, heading)
        return Place(source_start, source_end, "")


def stands(text: str, quote: str) -> bool:
    """Whether a quote stands in a saved page; text: the whole saved file."""
    return _page(text).find(quote) is not None


@lru_cache(maxsize=2)
def _page(text: str) -> PageText:
    return PageText(text)
