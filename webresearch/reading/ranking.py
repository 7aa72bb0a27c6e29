"""All units of all pages in the order in which they answer each query."""

from collections.abc import Sequence
from typing import NamedTuple

from webresearch.reading.cues import cues_of
from webresearch.reading.index import WINDOW, Index, index, words_of
from webresearch.reading.languages import Language, guess, language_of
from webresearch.reading.relevance import finish, relevance, weights
from webresearch.reading.selection import Candidate
from webresearch.reading.terms import FUZZY_WEIGHT, Matcher, Term, alike, parts, query_terms

DEFAULT_LANGUAGE = "en"  # of pages too short to tell, and of the names in code


class Page(NamedTuple):
    """What ranking needs of a page: its text, its language and words that hold for the whole of it."""

    markdown: str
    language: Language
    title: str


class Asked:
    """The queries as numbered terms; the same word may be another term in another language."""

    def __init__(self) -> None:
        self.terms: list[Term] = []
        self.sequences: dict[str, list[list[int]]] = {}

    def add(self, known: Language, queries: Sequence[str]) -> None:
        """Read the queries as a language does."""
        numbers = {term: number for number, term in enumerate(self.terms)}
        rows = [[numbers.setdefault(term, len(numbers)) for term in query_terms(query, known)] for query in queries]
        self.terms = list(numbers)
        self.sequences[known.code] = rows

    def matcher(self, known: Language) -> Matcher:
        """The matcher of one language."""
        used = {number for row in self.sequences[known.code] for number in row}
        return Matcher({number: self.terms[number] for number in sorted(used)}, known)


def page_of(markdown: str, tag: str, title: str) -> Page:
    """A page with its language, by its tag or by a guess."""
    known = language_of(tag)
    known = known if known.code else guess(markdown)
    return Page(markdown, known if known.code else language_of(DEFAULT_LANGUAGE), title)


def rank(pages: Sequence[Page], queries: Sequence[str]) -> tuple[list[Index], list[list[Candidate]]]:
    """The indexed pages, and for each query its candidates on all pages, best first; scores go from 0 to about 1."""
    asked = Asked()
    languages = {page.language.code: page.language for page in pages}
    for known in languages.values():
        asked.add(known, queries)
    indexed, guessed = index_all(pages, asked, languages)
    windows = [sum(counts) for counts in zip(*(page.windows(len(asked.terms)) for page in indexed), strict=True)]
    factors = [term.weight * (FUZZY_WEIGHT if number in guessed else 1.0) for number, term in enumerate(asked.terms)]
    total = sum(max(1.0, len(page.markdown) / WINDOW) for page in pages)
    weight = weights(windows, total, factors)
    ranked = []
    for number, query in enumerate(queries):
        sequences = [asked.sequences[page.language.code][number] for page in pages]
        ranked.append(candidates(indexed, sequences, weight, query))
    return indexed, ranked


def index_all(pages: Sequence[Page], asked: Asked, languages: dict[str, Language]) -> tuple[list[Index], set[int]]:
    """The indexes of all pages, and the terms that stand on none of them but for a word much like them."""
    matchers = {code: asked.matcher(known) for code, known in languages.items()}
    words = [words_of(page.markdown, page.title) for page in pages]
    matches = [matchers[page.language.code].matches(found) for page, found in zip(pages, words, strict=True)]
    found = {number for known in matches for numbers in known.values() for number in numbers}
    missing = [number for number, term in enumerate(asked.terms) if number not in found and not term.unspaced]
    guessed = set()
    if missing and pages:
        vocabulary = {part for found_words in words for word in found_words for part in parts(word)}
        for number in missing:
            near = alike(asked.terms[number].word, vocabulary)
            if near:
                guessed.add(number)
                for matcher in matchers.values():
                    matcher.also(near, number)
        if guessed:
            matches = [matchers[page.language.code].matches(found) for page, found in zip(pages, words, strict=True)]
    indexed = [index(page.markdown, page.title, known, asked.terms) for page, known in zip(pages, matches, strict=True)]
    return indexed, guessed


def candidates(
    indexed: Sequence[Index], sequences: Sequence[Sequence[int]], weight: Sequence[float], query: str
) -> list[Candidate]:
    """All units that have to do with one query, best first; equal ones in reading order."""
    scores = [relevance(page, sequence, weight) for page, sequence in zip(indexed, sequences, strict=True)]
    best = max((score for found in scores for score in found.values()), default=0.0)
    cues = cues_of(query)
    found: list[Candidate] = []
    for number, (page, raw) in enumerate(zip(indexed, scores, strict=True)):
        finish(raw, page, cues, best)
        found.extend(Candidate(score / best, number, unit) for unit, score in raw.items() if score > 0)
    found.sort(key=lambda candidate: (-candidate.score, candidate.page, candidate.unit))
    return found
