"""The blocks of a saved Markdown page: which lines are text, code, headings, table rows, and what of them is only structure.

CommonMark's block rules with GFM tables, simplified where the difference is not visible in the text: how deep a list or
a quotation is nested does not matter here, only where its marks are.
"""

import re

from webresearch.evidence.gate.folding import CELL, PART, ROW
from webresearch.evidence.gate.mapped import TextBuilder
from webresearch.evidence.gate.rows import PIPE, TABLE_RULE, cells, is_row
from webresearch.evidence.gate.tags import UNSHOWN
from webresearch.patterns import pattern

PROVENANCE = pattern(r"\ufeff?> source:[^\n]*\n> query:[^\n]*\n> fetched:[^\n]*\n> relevance:[^\n]*\n> NOTE:[^\n]*(?:\n|\Z)")
BLANK = pattern(r"(?:[ \t\r\f\v]*+\n)++")
QUOTE_MARKS = pattern(r"(?: {0,3}> ?)++")
INDENT = pattern(r"[ \t]*+")
BULLETS = "-*+•‣◦▪"
# Lists, and the definition lists of PHP Markdown Extra and Pandoc, which converters write too.
BULLET = pattern(rf"(?:[{BULLETS}](?=[ \t\r\n]|\Z)|:(?=[ \t])|[0-9]{{1,9}}[.)](?=[ \t\r\n]|\Z))")
RULE = pattern(r"(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,})[\r\n]*\Z")
HEADING = pattern(r"#{1,6}(?=[ \t\r\n]|\Z)[ \t]*+")
UNDERLINE = pattern(r"(?:=+|-+)[ \t]*[\r\n]*\Z")
FENCE = pattern(r"(`{3,}+(?=[^`]*\Z)|~{3,}+)")
FOOTNOTE = pattern(r"\[\^[^\s\[\]^]{1,100}\]:[ \t]*")
DEFINITION = pattern(
    r"\[(?!\^)((?:[^\[\]\\]|\\.){1,999})\]:[ \t]*+(?:<[^<>\n]*+>|[^\s<]\S*+)"
    r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?+[ \t]*+[\r\n]*+\Z"
)
DEFINITION_TITLE = pattern(r"[ \t]*(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\))[ \t]*[\r\n]*\Z")
HIDDEN = pattern(rf"<({UNSHOWN})(?=[\s>])", re.IGNORECASE)
NUMBER = pattern(r"[ \t]*[-+−±~]?[$€£¥]?\.?[0-9]")


class Body:
    """The text of a page without its block structure, boundaries put in.

    inlines: the spans of the text in which inline Markdown is still to be read, in order. headings: spans among them.
    labels: the reference labels that the page defines.
    """

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.inlines: list[tuple[int, int]] = []
        self.headings: list[tuple[int, int]] = []
        self.labels: set[str] = set()


def body_of(text: str) -> Body:
    """The body of a saved page; its provenance header, comments and link definitions are left out."""
    header = PROVENANCE.match(text)
    scanner = _Blocks(text, header.end() if header else 0)
    scanner.run()
    return scanner.body


class _Blocks:
    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position
        self.body = Body()
        self.paragraph: list[tuple[int, int]] = []
        self.item_indents: list[int] = []
        self.after_blank = True
        self.in_code = False  # the last line was indented code
        self.quoted = False  # the last line was in a quotation
        self.table = False
        self.comment_never_ends = False

    def run(self) -> None:
        text = self.text
        while self.position < len(text):
            if blank := BLANK.match(text, self.position):
                self._end_block()
                self.position = blank.end()
                self.after_blank = True
                continue
            end = text.find("\n", self.position) + 1 or len(text)
            start, self.position = self.position, end
            self.after_blank = not self._line(start, end)
        self._end_block()

    def _line(self, start: int, end: int) -> bool:
        """One line: its container marks, then what it is; False when nothing is left of it."""
        start, quoted = self._quotation(start, end)
        if quoted != self.quoted and not (self.paragraph and not quoted):
            self._end_block()
        self.quoted = quoted
        indent, start = self._indent(start, 0)
        while start < end and (bullet := self._bullet(start, end, indent)):
            indent, start = self._item(bullet, indent)
        if not self.text[start:end].strip():
            self._end_block()
            return False
        if self.after_blank:
            self._leave_items(indent)
        base = self.item_indents[-1] if self.item_indents else 0
        if indent - base >= 4 and not self.paragraph and not self.table and (self.after_blank or self.in_code):
            self.in_code = True
            self.body.builder.copy(self.text, start, end)
        else:
            self.in_code = False
            self._leaf(start, end)
        return True

    def _leave_items(self, indent: int) -> None:
        while self.item_indents and indent < self.item_indents[-1]:
            self.item_indents.pop()

    def _quotation(self, start: int, end: int) -> tuple[int, bool]:
        marks = QUOTE_MARKS.match(self.text, start, end)
        if not marks:
            return start, False
        alone = not self.quoted and not QUOTE_MARKS.match(self.text, end)
        if self.paragraph and alone and marks[0].strip() == ">" and NUMBER.match(self.text, marks.end()):
            return start, False  # "doses\n> 9 mg": an operator that a line wrap brought to the front
        return marks.end(), True

    def _indent(self, start: int, column: int) -> tuple[int, int]:
        """The column at which the text after white space begins, and its offset."""
        spaces = INDENT.match(self.text, start)
        assert spaces
        return column + len(spaces[0].expandtabs(4)), spaces.end()

    def _bullet(self, start: int, end: int, indent: int) -> re.Match[str] | None:
        """The list mark that stands at `start`."""
        text = self.text
        if text[start] not in f"{BULLETS}:0123456789" or (indent >= 4 and not self.item_indents):
            return None
        bullet = BULLET.match(text, start, end)
        if not bullet or RULE.match(text, start, end):
            return None
        if self.paragraph and not self.item_indents and bullet[0][0].isdigit() and bullet[0][:-1] != "1":
            return None  # only a list that begins with 1 may interrupt a paragraph
        return None if self.paragraph and UNDERLINE.match(text, start, end) else bullet

    def _item(self, bullet: re.Match[str], indent: int) -> tuple[int, int]:
        """Begin a list item; the column and the offset of its text. A number is text, a bullet is not.

        The colon of a definition is text as well: to most readers of Markdown it is no mark but stands in the sentence.
        """
        definition = bullet[0] == ":"
        self._end_block()
        if not definition:
            self._boundary(PART)
        self._leave_items(indent)
        if definition or bullet[0][0].isdigit():
            self.body.builder.copy(self.text, *bullet.span())
        self._boundary(" ")
        column, start = self._indent(bullet.end(), indent + len(bullet[0]))
        self.item_indents.append(min(column, indent + len(bullet[0]) + 4))
        return column, start

    def _leaf(self, start: int, end: int) -> None:
        text = self.text
        first = text[start]
        line = text[start:end]
        if first in "`~" and (fence := FENCE.match(line)):
            self._fence(fence[0], end)
        elif first == "#" and (mark := HEADING.match(line)):
            self._end_block()
            title = line[mark.end() :].rstrip()
            bare = title.rstrip("#")
            words = start + mark.end()
            self._heading([(words, words + len(title if bare.rstrip() == bare != "" else bare))])
        elif first in "=-" and self.paragraph and UNDERLINE.match(line):
            lines, self.paragraph = self.paragraph, []
            self._heading(lines)
        elif first in "*-_" and not self.table and RULE.match(line):
            self._end_block()
            self.body.builder.replace(start, end, "\n")
        elif first == "<" and not self.paragraph and (close := self._hidden(start)):
            self._end_block()
            self._resume(close, end)
        elif first == "[" and not self.paragraph and self._definition(start, end):
            pass
        elif self._is_row(start, end):
            self._row(start, end)
        else:
            self._text_line(start, end)

    def _fence(self, fence: str, end: int) -> None:
        """Copy the lines of a fenced code block up to its closing fence or the end of the page."""
        self._end_block()
        text, position, quoted = self.text, end, self.quoted
        close = re.compile(rf"[ \t]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*[\r\n]*\Z")
        while position < len(text):
            start, position = position, text.find("\n", position) + 1 or len(text)
            if quoted:
                marks = QUOTE_MARKS.match(text, start, position)
                if not marks:
                    position = start
                    break
                start = marks.end()
            if close.match(text, start, position):
                break
            self.body.builder.copy(text, start, position)
        self.position = position
        self.body.builder.replace(position, position, "\n")

    def _heading(self, lines: list[tuple[int, int]]) -> None:
        self._boundary(PART)
        begin = self.body.builder.size
        self._copy_inline(lines)
        self.body.headings.append((begin, self.body.builder.size))
        self._boundary(PART)

    def _resume(self, start: int, end: int) -> None:
        """Go on behind hidden text that began a line, over any that follows on the same line."""
        text = self.text
        while start < end and text.startswith("<!--", start := INDENT.match(text, start).end()):  # type: ignore[union-attr]
            start = self._hidden(start)
        self.position = start

    def _hidden(self, start: int) -> int:
        """Where a comment or hidden element that begins a block ends; 0 when there is none."""
        if self.text.startswith("<!--", start):
            return self._comment_end(start) or len(self.text)
        if not (name := HIDDEN.match(self.text, start)):
            return 0
        close = re.compile(f"</{name[1]}[^>]*>", re.IGNORECASE).search(self.text, start)
        return close.end() if close else len(self.text)

    def _comment_end(self, start: int) -> int:
        if self.comment_never_ends:
            return 0
        end = self.text.find("-->", start + 4)
        self.comment_never_ends = end < 0
        return end + 3 if end >= 0 else 0

    def _definition(self, start: int, end: int) -> bool:
        """Take a link definition out, or the mark of a footnote off its text."""
        text = self.text
        if note := FOOTNOTE.match(text, start, end):
            self._boundary(PART)
            self._text_line(note.end(), end)
            return True
        definition = DEFINITION.match(text, start, end)
        if not definition:
            return False
        self.body.labels.add(definition[1])
        following = text.find("\n", end) + 1 or len(text)
        if definition[0].rstrip()[-1] not in "\"')" and DEFINITION_TITLE.match(text, end, following):
            self.position = following
        return True

    def _is_row(self, start: int, end: int) -> bool:
        return self.table or is_row(self.text, start, end, self.paragraph[-1] if self.paragraph else None)

    def _row(self, start: int, end: int) -> None:
        """One table row; the rule line under the head has no text and makes the line above it a row."""
        rule = TABLE_RULE.match(self.text, start, end)
        if not self.table:
            above = self.paragraph.pop() if rule and self.paragraph else None
            self._end_block()
            self.table = True
            self._boundary(ROW)
            if above:
                self._row(*above)
        if rule:
            return
        for cell in cells(self.text, start, end):
            self._copy_cell(*cell)
            self._boundary(CELL)
        self._boundary(ROW)

    def _copy_cell(self, start: int, end: int) -> None:
        begin = self.body.builder.size
        for match in PIPE.finditer(self.text, start, end):
            self.body.builder.copy(self.text, start, match.end() - 2)
            start = match.end() - 1
        self.body.builder.copy(self.text, start, end)
        self.body.inlines.append((begin, self.body.builder.size))

    def _text_line(self, start: int, end: int) -> None:
        """One line of a paragraph, which may hold the beginning of a comment that ends beyond the paragraph."""
        text = self.text
        while (close := self._open_comment(start, end)) > 0:
            self.paragraph.append((start, text.rfind("<!--", start, end)))
            start, end = close, text.find("\n", close) + 1 or len(text)
            self.position = end
        self.paragraph.append((start, end))

    def _open_comment(self, start: int, end: int) -> int:
        """Where a comment that the line leaves open ends; 0 when there is none."""
        comment = self.text.rfind("<!--", start, end)
        if comment < 0 or self.text.find("-->", comment, end) >= 0 or self.text.count("`", start, comment) % 2:
            return 0
        return self._comment_end(comment)

    def _end_block(self) -> None:
        """Close the paragraph or table that is open."""
        if self.paragraph:
            lines, self.paragraph = self.paragraph, []
            self._copy_inline(lines)
        if self.table:
            self.table = False
            self._boundary(ROW)
        self._boundary("\n")

    def _copy_inline(self, lines: list[tuple[int, int]]) -> None:
        builder = self.body.builder
        begin = builder.size
        for start, end in lines:
            builder.copy(self.text, start, end)
        self.body.inlines.append((begin, builder.size))

    def _boundary(self, kind: str) -> None:
        self.body.builder.replace(self.position, self.position, kind)
