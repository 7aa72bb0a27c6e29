"""A Markdown page as pieces that may stand alone: sentences, list items, table rows, whole fences, headings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from webresearch.reading.sentences import sentence_ends

LONGEST_SENTENCE = 600  # characters; a piece beyond a block's usual size could not be weighed against others
LONGEST_ITEM = 600  # characters of a list item that stays whole
LONGEST_HEADING = 300  # characters; what a page sets as a heading beyond this is prose

FENCE = re.compile(r"(`{3,}|~{3,})(.*)")
HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
UNDERLINE = re.compile(r" {0,3}(?:={2,}|-{2,})[ \t]*$")
ITEM = re.compile(r"[ \t>]*(?:[-*+•]|\d{1,9}[.)])[ \t]+\S")
LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\([^()\n]{0,2000}\)")
MARKS = re.compile(r"[*`\\]+|(?<!\w)_+|_+(?!\w)|[ \t]+#+[ \t]*$|<[^<>]{0,200}>")
RULE_CHARACTERS = frozenset("|-: \t\r+")


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page: text[start:end].

    heading: the headings it stands under, outermost first. kind: heading, text, list, table or code. header: offsets of
    the head rows of the table it belongs to, (0, 0) when there are none or it begins with them itself.
    """

    start: int
    end: int
    heading: tuple[str, ...]
    kind: str
    header: tuple[int, int] = (0, 0)


def units(markdown: str) -> list[Block]:
    """The finest pieces, in order and without gaps: joined they are the page."""
    return list(Scanner(markdown).units())


def blocks(markdown: str, size: int) -> list[Block]:
    """The page in pieces of about `size` characters, in order and without gaps.

    A piece ends at a heading; fences, table rows and list items of ordinary length are never broken, so a piece may be
    longer than `size`.
    """
    found: list[Block] = []
    for unit in units(markdown):
        last = found[-1] if found else None
        if last and joins(last, unit, size):
            kind = unit.kind if last.kind == "heading" else last.kind
            found[-1] = Block(last.start, unit.end, unit.heading, kind, last.header)
        else:
            found.append(unit)
    return found


def joins(block: Block, unit: Block, size: int) -> bool:
    """Whether a unit goes on with the block before it."""
    if unit.kind == "heading":
        return block.kind == "heading" and unit.heading[: len(block.heading)] == block.heading
    return unit.heading == block.heading and unit.end - block.start <= size


def plain(markup: str) -> str:
    """A line of Markdown as plain words."""
    return " ".join(MARKS.sub("", LINK.sub(r"\1", markup)).split())


class Scanner:
    """One walk over the lines of a page."""

    def __init__(self, markdown: str) -> None:
        self.text = markdown
        self.lines = markdown.split("\n")
        self.starts = self._line_starts()
        self.closing = self._closing_fences()
        self.path: list[tuple[int, str]] = []
        self.heading: tuple[str, ...] = ()

    def _line_starts(self) -> list[int]:
        starts, position = [], 0
        for line in self.lines:
            starts.append(position)
            position += len(line) + 1
        starts.append(len(self.text))
        return starts

    def _closing_fences(self) -> dict[int, int]:
        """Line of each opening fence -> line after its closing one; a fence that never closes is not in it."""
        fences = []
        for number, line in enumerate(self.lines):
            if "```" in line or "~~~" in line:
                match = FENCE.match(line.lstrip(" \t>"))
                if match and not (match[1][0] == "`" and "`" in match[2]):
                    fences.append((number, match[1][0], len(match[1]), not match[2].strip()))
        longest = {"`": 0, "~": 0}
        reach = []  # the longest closing fence at or after each, by character: an opening one beyond it never closes
        for _, mark, length, bare in reversed(fences):
            if bare:
                longest = {**longest, mark: max(longest[mark], length)}
            reach.append(longest)
        reach.reverse()
        closing: dict[int, int] = {}
        index = 0
        while index < len(fences):
            number, mark, length, _ = fences[index]
            index += 1
            if index < len(fences) and reach[index][mark] >= length:
                while not (fences[index][1] == mark and fences[index][2] >= length and fences[index][3]):
                    index += 1
                closing[number] = fences[index][0] + 1
                index += 1
        return closing

    def units(self) -> Iterator[Block]:
        """All units of the page."""
        number, total = 0, len(self.lines)
        while number < total:
            stop, kind = self._extent(number)
            # blank lines belong to what stands before them, so that the pieces rejoin to the page
            after = stop
            while after < total and not self.lines[after].strip():
                after += 1
            start, end = self.starts[number], self.starts[after]
            if kind == "table":
                yield from self._rows(number, stop, end)
            elif kind == "text" or (kind == "list" and end - start > LONGEST_ITEM):
                for cut in sentence_ends(self.text, start, end, LONGEST_SENTENCE):
                    yield Block(start, cut, self.heading, kind)
                    start = cut
            elif end > start:
                if kind == "heading":
                    self._enter(number, stop)
                yield Block(start, end, self.heading, kind)
            number = after

    def _extent(self, number: int) -> tuple[int, str]:
        """The line after the structure that begins at `number`, and its kind."""
        line = self.lines[number]
        if number in self.closing:
            return self.closing[number], "code"
        if HEADING.match(line) and len(line) <= LONGEST_HEADING:
            return number + 1, "heading"
        if self._is_row(number):
            return self._table_end(number), "table"
        if self._is_underlined(number):
            return number + 2, "heading"
        kind = "list" if ITEM.match(line) else "text"
        stop = number + 1
        while stop < len(self.lines) and not self._interrupts(stop):
            stop += 1
        return stop, kind

    def _interrupts(self, number: int) -> bool:
        """Whether a line ends the paragraph or list item before it."""
        line = self.lines[number]
        if not line or line.isspace() or number in self.closing:
            return True
        return bool(HEADING.match(line) or ITEM.match(line)) or self._is_row(number)

    def _is_underlined(self, number: int) -> bool:
        if number + 1 >= len(self.lines) or not UNDERLINE.match(self.lines[number + 1]):
            return False
        line = self.lines[number]
        alone = number == 0 or not self.lines[number - 1].strip()
        return alone and bool(line.strip()) and len(line) <= LONGEST_HEADING and not ITEM.match(line)

    def _is_row(self, number: int) -> bool:
        line = self.lines[number]
        if "|" not in line:
            return False
        return line.lstrip(" \t>").startswith("|") or self._is_rule(number + 1)

    def _is_rule(self, number: int) -> bool:
        """Whether a line is the one of dashes below the head of a table."""
        if number >= len(self.lines):
            return False
        line = self.lines[number]
        return "|" in line and "-" in line and RULE_CHARACTERS.issuperset(line)

    def _table_end(self, number: int) -> int:
        stop = number + 1
        while stop < len(self.lines) and "|" in self.lines[stop] and stop not in self.closing:
            stop += 1
        return stop

    def _rows(self, number: int, stop: int, end: int) -> Iterator[Block]:
        """One unit a row; the head of the table is one with its rule."""
        header = (0, 0)
        first = number
        if self._is_rule(number + 1):
            first = number + 2
            header = (self.starts[number], self.starts[first])
            yield Block(header[0], header[1] if first < stop else end, self.heading, "table")
        if not any(character.isalnum() for character in self.text[header[0] : header[1]]):
            header = (0, 0)
        for row in range(first, stop):
            finish = self.starts[row + 1] if row + 1 < stop else end
            yield Block(self.starts[row], finish, self.heading, "table", header)

    def _enter(self, number: int, stop: int) -> None:
        """Put the heading of lines[number:stop] on the path."""
        line = self.lines[number]
        match = HEADING.match(line) if stop == number + 1 else None
        if match:
            level, title = len(match[1]), plain(line[match.end() :])
        else:
            level, title = (1 if "=" in self.lines[number + 1] else 2), plain(line)
        while self.path and self.path[-1][0] >= level:
            self.path.pop()
        self.path.append((level, title))
        self.heading = tuple(name for _, name in self.path if name)
