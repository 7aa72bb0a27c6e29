"""A first look at very many pages: which are worth reading at all, by counting the beginnings of the query's words."""

import math
from collections.abc import Sequence
from typing import Protocol, TypeVar

from webresearch.reading.languages import guess, language_of
from webresearch.reading.terms import query_terms

FULLY_READ = 3_000_000  # characters that are read in full: some 50 long pages, about a second
SATURATION = 1.5  # BM25's k1


class Text(Protocol):
    """Anything with a page's Markdown."""

    @property
    def markdown(self) -> str:
        """The page."""


Page = TypeVar("Page", bound=Text)


def likely(pages: Sequence[Page], queries: Sequence[str], enough: int = FULLY_READ) -> list[Page]:
    """The pages most likely to answer the queries, in the order given; all of them when they are few.

    enough: characters of the pages kept, at least one page.
    """
    if sum(len(page.markdown) for page in pages) <= enough:
        return list(pages)
    scores = page_scores(pages, [beginnings(query) for query in queries])
    kept: list[int] = []
    size = 0
    for number in sorted(range(len(pages)), key=lambda number: (-scores[number], number)):
        if scores[number] <= 0 or (kept and size + len(pages[number].markdown) > enough):
            continue
        kept.append(number)
        size += len(pages[number].markdown)
    return [pages[number] for number in sorted(kept)]


def beginnings(query: str) -> list[str]:
    """What all forms of each word of a query begin with, in small letters."""
    known = guess(query) if guess(query).code else language_of("en")
    words = [term.word for term in query_terms(query, known)]
    return list(dict.fromkeys(word[: max(4, len(word) - 3)] for word in words))


def page_scores(pages: Sequence[Text], queries: Sequence[Sequence[str]]) -> list[float]:
    """For each page its best BM25 score of any query, with beginnings of words for words."""
    stems = list(dict.fromkeys(stem for query in queries for stem in query))
    counts = []
    for page in pages:
        text = page.markdown.lower()
        counts.append([text.count(stem) for stem in stems])
    usual = sum(len(page.markdown) for page in pages) / max(1, len(pages))
    weight = {}
    for number, stem in enumerate(stems):
        found = sum(row[number] > 0 for row in counts)
        weight[stem] = math.log(1 + (len(pages) - found + 0.5) / (found + 0.5))
    scores = []
    for page, row in zip(pages, counts, strict=True):
        mild = SATURATION * (0.25 + 0.75 * len(page.markdown) / usual)
        part = {stem: weight[stem] * count / (count + mild) for stem, count in zip(stems, row, strict=True)}
        scores.append(max((sum(part[stem] for stem in query) for query in queries), default=0.0))
    return scores
