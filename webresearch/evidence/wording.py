"""Wording of a sentence: its words by clause, stems, what is negated, and which words of two sentences are opposites."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from webresearch.evidence.lexicon import (
    FIXED_AXES,
    FOREIGN_HEDGES,
    FOREIGN_NEGATORS,
    FUNCTION_WORDS,
    LANGUAGE_MARKS,
    NEGATIVE_SUFFIXES,
    NEGATORS,
    SOFT_NEGATORS,
    TURNABLE_AXES,
)
from webresearch.evidence.numerals import plain_signs

MOST_WORDS = 1_200  # two quotes of 600 characters have some 200 words; more is no sentence

_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
_CLAUSE_BREAK = re.compile(r"[.;:!?()\n]|, (?:but|and|while|whereas|although|though|which|who|because|since|so|yet|or|if|unless|until|except)\b|,| - "
                           r"|\b(?=(?:but|while|whereas|although|though|because|unless|until|except|if|when)\b)", re.I)  # fmt: skip
_SENTENCE_BREAK = re.compile(r"[.;!?\n]\s|\n")
# Negators that negate nothing: bounds, contrasts and set phrases.
_NO_NEGATION = re.compile(
    r"\bnot only\b|\bno (?:doubt|matter|wonder)\b|\bnot (?:necessarily|to mention|least|just|merely|simply|alone)\b"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|sooner)\b(?= than (?:\W?\d|an?\b|one|two|three|four|five|six|ten|twelve|twenty|half))"
    r"|\b(?:barely|hardly|scarcely)\b(?= (?:\d|an? |one|two|three|four|five|six|seven|eight|nine|ten|half|\w+ty\b))"
    r"|\bwhether or not\b|\bor not\b|\bnot guaranteed\b|\bno guarantee\b|\bif not\b|\bwithout (?:a )?doubt\b|\bnot exceed\w*|\bnever exceed\w*|\bno\.(?= ?\d)",
    re.I,
)
_MOVES = re.compile(r"\b(?:go|goes|went|gone|going|moved|came) (up|down)\b(?! to)", re.I)
_OPEN = re.compile(r"\b(?:remains? (?:open|to be)|open question|yet to be|still to be)\b", re.I)
_EXCEPT_BUT = re.compile(r"\b(?:all|nobody|nothing|none|everything|no one|anything|everyone|nowhere) but\b", re.I)


@dataclass(frozen=True, slots=True)
class Word:
    """A word in lower case with its stem, the numbers of its clause and sentence, its place, and whether it is a content word."""

    text: str
    stem: str
    clause: int
    sentence: int
    start: int
    content: bool


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence or several, read once: the plain text and its words."""

    text: str
    words: tuple[Word, ...]

    @property
    def present(self) -> frozenset[str]:
        """Every word in lower case."""
        return frozenset(word.text for word in self.words)

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the content words."""
        return frozenset(word.stem for word in self.words if word.content)


@cache
def _stemmer() -> Callable[[str], str]:
    """The Snowball stemmer for English, loaded when first asked for."""
    import Stemmer

    stem: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return stem


def wording(text: str) -> Wording:
    """Read a text into words with clause and sentence numbers; negations that negate nothing (not only) are taken out."""
    plain = _NO_NEGATION.sub(lambda found: " " * len(found.group()), plain_signs(text))
    plain = _MOVES.sub(lambda found: "rose" if found[1].lower() == "up" else "fell", plain)
    plain = _OPEN.sub("unsettled", plain)
    plain = _EXCEPT_BUT.sub(lambda found: found.group()[:-3] + "sav", plain)  # "sav": the save of "all save one", read as except
    plain = re.sub(r"(\w)n't\b", r"\1 not", plain.replace("can't", "cannot").replace("won't", "will not"))
    breaks = sorted(found.start() for found in _CLAUSE_BREAK.finditer(plain))
    sentences = sorted(found.start() for found in _SENTENCE_BREAK.finditer(plain))
    words: list[Word] = []
    clause = sentence = 0
    stem = _stemmer()
    for found in _WORD.finditer(plain):
        while clause < len(breaks) and breaks[clause] <= found.start():
            clause += 1
        while sentence < len(sentences) and sentences[sentence] < found.start():
            sentence += 1
        text = found.group().lower().removesuffix("'s")
        content = text not in FUNCTION_WORDS and text not in NEGATORS and len(text) > 1 and not text.isdigit()
        words.append(Word(text, stem(text), clause, sentence, found.start(), content))
        if len(words) >= MOST_WORDS:
            break
    return Wording(plain, tuple(words))


def language(text: str) -> str:
    """The language most of the commonest words of a text belong to, "en" in doubt."""
    words = re.findall(r"[^\W\d_]+", text.lower())[:200]
    english = sum(word in _ENGLISH_MARKS for word in words)
    best = max(_MARKS, key=lambda code: sum(word in _MARKS[code] for word in words))
    found = sum(word in _MARKS[best] for word in words)
    return best if found > english and found >= 2 else "en"


_MARKS = {
    code: frozenset(f"{words} {FOREIGN_NEGATORS[code]} {FOREIGN_HEDGES[code]}".split()) - {"n", "can", "was", "on", "die"}
    for code, words in LANGUAGE_MARKS.items()
}
_ENGLISH_MARKS = frozenset("the of and to in is was were that for it with as on by are be this from at an have has not or which".split())


def is_negator(word: Word) -> bool:
    """True for a word that turns its clause round: not, never, without, lacks."""
    return word.text in NEGATORS


def softly_negative(word: Word) -> bool:
    """True for a word that can stand for a negation: few, unless, excluded, untreated, harmless."""
    if word.text in SOFT_NEGATORS or word.text == "sav":
        return True
    if word.text.endswith(NEGATIVE_SUFFIXES) and len(word.text) > 6 and word.text not in ("nevertheless", "nonetheless", "regardless", "unless"):
        return True
    return bool(_NEGATIVE_WORD.match(word.text))


_NEGATIVE_WORD = re.compile(
    r"un(?!der|it|til|ion|iq|ivers|ifor|ifi|ison|less|cle)[a-z]{4,}$|non[a-z]{4,}$"
    r"|in(?:valid|active|complete|significan|accura|sufficien|visib|frequent|consisten|effective|conclusive|correct|capab|abilit|adequa|separab|direct"
    r"|definite|elig|appropriate|compat|dependent|express|sensitiv|escap|evitab|soluble|toleran|stab|secur|digest|edib|feasib|applicab)"
    r"|im(?:possib|mutab|mobil|mature|perfect|probab|precise|proper|permeab|plausib|pure)|ir(?:relevan|regular|reversib|respective|resistib)|il(?:legal|legib|logical|legitim)"
    r"|dis(?:abl|allow|agree|appear|card|connect|continu|courag|honest|hono|like|prov|regard|similar|us|count|pens|qualif|satisf|trust|join|miss)"
)


def opposite_by_prefix(one: str, two: str) -> bool:
    """True for likely and unlikely, significant and insignificant, lock and unlock, harmful and harmless."""
    short, long = sorted((one, two), key=len)
    if len(short) < 3 or len(long) - len(short) > 4:
        return False
    return any(long == prefix + short for prefix in ("un", "non", "in", "im", "il", "ir", "dis", "mis", "a", "de")) or (
        long.endswith("less") and short.endswith("ful") and long[:-4] == short[:-3]
    )


@cache
def poles() -> dict[str, tuple[tuple[int, int, bool], ...]]:
    """Each word of the axes of opposites with (axis, pole, whether the axis may be turned round)."""
    table: dict[str, tuple[tuple[int, int, bool], ...]] = {}
    for number, (axis, turnable) in enumerate([(axis, True) for axis in TURNABLE_AXES] + [(axis, False) for axis in FIXED_AXES]):
        for pole, words in enumerate(axis):
            for word in words.split():
                table[word] = (*table.get(word, ()), (number, pole, turnable))
    return table


def negated(words: Iterable[Word], of: Word, reach: int = 7) -> bool:
    """True when a negator of its clause stands up to `reach` words before a word, an odd number of times."""
    before = [word for word in words if word.clause == of.clause and word.start < of.start]
    return sum(is_negator(word) for word in before[-reach:]) % 2 == 1
