"""The whole-word rule: a quote begins and ends where a word or number does, with its sign, currency and percent."""

import re
import unicodedata

from webresearch.evidence.folding import SOFT_MARKS, UNSPACED_CHARACTER

COMPARISONS = frozenset("<>≤≥≪≫≈±∓~≦≧⩽⩾≲≳")
PER = frozenset("%‰‱")
LONG_DASHES = frozenset("—―⸺")
DASHES = frozenset("-‐‑‒–−﹘﹣")
OPENING, CLOSING = frozenset("([{"), frozenset(")]}")
COUNTED = frozenset("〇零一二三四五六七八九十百千万萬亿億兆")
KATAKANA = re.compile("[\u30a1-\u30fa\u30fc-\u30ff]")
JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
SOUTHEAST_LEADING, SOUTHEAST_FOLLOWING = frozenset("เแโใไເແໂໃໄ"), frozenset("ะาำๅๆະາຳ")
# Words that turn the next one around: an ellipsis that swallows one says the opposite of its page.
NEGATIONS = frozenset(
    (
        "not never cannot no without nicht kein keine keinen nie niemals pas jamais sans non mai senza não nunca nem sin niet nooit "
        "geen inte aldrig ikke aldri nigdy не ни нет никогда без δεν μην όχι ne değil नहीं न لا لم لن ليس ليست غير לא אין בלי"
    ).split(" ")
)
WORD_BEFORE = re.compile(r"([\w'’]+)[\"'(\[*_]*\Z")
WORD_AFTER = re.compile(r"[\"'(\[*_ ]*([\w'’]+)")
UNSPACED_NEGATIONS = tuple("不 没 沒 没有 沒有 未 無 无 非 勿 莫 不能 不会 不會 不是 ไม่ ไม่ได้ มิ บ่".split(" "))
NEGATED_ENDINGS = re.compile("なかっ|な[いくけ]|ません|ず(?![\u30a1-\u30ff])|ぬ|\\s?않|\\s?못")


def begins_whole(text: str, start: int) -> bool:
    """Whether a quote may begin at `start`: not inside a word or number, nor right after its sign or operator."""
    text, start = _without_soft_marks(text, start)
    if start == 0:
        return True
    if text[start - 1] != " ":
        # Where no space shows a word's beginning, a negation before it is a part of the word.
        return not _joined(text, start) and not text.endswith(UNSPACED_NEGATIONS, max(0, start - 8), start)
    before = text[start - 2 : start - 1]
    arrow = before == ">" and text[start - 3 : start - 2] in ("-", "=")
    return arrow or not (_begins_number(text, start) and (before in COMPARISONS or _is_currency(before)))


def ends_whole(text: str, end: int) -> bool:
    """Whether a quote may end at `end`: not inside a word or number, nor right before its percent or currency sign."""
    text, end = _without_soft_marks(text, end)
    if end == len(text):
        return True
    last, after = text[end - 1], text[end]
    if (JAPANESE.match(last) or "\uac00" <= last <= "\ud7a3") and NEGATED_ENDINGS.match(text, end):
        return False
    if after != " ":
        return not _joined(text, end)
    sign = text[end + 1 : end + 2]
    return not (last.isdigit() and (sign in PER or (_is_currency(sign) and not text[end + 2 : end + 3].isdigit())))


def _without_soft_marks(text: str, at: int) -> tuple[str, int]:
    """The surroundings of a place without the marks that are only decoration there, and the place in them."""
    before, after = text[max(0, at - 64) : at], text[at : at + 64]
    if not SOFT_MARKS.search(before + after):
        return text, at
    before = SOFT_MARKS.sub("", before)
    return before + SOFT_MARKS.sub("", after), len(before)


def is_negation(word: str) -> bool:
    """Whether a word turns the next one around."""
    return word.lower() in NEGATIONS or word.lower().endswith(("n't", "n’t"))


def swallows_negation(gap: str) -> bool:
    """Whether what an ellipsis leaves out begins or ends with a word that turns its neighbour around."""
    first, last = WORD_AFTER.match(gap[:40]), WORD_BEFORE.search(gap[-40:].rstrip())
    if (first and is_negation(first[1])) or (last and is_negation(last[1])):
        return True
    return gap.strip().endswith(UNSPACED_NEGATIONS) or gap.strip().startswith(UNSPACED_NEGATIONS)


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
    return _is_sign(before) and _is_sign(after)


def _same_word(before: str, after: str) -> bool:
    if not UNSPACED_CHARACTER.match(before) and not UNSPACED_CHARACTER.match(after):
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
    if UNSPACED_CHARACTER.match(word):
        return False
    if mark in ".,":
        unspaced = bool(UNSPACED_CHARACTER.match(before))
        return before.isdigit() and word.isdigit() if mark == "," or unspaced else before != "." and before not in CLOSING
    if mark in ":;!?":
        return (before.isdigit() and word.isdigit()) if attached else before == " " or not before
    if mark in OPENING or mark == "'":
        return attached
    if mark in CLOSING:
        return mark == ")"
    if mark in LONG_DASHES:
        return word.isdigit() and not attached
    if mark in DASHES:
        return mark != "–" or attached or word.isdigit()
    return _is_sign(mark) or (mark == "・" and bool(KATAKANA.match(word)))


def _joined_right(text: str, at: int) -> bool:
    """The same for punctuation or a sign directly after a word."""
    word, mark, after = text[at - 1], text[at], text[at + 1 : at + 2]
    if UNSPACED_CHARACTER.match(word):
        return mark == "・" and bool(KATAKANA.match(word))
    followed = _is_word(after) and not UNSPACED_CHARACTER.match(after)
    if mark == ".":
        return followed
    if mark in ",;":
        return word.isdigit() and after.isdigit()
    if mark == ":":
        return (word.isdigit() and after.isdigit()) or text.startswith("://", at)
    if mark == "!":
        return after == "="
    if mark in "'(":
        return followed and after.isalpha()
    if mark in LONG_DASHES:
        return False
    if mark in DASHES:
        return mark != "–" or followed
    return _is_sign(mark)


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
