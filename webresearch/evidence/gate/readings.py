"""The plain text of a page or a quote, in which equal wording is equal characters."""

import unicodedata
from collections.abc import Callable
from re import Match, Pattern
from typing import NamedTuple

from webresearch.evidence.gate.folding import (
    CELL,
    DASHES,
    DOUBLE_QUOTE,
    GUILLEMET_SPACE,
    INVISIBLES,
    PART,
    ROW,
    SAME_WIDTH,
    SEVERAL,
    SPACED_SIGN,
    SUBSCRIPT,
    clusters,
    expanded,
    full_size,
    has_unspaced,
    spaced,
    spaces,
)
from webresearch.evidence.gate.mapped import OffsetMap, rewrite

BOUNDARIES = (CELL, ROW, PART, "\n")


class Reading(NamedTuple):
    """A text with nothing left in it but its words.

    text: typography folded, white space single or, beside scripts without spaces, gone. shown: the same, character for
    character, with its own dashes. breaks: at which positions cells, rows, parts or lines meet, as the characters of
    BOUNDARIES, "" where mere white space was dropped. maps: the way back to the text it was made from, last step first.
    """

    text: str
    shown: str
    breaks: dict[int, str]
    maps: tuple[OffsetMap, ...]

    def same(self, other: "Reading") -> bool:
        """Whether both say the same with the same boundaries."""
        return self.text == other.text and self.breaks == other.breaks

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The offsets of text[start:end] in the text this reading was made from."""
        for step in self.maps:
            start, end = step.start(start), step.end(end)
        return start, end


def read(text: str, maps: tuple[OffsetMap, ...] = ()) -> Reading:
    """The reading of a text whose Markdown is already gone.

    text: with boundary characters between cells, rows and parts. maps: the steps that led to it, last step first.
    """
    steps = list(maps)

    def step(text: str, pattern: Pattern[str], new: Callable[[Match[str], int], str | None]) -> str:
        if not pattern.search(text):
            return text
        text, back = rewrite(text, pattern, new)
        steps.insert(0, back)
        return text

    breaks: dict[int, str] = {}
    text = step(text, INVISIBLES, lambda match, position: "")
    if not text.isascii():
        if "«" in text or "‹" in text:
            text = step(text, GUILLEMET_SPACE, lambda match, position: match[0].strip())
        text = text.translate(SAME_WIDTH)
    if not unicodedata.is_normalized("NFC", text):
        text = step(text, clusters(), lambda match, position: _composed(match[0]))
    if not text.isascii():
        text = step(text, SEVERAL, lambda match, position: expanded(match[0]))
    text = step(text, SPACED_SIGN, lambda match, position: spaced(match))
    text = step(text, spaces(has_unspaced(text)), lambda match, position: _gap(match, position, breaks))
    text = DOUBLE_QUOTE.sub("'", text)
    text = SUBSCRIPT.sub(full_size, text)
    return Reading(text.translate(DASHES), text, breaks, tuple(steps))


def _composed(cluster: str) -> str | None:
    """Letters with their marks in composed form, so that é is one thing however it was typed; None when they are."""
    return None if unicodedata.is_normalized("NFC", cluster) else unicodedata.normalize("NFC", cluster)


def _gap(match: Match[str], position: int, breaks: dict[int, str]) -> str:
    """One space, or nothing beside a script without spaces; boundaries inside are noted."""
    run, text = match[0], match.string
    start, end = match.span()
    beside = text[start - 1 : start] + text[end : end + 1]
    kept = "" if has_unspaced(beside) else " "
    met = "".join(kind for kind in BOUNDARIES if kind in run)
    if run.count(CELL) > 1:
        met += CELL + "\n"  # `| |`: an empty cell, or the end of one row and the beginning of the next on one line
    if met or not kept:
        breaks[position] = met
    return kept
