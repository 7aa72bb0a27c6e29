"""From the blocks of a page to its plain text: inline Markdown out, or only what nobody sees."""

from webresearch.evidence.blocks import Body
from webresearch.evidence.inline import MARK, marks_of, reference_label
from webresearch.evidence.mapped import TextBuilder
from webresearch.evidence.readings import Reading, read


def reference_labels(body: Body) -> frozenset[str]:
    """The reference labels that the page defines, as they are compared."""
    return frozenset(map(reference_label, body.labels))


def rendered(body: Body, labels: frozenset[str], *, keep: bool = False) -> Reading:
    """The text of a page as a reader sees it.

    keep: with emphasis, code marks and escapes as they are written.
    """
    text, builder = body.builder.text(), TextBuilder()
    done = 0
    for start, end in body.inlines:
        done = _copy(text, (start, end), done, labels, keep, builder)
    builder.copy(text, done, len(text))
    return read(builder.text(), (builder.map, body.builder.map))


def heading_text(body: Body, labels: frozenset[str], index: int) -> str:
    """The words of one heading of a page."""
    start, end = body.headings[index]
    text, builder = body.builder.text(), TextBuilder()
    done = _copy(text, (start, end), start, labels, False, builder)
    builder.copy(text, done, end)
    return read(builder.text()).shown.strip()


def _copy(text: str, span: tuple[int, int], done: int, labels: frozenset[str], keep: bool, builder: TextBuilder) -> int:
    """Copy text from `done` to the end of the span's last mark, without its marks; how far that was."""
    start, end = span
    if not MARK.search(text, start, end):
        return done
    for mark_start, mark_end, new in marks_of(text[start:end], labels, keep=keep):
        builder.copy(text, done, start + mark_start)
        builder.replace(start + mark_start, start + mark_end, new)
        done = start + mark_end
    return done
