"""Wording of a sentence: its words by clause, stems, what is negated, and which words of two sentences are opposites."""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from webresearch.evidence.review.lexicon import (
    FUNCTION_WORDS,
    NEGATED_STEMS,
    NEGATIVE_SUFFIXES,
    NEGATORS,
    ONLY_LIKE_NEGATIVES,
    OTHER_UN,
    SOFT_NEGATORS,
)
from webresearch.evidence.review.numerals import plain_signs
from webresearch.patterns import pattern

KEPT = 32  # texts read lately: one quote is often cited by several claims
MOST_CUES = 30  # negators, hedges or comparisons looked at in one text; an honest sentence has one to four
MOST_WORDS = 1_200  # two quotes of 600 characters have some 200 words; more is no sentence

_WORD = pattern(r"[^\W_]+(?:'[^\W\d_]+)?")
_CLAUSE_BREAK = pattern(r"[.;:!?()\n]|, (?:but|and|while|whereas|although|though|which|who|because|since|so|yet|or"
                           r"|if|unless|until|except)\b|,| - "
                           r"|\b(?=(?:but|while|whereas|although|though|because|unless|until|except|if"
                           r"|when)\b)", re.I)  # fmt: skip
_SENTENCE_BREAK = pattern(r"[.;!?\n]\s|\n")
_SOME_NEGATION = pattern(r"\b(?:no|not|never|nobody|nowhere|barely|hardly|scarcely|without|from none|from nothing)\b", re.I)
# Negators that negate nothing: bounds, contrasts and set phrases.
_NO_NEGATION = pattern(
    r"\bnot only\b|\bno (?:doubt|matter|wonder)\b|\bnot (?:necessarily|to mention|least|just|merely|simply|alone)\b"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|sooner)\b(?= than (?:\W?\d|an?\b|one|two|three|four|five|six|ten"
    r"|twelve|twenty|half))"
    r"|\b(?:barely|hardly|scarcely)\b(?= (?:\d|an? |one|two|three|four|five|six|seven|eight|nine|ten|half|\w+ty\b))"
    r"|\bnot (?:yet|quite)\b(?= (?:\d|an? |one|two|three|four|five|six|seven|eight|nine|ten|half|\w+ty\b))"
    r"|\bnot (?:yet )?(?:turned|reached|passed|exceeded)\b(?= (?:the age of )?(?:\d|two|three|four|five|six|seven|eight|nine"
    r"|ten|\w+teen\b|\w+ty\b))"
    r"|\b(?:no other|no one else|nobody else|nowhere else|never before|from nothing|from none)\b"
    r"|\bwhether or not\b|\bor not\b|\bnot guaranteed\b|\bno guarantee\b|\bif not\b|\bwithout (?:a )?doubt\b"
    r"|\bnot\b(?= been (?:as|so|this|that) \w+\b.{0,40} since\b)"
    r"|\bnot exceed\w*|\bnever exceed\w*|\bno\.(?= ?\d)",
    re.I,
)
# "May not take more than 3": the bound of a number, which negates nothing and compares nothing.
_NOT_OVER = pattern(
    r"\b(?:not|never|nobody|no one)\b((?: \w+){1,4} )(?:more|less|fewer|longer|larger|greater|higher|older|later)"
    r"(?= than (?:\W?\d|an?\b|one|two|three|four|five|six|ten|twelve|twenty|half))",
    re.I,
)
# Set phrases, each with the single word whose class it has.
_PHRASES = {
    r"(?:go|goes|went|gone|going|moved|came) up(?! to)|up(?= (?:by )?\W?\d[\d.,]*\s?(?:%|per))": "rose",
    r"(?:go|goes|went|gone|going|moved|came) down(?! to)|down(?= (?:by )?\W?\d[\d.,]*\s?(?:%|per))": "fell",
    r"remains? (?:open|to be)|open question|yet to be|still to be": "unsettled",
    r"(?:can|could) ?not be (?:ruled out|excluded)": "possible",
    r"out of the question|ruled out|out of reach": "impossible",
    r"turn(?:s|ed|ing)? down": "rejected",
    r"call(?:s|ed|ing)? off": "cancelled",
    r"(?:leave|leaves|left|leaving) out": "omitted",
    r"(?:control|placebo) (?:group|arm|animals|patients|subjects|women|men)s?": "placebo",
}
_PHRASE = pattern("|".join(rf"\b({pattern})\b" for pattern in _PHRASES), re.I)
_PHRASE_WORDS = tuple(_PHRASES.values())
_EXCEPT_BUT = pattern(r"\b(?:all|nobody|nothing|none|everything|no one|anything|everyone|nowhere) but\b|\bbut(?= \d)", re.I)


class Word(NamedTuple):
    """A word in lower case with its stem, the numbers of its clause and sentence, its place, and whether it has content."""

    text: str
    stem: str
    clause: int
    sentence: int
    start: int
    content: bool


class Wording:
    """A sentence or several, read once: the plain text and its words. Compared by identity."""

    __slots__ = ("present", "stems", "text", "words")

    def __init__(self, text: str, words: tuple[Word, ...]) -> None:
        self.text, self.words = text, words
        self.present = frozenset(word.text for word in words)  # in lower case
        self.stems = frozenset(word.stem for word in words if word.content)


@cache
def _stemmer() -> Callable[[str], str]:
    """The Snowball stemmer for English, loaded when first asked for."""
    import Stemmer

    stem: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return stem


@lru_cache(maxsize=8192)
def _stem_and_content(word: str) -> tuple[str, bool]:
    """The stem of a word, and whether it has content of its own."""
    content = word not in FUNCTION_WORDS and word not in NEGATORS and len(word) > 1 and not word.isdigit()
    return _stemmer()(word), content


def _prepared(text: str) -> str:
    """The text with contractions opened and set phrases (went up, remains open, all but) put as one word of their class."""
    plain = plain_signs(text).replace("()", "  ")
    plain = re.sub(r"(\w)n't\b", r"\1 not", plain.replace("can't", "cannot").replace("won't", "will not"))
    plain = _PHRASE.sub(lambda found: _PHRASE_WORDS[(found.lastindex or 1) - 1], plain)
    return _EXCEPT_BUT.sub(lambda found: f"{found.group()[:-3]}sav", plain)  # sav: the save of "all save one", read as except


def _without_bound(found: re.Match[str]) -> str:
    """What stands between the "not" and the "more" of a bound, at its place."""
    before, behind = found.start(1) - found.start(), found.end() - found.end(1)
    return " " * before + found[1] + " " * behind


@lru_cache(maxsize=KEPT)
def wording(text: str) -> Wording:
    """Read a text into words with clause and sentence numbers; negations that negate nothing (not only) are passed over."""
    plain = _prepared(text)
    read = plain
    if _SOME_NEGATION.search(plain):
        read = _NOT_OVER.sub(_without_bound, _NO_NEGATION.sub(lambda found: " " * len(found.group()), plain))
    breaks = sorted(found.start() for found in _CLAUSE_BREAK.finditer(read))
    sentences = sorted(found.start() for found in _SENTENCE_BREAK.finditer(read))
    words: list[Word] = []
    clause = sentence = 0
    for found in _WORD.finditer(read):
        while clause < len(breaks) and breaks[clause] <= found.start():
            clause += 1
        while sentence < len(sentences) and sentences[sentence] < found.start():
            sentence += 1
        written = found.group().lower().removesuffix("'s")
        if found.group() == "None" and found.start() > 0 and read[: found.start()].rstrip()[-1:] not in ".!?\n":
            written = "nonevalue"  # the value None of a program, no negation
        stem, content = _stem_and_content(written)
        words.append(Word(written, stem, clause, sentence, found.start(), content))
        if len(words) >= MOST_WORDS:
            break
    return Wording(plain, tuple(words))


def is_negator(word: Word) -> bool:
    """True for a word that turns its clause round: not, never, without, lacks."""
    return word.text in NEGATORS


def softly_negative(word: Word) -> bool:
    """True for a word that can stand for a negation: few, unless, excluded, untreated, harmless."""
    return _softly_negative(word.text)


@lru_cache(maxsize=4096)
def _softly_negative(text: str) -> bool:
    if text in SOFT_NEGATORS or text == "sav":
        return True
    if text in ONLY_LIKE_NEGATIVES:
        return False
    if text.startswith(NEGATED_STEMS) or (text.endswith(NEGATIVE_SUFFIXES) and len(text) > 6):
        return True
    rest = text[3:] if text.startswith("non") else text[2:] if text.startswith("un") and not text.startswith(OTHER_UN) else ""
    return len(rest) >= 4 and rest.isascii() and rest.isalpha()


def negated(words: Iterable[Word], of: Word, reach: int = 7) -> bool:
    """True when a negator of its clause stands up to `reach` words before a word, an odd number of times."""
    before = [word for word in words if word.clause == of.clause and word.start < of.start]
    return sum(is_negator(word) for word in before[-reach:]) % 2 == 1


def alike(one: str, two: str) -> bool:
    """True for two stems of one family: the first five letters agree (detect, detection), or all four (caus, causal)."""
    length = min(len(one), len(two), 5)
    return one == two or (length >= 4 and one[:length] == two[:length])


def shared(words: Iterable[Word], stems: frozenset[str]) -> int:
    """How many content words have a stem among those given."""
    return sum(word.content and word.stem in stems for word in words)


SCOPE_WORDS = 9  # a negator reaches over a clause of ordinary length


def scope(text: Wording, negator: Word) -> list[Word]:
    """The content words a negator governs: those behind it in its clause up to the next negator, else those before it."""
    behind = [word for word in text.words if word.clause == negator.clause and word.start > negator.start]
    end = next((place for place, word in enumerate(behind) if is_negator(word) and word.text != "nor"), len(behind))
    found = [word for word in behind[: min(end, SCOPE_WORDS)] if word.content]
    return found or [word for word in text.words if word.clause == negator.clause and word.content]


def relevant(text: Wording, negator: Word, other: Wording) -> bool:
    """True when the other sentence speaks of what the negator governs, or of most of its clause."""
    stems = other.stems
    governed = scope(text, negator)
    clause = [word for word in text.words if word.clause == negator.clause and word.content]
    return shared(governed, stems) > 0 or 2 * shared(clause, stems) >= max(len(clause), 1)
