"""The words of a query, and which words of a page are the same: stems, parts of names, letters of scripts without spaces."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from webresearch.reading.languages import QUESTION_WORDS, Language

# Words with their inner underscores, and the signs inside words that Python does not count as letters: accents set apart,
# and the vowel signs of India, Thailand, Laos, Myanmar and Cambodia.
WORD = re.compile(
    r"[\w\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0962-\u0963\u0981-\u0983\u09bc-\u09cd\u0b82-\u0bcd"
    r"\u0e31-\u0e4e\u0eb1-\u0ecd\u102b-\u103e\u17b4-\u17d3]+"
)
# Scripts that put no space between words; Korean has spaces, but glues particles to its words.
UNSPACED = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff"
)
UNSPACED_RUN = re.compile(f"([{UNSPACED}]+)")
HIRAGANA = re.compile("[\u3040-\u309f]+")  # the grammar of Japanese; its topics stand in the other two scripts
JOINTS = re.compile(r"_+|(?<=[a-z0-9])(?=[A-Z])")  # of snake_case and camelCase names
LONGEST_WORD = 60  # characters; longer runs of letters are no words, and stemmers take their time on them
MOST_TERMS = 64  # of one query; a longer one is a document
QUESTION_WEIGHT = 0.25  # of a question's own words; measured .15 to .3 alike, 1 loses half a point
FUZZY_WEIGHT = 0.7  # of a word that stands on no page, but a like one does
FUZZY_LIKENESS = 0.6  # shared letter triples (Dice); carageenan / carrageenan has .78, virion / varion .62


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a query, or pair of letters of an unspaced script, and how much it counts.

    key: what all forms of the word share, its stem without accents. word: as typed, in small letters.
    """

    key: str
    word: str = field(compare=False)
    weight: float = 1.0
    unspaced: bool = False


def query_terms(query: str, known: Language) -> list[Term]:
    """The terms of a query in their order, without words that carry no topic (unless it has no others)."""
    words = [part for match in WORD.finditer(query) for part in parts(match[0])][: 4 * MOST_TERMS]
    topical = [word for word in words if word not in known.common] or words
    asking = question_keys(known)
    terms: list[Term] = []
    for word, key in zip(topical, keys(topical, known), strict=True):
        if UNSPACED_RUN.fullmatch(word):
            terms.extend(Term(pair, pair, 1.0, True) for pair in letter_pairs(word))
        else:
            terms.append(Term(key, word, QUESTION_WEIGHT if key in asking else 1.0))
    return terms[:MOST_TERMS]


def question_keys(known: Language) -> frozenset[str]:
    """The stems of English question words, where the language is English."""
    return frozenset(keys(list(QUESTION_WORDS), known)) if known.code == "en" else frozenset()


def letter_pairs(run: str) -> list[str]:
    """Neighbouring letters of a script without spaces; Japanese grammar is left out where there is anything else."""
    pairs = [run[i : i + 2] for i in range(len(run) - 1)] or [run]
    return [pair for pair in pairs if not HIRAGANA.fullmatch(pair)] or pairs


def parts(word: str) -> list[str]:
    """A word in small letters, behind it the parts of a snake_case or camelCase name; scripts are parted."""
    if not word.isascii() and UNSPACED_RUN.search(word):
        return [piece.strip("_").lower() for piece in UNSPACED_RUN.split(word) if piece.strip("_")]
    pieces = [piece.lower() for piece in JOINTS.split(word) if piece]
    return [word.lower(), *pieces] if len(pieces) > 1 else pieces


class Matcher:
    """Tells which terms a word of a page stands for, in one language."""

    def __init__(self, terms: Mapping[int, Term], known: Language) -> None:
        self._language = known
        self._known: dict[str, tuple[int, ...]] = {}
        self._terms: dict[str, list[int]] = {}
        for number, term in terms.items():
            if not term.unspaced:
                self._terms.setdefault(term.key, []).append(number)

    def also(self, word: str, term: int) -> None:
        """Let a word of the page, in small letters, stand for a term."""
        self._terms.setdefault(keys([word], self._language)[0], []).append(term)
        self._known.clear()

    def matches(self, words: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """Those of the words that stand for a term -> the numbers of the terms."""
        words = set(words)
        new = [word for word in words if word not in self._known and len(word) <= LONGEST_WORD]
        simple = [word for word in new if "_" not in word and (word.islower() or word.istitle())]
        for word, key in zip(simple, keys([word.lower() for word in simple], self._language), strict=True):
            self._known[word] = tuple(self._terms.get(key, ()))
        for word in set(new).difference(simple):
            stands_for = [number for key in keys(parts(word), self._language) for number in self._terms.get(key, ())]
            self._known[word] = tuple(dict.fromkeys(stands_for))
        return {word: found for word in words if (found := self._known.get(word, ()))}


def keys(words: list[str], known: Language) -> list[str]:
    """What each of the words, in small letters, is compared by: its stem without accents."""
    stems = stemmer(known)(words)
    return [stem if stem.isascii() else unaccented(stem) for stem in stems]


@cache
def stemmer(known: Language) -> Callable[[list[str]], list[str]]:
    """A function from words to stems; without an algorithm the words themselves."""
    if not known.stemmer:
        return list
    import Stemmer

    stem: Callable[[list[str]], list[str]] = Stemmer.Stemmer(known.stemmer, 0).stemWords
    return stem


def unaccented(word: str) -> str:
    """A word with its accents taken off."""
    return "".join(mark for mark in unicodedata.normalize("NFKD", word) if not "\u0300" <= mark <= "\u036f").casefold()


def alike(word: str, vocabulary: Iterable[str]) -> str:
    """The word of a vocabulary, in small letters, that a misspelt one most likely stands for; "" when none is near."""
    if len(word) < 5 or not word.isalpha():
        return ""
    wanted = triples(word)
    best = (FUZZY_LIKENESS, "")
    for other in vocabulary:
        near = other[:2] == word[:2] or other[1:4] == word[1:4]
        if near and abs(len(other) - len(word)) <= 3 and other.isalpha():
            found = triples(other)
            best = max(best, (2 * len(wanted & found) / (len(wanted) + len(found)), other))
    return best[1]


def triples(word: str) -> frozenset[str]:
    """The letter triples of a word with its ends marked."""
    marked = f"^{word}$"
    return frozenset(marked[i : i + 3] for i in range(len(marked) - 2))
