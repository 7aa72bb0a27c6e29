"""Labels of figures: do two figures of a claim stand beside the words that belong to each other's in the quote?"""

import re
from itertools import combinations, pairwise

from webresearch.evidence.review.figures import figures
from webresearch.evidence.review.numerals import plain_signs
from webresearch.evidence.review.quantity import Figure
from webresearch.evidence.review.wording import Wording, wording
from webresearch.patterns import pattern

NEARER = 2  # a word belongs to the nearest figure when the next one is at least so many times as far away
MOST_LABELLED = 12


def _places(text: Wording) -> dict[str, int]:
    """Where each content word stands that stands only once."""
    found: dict[str, list[int]] = {}
    for word in text.words:
        if word.content:
            found.setdefault(word.stem, []).append(word.start)
    return {stem: places[0] for stem, places in found.items() if len(places) == 1}


_COMMA = pattern(r"[,;:()]")
_IS = pattern(
    r"\w*\s*(?:\b(?:of|was|is|were|are|at|by|to|reached)\b)?\s*(?:\b(?:about|around|only|just|nearly|over)\b)?\W{0,3}"
)


def _owner(text: str, place: int, length: int, one: Figure, two: Figure) -> Figure | None:
    """The figure of two that a word belongs to: clearly the nearest, with no comma between."""
    for figure in (one, two):
        if figure.start > place and _IS.fullmatch(text[place + length : figure.start]):
            return figure
    gaps = [figure.start - place - length if figure.start > place else place - figure.end for figure in (one, two)]
    near, far = sorted(max(gap, 1) for gap in gaps)
    if far < NEARER * near:
        return None
    nearest = one if gaps[0] <= gaps[1] else two
    between = text[place + length : nearest.start] if nearest.start > place else text[nearest.end : place]
    return None if _COMMA.search(between) else nearest


_IN = pattern(r"\s*(?:\([^()]{0,40}\)\s*)?(?:in|by|during)\s+(?:the year\s+)?\Z", re.I)
_IN_BEFORE = pattern(r"\b(?:in|by|during)\s+\Z", re.I)
_CLAUSE = pattern(r"[.;:()]|\b(?:and|but|while)\b", re.I)
_FROM, _TO = pattern(r"\bfrom\s+(?:\w+\s+)?\Z", re.I), pattern(r"\s*(?:in\s+\S+\s+)?(?:up |down )?to\s+(?:\w+\s+)?\Z", re.I)


def _dated(text: str) -> dict[float, set[float]]:
    """The years that figures stand with: 3 in 2019; in 2019 ... 3."""
    found = figures(text)
    years: dict[float, set[float]] = {}
    for place, figure in enumerate(found):
        following = found[place + 1] if place + 1 < len(found) else None
        before = found[place - 1] if place else None
        if figure.kind != "number":
            continue
        if following and following.kind == "year" and _IN.match(text[figure.end : following.start]):
            years.setdefault(figure.value, set()).add(following.value)
        elif before and before.kind == "year" and _IN_BEFORE.search(text[: before.start]):
            between = text[before.end : figure.start]
            taken = place > 1 and found[place - 2].kind == "number" and _IN.match(text[found[place - 2].end : before.start])
            if not taken and not _CLAUSE.search(between):
                years.setdefault(figure.value, set()).add(before.value)
    return years


def _spans(text: str) -> set[tuple[float, float]]:
    """From what to what, years left out."""
    if "from" not in text.lower():
        return set()
    found = [figure for figure in figures(text) if figure.kind == "number"]
    return {
        (one.value, two.value)
        for one, two in pairwise(found)
        if _FROM.search(text[: one.start]) and _TO.match(text[one.end : two.start])
    }


def dates_swapped(claim: str, quote: str) -> bool:
    """True when a figure stands with the year of another one of the quote, or a rise is told from its end to its beginning."""
    claim, quote = plain_signs(claim), plain_signs(quote)  # where the places of figures are
    mine, theirs = _dated(claim), _dated(quote)
    for value, years in mine.items():
        known = theirs.get(value, set())
        others = {year for other, named in theirs.items() if other != value for year in named}
        if known and not years & known and years & others:
            return True
    ends = _spans(quote)
    return any((two, one) in ends and (one, two) not in ends for one, two in _spans(claim) if one != two)


def labels_swapped(claim: str, quote: str) -> bool:
    """True when two figures of the quote changed places in the claim: each stands by a word of the other, none by its own."""
    if "respectively" in claim or "respectively" in quote:
        return False
    mine = {figure.value: figure for figure in figures(claim) if figure.kind in ("number", "year")}
    theirs = {figure.value: figure for figure in figures(quote) if figure.kind in ("number", "year")}
    common = sorted(mine.keys() & theirs.keys())[:MOST_LABELLED]
    if len(common) < 2:
        return False
    one, two = _places(wording(claim)), _places(wording(quote))
    shared = one.keys() & two.keys()
    for low, high in combinations(common, 2):
        moved: set[float] = set()
        kept = 0
        for stem in shared:
            here = _owner(claim, one[stem], len(stem), mine[low], mine[high])
            there = _owner(quote, two[stem], len(stem), theirs[low], theirs[high])
            if here and there:
                kept += here.value == there.value
                moved.update({here.value} if here.value != there.value else ())
        if len(moved) == 2 and not kept:
            return True
    return False
