"""Arithmetic: does a figure of a claim stand in its quote, or follow from the quote's figures?

What may follow: sums of neighbours, differences, ratios, percentages (of, complement, change), multiples, years and the time
between them, the length of a list. All in the quote's own units; the claim's unit is converted.
"""

import math
import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from webresearch.evidence.review.quantity import Figure
from webresearch.evidence.review.units import COUNT, PERCENT, POINTS, TIMES, YEARS
from webresearch.patterns import pattern

LONGEST_SUM = 8
MOST_ADDED = 6  # figures of which any two are added, neighbours or not
MOST_PAIRED = 14  # figures that are combined two by two; with more nearly any number would follow

# How far a rounded figure may lie from the true one. "About" is read as the last written digit or 6 % (two dozen for 23 is
# 4 %); above and below reach to what a writer still names by that figure (over three hundred for 390, not for 480).
ABOUT = 0.06
JUST = 0.1
REACH = 1.34
CONVERTED = 0.02
HARDLY = 0.005  # just under 470 is not 475

Derived = tuple[float, str]  # a value in the base unit of its dimension


def fits(claimed: float, true: float, bound: str, step: float) -> bool:
    """True when a claimed figure with its bound word may stand for the true one; step is the place of its last digit."""
    half = min(step / 2, abs(claimed) * CONVERTED)
    slack = abs(claimed) * 1e-3 + 1e-9
    about = max(min(step / 2, abs(claimed) * 0.12), abs(claimed) * ABOUT)
    if bound == "near":
        return abs(claimed - true) <= about + slack
    if bound in ("just below", "just above"):
        away = (true - claimed) * (1 if bound == "just above" else -1)
        return -min(half, abs(claimed) * HARDLY) - slack <= away <= abs(claimed) * JUST + slack
    if bound in ("above", "least"):
        return claimed - half - slack <= true <= claimed * REACH + slack
    if bound in ("below", "most"):
        return claimed / REACH - slack <= true <= claimed + half + slack
    return abs(claimed - true) <= half + slack


def same_rate(claimed: Figure, quoted: Figure) -> Figure | None:
    """The quoted figure reckoned on what the claimed one is, a week for a month; None where that cannot be.

    Where only one of them says what it is reckoned on, it is taken as it stands.
    """
    if not claimed.per or not quoted.per or set(claimed.per) & set(quoted.per):
        return quoted
    for unit in claimed.per:
        for other in quoted.per:
            if unit.dimension == other.dimension and not unit.offset and not other.offset:
                factor = unit.factor / other.factor
                return quoted._replace(value=quoted.value * factor, written=quoted.written * factor, step=quoted.step * factor)
    return None


def stands(claimed: Figure, quoted: Figure) -> bool:
    """True when a figure of the quote is the claimed one: same value and unit, converted or rounded as its words allow."""
    rate = same_rate(claimed, quoted)
    if rate is None:
        return False
    quoted = rate
    for unit in claimed.units:
        for other in quoted.units:
            bare = COUNT in (unit.dimension, other.dimension)
            times = {unit.dimension, other.dimension} == {TIMES, PERCENT}
            if times or (unit.dimension != other.dimension and not bare):
                continue
            if unit == other or bare:
                one, two, step = claimed.value, quoted.value, claimed.step
                exact = math.isclose(one, two, rel_tol=1e-9)
                rounded = quoted.step < claimed.step and quoted.step < 1 <= abs(one) and round(two / step) * step == one
                if (
                    exact
                    or (rounded and one >= 10)
                    or ((claimed.bound or claimed.kind == "part") and fits(one, two, claimed.bound, step))
                ):
                    return True
            elif fits(claimed.value, unit.written(other.base(quoted.value)), claimed.bound, claimed.step):
                return True
    return False


def _groups(quoted: Sequence[Figure]) -> dict[str, list[float]]:
    """The values of the quote by dimension in base units; years and ordinals apart."""
    groups: dict[str, list[float]] = {}
    for figure in quoted:
        if (figure.kind in ("number", "part") and figure.value >= 0) or (figure.kind == "year" and not figure.bare):
            unit = figure.units[0]
            groups.setdefault(unit.dimension, []).append(unit.base(figure.value))
        elif figure.kind in ("year", "decade"):
            groups.setdefault("year", []).append(figure.value)
    return groups


def _sums(values: Sequence[float]) -> Iterable[float]:
    for start in range(len(values)):
        for length in range(2, min(LONGEST_SUM, len(values) - start) + 1):
            yield sum(values[start : start + length])


def _pairs(values: Sequence[float], dimension: str) -> Iterable[Derived]:
    """What two figures of one dimension give: difference, share and multiple."""
    for one, two in combinations(values[:MOST_PAIRED], 2):
        low, high = sorted((one, two))
        yield high - low, POINTS if dimension == PERCENT else dimension
        if low <= 0:
            continue
        yield 100 * low / high, PERCENT
        yield high / low, TIMES
        yield low / high, TIMES


def derived(quoted: Sequence[Figure]) -> list[Derived]:
    """What follows from the figures of a quote, each with its dimension."""
    groups, found = _groups(quoted), []
    years = groups.pop("year", [])
    for dimension, values in groups.items():
        addends = [
            figure
            for figure in quoted
            if not figure.ranged and figure.units[0].dimension == dimension and figure.kind == "number"
        ]
        if len(addends) <= MOST_ADDED:
            found += [
                (one.units[0].base(one.value) + two.units[0].base(two.value), dimension)
                for one, two in combinations(addends, 2)
            ]
        found += [(total, dimension) for total in _sums([figure.units[0].base(figure.value) for figure in addends])]
        found += _pairs(values, dimension)
    found += _over_time(quoted)
    for percent in groups.get(PERCENT, [])[:MOST_PAIRED]:
        found += [(1 + percent / 100, TIMES), (1 - percent / 100, TIMES), (percent / 100, TIMES)]
        for count in groups.get(COUNT, [])[:MOST_PAIRED]:
            found.append((count * percent / 100, COUNT))
    for times in groups.get(TIMES, [])[:MOST_PAIRED]:
        found += [(100 * (times - 1), PERCENT), (100 * times, PERCENT), (100 / max(times, 0.01), PERCENT), (times, COUNT)]
    found += [(abs(one - two) * YEARS.factor, "time") for one, two in combinations(years[:MOST_PAIRED], 2)]
    for year in years[:MOST_PAIRED]:
        found += [(year + sign * time / YEARS.factor, "year") for time in groups.get("time", []) for sign in (1, -1)]
    return found


def _over_time(quoted: Sequence[Figure]) -> Iterable[Derived]:
    """What the rates of a quote come to in the times it names: $400 a month for two years."""
    rates = [(figure, unit) for figure in quoted[:MOST_PAIRED] for unit in figure.per if unit.dimension == "time"]
    times = [figure for figure in quoted if figure.units[0].dimension == "time" and not figure.per][:MOST_PAIRED]
    for figure, unit in rates:
        for time in times:
            total = figure.units[0].base(figure.value) * time.units[0].base(time.value) / unit.factor
            yield total, figure.units[0].dimension


def changes(quoted: Sequence[Figure]) -> list[Derived]:
    """The change in percent between two figures of one dimension, as growth and as loss."""
    found = []
    for dimension, values in _groups(quoted).items():
        for one, two in combinations(values[:MOST_PAIRED], 2):
            low, high = sorted((one, two))
            if low > 0 and dimension != "year":
                found += [(100 * (high - low) / low, PERCENT), (100 * (high - low) / high, PERCENT)]
    return found


def products(quoted: Sequence[Figure]) -> list[Derived]:
    """What the counts of a quote come to where one of them is of each: 25 from each of three places, and 16 more."""
    counts = [figure.value for figure in quoted if figure.bare and figure.kind == "number"][:MOST_ADDED]
    found = []
    for one, two in combinations(range(len(counts)), 2):
        product = counts[one] * counts[two]
        found += [(product + rest, COUNT) for rest in (0.0, *(counts[:one] + counts[one + 1 : two] + counts[two + 1 :]))]
    return found


def remainders(quoted: Sequence[Figure]) -> list[Derived]:
    """What is left over: the percent missing to a hundred, the rest of a whole that was counted in part."""
    groups, found = _groups(quoted), []
    for percent in groups.get(PERCENT, [])[:MOST_PAIRED]:
        found.append((100 - percent, PERCENT))
        found += [(count * (100 - percent) / 100, COUNT) for count in groups.get(COUNT, [])[:MOST_PAIRED]]
    found += [(abs(one - two), COUNT) for one, two in combinations(groups.get(COUNT, [])[:MOST_PAIRED], 2)]
    return found


def follows(claimed: Figure, possible: Iterable[Derived]) -> bool:
    """True when a claimed figure is one of the derived values, in any reading of its unit."""
    possible = list(possible)
    if claimed.kind == "year":
        return any(dimension == "year" and abs(value - claimed.value) <= 0.01 for value, dimension in possible)
    for unit in claimed.units:
        value, step = unit.base(claimed.value), claimed.step * unit.factor
        whole = unit.dimension == COUNT and not claimed.bound
        for true, dimension in possible:
            if dimension == unit.dimension and fits(value, true, claimed.bound, 1.0 if whole else step):
                return True
            aged = unit.dimension == COUNT and dimension == "time" and value >= 10  # born in 1471, bishop at 28
            if aged and fits(value, true / YEARS.factor, claimed.bound, 1.0):
                return True
            yearly = dimension == unit.dimension == "time" and unit == YEARS and claimed.bound
            if yearly and abs(value - true) <= unit.factor:  # two dates a little over two and a half years apart: months decide
                return True
    return False


def period_holds(claimed: Figure, quoted: Sequence[Figure]) -> bool:
    """True when a claimed decade or century contains a year, decade or century of the quote."""
    span = 10 if claimed.kind == "decade" else 100
    return any(
        figure.kind in ("year", "decade", "century") and claimed.value <= figure.value < claimed.value + span
        for figure in quoted
    )


_ITEM = pattern(r"[^,;]+")


def list_lengths(quote: str) -> set[int]:
    """How many things the lists of a quote name: A, B and C are three, one and another two."""
    lengths: set[int] = set()
    for clause in re.split(r"[.:()]\s|\n|;", quote):
        parts = [part for part in re.split(r",\s*(?:and|or)?\s*|\s+(?:and|or|as well as)\s+", clause) if part.strip()]
        lengths.update(range(2, len(parts) + 1))
    return lengths


def is_counted(claimed: Figure, quote: str) -> bool:
    """True for a small number word that may count the items of a list in the quote."""
    word = claimed.in_words and claimed.bare and claimed.kind == "number" and 2 <= claimed.value <= 12
    return word and int(claimed.value) in list_lengths(quote)
