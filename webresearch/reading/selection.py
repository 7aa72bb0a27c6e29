"""Which units to send: the best of each query in turn until the budget is full, joined where they touch."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from webresearch.reading.blocks import Block

SEPARATOR = 7  # characters charged between two excerpts: a rule with blank lines around it, as printed
FLOOR = 0.1  # of a query's best score: what lies below is no answer, whatever room is left; from .15 on some answers are lost
SAME_TEXT = 60  # characters from which the same words on two pages are sent only once


class Candidate(NamedTuple):
    """A unit of a page with its score for one query."""

    score: float
    page: int
    unit: int


class Choice:
    """The units chosen so far and what they cost in characters."""

    def __init__(self, pages: Sequence[Sequence[Block]], texts: Sequence[str], room: int) -> None:
        self.pages, self.texts, self.room = pages, texts, room
        self.chosen: set[tuple[int, int]] = set()
        self.seen: set[str] = set()
        self.spent = 0

    def add(self, page: int, unit: int) -> int:
        """Choose a unit if there is room; what it costs, 0 when it was not or need not be added."""
        if (page, unit) in self.chosen:
            return 0
        block = self.pages[page][unit]
        cost = self._cost(page, unit)
        if self.spent + cost > self.room:
            return 0
        if len(self.pages) > 1 and block.end - block.start >= SAME_TEXT:
            words = " ".join(self.texts[page][block.start : block.end].split())
            if words in self.seen:
                return 0
            self.seen.add(words)
        self.chosen.add((page, unit))
        self.spent += cost
        return max(1, cost)

    def _cost(self, page: int, unit: int) -> int:
        """Characters that a unit adds: its text, the separator, and the head of its table where an excerpt begins."""
        block = self.pages[page][unit]
        cost = block.end - block.start
        if (page, unit - 1) not in self.chosen:
            cost += SEPARATOR + header_length(block)
        if (page, unit + 1) in self.chosen:
            cost -= SEPARATOR + header_length(self.pages[page][unit + 1])
        return cost

    def runs(self) -> Iterator[tuple[int, int, int]]:
        """Chosen units that follow each other, as (page, first, last), in reading order."""
        first = last = (-1, -1)
        for key in sorted(self.chosen):
            if key != (last[0], last[1] + 1):
                if first[0] >= 0:
                    yield first[0], first[1], last[1]
                first = key
            last = key
        if first[0] >= 0:
            yield first[0], first[1], last[1]


def header_length(block: Block) -> int:
    """Characters of the table head that has to go with a row."""
    return block.header[1] - block.header[0]


def fill(choice: Choice, ranked: Sequence[Sequence[Candidate]]) -> None:
    """Choose units: the query that has had least comes next, with its best unit that still fits.

    ranked: for each query its candidates, best first.
    """
    queues = [iter(candidates) for candidates in ranked]
    floors = [FLOOR * candidates[0].score if candidates else 0.0 for candidates in ranked]
    spent = dict.fromkeys(range(len(queues)), 0)
    while spent:
        number = min(spent, key=lambda query: (spent[query], query))
        candidate = next(queues[number], None)
        if candidate is None or candidate.score <= 0 or candidate.score < floors[number]:
            del spent[number]
        else:
            spent[number] += choice.add(candidate.page, candidate.unit)
