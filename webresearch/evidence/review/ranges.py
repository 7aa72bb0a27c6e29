"""Ranges, lists and signs: what a number takes over from its neighbours (3 to 5 km; 40, 42 and 45 ms; -5 °C)."""

import re

from webresearch.evidence.review.quantity import Figure
from webresearch.evidence.review.units import CURRENCY_SIGNS
from webresearch.patterns import pattern

_LIST_JOINT = pattern(
    r"^\s*(?:-|to|and|or|/|,|;|, and|, or|±|\+|\+/-|x|×|by|vs\.?|versus|against|instead of|rather than|compared (?:to|with)"
    r"|, respectively,?)\s*[$€£¥]?\s*$"
)
_SCALED_JOINT = pattern(r"^\s*(?:-|to|and|against|instead of|rather than|compared (?:to|with))\s*$")
_RANGE_JOINT = pattern(r"^\s*(?:-|to|and)\s*$")
_BETWEEN = pattern(r"\b(?:between|ranged?)\W+(?:from\W+)?$", re.I)
LONGEST_JOINT = 20  # ", respectively, " is the longest


def shared_units(text: str, found: list[Figure]) -> tuple[Figure, ...]:
    """Give the numbers of a range or list the unit of its last (3 to 5 km, 40, 42 and 45 ms); mark the ends of ranges."""
    found = list(found)
    for place in range(1, len(found)):
        found[place] = _after_currency(text, found[place - 1], found[place])
    listed = False  # a comma joins a list only where "and" or "or" ends it: not in "15 of 16, 95 % of them"
    for place in range(len(found) - 2, -1, -1):
        figure, following = found[place], found[place + 1]
        gap = text[figure.end : following.start]
        if len(gap) > LONGEST_JOINT or not _LIST_JOINT.match(gap) or figure.kind not in ("number", "year"):
            listed = False
            continue
        ended = "," not in gap or listed or "and" in gap or "or" in gap
        listed = ended and following.kind == "number"
        if listed:
            figure = _joined(figure, following, bool(_SCALED_JOINT.match(gap)))
        found[place] = figure
        before = text[max(0, figure.start - 20) : figure.start]
        if _RANGE_JOINT.match(gap) and (gap.strip() != "and" or _BETWEEN.search(before)):
            found[place], found[place + 1] = figure._replace(ranged=True), following._replace(ranged=True)
    return tuple(found)


def _joined(figure: Figure, following: Figure, close: bool) -> Figure:
    """A number with the unit of the number it is listed with, and in a range with its million."""
    timed_year = figure.kind == "year" and following.units[0].dimension == "time"  # in 1872, and three years later
    if figure.bare and not following.bare and not timed_year:
        figure = figure._replace(units=following.units, kind="number")
    if close and figure.value == figure.written < following.written < following.value:
        scale = following.value / following.written
        figure = figure._replace(value=figure.value * scale, step=figure.step * scale)
    return figure


def _after_currency(text: str, earlier: Figure, figure: Figure) -> Figure:
    """The second number of $3 to 5 million or £10 and 12 with the currency of the first."""
    signed_before = text[max(0, earlier.start - 1) : earlier.start].strip() in tuple(CURRENCY_SIGNS)
    joined = figure.bare and figure.kind == "number" and _RANGE_JOINT.match(text[earlier.end : figure.start])
    return figure._replace(units=earlier.units) if signed_before and joined else figure


_NEGATIVE = pattern(r"(?:(?:^|[\s(])-\s?|\bminus\s)$", re.I)


def signed(text: str, figure: Figure) -> Figure:
    """The figure with a minus in front taken in (-5 °C), if that is no range or dash."""
    before = text[max(0, figure.start - 7) : figure.start]
    sign = _NEGATIVE.search(before)
    dash = sign and ((before.endswith(" ") and "minus" not in before.lower()) or re.search(r"\d\s?-$", before))
    return figure._replace(value=-figure.value, written=-figure.written) if sign and not dash else figure
