"""The whole-word rule: a quote begins and ends where a word or number does, with its sign, currency and percent."""

import re
import unicodedata

from webresearch.evidence.gate.folding import SOFT_MARKS, is_unspaced
from webresearch.evidence.gate.negation import ENDINGS, UNSPACED_BEFORE
from webresearch.evidence.number_words import SCALES, SMALL, TENS
from webresearch.patterns import pattern

OPERATORS = frozenset("<>≤≥≪≫≈±∓~≦≧⩽⩾≲≳×÷·^")
FACTORS = frozenset("×·^")
# 1 412 with any kind of space, and 5 – 10: a quote may not begin or end between their parts.
GROUPS_BEFORE = pattern(r"(?<![\d.,])\d{1,3}(?: \d{3})* \Z")
GROUPS_AFTER = pattern(r"\d{3}(?!\d)")
RANGE_BEFORE = pattern(r"\d ?[-–—−] \Z")
PER = frozenset("%‰‱")
LONG_DASHES = frozenset("—―⸺")
DASHES = frozenset("-‐‑‒–−﹘﹣")
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")
COUNTED = frozenset("〇零一二三四五六七八九十百千万萬亿億兆")
KATAKANA = pattern("[\u30a1-\u30fa\u30fc-\u30ff]")
SOUTHEAST_LEADING, SOUTHEAST_FOLLOWING = frozenset("เแโใไເແໂໃໄ"), frozenset("ะาำๅๆະາຳ")
# A number's magnitude, percent and currency in words belong to it as its signs do.
_NUMBER_WORDS = "|".join((*SMALL, *TENS, "hundred", "thousand"))
_MAGNITUDES = "|".join(("hundred", *SCALES))
_PERCENTS = "percent|per cent|percentage points?|pct|Prozent|procent|pour cent|por ciento|per cento|por cento|процент(?:а|ов)?"
_CODES = "USD|EUR|GBP|CHF|JPY|CNY|INR|RUB|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|KRW|TRY|ILS"
MAGNITUDE = pattern(rf"(?:{_MAGNITUDES}|{_PERCENTS})\b", re.IGNORECASE)
_UNITS = (
    "[nµμmk]?[gmlLWV]|[ckd]m|[kMGT]?(?:Wh|Hz|B|bit|Pa|J)|[cm]l|dL|ha|h|min|°[CF]|[kKMGT]iB|dB|ppm|mmHg|kcal|mph"
    "|[kM]bps|[kMGT]b/s"
)
AFTER_NUMBER = pattern(rf" (?:{_MAGNITUDES}|{_PERCENTS}|(?-i:{_CODES}|{_UNITS}))(?!\w)", re.IGNORECASE)
NUMBER_END = pattern(rf"(?:\d|\b(?:{_NUMBER_WORDS}))\Z", re.IGNORECASE)
SIGN_WORD_BEFORE = pattern(rf"\b(?:minus|moins|menos|meno|минус|{_CODES}) \Z")


def begins_whole(text: str, start: int) -> bool:
    """Whether a quote may begin at `start`: not inside a word or number, nor right after its sign or operator."""
    text, start = _without_soft_marks(text, start)
    if start == 0:
        return True
    if text[start - 1] != " ":
        # Where no space shows a word's beginning, a negation before it is a part of the word.
        return not _joined(text, start) and not UNSPACED_BEFORE.search(text, max(0, start - 8), start)
    if _wrapped_word(text, start - 1):
        return False
    before, window = text[start - 2 : start - 1], text[max(0, start - 24) : start]
    if (GROUPS_AFTER.match(text, start) and GROUPS_BEFORE.search(window)) or (
        text[start].isdigit() and RANGE_BEFORE.search(window)
    ):
        return False
    if (_ends_number(text, start - 1) and MAGNITUDE.match(text, start)) or (
        _begins_number(text, start) and SIGN_WORD_BEFORE.search(window)
    ):
        return False
    arrow = before == ">" and text[start - 3 : start - 2] in ("-", "=")
    return arrow or not (_begins_number(text, start) and (before in OPERATORS or _is_currency(before)))


def ends_whole(text: str, end: int) -> bool:
    """Whether a quote may end at `end`: not inside a word or number, nor right before its percent or currency sign."""
    text, end = _without_soft_marks(text, end)
    if end == len(text):
        return True
    last, after = text[end - 1], text[end]
    if _has_endings(last) and ENDINGS.match(text, end):
        return False
    if after != " ":
        return not _joined(text, end)
    if _wrapped_word(text, end):
        return False
    if _ends_number(text, end) and AFTER_NUMBER.match(text, end):
        return False
    if not last.isdigit():
        return True
    sign = text[end + 1 : end + 2]
    cut = sign in PER or sign in FACTORS or (_is_currency(sign) and not text[end + 2 : end + 3].isdigit())
    grouped = GROUPS_AFTER.match(text, end + 1) and GROUPS_BEFORE.search(text[max(0, end - 24) : end] + " ")
    return not cut and not grouped


def _ends_number(text: str, end: int) -> bool:
    """Whether text[:end] ends in a number, in digits or in words."""
    return NUMBER_END.search(text, max(0, end - 12), end) is not None


def _has_endings(character: str) -> bool:
    """Whether it is Japanese or Korean, whose verbs are negated behind."""
    return "\u3041" <= character <= "\u30ff" or "\u4e00" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3"


def _wrapped_word(text: str, space: int) -> bool:
    """Whether a space stands where a word was hyphenated at the end of its line."""
    before, after = text[space - 2 : space], text[space + 1 : space + 2]
    return len(before) == 2 and before[1] in "-‐" and before[0].isalpha() and after.isalpha()


def _without_soft_marks(text: str, at: int) -> tuple[str, int]:
    """The surroundings of a place without the marks that are only decoration there, and the place in them."""
    before, after = text[max(0, at - 64) : at], text[at : at + 64]
    if not SOFT_MARKS.search(before + after):
        return text, at
    before = SOFT_MARKS.sub("", before)
    return before + SOFT_MARKS.sub("", after), len(before)


def _joined(text: str, at: int) -> bool:
    """Whether the characters on both sides of `at` belong to one word, number or sign."""
    before, after = text[at - 1], text[at]
    if unicodedata.category(after)[0] == "M":
        return True
    word_before, word_after = _is_word(before), _is_word(after)
    if word_before and word_after:
        return _same_word(before, after)
    if word_after:
        return _joined_left(text, at)
    if word_before:
        return _joined_right(text, at)
    return (_is_sign(before) or (before == "!" and after == "=")) and _is_sign(after)


def _same_word(before: str, after: str) -> bool:
    if not is_unspaced(before) and not is_unspaced(after):
        return True
    if KATAKANA.match(before) and KATAKANA.match(after):
        return True
    if before in SOUTHEAST_LEADING or after in SOUTHEAST_FOLLOWING:
        return True
    return after in COUNTED and (before in COUNTED or before.isdigit())


def _joined_left(text: str, at: int) -> bool:
    """The same for punctuation or a sign directly before a word."""
    mark, word, before = text[at - 1], text[at], text[at - 2 : at - 1]
    attached = _is_word(before)
    digits = before.isdigit() and word.isdigit()
    if is_unspaced(word):
        joined = False
    elif mark == "," or (mark == "." and is_unspaced(before)):
        joined = digits
    elif mark == ".":
        joined = before != "." and before not in CLOSING
    elif mark in ":;!?":
        joined = digits if attached else before == " " or not before
    elif mark in OPENING or mark == "'":
        joined = attached
    elif mark in CLOSING:
        joined = mark == ")"
    elif mark in LONG_DASHES:
        joined = word.isdigit() and not attached
    elif mark in DASHES:
        joined = mark != "–" or attached or word.isdigit()
    else:
        joined = _is_sign(mark) or (mark == "・" and KATAKANA.match(word) is not None)
    return joined


def _joined_right(text: str, at: int) -> bool:
    """The same for punctuation or a sign directly after a word."""
    word, mark, after = text[at - 1], text[at], text[at + 1 : at + 2]
    followed = _is_word(after) and not is_unspaced(after)
    digits = word.isdigit() and after.isdigit()
    if is_unspaced(word):
        joined = mark == "・" and KATAKANA.match(word) is not None
    elif mark == ".":
        joined = followed
    elif mark in ",;":
        joined = digits
    elif mark == ":":
        joined = digits or text.startswith("://", at)
    elif mark == "!":
        joined = after == "="
    elif mark in "'(":
        joined = followed and after.isalpha()
    elif mark in LONG_DASHES:
        joined = False
    elif mark in DASHES:
        joined = mark != "–" or followed
    else:
        joined = _is_sign(mark)
    return joined


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_" or (character != "" and unicodedata.category(character)[0] == "M")


def _is_sign(character: str) -> bool:
    """Whether a mark belongs to the word or number it touches: operators, currencies, %, #, @, code marks, not punctuation."""
    if character in "*/\\&@#%‰‱_`-°^$":
        return True
    return unicodedata.category(character) in ("Sm", "Sc", "Sk") and character != "|"


def _is_currency(character: str) -> bool:
    return character != "" and unicodedata.category(character) == "Sc"


def _begins_number(text: str, start: int) -> bool:
    return text[start].isdigit() or (text[start] in "-−+.$€£¥" and text[start + 1 : start + 2].isdigit())
