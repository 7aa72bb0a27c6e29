"""A page as its headings, each with an id and a size, so that one section can be read alone."""

from collections.abc import Sequence
from typing import NamedTuple

from webresearch.reading.blocks import Block, units
from webresearch.reading.tokens import tokens_of

LEAD = "0"  # the id of what stands before the first heading


class Section(NamedTuple):
    """A heading and all that stands under it, markdown[start:end], with its subsections.

    id: `2.1` is the first part of the second section; what stands before the first heading is `0`. level: 1 for the
    outermost. own: characters before its first subsection. characters, tokens: of the whole.
    """

    id: str
    title: str
    level: int
    start: int
    end: int
    own: int
    characters: int
    tokens: int


def outline(markdown: str) -> list[Section]:
    """All sections of a page in reading order; a page without headings is one section."""
    marks = headings(units(markdown))
    if not marks:
        return [section_of(LEAD, "", 0, (0, len(markdown)), len(markdown))] if markdown else []
    ends = section_ends(marks, len(markdown))
    found = []
    if marks[0].start:
        found.append(section_of(LEAD, "", 0, (0, marks[0].start), marks[0].start))
    counters: list[int] = []
    for number, mark in enumerate(marks):
        depth = len(mark.heading)
        counters = [*counters[:depth], *[1] * (depth - len(counters))] if depth > len(counters) else count_up(counters, depth)
        following = marks[number + 1].start if number + 1 < len(marks) else len(markdown)
        name = ".".join(map(str, counters))
        title = mark.heading[-1] if mark.heading else ""
        found.append(section_of(name, title, depth, (mark.start, ends[number]), following - mark.start))
    return found


def section(markdown: str, section_id: str) -> tuple[int, int] | None:
    """Offsets of the section with this id, None when the page has none such."""
    return next(((found.start, found.end) for found in outline(markdown) if found.id == section_id), None)


def headings(pieces: Sequence[Block]) -> list[Block]:
    """The heading units that have a title."""
    return [piece for piece in pieces if piece.kind == "heading" and piece.heading]


def count_up(counters: Sequence[int], depth: int) -> list[int]:
    """The number of the next section at a depth that has been there before."""
    return [*counters[: depth - 1], counters[depth - 1] + 1]


def section_ends(marks: Sequence[Block], length: int) -> list[int]:
    """Where each section ends: at the next heading that is no deeper."""
    ends = [length] * len(marks)
    open_sections: list[int] = []
    for number, mark in enumerate(marks):
        while open_sections and len(marks[open_sections[-1]].heading) >= len(mark.heading):
            ends[open_sections.pop()] = mark.start
        open_sections.append(number)
    return ends


def section_of(name: str, title: str, level: int, span: tuple[int, int], own: int) -> Section:
    """A section with its sizes."""
    size = span[1] - span[0]
    return Section(name, title, level, span[0], span[1], own, size, tokens_of(size))
