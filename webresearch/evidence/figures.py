"""Figures of a sentence: numbers with unit, precision and what is said around them (about, over, at most)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from webresearch.evidence.numerals import ORDINALS, SMALL, Numeral, Token, numeral_at, plain_signs, tokens
from webresearch.evidence.units import COUNT_UNIT, CURRENCY_SIGNS, PERCENT_UNIT, TIMES_UNIT, YEARS, Unit, units_named

KEPT = 32  # sentences read lately: one quote is often cited by several claims
MOST_FIGURES = 40  # a sentence with more is a table row; the pairs of 40 figures are still few

_NEAR = r"(?:about|around|some|roughly|approximately|approx\.?|circa|ca?\.|~|≈|close to|in the region of|on the order of|of the order of|more or less|near(?:ly)? to|estimated at)"
_JUST_BELOW = r"(?:nearly|almost|just under|just below|a little (?:under|less than|below)|slightly (?:under|less than|below|fewer than)|not quite|practically|virtually|just short of|close on|barely|scarcely|hardly)"
_JUST_ABOVE = r"(?:just over|just above|(?:a little|slightly|somewhat|a bit) (?:over|more than|above|longer than)|barely over|good)"
_ABOVE = r"(?:over|more than|above|exceed(?:s|ed|ing)?|upwards? of|in excess of|greater than|larger than|higher than|longer than|older than|beyond|>|north of|well over|better than|fully)"
_BELOW = r"(?:under|less than|fewer than|below|smaller than|lower than|shorter than|younger than|<|well under|short of)"
_LEAST = r"(?:at least|no (?:fewer|less) than|not (?:fewer|less) than|a minimum of|minimum of|≥|> ?=)"
_MOST = r"(?:at most|up to|no more than|not more than|not exceed(?:ing)?|a maximum of|maximum of|as (?:many|much|long) as|no (?:longer|larger|greater|higher) than|not (?:longer|larger|greater|higher) than|≤|< ?=|limited to|within)"
_FILLER = r"(?:\s*(?:the|an?|only|just|its|US|[$€£¥]|\(|by)\s*){0,2}\s*$"
_BEFORE = tuple(
    (name, re.compile(rf"(?:^|(?<=[^\w])){pattern}{_FILLER}", re.I))
    for name, pattern in (
        ("most", _MOST),
        ("least", _LEAST),
        ("just below", _JUST_BELOW),
        ("just above", _JUST_ABOVE),
        ("above", _ABOVE),
        ("below", _BELOW),
        ("near", _NEAR),
    )
)
_AFTER = (
    ("least", re.compile(r"^\s*(?:\S+ ){0,2}?(?:or|and) (?:more|higher|above|longer|older|over|later|greater|larger)\b|^\s?\+", re.I)),
    ("most", re.compile(r"^\s*(?:\S+ ){0,2}?(?:or|and) (?:less|fewer|lower|below|younger|under|shorter|smaller)\b|^\s*(?:\S+ )?at (?:the )?most\b", re.I)),
    ("near", re.compile(r"^\s*(?:\S+ )?or so\b|^-?odd\b|^-?ish\b", re.I)),
)
_CITATION = re.compile(r"\[\^[\w,; ^-]{1,40}\]|\[[ES]\d{1,5}\]|\((?:source|see|ref\.?|quelle|fuente)\s[^()]{0,30}\)", re.I)
_BRACKETED = re.compile(r"\[[^\[\]]{0,40}\]")  # [5, 14]: numbers of references, never added up
_PART_OF_TIME = re.compile(r"\b(?:first|second|latter|other|earlier|later|upper|lower|better)\W+$", re.I)
_ONE_IN = re.compile(r"\s+(?:[a-z]+\s+){0,2}(?:in|out of)\s+(?:every\s+)?(?:\d|a hundred|a thousand|two|three|four|five|six|seven|eight|nine|ten|\w+ty\b)", re.I)
_MONTHS = "january february march april may june july august september october november december".split()


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a sentence. `units`: its possible readings; `bound`: near, above, least, … or empty for a plain one."""

    value: float
    units: tuple[Unit, ...]
    written: float
    step: float
    kind: str  # number, year, part, ordinal, decade, century
    bound: str
    start: int
    end: int
    in_words: bool = False
    ranged: bool = False  # an end of a range (3 to 5 %), which nobody adds up

    @property
    def bare(self) -> bool:
        """True for a number without a unit."""
        return self.units == (COUNT_UNIT,)


def without_citations(text: str) -> str:
    """The sentence without footnote marks, reference numbers and (source 1)."""
    return _CITATION.sub(" ", text)


def bound_at(text: str, start: int, end: int) -> str:
    """What the words around a number make of it: near, just above, above, at least, at most …, empty for a plain number."""
    before = text[max(0, start - 40) : start]
    for name, pattern in _BEFORE:
        if pattern.search(before):
            return name
    after = text[end : end + 40]
    return next((name for name, pattern in _AFTER if pattern.search(after)), "")


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
        written = re.sub(r"\s+", " ", text[items[position].start : items[last].end])
        found = units_named(written)
        if found and not (len(written) == 1 and written.isalpha() and written not in "gmslLhWVKJB"):
            return found, last + 1
    return (), index


def _is_decade(items: Sequence[Token], index: int) -> bool:
    """True behind the number of 1870s: not seconds."""
    year, mark = items[index - 1 : index], items[index : index + 1]
    return bool(year and mark) and len(year[0].text) == 4 and year[0].text.endswith("0") and mark[0].text == "s" and mark[0].start == year[0].end


def _is_year(token: Token, numeral: Numeral, units: tuple[Unit, ...]) -> bool:
    plain = token.kind == "number" and len(token.text) == 4 and token.text.isdigit()
    return plain and not units and 1000 <= numeral.value <= 2100


def _with_currency(items: Sequence[Token], index: int) -> tuple[Unit, ...]:
    sign = items[index - 1].text if index else ""
    return units_named(sign) if sign and sign[-1] in CURRENCY_SIGNS else ()


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
    if alone and not units and not _ONE_IN.match(text[items[index].end :][:60]):
        return None
    if numeral.fraction and not units and (_PART_OF_TIME.search(text[max(0, start - 12) : start]) or following == "-"):
        return None
    end = items[after - 1].end
    kind = "number"
    if numeral.fraction and not units:
        return Figure(100 * numeral.value, (PERCENT_UNIT,), numeral.written, 4.0, "part", bound_at(text, start, end), start, end, True), after
    if _is_year(token, numeral, units):
        kind = "year"
        if following == "s" and numeral.value % 10 == 0:
            kind, after = ("century" if numeral.value % 100 == 0 else "decade"), numeral.after + 1
    return Figure(numeral.value, units or (COUNT_UNIT,), numeral.written, numeral.step, kind, bound_at(text, start, end), start, end,
                  token.kind == "word"), after


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
    if token.kind == "number" and token.text.isdigit() and following in ("st", "nd", "rd", "th") and items[after].start == token.end:
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
    return Figure(float(value), (COUNT_UNIT,), value, 1.0, "ordinal", "", token.start, items[after - 1].end, token.kind == "word"), after


_MULTIPLES = {"doubl": 2.0, "tripl": 3.0, "trebl": 3.0, "quadrupl": 4.0, "halv": 0.5, "twice": 2.0, "thrice": 3.0, "twofold": 2.0,
              "threefold": 3.0, "fourfold": 4.0, "fivefold": 5.0, "sixfold": 6.0, "tenfold": 10.0, "hundredfold": 100.0}


_MULTIPLE = re.compile("|".join(_MULTIPLES))


def _multiple(text: str, token: Token) -> Figure | None:
    """Doubled, halved, twice, tenfold: how many times."""
    word = token.text.lower()
    found = _MULTIPLE.match(word)
    if found and len(word) <= found.end() + 4:
        value = _MULTIPLES[found.group()]
        return Figure(value, (TIMES_UNIT,), value, 0.1 * value, "number", bound_at(text, token.start, token.end), token.start, token.end, True)
    return None


@lru_cache(maxsize=KEPT)
def figures(sentence: str) -> tuple[Figure, ...]:
    """The figures of a sentence in order of the text, at most MOST_FIGURES; citation marks are not read."""
    text = plain_signs(without_citations(sentence))
    items, found, index = tokens(text), [], 0
    brackets = [found.span() for found in _BRACKETED.finditer(text)]
    while index < len(items) and len(found) < MOST_FIGURES:
        token = items[index]
        if token.kind == "date":
            year, _, day = (int(part) for part in token.text.split("-"))
            found.append(Figure(float(year), (COUNT_UNIT,), year, 1.0, "year", "", token.start, token.end))
            found.append(Figure(float(day), (COUNT_UNIT,), day, 1.0, "number", "", token.start, token.end))
            index += 1
            continue
        read = _ordinal(text, items, index) if token.kind in ("word", "number") else None
        read = read or _article_and_half(text, items, index)
        if not read and (numeral := numeral_at(items, index)):
            glued = numeral.after < len(items) and items[numeral.after].kind == "word" and items[numeral.after].start == items[numeral.after - 1].end
            read = _figure(text, items, index, numeral)
            named = read and read[0].bare and glued and items[numeral.after].text.lower() not in ("s", "k", "m", "bn", "x")
            if not read or named:
                index = numeral.after + (1 if named else 0)
                continue
        if not read and token.kind == "word" and (multiple := _multiple(text, token)):
            read = multiple, index + 1
        if read:
            figure = _signed(text, read[0])
            found.append(replace(figure, kind="reference") if any(one <= figure.start < two for one, two in brackets) else figure)
        index = read[1] if read else index + 1
    return _shared_units(text, found)


_LIST_JOINT = re.compile(r"^\s*(?:-|to|and|or|/|,|;|, and|, or|±|\+|\+/-|x|×|by|vs\.?|versus|, respectively,?)\s*[$€£¥]?\s*$")
_RANGE_JOINT = re.compile(r"^\s*(?:-|to|and)\s*$")


def _shared_units(text: str, found: list[Figure]) -> tuple[Figure, ...]:
    """Give the numbers of a range or list the unit of the last of them: 3 to 5 km, 40, 42 and 45 ms; mark the ends of ranges."""
    listed = False  # a comma joins a list only where "and" or "or" ends it: not in "15 of 16, 95 % of them"
    for place in range(len(found) - 2, -1, -1):
        figure, following = found[place], found[place + 1]
        gap = text[figure.end : following.start]
        joint = _LIST_JOINT.match(gap) if len(gap) <= 20 else None
        if not joint or figure.kind not in ("number", "year"):
            listed = False
            continue
        if figure.bare and not following.bare and following.kind == "number" and ("," not in gap or listed or "nd" in gap or "or" in gap):
            figure = replace(figure, units=following.units, kind="number")
            if _RANGE_JOINT.match(gap) and figure.value == figure.written < following.written < following.value:
                scale = following.value / following.written
                figure = replace(figure, value=figure.value * scale, step=figure.step * scale)
            listed = True
        found[place] = figure
        if _RANGE_JOINT.match(gap) and (gap.strip() != "and" or _BETWEEN.search(text[max(0, figure.start - 20) : figure.start])):
            found[place], found[place + 1] = replace(figure, ranged=True), replace(found[place + 1], ranged=True)
    for place in range(1, len(found)):  # $3 to 5 million, £10 and 12
        figure, earlier = found[place], found[place - 1]
        gap = text[earlier.end : figure.start]
        if figure.bare and figure.kind == "number" and _RANGE_JOINT.match(gap) and text[max(0, earlier.start - 1) : earlier.start] in set(CURRENCY_SIGNS):
            found[place] = replace(figure, units=earlier.units)
    return tuple(found)


_BETWEEN = re.compile(r"\b(?:between|ranged?)\W+(?:from\W+)?$", re.I)
_NEGATIVE = re.compile(r"(?:(?:^|[\s(])-\s?|\bminus\s)$", re.I)


def _signed(text: str, figure: Figure) -> Figure:
    """The figure with a minus in front taken in (-5 °C), if that is no range or dash."""
    before = text[max(0, figure.start - 7) : figure.start]
    sign = _NEGATIVE.search(before)
    dash = sign and (before.endswith(" ") and "minus" not in before.lower() or re.search(r"\d\s?-$", before))
    return replace(figure, value=-figure.value, written=-figure.written) if sign and not dash else figure


def months(sentence: str) -> set[int]:
    """The months a sentence names, by name (May and March only before or behind a number) or in an ISO date."""
    text = plain_signs(sentence)
    named = set()
    for found in re.finditer(r"\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Sept|Oct|Nov|Dec)(?:[a-z]{2,7})?\b\.?", text):
        name = found[1].lower()[:3]
        full = found.group().lower().rstrip(".")
        month = next((place for place, word in enumerate(_MONTHS, 1) if word.startswith(name) and word.startswith(full)), 0)
        digits = re.search(r"\d\W{0,3}(?:of )?$", text[max(0, found.start() - 6) : found.start()]) or re.match(r"\W{0,3}\d", text[found.end() : found.end() + 5])
        if month and (digits or month not in (3, 5)):
            named.add(month)
    named.update(int(found[1]) for found in re.finditer(r"\b[12]\d{3}-([01]?\d)-[0-3]?\d\b", text))
    return named


def small_count_word(figure: Figure) -> bool:
    """True for a count of two to twelve written as a word: often a count of things the quote lists by name."""
    return figure.in_words and figure.bare and figure.kind == "number" and 2 <= figure.value <= max(SMALL.values()) - 7


__all__ = ["MOST_FIGURES", "YEARS", "Figure", "bound_at", "figures", "months", "small_count_word", "without_citations"]
