"""Figures of a claim that its quotes neither have nor give: what is wrong with each."""

import math
import re
from functools import cached_property
from typing import NamedTuple

from webresearch.evidence.number_words import SMALL
from webresearch.evidence.review.arithmetic import (
    Derived,
    changes,
    derived,
    follows,
    is_counted,
    period_holds,
    products,
    remainders,
    same_rate,
    stands,
)
from webresearch.evidence.review.dates import DAY_SECONDS, days_between, months
from webresearch.evidence.review.figures import figures, without_citations
from webresearch.evidence.review.numerals import plain_signs, tokens
from webresearch.evidence.review.quantity import Figure
from webresearch.evidence.review.rates import share_dropped
from webresearch.evidence.review.units import COUNT, PERCENT, PERCENT_UNIT, POINTS, TIMES
from webresearch.patterns import pattern

_RATIO = pattern(r"^\s*(?:(?!(?:and|or|to)\b)[a-z]+\s+){0,2}(?:in|out of|in every|of every|out of every|/)\s*$")
_SHARE = pattern(
    r"^\s*(?:(?!(?:and|or|to)\b)[a-z]+\s+){0,2}(?:in|per|out of|of|of the|of these|of all|in every|out of the|/)\s*$"
)
_ONE_OF = pattern(rf"\bone of (?:the |its |his |her |their |our )?({'|'.join(SMALL)})\b", re.I)
_EACH = pattern(r"\b(?:each|apiece|per)\b", re.I)
_ALL_BUT = pattern(
    r"\b(?:all|everyone|everybody|everything) (?:but|except|save) (one|two|three|four|five|\d{1,3})\b(?:[^.;]{0,40})", re.I
)
_BOUND_WORDS = pattern(
    r"\b(?:maxim\w*|minim\w*|limit\w*|at least|at most|up to|no more|no fewer|no less|more than|less than|fewer than"
    r"|over|under|above|below|"
    r"exceed\w*|upwards?|within|almost|nearly|about|roughly|around|some|or more|or less|not more|beyond|larger|greater"
    r"|higher|lower|longer|"
    r"smaller|shorter|older|younger|within|most|least|cap|ceiling|can|may|could|approximately|until|since|from|later"
    r"|onwards?|after|bigger|fewer|more|less)\b|[<>≤≥~≈+]", re.I)  # fmt: skip
_FALLING = pattern(
    r"\b(?:f[ae]ll\w*|drop\w*|declin\w*|decreas\w*|reduc\w*|lower\w*|shr[aiu]nk\w*|less|fewer|down|minus|below|negative"
    r"|lost|loss)\b",
    re.I,
)
_CHANGE = pattern(
    r"\b(?:by|ris\w+|rose|grow\w*|grew|growth|increas\w*|gain\w*|f[ae]ll\w*|drop\w*|declin\w*|decreas\w*|reduc\w*"
    r"|lower\w*|cut\w*|change\w*|more|less|"
    r"fewer|higher|larger|smaller|greater|longer|shorter|faster|slower|up|down|sav\w+|shr[aiu]nk\w*|expan\w+|widen\w*"
    r"|narrow\w*|differ\w*|than)\b",
    re.I,
)
_NAME_WITH_DIGITS = pattern(r"[^\W\d_][-.]?\d|\d\.\d+\.\d")
_MAJORITY = pattern(r"\b(?:majority|most)\b", re.I)
_AGAIN = pattern(r"\b(?:more than once|repeatedly|second time|again)\b", re.I)
# "Shorter than 12 is refused" is "at least 12": one leaves off where the other begins.
_EDGES = ({"below", "least"}, {"above", "most"})
_DENYING = pattern(
    r"\b(?:not|no|never|cannot|refus\w+|reject\w+|turned down|forbid\w*|invalid|error|exclud\w+|without|fail\w*|den\w+)\b"
    r"|n't\b",
    re.I,
)
_LOW, _HIGH = ("most", "below"), ("least", "above")


class FigureReview(NamedTuple):
    """The flags of a claim's figures; `complement`: one of them was derived, so it may speak of the rest."""

    flags: tuple[str, ...]
    complement: bool  # also where "at least 6" answers "below 6 is refused"
    quote_has_figures: bool
    several_stand: bool  # two or more figures of the claim are in the quote
    quote_has_part: bool  # four of seven, 60 %: not the whole


class _Given:
    """What a quote gives: its figures and, where one of the claim is not among them, what follows from them."""

    def __init__(self, claim: str, quote: str, reversed_sense: bool) -> None:
        self.text, self.figures = quote, _quoted(claim, quote)
        self._claim, self._reversed_sense = claim, reversed_sense

    @cached_property
    def rest(self) -> list[Derived]:
        """What is left of its wholes; nothing where the claim does not speak of that."""
        return [*remainders(self.figures), *_other_than_one(self.text)] if self._reversed_sense else []

    @cached_property
    def possible(self) -> list[Derived]:
        """All that follows."""
        found = derived(self.figures) + self.rest
        found += [(2.0, TIMES)] if _AGAIN.search(self.text) else []
        found += products(self.figures) if _EACH.search(self.text) else []
        if months(self.text) and any(unit.dimension == "time" for figure in figures(self._claim) for unit in figure.units):
            found += [(float(days) * DAY_SECONDS, "time") for days in days_between(self.text)]
        return found + (changes(self.figures) if _CHANGE.search(self._claim) else [])


def _ratios(text: str, found: tuple[Figure, ...], joint: re.Pattern[str]) -> list[tuple[int, Figure]]:
    """Shares written as two numbers (seven in ten, 15/16) as percentages, with the place of the first."""
    plain, shares = plain_signs(without_citations(text)), []
    for place in range(len(found) - 1):
        part, whole = found[place], found[place + 1]
        if (
            part.bare
            and whole.bare
            and whole.kind == "number"
            and 0 < part.value < whole.value
            and joint.match(plain[part.end : whole.start])
        ):
            value = 100 * part.value / whole.value
            bound = part.bound or ("near" if part.in_words and part.value < 10 else "")  # one in seven is a round figure
            shares.append(
                (place, Figure(value, (PERCENT_UNIT,), part.written, value * 0.02, "part", bound, part.start, whole.end))
            )
    return shares


_COMPOUND = pattern(r"^\s*(?:(?:and|und|et|y|e)\s+)?$")


def _compounds(text: str, found: tuple[Figure, ...]) -> list[tuple[int, Figure]]:
    """Amounts written in two units (1 h 20 min, one foot and two inches) as one in the smaller, with the place of the first."""
    plain, amounts = plain_signs(without_citations(text)), []
    for place in range(len(found) - 1):
        large, small = found[place], found[place + 1]
        one, two = large.units[0], small.units[0]
        if one.dimension != two.dimension or one.dimension not in ("time", "length", "mass") or large.per:
            continue
        times = one.factor / two.factor
        if 0 <= small.value < times and times > 1 and _COMPOUND.match(plain[large.end : small.start]):
            value = large.value * times + small.value
            amounts.append((place, small._replace(value=value, written=value, bound=large.bound, start=large.start)))
    return amounts


def _claim_figures(claim: str) -> list[tuple[Figure, ...]]:
    """The figures of a claim, each with its readings: seven in ten is a share first, else a seven and a ten; so with 1 h 20."""
    found = figures(claim)
    joined = dict(_compounds(claim, found)) | dict(_ratios(claim, found, _RATIO))
    whole = [(figure,) for place, figure in enumerate(found) if place not in joined and place - 1 not in joined]
    return whole + [(both, found[place], found[place + 1]) for place, both in joined.items()]


def _other_than_one(quote: str) -> list[Derived]:
    """One of four songs: the three others."""
    return [(SMALL[found[1].lower()] - 1.0, COUNT) for found in _ONE_OF.finditer(quote)]


def _all_but(quote: str, found: tuple[Figure, ...]) -> list[Figure]:
    """All but one of 16: the 15 that are meant."""
    rest = []
    for match in _ALL_BUT.finditer(quote):
        word = SMALL.get(match[1].lower()) or (int(match[1]) if match[1].isdigit() else 0)
        rest += [figure._replace(value=figure.value - word) for figure in found if figure.bare and figure.value > word]
    return rest


def _wrong_unit(claimed: Figure, quoted: tuple[Figure, ...]) -> bool:
    """True when the quote has the very number, with another unit or scale."""
    return any(
        math.isclose(claimed.written, other.written)
        and (claimed.units != other.units or claimed.value != other.value or same_rate(claimed, other) != other)
        and (not other.bare or not claimed.bare or claimed.value != other.value or claimed.per)
        for other in quoted
    )  # fmt: skip


def _ordinal_doubtful(claimed: Figure, quoted: tuple[Figure, ...]) -> bool:
    """True for an ordinal the quote lacks, where the quote counts otherwise or the ordinal is no everyday one."""
    if any(other.value == claimed.value for other in quoted):
        return False
    return claimed.value >= 2 and (claimed.value >= 4 or any(other.kind == "ordinal" and other.value > 1 for other in quoted))


def _doubtful(claimed: Figure, given: _Given) -> bool:
    """True when a figure that does not stand in the quote does not follow from it either."""
    if claimed.kind == "ordinal":
        return _ordinal_doubtful(claimed, given.figures)
    if claimed.kind in ("decade", "century"):
        return not period_holds(claimed, given.figures)
    if claimed.kind == "part" and claimed.bound == "above" and claimed.written == 0.5 and _MAJORITY.search(given.text):
        return False
    small = any(other.bare and other.kind == "number" and 2 <= other.value <= 12 for other in given.figures)
    return not (follows(claimed, given.possible) or (not small and is_counted(claimed, given.text)))


def _edges_meet(claim: str, quote: str, quoted: tuple[Figure, ...]) -> bool:
    """True when one sentence refuses what lies below a figure from which on the other one allows it, or the reverse."""
    meet = any(
        {one.bound, other.bound} in _EDGES and stands(one._replace(bound=""), other._replace(bound=""))
        for one in figures(claim)
        for other in quoted
    )
    return meet and bool(_DENYING.search(claim)) != bool(_DENYING.search(quote))


def _bound_flag(claim: str, claimed: Figure, given: _Given) -> str:
    """A bound turned round (at most → at least) or left out (up to 20 → 20)."""
    same = [other for other in given.figures if math.isclose(other.value, claimed.value) and stands(claimed, other)]
    bounds = {other.bound for other in same}
    if not bounds or "" in bounds:
        return ""
    for one, two in ((_LOW, _HIGH), (_HIGH, _LOW)):
        turned = claimed.bound in one and all(bound in two for bound in bounds)
        denied = _DENYING.search(claim) or _DENYING.search(given.text)
        if turned and not (denied and all({bound, claimed.bound} in _EDGES for bound in bounds)):
            return "direction_differs"
    plain = not claimed.bound and claimed.kind == "number" and all(bound in (*_LOW, *_HIGH) for bound in bounds)
    return "hedge_lost" if plain and not _BOUND_WORDS.search(claim) else ""


def _names_differ(claim: str, quote: str) -> bool:
    """True when a name with digits (3.1.0, H5N1, v2) has other digits than the quote's name of the same letters."""

    def read(text: str) -> dict[str, str]:
        names = [token.text for token in tokens(plain_signs(without_citations(text))) if token.kind == "name"]
        return {re.sub(r"[-_ ]", "", name).lower(): re.sub(r"\d+", "#", re.sub(r"[-_ ]", "", name).lower()) for name in names}

    if not _NAME_WITH_DIGITS.search(claim):
        return False
    mine, theirs = read(claim), read(quote)
    quote_shapes = {shape for name, shape in theirs.items() if name not in mine}
    return any(name not in theirs and shape in quote_shapes for name, shape in mine.items())


def _quoted(claim: str, quote: str) -> tuple[Figure, ...]:
    """The figures of a quote as written, as shares (15/16) and amounts in two units, what is left of all but one, a fall."""
    found = figures(quote)
    found += tuple(amount for _, amount in _compounds(quote, found))
    found += tuple(share for _, share in _ratios(quote, found, _SHARE))
    found += tuple(_all_but(quote, found))
    below = [figure for figure in found if figure.value < 0]
    if below and _FALLING.search(claim):  # a fall of 5 % is a change of -5 %
        found += tuple(figure._replace(value=-figure.value, written=-figure.written) for figure in below)
    return found


def _flag(claim: str, claimed: Figure, given: _Given) -> str:
    """What is wrong with one figure of a claim, empty for nothing."""
    if any(stands(claimed, other) and _like(claimed, other) for other in given.figures):
        return _bound_flag(claim, claimed, given)
    if not _doubtful(claimed, given):
        return ""
    return "unit_differs" if _wrong_unit(claimed, given.figures) else "number_not_in_quote"


def _tells_a_part(quoted: tuple[Figure, ...]) -> bool:
    """True when a quote has a share below one and none of one."""
    shares = [figure.value for figure in quoted if figure.kind == "part" or figure.units == (PERCENT_UNIT,)]
    return any(0 < value < 100 for value in shares) and 100 not in shares


def review_figures(claim: str, quote: str, reversed_sense: bool = False) -> FigureReview:
    """Check every figure of a claim against its quote.

    reversed_sense: the claim has a negator or opposite where the quote has none, so it may count the rest (100 % - 75 %).
    """
    given = _Given(claim, quote, reversed_sense)
    quoted = given.figures
    flags: list[str] = []
    complement, standing = _edges_meet(claim, quote, quoted), 0
    for share, *parts in _claim_figures(claim):
        flag = _flag(claim, share, given)
        if flag and parts:
            flag = next((worse for part in parts if (worse := _flag(claim, part, given))), "")
        flags.append(flag)
        stood = any(stands(share, other) for other in quoted)
        standing += stood
        complement = complement or (not flag and not stood and follows(share, given.rest))
    if _names_differ(claim, quote):
        flags.append("number_not_in_quote")
    quoted_months = months(quote)
    if quoted_months and months(claim) - quoted_months:
        flags.append("other")
    if share_dropped(claim, quote):
        flags.append("unit_differs")
    found = tuple(dict.fromkeys(flag for flag in flags if flag))
    return FigureReview(found, complement, bool(quoted), standing > 1, _tells_a_part(quoted))


def _like(claimed: Figure, other: Figure) -> bool:
    """True for figures of one kind: a share is no count, an ordinal no amount."""
    shares = {PERCENT, POINTS}
    mine, theirs = {unit.dimension for unit in claimed.units}, {unit.dimension for unit in other.units}
    if (mine & shares) != (theirs & shares) and (COUNT in mine | theirs):
        return False
    return claimed.kind != "ordinal" or other.value == claimed.value
