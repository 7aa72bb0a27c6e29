"""Figures of a sentence: numbers with unit, precision and what is said around them (about, over, at most)."""

import re
from collections.abc import Sequence
from functools import lru_cache

from webresearch.evidence.number_words import ORDINALS
from webresearch.evidence.review.bounds import bound_at
from webresearch.evidence.review.numerals import FIRST_WORDS, Numeral, Token, numeral_at, plain_signs, tokens
from webresearch.evidence.review.quantity import Figure
from webresearch.evidence.review.ranges import shared_units, signed
from webresearch.evidence.review.rates import as_speed, rate_at
from webresearch.evidence.review.units import (
    COUNT_UNIT,
    CURRENCY_CODES,
    CURRENCY_SIGNS,
    PERCENT_UNIT,
    TIMES_UNIT,
    Unit,
    units_named,
)
from webresearch.patterns import pattern

KEPT = 32  # sentences read lately: one quote is often cited by several claims
MOST_FIGURES = 40  # a sentence with more is a table row; the pairs of 40 figures are still few

_CITATION = pattern(r"\[\^[\w,; ^-]{1,40}\]|\[[ES]\d{1,5}\]|\((?:source|see|ref\.?|quelle|fuente)\s[^()]{0,30}\)", re.I)
_BRACKETED = pattern(r"\[[^\[\]]{0,40}\]")  # [5, 14]: numbers of references, never added up
_PART_OF_TIME = pattern(r"\b(?:first|second|latter|other|earlier|later|upper|lower|better)\W+$", re.I)
_PARTED = pattern(r"\s*\(\s*[\w,.]{1,20} of (?:them|these|those|whom|which)\b", re.I)  # 2066 (618 of them): a count, no year
_ONE_IN = pattern(
    r"\s+(?:[a-z]+\s+){0,2}(?:in|out of)\s+(?:every\s+)?(?:\d|a hundred|a thousand|two|three|four|five|six|seven|eight"
    r"|nine|ten|\w+ty\b)",
    re.I,
)


def without_citations(text: str) -> str:
    """The sentence without footnote marks, reference numbers and (source 1)."""
    return _CITATION.sub(" ", text)


def _unit_behind(items: Sequence[Token], index: int, text: str) -> tuple[tuple[Unit, ...], int]:
    """The unit written at a token and the token behind it."""
    position = index
    if position < len(items) and items[position].text == "-" and position + 1 < len(items):
        position += 1
    if _is_decade(items, index):
        return (), index
    for length in (3, 2, 1):
        last = position + length - 1
        if last >= len(items):
            continue
        written = text[items[position].start : items[last].end]
        if length > 1:
            written = " ".join(written.split())
        found = units_named(written)
        if found and not (len(written) == 1 and written.isalpha() and written not in "gmslLhWVKJB"):
            return found, last + 1
    return (), index


def _is_decade(items: Sequence[Token], index: int) -> bool:
    """True behind the number of 1870s: not seconds."""
    year, mark = items[index - 1 : index], items[index : index + 1]
    return (
        bool(year and mark)
        and len(year[0].text) == 4
        and year[0].text.endswith("0")
        and mark[0].text == "s"
        and mark[0].start == year[0].end
    )


def _is_year(token: Token, numeral: Numeral, units: tuple[Unit, ...]) -> bool:
    plain = token.kind == "number" and len(token.text) == 4 and token.text.isdigit()
    return plain and not units and 1000 <= numeral.value <= 2100


def _with_currency(items: Sequence[Token], index: int) -> tuple[Unit, ...]:
    sign = items[index - 1].text if index else ""
    return units_named(sign) if sign and (sign[-1] in CURRENCY_SIGNS or sign in CURRENCY_CODES) else ()


def _figure(text: str, items: Sequence[Token], index: int, numeral: Numeral) -> tuple[Figure, int] | None:
    """The figure a numeral makes with the unit around it; None for numerals that are none (the first half, one of them)."""
    start, token = items[index].start, items[index]
    units, after = _unit_behind(items, numeral.after, text)
    if numeral.fraction and not units:
        for joint in (("of", "a"), ("of", "an"), ("an",), ("a",)):
            if tuple(item.text.lower() for item in items[numeral.after : numeral.after + len(joint)]) == joint:
                units, after = _unit_behind(items, numeral.after + len(joint), text)
                break
    currency = _with_currency(items, index)
    units = currency or units
    alone = token.kind == "word" and token.text.lower() in ("one", "zero") and numeral.after == index + 1
    following = items[numeral.after].text.lower() if numeral.after < len(items) else ""
    if token.text.lower() == "two" and index and items[index - 1].text.lower() == "between" and following != "and":
        return None  # between two inspections
    if alone and not units and not _ONE_IN.match(text[items[index].end :][:60]):
        return None
    if numeral.fraction and not units and (_PART_OF_TIME.search(text[max(0, start - 12) : start]) or following == "-"):
        return None
    end = items[after - 1].end
    kind = "number"
    if numeral.fraction and not units:
        return Figure(
            100 * numeral.value, (PERCENT_UNIT,), numeral.written, 4.0, "part", bound_at(text, start, end), start, end, True
        ), after
    if _is_year(token, numeral, units) and not _PARTED.match(text[end : end + 60]):
        kind = "year"
        if following == "s" and numeral.value % 10 == 0:
            kind, after = ("century" if numeral.value % 100 == 0 else "decade"), numeral.after + 1
    per = rate_at(items, after)
    speed = as_speed(units, per)
    return Figure(
        numeral.value,
        speed or units or (COUNT_UNIT,),
        numeral.written,
        numeral.step,
        kind,
        bound_at(text, start, end),
        start,
        end,
        token.kind == "word",
        per=() if speed else per,
    ), after


def _article_and_half(text: str, items: Sequence[Token], index: int) -> tuple[Figure, int] | None:
    """A minute and a half, an hour and a quarter."""
    if items[index].text.lower() not in ("a", "an", "one") or index + 1 >= len(items):
        return None
    units = units_named(items[index + 1].text)
    behind = [item.text.lower() for item in items[index + 2 : index + 5]]
    if not units or behind not in (["and", "a", "half"], ["and", "a", "quarter"]):
        return None
    value, start, end = 1.5 if behind[2] == "half" else 1.25, items[index].start, items[index + 4].end
    return Figure(value, units, value, 0.1, "number", bound_at(text, start, end), start, end, True), index + 5


def _ordinal(text: str, items: Sequence[Token], index: int) -> tuple[Figure, int] | None:
    """An ordinal (third, 13th) or a century (the seventeenth century: 1600)."""
    token = items[index]
    word = token.text.lower()
    value, after = ORDINALS.get(word, 0), index + 1
    following = items[after].text.lower() if after < len(items) else ""
    if (
        token.kind == "number"
        and token.text.isdigit()
        and following in ("st", "nd", "rd", "th")
        and items[after].start == token.end
    ):
        value, after = int(token.text), index + 2
    if word in ("twenty", "thirty") and following == "-" and index + 2 < len(items):
        ones = ORDINALS.get(items[index + 2].text.lower(), 0)
        if 0 < ones < 10:
            value, after = {"twenty": 20, "thirty": 30}[word] + ones, index + 3
    if not value:
        return None
    behind = [item.text.lower() for item in items[after : after + 3]]
    if "century" in behind or "centuries" in behind:
        return Figure(100.0 * (value - 1), (COUNT_UNIT,), value, 100.0, "century", "", token.start, items[after - 1].end), after
    return Figure(
        float(value), (COUNT_UNIT,), value, 1.0, "ordinal", "", token.start, items[after - 1].end, token.kind == "word"
    ), after


_MULTIPLES = {
    "doubl": 2.0,
    "tripl": 3.0,
    "trebl": 3.0,
    "quadrupl": 4.0,
    "halv": 0.5,
    "twice": 2.0,
    "thrice": 3.0,
    "twofold": 2.0,
    "threefold": 3.0,
    "fourfold": 4.0,
    "fivefold": 5.0,
    "sixfold": 6.0,
    "tenfold": 10.0,
    "hundredfold": 100.0,
}
_MULTIPLE = pattern("|".join(_MULTIPLES))


def _multiple(text: str, token: Token) -> Figure | None:
    """Doubled, halved, twice, tenfold: how many times."""
    word = token.text.lower()
    found = _MULTIPLE.match(word)
    if found and len(word) <= found.end() + 4:
        value = _MULTIPLES[found.group()]
        return Figure(
            value,
            (TIMES_UNIT,),
            value,
            0.1 * value,
            "number",
            bound_at(text, token.start, token.end),
            token.start,
            token.end,
            True,
        )
    return None


Read = tuple[tuple[Figure, ...], int]  # the figures that begin at a token, and the token to go on with
_NUMBER_WORDS = FIRST_WORDS | frozenset(ORDINALS)
_GLUED = ("s", "k", "m", "bn", "x")  # letters behind a number that make no name of it: 1870s, 40k


def _date(token: Token) -> tuple[Figure, ...]:
    """The year and the day of an ISO date; its month is read with the months."""
    year, _, day = (float(part) for part in token.text.split("-"))
    return tuple(
        Figure(value, (COUNT_UNIT,), value, 1.0, kind, "", token.start, token.end)
        for value, kind in ((year, "year"), (day, "number"))
    )


def _numeral(text: str, items: Sequence[Token], index: int, numeral: Numeral) -> Read:
    """The figure of a numeral; none where letters stand glued to it (1a, 5G)."""
    read = _figure(text, items, index, numeral)
    behind = items[numeral.after : numeral.after + 1]
    glued = bool(behind) and behind[0].kind == "word" and behind[0].start == items[numeral.after - 1].end
    if read and read[0].bare and glued and behind[0].text.lower() not in _GLUED:
        return (), numeral.after + 1
    return ((read[0],), read[1]) if read else ((), numeral.after)


@lru_cache(maxsize=8192)
def _may_begin(kind: str, text: str) -> bool:
    """True for a token that can begin a figure: most words of a sentence cannot."""
    word = text.lower()
    return kind in ("number", "date") or (kind == "word" and (word in _NUMBER_WORDS or bool(_MULTIPLE.match(word))))


def _read_at(text: str, items: Sequence[Token], index: int) -> Read:
    """What begins at a token: a date, an ordinal, a number with its unit, a multiple, or nothing."""
    token = items[index]
    if token.kind == "date":
        return _date(token), index + 1
    if token.kind == "word" and token.text.lower() not in _NUMBER_WORDS:
        multiple = _multiple(text, token)
        return ((multiple,) if multiple else ()), index + 1
    read = _ordinal(text, items, index) or _article_and_half(text, items, index)
    if read:
        return (read[0],), read[1]
    numeral = numeral_at(items, index)
    return _numeral(text, items, index, numeral) if numeral else ((), index + 1)


@lru_cache(maxsize=KEPT)
def figures(sentence: str) -> tuple[Figure, ...]:
    """The figures of a sentence in order of the text, at most MOST_FIGURES; citation marks are not read."""
    text = plain_signs(without_citations(sentence))
    items, index = tokens(text), 0
    found: list[Figure] = []
    brackets = [bracket.span() for bracket in _BRACKETED.finditer(text)]
    while index < len(items) and len(found) < MOST_FIGURES:
        if not _may_begin(items[index].kind, items[index].text):
            index += 1
            continue
        read, index = _read_at(text, items, index)
        for figure in read:
            cited = any(one <= figure.start < two for one, two in brackets)
            found.append(signed(text, figure)._replace(kind="reference") if cited else signed(text, figure))
    return shared_units(text, found)
