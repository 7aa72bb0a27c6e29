"""The readings of a quote: as plain text, and as a piece of Markdown cut out somewhere in a page."""

from webresearch.evidence.gate.blocks import BULLETS, NUMBER, Body
from webresearch.evidence.gate.folding import CELL, PART
from webresearch.evidence.gate.readings import Reading, read
from webresearch.evidence.gate.rendering import Markdown
from webresearch.evidence.gate.rows import TABLE_RULE
from webresearch.patterns import pattern

LINE = pattern(r"[^\n]*+\n|[^\n]++\Z")
QUOTE_MARK = pattern(r"[ \t]*+(?:> ?)++")
LIST_MARK = pattern(rf"[ \t]*+[{BULLETS}][ \t]++")
HEADING_MARK = pattern(r"[ \t]*+#{1,6}[ \t]++")
FENCE = pattern(r"[ \t]*+(?:`{3,}[^`\n]*+|~{3,}[^\n]*+)\n?\Z")
MARKDOWN = pattern(rf"[*_`~\\\[<&|>#]|(?:^|\n)[ \t]*[{BULLETS}]")
PIPE = pattern(r"(?<!\\)\|")


def as_text(quote: str) -> Reading:
    """A quote as someone who saw the page would type it."""
    return read(quote)


def as_markdown(quote: str, labels: frozenset[str]) -> Markdown | None:
    """A quote as someone who copied it from the saved file would have it; None when nothing in it can be Markdown.

    labels: the reference labels that the page defines.
    """
    if not MARKDOWN.search(quote):
        return None
    body, in_code = Body(), False
    lines = LINE.findall(quote)
    quoted = sum(1 for line in lines if QUOTE_MARK.match(line))
    begin = 0
    for line in lines:
        if FENCE.match(line):
            in_code = not in_code
            continue
        if in_code:
            begin = _end_inline(body, begin)
            body.builder.replace(0, 0, line)
            begin = body.builder.size
        elif not ("|" in line and "-" in line and TABLE_RULE.match(line)):
            body.builder.replace(0, 0, PIPE.sub(CELL, _without_line_mark(line, quoted > 1)))
    _end_inline(body, begin)
    return Markdown(body, labels)


def _end_inline(body: Body, begin: int) -> int:
    if begin < body.builder.size:
        body.inlines.append((begin, body.builder.size))
    return body.builder.size


def _without_line_mark(line: str, quotation: bool) -> str:
    """A line without its blockquote, list or heading mark.

    quotation: several lines bear a blockquote mark; a single one before a number is an operator. A dash or plus before a
    number stays as a boundary, which the page must have in the same place: otherwise it is a sign.
    """
    mark = QUOTE_MARK.match(line)
    if mark and (quotation or mark[0].count(">") > 1 or not NUMBER.match(line, mark.end())):
        line = line[mark.end() :]
    mark = LIST_MARK.match(line) or HEADING_MARK.match(line)
    if not mark:
        return line
    sign = mark[0].strip() in ("-", "+") and NUMBER.match(line, mark.end())
    return (PART if sign else "") + line[mark.end() :]
