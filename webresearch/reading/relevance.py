"""How well each unit of a page answers a query: BM25 over word counts that fade with the distance in characters.

A sentence is judged by its own words and, less, by those of its neighbours, so that an answer is found whose sentence
names its subject only by "it". The constants were chosen on half of the pages of a set of 410 questions, and the choice
is flat: a third more or less of any of them moves the mean recall by less than half a point.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from webresearch.reading.blocks import Block
from webresearch.reading.cues import Cue
from webresearch.reading.index import Hit, Index

SATURATION = 1.8  # BM25's k1: a second mention adds less than the first
FADE = 200.0  # characters over which a neighbour's words fade to a third: one or two sentences
PARAGRAPH = 0.5  # of that is left behind the end of a paragraph; nothing behind the end of a section
FAINT = 0.05  # a fainter echo is none
HEADING = 1.0  # a word of the heading path counts like one rare mention in the text
ADJACENT = 0.3  # two words of the query side by side, in their order: this part of both weights once more
ADJACENT_GAP = 12  # characters between them: a space, or one short word
USUAL_LENGTH = 130  # characters of a sentence, the mean of the pages looked at
SHORT = 30  # characters: nothing gains by being shorter
LENGTH = 0.15  # how much a longer unit is marked down; BM25's b, small since a long sentence is rarely padding
LEAST_WEIGHT = 0.05  # of a word that stands everywhere


def weights(windows: Sequence[int], total: float, factors: Sequence[float]) -> list[float]:
    """The weight of each term: BM25's inverse document frequency, counted in windows.

    windows: how many windows hold it. total: all windows. factors: its weight as a word of the query.
    """
    return [
        factor * max(LEAST_WEIGHT, math.log(1 + max(0.0, total - found + 0.5) / (found + 0.5))) if found else 0.0
        for found, factor in zip(windows, factors, strict=True)
    ]


def relevance(page: Index, sequence: Sequence[int], weight: Sequence[float]) -> dict[int, float]:
    """Unit -> score, for the units that have to do with the query.

    sequence: the terms of the query in their order. weight: of every term.
    """
    counts: dict[int, dict[int, float]] = {term: {} for term in sequence if weight[term]}
    for hit in page.hits:
        for term in hit.terms:
            if term in counts:
                counts[term][hit.unit] = counts[term].get(hit.unit, 0.0) + 1
    scores: dict[int, float] = defaultdict(float)
    fading = Fading(page.units, page.markdown)
    for term, found in counts.items():
        for unit, count in fading.spread(found).items():
            scores[unit] += weight[term] * count * (SATURATION + 1) / (count + SATURATION)
    add_headings(scores, page, set(counts), weight)
    add_adjacent(scores, page, sequence, weight)
    return scores


def finish(scores: dict[int, float], page: Index, cues: Sequence[Cue], best: float) -> None:
    """Change scores for what the units look like: an answer to this kind of question, their length, their being a heading.

    cues: what the kind of question looks for. best: the best score of the query on any page.
    """
    for cue in cues:
        for number in scores:
            unit = page.units[number]
            if cue.pattern.search(page.markdown, unit.start, unit.end):
                scores[number] += cue.gain * best
    for number in scores:
        length = max(SHORT, page.units[number].end - page.units[number].start)
        scores[number] /= 1 - LENGTH + LENGTH * length / USUAL_LENGTH
    lower_headings(scores, page.units)


class Fading:
    """Spreads counts to neighbouring units of the same section."""

    def __init__(self, units: Sequence[Block], markdown: str) -> None:
        self.inner = [math.exp((unit.start - unit.end) / FADE) for unit in units]
        self.border = [1.0] * (len(units) + 1)  # what passes from the unit before
        for number, unit in enumerate(units):
            before = units[number - 1] if number else None
            if before is None or (unit.kind == "heading" and before.kind != "heading"):
                self.border[number] = 0.0
            elif before.kind == "heading" or "\n\n" in markdown[before.end - 3 : before.end]:
                self.border[number] = PARAGRAPH

    def spread(self, counts: dict[int, float]) -> dict[int, float]:
        """The counts and their echoes."""
        total = defaultdict(float, counts)
        self._walk(counts, total, sorted(counts), 1)
        self._walk(counts, total, sorted(counts, reverse=True), -1)
        return total

    def _walk(self, counts: dict[int, float], total: dict[int, float], hits: list[int], step: int) -> None:
        last = len(self.inner)
        reached = -1 if step > 0 else last  # the unit the echo has come to; it never walks the same way twice
        for hit in hits:
            if (reached - hit) * step >= 0:
                continue
            unit, echo = hit, counts[hit]
            while 0 <= unit + step < last:
                echo *= self.border[unit + 1 if step > 0 else unit]
                unit += step
                middle = math.sqrt(self.inner[unit])
                if echo * middle < FAINT:
                    break
                total[unit] += echo * middle
                echo = echo * self.inner[unit] + counts.get(unit, 0.0)
                reached = unit


def add_headings(scores: dict[int, float], page: Index, terms: set[int], weight: Sequence[float]) -> None:
    """Words of the heading path count for all that stands under it."""
    gain = {path: HEADING * sum(weight[term] for term in found & terms) for path, found in page.headings.items()}
    if any(gain.values()):
        for number, unit in enumerate(page.units):
            if gain[unit.heading]:
                scores[number] += gain[unit.heading]


def add_adjacent(scores: dict[int, float], page: Index, sequence: Sequence[int], weight: Sequence[float]) -> None:
    """Words that stand side by side in query and page count once more, for the unit and half for its neighbours."""
    pairs = {pair for pair in pairwise(sequence) if pair[0] != pair[1]}
    if not pairs:
        return
    found: set[tuple[int, int, int]] = set()
    for number, hit in enumerate(page.hits):
        for other in page.hits[number : number + 3]:
            if side_by_side(hit, other):
                found.update((hit.unit, a, b) for a in hit.terms for b in other.terms if (a, b) in pairs)
    for unit, a, b in found:
        gain = ADJACENT * (weight[a] + weight[b])
        scores[unit] += gain
        for near in (unit - 1, unit + 1):
            if 0 <= near < len(page.units) and page.units[near].heading == page.units[unit].heading:
                scores[near] += gain / 2


def side_by_side(hit: Hit, other: Hit) -> bool:
    """Whether one word follows the other, or both are parts of one name."""
    return hit.unit == other.unit and other.start - hit.end <= ADJACENT_GAP


def lower_headings(scores: dict[int, float], units: Sequence[Block]) -> None:
    """A heading is worth no more than the text right below it: alone it answers nothing."""
    for number, score in scores.items():
        if units[number].kind == "heading" and number + 1 < len(units) and units[number + 1].kind != "heading":
            scores[number] = min(score, 0.999 * scores.get(number + 1, 0.0))
