"""Wording of a sentence: its words by clause, stems, what is negated, and which words of two sentences are opposites."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from webresearch.evidence.lexicon import (
    FIXED_AXES,
    FUNCTION_WORDS,
    NEGATIVE_PREFIXES,
    NEGATIVE_SUFFIXES,
    NEGATORS,
    SOFT_NEGATORS,
    TURNABLE_AXES,
)
from webresearch.evidence.numerals import plain_signs

KEPT = 32  # texts read lately: one quote is often cited by several claims
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
_EXCEPT_BUT = re.compile(r"\b(?:all|nobody|nothing|none|everything|no one|anything|everyone|nowhere) but\b|\bbut(?= \d)", re.I)


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
    present: frozenset[str]  # every word in lower case
    stems: frozenset[str]  # of the content words


@cache
def _stemmer() -> Callable[[str], str]:
    """The Snowball stemmer for English, loaded when first asked for."""
    import Stemmer

    stem: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return stem


def _prepared(text: str) -> str:
    """The text with contractions opened and set phrases (went up, remains open, all but) put as one word of their class."""
    plain = plain_signs(text).replace("()", "  ")
    plain = re.sub(r"(\w)n't\b", r"\1 not", plain.replace("can't", "cannot").replace("won't", "will not"))
    plain = _MOVES.sub(lambda found: "rose" if found[1].lower() == "up" else "fell", plain)
    plain = _OPEN.sub("unsettled", plain)
    return _EXCEPT_BUT.sub(lambda found: f"{found.group()[:-3]}sav", plain)  # sav: the save of "all save one", read as except


@lru_cache(maxsize=KEPT)
def wording(text: str) -> Wording:
    """Read a text into words with clause and sentence numbers; negations that negate nothing (not only) are passed over."""
    plain = _prepared(text)
    read = _NO_NEGATION.sub(lambda found: " " * len(found.group()), plain)
    breaks = sorted(found.start() for found in _CLAUSE_BREAK.finditer(read))
    sentences = sorted(found.start() for found in _SENTENCE_BREAK.finditer(read))
    words: list[Word] = []
    clause = sentence = 0
    stem = _stemmer()
    for found in _WORD.finditer(read):
        while clause < len(breaks) and breaks[clause] <= found.start():
            clause += 1
        while sentence < len(sentences) and sentences[sentence] < found.start():
            sentence += 1
        written = found.group().lower().removesuffix("'s")
        if found.group() == "None" and found.start() > 0 and read[: found.start()].rstrip()[-1:] not in ".!?\n":
            written = "nonevalue"  # the value None of a program, no negation
        content = written not in FUNCTION_WORDS and written not in NEGATORS and len(written) > 1 and not written.isdigit()
        words.append(Word(written, stem(written), clause, sentence, found.start(), content))
        if len(words) >= MOST_WORDS:
            break
    present, stems = frozenset(word.text for word in words), frozenset(word.stem for word in words if word.content)
    return Wording(plain, tuple(words), present, stems)


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
    if text.endswith(NEGATIVE_SUFFIXES) and len(text) > 6 and text not in ("nevertheless", "nonetheless", "regardless", "unless"):
        return True
    return bool(_NEGATIVE_WORD.match(text))


_NEGATIVE_WORD = re.compile(
    r"un(?!der|it|til|ion|iq|ivers|ifor|ifi|ison|less|cle)[a-z]{4,}$|non[a-z]{4,}$"
    r"|in(?:valid|active|complete|significan|accura|sufficien|visib|frequent|consisten|effective|conclusive|correct|capab|abilit|adequa|separab|direct"
    r"|definite|elig|appropriate|compat|dependent|express|sensitiv|escap|evitab|soluble|toleran|stab|secur|digest|edib|feasib|applicab)"
    r"|im(?:possib|mutab|mobil|mature|perfect|probab|precise|proper|permeab|plausib|pure)|ir(?:relevan|regular|reversib|respective|resistib)|il(?:legal|legib|logical|legitim)"
    r"|dis(?:abl|allow|agree|appear|card|connect|continu|courag|honest|hono|like|prov|regard|similar|us|count|pens|qualif|satisf|trust|join|miss)"
)


def turned_by_prefix(word: str) -> list[str]:
    """What a word becomes with a negative prefix or without its own: likely and unlikely, lock and unlock, harmful and harmless."""
    forms = [prefix + word for prefix in NEGATIVE_PREFIXES]
    forms += [word[len(prefix) :] for prefix in NEGATIVE_PREFIXES if word.startswith(prefix) and len(word) - len(prefix) >= 3]
    if word.endswith(("less", "ful")):
        forms.append(f"{word[:-4]}ful" if word.endswith("less") else f"{word[:-3]}less")
    return forms


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
