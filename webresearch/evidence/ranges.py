"""Ranges, lists and signs: what a number takes over from its neighbours (3 to 5 km; 40, 42 and 45 ms; -5 °C)."""

import re
from dataclasses import replace

from webresearch.evidence.quantity import Figure
from webresearch.evidence.units import CURRENCY_SIGNS

_LIST_JOINT = re.compile(r"^\s*(?:-|to|and|or|/|,|;|, and|, or|±|\+|\+/-|x|×|by|vs\.?|versus|, respectively,?)\s*[$€£¥]?\s*$")


_RANGE_JOINT = re.compile(r"^\s*(?:-|to|and)\s*$")


_BETWEEN = re.compile(r"\b(?:between|ranged?)\W+(?:from\W+)?$", re.I)


def shared_units(text: str, found: list[Figure]) -> tuple[Figure, ...]:
    """Give the numbers of a range or list the unit of its last (3 to 5 km, 40, 42 and 45 ms); mark the ends of ranges."""
    listed = False  # a comma joins a list only where "and" or "or" ends it: not in "15 of 16, 95 % of them"
    for place in range(len(found) - 2, -1, -1):
        figure, following = found[place], found[place + 1]
        gap = text[figure.end : following.start]
        joint = _LIST_JOINT.match(gap) if len(gap) <= 20 else None
        if not joint or figure.kind not in ("number", "year"):
            listed = False
            continue
        if (
            figure.bare
            and not following.bare
            and following.kind == "number"
            and ("," not in gap or listed or "nd" in gap or "or" in gap)
        ):
            figure = replace(figure, units=following.units, kind="number")
            if _RANGE_JOINT.match(gap) and figure.value == figure.written < following.written < following.value:
                scale = following.value / following.written
                figure = replace(figure, value=figure.value * scale, step=figure.step * scale)
            listed = True
        found[place] = figure
        if _RANGE_JOINT.match(gap) and (
            gap.strip() != "and" or _BETWEEN.search(text[max(0, figure.start - 20) : figure.start])
        ):
            found[place], found[place + 1] = replace(figure, ranged=True), replace(found[place + 1], ranged=True)
    for place in range(1, len(found)):  # $3 to 5 million, £10 and 12
        figure, earlier = found[place], found[place - 1]
        gap = text[earlier.end : figure.start]
        if (
            figure.bare
            and figure.kind == "number"
            and _RANGE_JOINT.match(gap)
            and text[max(0, earlier.start - 1) : earlier.start] in set(CURRENCY_SIGNS)
        ):
            found[place] = replace(figure, units=earlier.units)
    return tuple(found)


_NEGATIVE = re.compile(r"(?:(?:^|[\s(])-\s?|\bminus\s)$", re.I)


def signed(text: str, figure: Figure) -> Figure:
    """The figure with a minus in front taken in (-5 °C), if that is no range or dash."""
    before = text[max(0, figure.start - 7) : figure.start]
    sign = _NEGATIVE.search(before)
    dash = sign and ((before.endswith(" ") and "minus" not in before.lower()) or re.search(r"\d\s?-$", before))
    return replace(figure, value=-figure.value, written=-figure.written) if sign and not dash else figure
