"""The quote gate: does this text stand in that saved page, and where.

Blind to how a text is set (Markdown, white space, quote and dash style, width, invisible characters), exact in what it says.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from webresearch.evidence.blocks import Body, body_of
from webresearch.evidence.folding import STRAY_BOUNDARY
from webresearch.evidence.matching import PageReading, locate
from webresearch.evidence.quoted import as_markdown, as_text
from webresearch.evidence.readings import Reading
from webresearch.evidence.rendering import heading_text, reference_labels, rendered
from webresearch.evidence.tags import UNKNOWN, Look

MARKS = re.compile(r"[*_`~\\]|(?:^|\s)[-+•‣◦▪:>#]+\s")
QUOTE_MARKS = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "„": "“", "「": "」"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a quote stands: offsets into the saved file's text, and the heading it stands under ("" before the first)."""

    start: int
    end: int
    heading: str


class PageText:
    """A saved page, prepared once to be asked for many quotes.

    text: the whole saved file, its five-line provenance header included where it has one.
    """

    def __init__(self, text: str) -> None:
        self._body: Body = body_of(STRAY_BOUNDARY.sub("\ufffd", text))
        self._labels = reference_labels(self._body)
        self._readings = {Look.TEXT: PageReading(rendered(self._body, self._labels, Look.TEXT))}
        self._has_unknown_tags = UNKNOWN.search(text) is not None
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
        text, markdown = as_text(quote), as_markdown(quote, self._labels)
        tries = [(Look.TEXT, text), (Look.TEXT, markdown)]
        if self._has_unknown_tags:
            tries += [(Look.BARE, text), (Look.BARE, markdown)]
        if MARKS.search(quote):
            # A quote that begins or ends inside a marked span holds half of its marks: compared with the marks left in.
            tries += [(Look.MARKED, text), (Look.MARKED, as_markdown(quote, self._labels, Look.MARKED))]
        for number, (look, reading) in enumerate(tries):
            if (look, reading) not in tries[:number] and (span := locate(self._reading(look), reading)):
                return self._place(self._reading(look).reading, *span)
        return None

    def _reading(self, look: Look) -> PageReading:
        """The page's reading of one kind, made when it is first asked for: most quotes need one."""
        if look not in self._readings:
            self._readings[look] = PageReading(rendered(self._body, self._labels, look))
        return self._readings[look]

    def _place(self, reading: Reading, start: int, end: int) -> Place:
        source_start, source_end = reading.source(start, end)
        if self._headings is None:
            offsets = self._body.builder.map
            self._headings = [offsets.start(begin) for begin, _ in self._body.headings]
        index = bisect_right(self._headings, source_start) - 1
        heading = heading_text(self._body, self._labels, index) if index >= 0 else ""
        return Place(source_start, source_end, heading)


def stands(text: str, quote: str) -> bool:
    """Whether a quote stands in a saved page; text: the whole saved file."""
    return _page(text).find(quote) is not None


@lru_cache(maxsize=2)
def _page(text: str) -> PageText:
    return PageText(text)
