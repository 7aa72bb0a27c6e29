"""From the blocks of a page to its plain text: inline Markdown out, or only what nobody sees."""

from webresearch.evidence.blocks import Body
from webresearch.evidence.folding import SHOWN_LINE_MARKS
from webresearch.evidence.inline import MARK, marks_of, reference_label
from webresearch.evidence.mapped import TextBuilder
from webresearch.evidence.readings import Reading, read
from webresearch.evidence.tags import Look


def reference_labels(body: Body) -> frozenset[str]:
    """The reference labels that the page defines, as they are compared."""
    return frozenset(map(reference_label, body.labels))


def rendered(body: Body, labels: frozenset[str], look: Look) -> Reading:
    """The text of a page as a reader sees it, or with what `look` leaves in."""
    text, builder = body.builder.text(), TextBuilder()
    done = 0
    for start, end in body.inlines:
        done = _copy(text, (start, end), done, labels, look, builder)
    builder.copy(text, done, len(text))
    text = builder.text()
    return read(text.translate(SHOWN_LINE_MARKS) if look is Look.MARKED else text, (builder.map, body.builder.map))


def heading_text(body: Body, labels: frozenset[str], index: int) -> str:
    """The words of one heading of a page."""
    start, end = body.headings[index]
    text, builder = body.builder.text(), TextBuilder()
    done = _copy(text, (start, end), start, labels, Look.TEXT, builder)
    builder.copy(text, done, end)
    return read(builder.text()).shown.strip()


def _copy(text: str, span: tuple[int, int], done: int, labels: frozenset[str], look: Look, builder: TextBuilder) -> int:
    """Copy text from `done` to the end of the span's last mark, without its marks; how far that was."""
    start, end = span
    if not MARK.search(text, start, end):
        return done
    for mark_start, mark_end, new in marks_of(text[start:end], labels, look):
        builder.copy(text, done, start + mark_start)
        builder.replace(start + mark_start, start + mark_end, new)
        done = start + mark_end
    return done
