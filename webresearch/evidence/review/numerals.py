"""Numerals: how a number is written, in digits and in English words, from text to tokens to a value."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from webresearch.evidence.number_words import GROUPS, PARTS, SCALES, SMALL, TENS
from webresearch.patterns import pattern

_SIGNS = str.maketrans(
    {"−": "-", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "’": "'", "\u00a0": " ", "\u202f": " ", "\u2009": " "}
    | {sign: f" {part}" for sign, part in zip("½⅓⅔¼¾⅕⅛", ("1/2", "1/3", "2/3", "1/4", "3/4", "1/5", "1/8"), strict=True)}
    | {sign: f"^{digit}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
)
_DOUBLE_POWER = pattern(r"(?<=\^\d)\^(?=\d)")
_NARROW_GROUPS = pattern(r"(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))")
_SPACED_GROUPS = pattern(r"(?<![\d.,])(?<!\d )\d{1,3}(?: \d{3})+(?![\d.,]?\d)(?! \d)")  # 20 000 000
_TOKEN = pattern(
    r"(?P<date>\b[12]\d{3}-[01]?\d-[0-3]?\d\b)"
    r"|(?P<name>\b(?:[A-Z]\w{0,11}|[a-z]\w{0,1})(?:[-.]\w{1,11}){0,2}?[-.]?\d[\w.-]{0,20}(?<![.-])"
    r"|\b\d{1,5}(?:\.\d{1,5}){2,5}\b)"
    r"|(?P<number>\d{1,3}(?:[,']\d{3})+(?:\.\d{1,20})?(?![\d])|\d{1,20}(?:\.\d{1,20})?)"
    r"|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)?)"
    r"|(?P<sign>°\s?[CF]\b|US\$|\S)"
)
_SCALE_OF = pattern(r"(?i)\b(mill?i?[oó]n(?:es|s|i|e)?|milh(?:ões|ão)|milli?ards?|miliard[io]) (?:de |di |d['’])")
_COMMA_TOKENS = pattern(r"(?<![\d.,])(\d{1,3}(?:\.\d{3})+|\d{1,20})(?:,(\d{1,20}))?(?![\d])")


class Token(NamedTuple):
    """A piece of text with its kind (date, name, number, word or sign) and place."""

    kind: str
    text: str
    start: int
    end: int


class Numeral(NamedTuple):
    """A number as written: its value, the value before million and the like, the place of its last digit, the next token."""

    value: float
    written: float
    step: float
    after: int
    fraction: bool = False


@lru_cache(maxsize=64)
def plain_signs(text: str) -> str:
    """The text with one dash, one apostrophe, one space, fractions and powers spelled with ASCII."""
    text = _DOUBLE_POWER.sub("", _NARROW_GROUPS.sub(",", text).translate(_SIGNS))
    return _SPACED_GROUPS.sub(lambda found: found.group().replace(" ", ","), text)


def with_points(text: str) -> str:
    """Numbers of languages with a decimal comma (1.234,5) rewritten with a decimal point (1234.5), and 5 millions d'euros as
    5 millions euros.
    """

    def rewritten(found: re.Match[str]) -> str:
        whole = found[1].replace(".", "")
        return f"{whole}.{found[2]}" if found[2] else whole

    return _SCALE_OF.sub(r"\1 ", _COMMA_TOKENS.sub(rewritten, text))


def tokens(text: str) -> list[Token]:
    """The tokens of a text already put into plain signs."""
    return [Token(found.lastgroup or "", found.group(), found.start(), found.end()) for found in _TOKEN.finditer(text)]


def _digits(text: str) -> tuple[float, float]:
    """Value and place of the last digit that counts: 1,500 is good to 100, 2.40 to .01."""
    plain = re.sub(r"[,']", "", text)
    if "." in plain:
        return float(plain), 10.0 ** -len(plain.split(".")[1])
    zeros = len(plain) - len(plain.rstrip("0"))
    return float(plain), 10.0 ** min(zeros, len(plain) - 1)


def _word(items: Sequence[Token], index: int) -> str:
    """The word at a place in lower case, empty beyond the end."""
    return items[index].text.lower() if 0 <= index < len(items) else ""


def _skip(items: Sequence[Token], index: int) -> int:
    """Past a hyphen that joins two parts of one numeral."""
    return index + 1 if _word(items, index) == "-" and items[index].end - items[index].start == 1 else index


def _joined(current: float | None, value: float) -> float | None:
    """A number word below one hundred put behind what was read so far; None where it begins another number."""
    if current is None:
        return value
    if current >= 100 and current % 100 == 0:
        return current + value
    if 20 <= current % 100 <= 90 and current % 10 == 0 and 0 < value < 10:
        return current + value
    return None


def _cardinal(items: Sequence[Token], index: int) -> Numeral | None:
    """A whole number in words: two hundred and thirty, two dozen, twenty-five thousand, a million."""
    total, current, step, after = 0.0, None, 1.0, index
    article = _word(items, index) in ("a", "an") and _word(items, index + 1) in (*GROUPS, *SCALES)
    position = index + article
    if article:
        current = 1.0
    while position < len(items):
        word = _word(items, position)
        below = SMALL.get(word, TENS.get(word))
        if below is not None:
            joined = _joined(current, float(below))
            if joined is None:
                break
            current, step = joined, 1.0
        elif word in GROUPS and (current or (word == "hundred" and not total)):
            current, step = (current or 1.0) * GROUPS[word], float(GROUPS[word])
        elif word in SCALES and current is not None:
            total, current, step = total + current * SCALES[word], None, SCALES[word]
        else:
            break
        after = position + 1
        linked = word in ("hundred", *SCALES) and _word(items, after) == "and" and (_word(items, after + 1) in SMALL | TENS)
        position = after + 1 if linked else _skip(items, after)
    if after == index:
        return None
    value = total + (current or 0.0)
    return Numeral(value, value, step, after)


def _part(items: Sequence[Token], index: int) -> tuple[int, int] | None:
    """The denominator a word names (thirds: 3) and the token behind it."""
    word = _word(items, index)
    for form in (word, word.removesuffix("s"), "half" if word == "halves" else word):
        if form in PARTS:
            return PARTS[form], index + 1
    return None


def _fraction(items: Sequence[Token], index: int) -> Numeral | None:
    """A part of one in words: half, a third, two thirds, three-quarters; 3/4 in digits."""
    word = _word(items, index)
    if word == "half":
        return Numeral(0.5, 0.5, 0.02, index + 1, True)
    above = 1 if word in ("a", "an") else SMALL.get(word, 0)
    part = _part(items, _skip(items, index + 1))
    if not above or not part or (above > 1 and above >= part[0]):
        return None
    return Numeral(above / part[0], above / part[0], 0.02, part[1], True)


def _with_half(items: Sequence[Token], numeral: Numeral) -> Numeral:
    """One and a half, 1 1/2: a whole number with a part behind it."""
    rest = numeral.after
    if _word(items, rest) == "and" and (part := _fraction(items, rest + 1)) and _word(items, rest + 1) in ("a", "one", "three"):
        return Numeral(numeral.value + part.value, numeral.written + part.value, 0.25, part.after)
    return numeral


def _in_digits(items: Sequence[Token], index: int) -> Numeral:
    value, step = _digits(items[index].text)
    after = index + 1
    if _word(items, after) == "^" and after + 1 < len(items) and items[after + 1].kind == "number":
        power = min(float(_digits(items[after + 1].text)[0]), 60.0)
        value = min(value, 1e4) ** power
        return Numeral(value, value, 1.0, after + 2)
    if after + 2 < len(items) and items[after].kind == items[after + 2].kind == "number" and items[after + 1].text == "/":
        above, below = _digits(items[after].text)[0], _digits(items[after + 2].text)[0]
        if 0 < above < below <= 8 and items[after].start == items[index].end + 1:
            return Numeral(value + above / below, value + above / below, 0.01, after + 3)
    scale = _word(items, _skip(items, after))
    if scale in SCALES or (scale == "hundred"):
        factor = SCALES.get(scale, 100.0)
        return Numeral(value * factor, value, step * factor, _skip(items, after) + 1)
    return Numeral(value, value, step, after)


FIRST_WORDS = frozenset(SMALL) | frozenset(TENS) | frozenset(("a", "an", "half", "hundred"))


def numeral_at(items: Sequence[Token], index: int) -> Numeral | None:
    """The numeral that begins at a token, None where none does."""
    if items[index].kind == "number":
        return _with_half(items, _in_digits(items, index))
    if items[index].kind != "word" or items[index].text.lower() not in FIRST_WORDS:
        return None
    part = _fraction(items, index)
    if part:
        scale = _word(items, part.after + (_word(items, part.after) == "a"))
        if scale in SCALES or scale in ("dozen", "hundred"):
            factor = SCALES.get(scale) or float(GROUPS[scale])
            after = part.after + 1 + (_word(items, part.after) == "a")
            return Numeral(part.value * factor, part.value * factor, factor / 10, after)
        return part
    whole = _cardinal(items, index)
    return _with_half(items, whole) if whole else None
