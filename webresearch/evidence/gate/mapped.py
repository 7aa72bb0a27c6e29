"""Text that remembers where in the saved file each of its characters came from."""

from bisect import bisect_right
from collections.abc import Callable
from re import Match, Pattern


class OffsetMap:
    """Where the pieces of a text came from.

    at: where each piece begins, ascending. origin: where it begins in the text before. length: how long it was there when
    it was replaced as a whole, 0 when it was copied character by character.
    """

    __slots__ = ("at", "length", "origin")

    def __init__(self) -> None:
        self.at: list[int] = []
        self.origin: list[int] = []
        self.length: list[int] = []

    def start(self, position: int) -> int:
        """Where the character at `position` began before."""
        piece = bisect_right(self.at, position) - 1
        return self.origin[piece] if self.length[piece] else self.origin[piece] + position - self.at[piece]

    def end(self, position: int) -> int:
        """Where the character that ends at `position` ended before."""
        piece = bisect_right(self.at, position - 1) - 1
        if self.length[piece]:
            return self.origin[piece] + self.length[piece]
        return self.origin[piece] + position - self.at[piece]


class TextBuilder:
    """Puts a text together out of copied and replaced parts of another and keeps the map."""

    __slots__ = ("_copied_to", "map", "parts", "size")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.size = 0
        self.map = OffsetMap()
        self._copied_to = -1

    def copy(self, text: str, start: int, end: int) -> None:
        """Append text[start:end] as it stands."""
        if start >= end:
            return
        if start != self._copied_to:
            self._note(start, 0)
        self._copied_to = end
        self.parts.append(text[start:end])
        self.size += end - start

    def replace(self, start: int, end: int, new: str) -> None:
        """Append `new` in place of what stood from start to end."""
        if new:
            self._note(start, max(end - start, 1))
            self._copied_to = -1
            self.parts.append(new)
            self.size += len(new)

    def text(self) -> str:
        """All that was appended."""
        return "".join(self.parts)

    def _note(self, origin: int, length: int) -> None:
        self.map.at.append(self.size)
        self.map.origin.append(origin)
        self.map.length.append(length)


def rewrite(text: str, pattern: Pattern[str], new: Callable[[Match[str], int], str | None]) -> tuple[str, OffsetMap]:
    """The text with matches replaced, and the map back.

    new: gives the replacement of a match, None to leave it; its second argument is where the replacement will stand.
    """
    builder = TextBuilder()
    done = 0
    for match in pattern.finditer(text):
        start, end = match.span()
        builder.copy(text, done, start)
        done = start
        replacement = new(match, builder.size)
        if replacement is not None:
            builder.replace(start, end, replacement)
            done = end
    builder.copy(text, done, len(text))
    return builder.text(), builder.map
