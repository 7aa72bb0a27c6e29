"""From the blocks of a page to its plain text: inline Markdown out, or only what nobody sees."""

from collections.abc import Iterator
from enum import Enum

from webresearch.evidence.gate.blocks import Body
from webresearch.evidence.gate.inline import MARK, Span, marks_of, reference_label
from webresearch.evidence.gate.mapped import TextBuilder
from webresearch.evidence.gate.readings import Reading, read
from webresearch.evidence.gate.tags import UNKNOWN


class Look(Enum):
    """How much of the Markdown a reading leaves in.

    TEXT: none; tags that HTML does not know are text, as in documentation. BARE: none; every tag is hidden, as a browser does.
    MARKED: emphasis and code marks and escapes, as they are written.
    """

    TEXT = 1
    BARE = 2
    MARKED = 3


class Markdown:
    """The text of a page or quote with its inline Markdown found, to be read with one look or another.

    body: its blocks. labels: the reference labels that count as defined, by default those that the body defines.
    """

    def __init__(self, body: Body, labels: frozenset[str] | None = None) -> None:
        self.body = body
        self.text = body.builder.text()
        self.labels = frozenset(map(reference_label, body.labels)) if labels is None else labels
        self.has_unknown_tags = UNKNOWN.search(self.text) is not None
        self._spans = list(self._marks(body.inlines, bare=False))

    def reading(self, look: Look) -> Reading:
        """The text as `look` has it."""
        spans = list(self._marks(self.body.inlines, bare=True)) if look is Look.BARE else self._spans
        builder = self._built(spans, 0, len(self.text), look)
        return read(builder.text(), (builder.map, self.body.builder.map))

    def heading(self, index: int) -> str:
        """The words of one heading."""
        span = self.body.headings[index]
        return read(self._built(self._marks([span], bare=False), *span, Look.TEXT).text()).shown.strip()

    def _marks(self, inlines: list[tuple[int, int]], bare: bool) -> Iterator[Span]:
        for start, end in inlines:
            if MARK.search(self.text, start, end):
                for mark_start, mark_end, new, marked in marks_of(self.text[start:end], self.labels, bare=bare):
                    yield start + mark_start, start + mark_end, new, marked

    def _built(self, spans: Iterator[Span] | list[Span], start: int, end: int, look: Look) -> TextBuilder:
        text, builder = self.text, TextBuilder()
        for mark_start, mark_end, new, marked in spans:
            builder.copy(text, start, mark_start)
            builder.replace(mark_start, mark_end, marked if look is Look.MARKED else new)
            start = mark_end
        builder.copy(text, start, end)
        return builder
