"""Where the words of the queries stand in a page: the only thing of a page that scoring looks at."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from webresearch.reading.blocks import Block, units
from webresearch.reading.terms import WORD, Term

WINDOW = 600  # characters: rarity is counted in windows of this size, so that short sentences do not make words rare


class Hit(NamedTuple):
    """A word of the page, markdown[start:end], that stands for some terms, in a unit."""

    start: int
    end: int
    unit: int
    terms: tuple[int, ...]


class Index(NamedTuple):
    """A page, its units, the hits in order, and for each distinct heading path the terms in it."""

    markdown: str
    units: Sequence[Block]
    hits: Sequence[Hit]
    headings: Mapping[tuple[str, ...], frozenset[int]]

    def windows(self, terms: int) -> list[int]:
        """For each of the terms: in how many windows of the page it stands."""
        seen: list[set[int]] = [set() for _ in range(terms)]
        for hit in self.hits:
            for term in hit.terms:
                seen[term].add(hit.start // WINDOW)
        return [len(found) for found in seen]


def words_of(markdown: str, title: str = "") -> set[str]:
    """The distinct words of a page and its title, as written."""
    return {*WORD.findall(markdown), *WORD.findall(title)}


def index(markdown: str, title: str, matches: Mapping[str, tuple[int, ...]], terms: Sequence[Term]) -> Index:
    """Find all hits of a page.

    title: words that hold for the whole page. matches: the page's words that stand for a term (`Matcher.matches`).
    """
    pieces = units(markdown)
    starts = [piece.start for piece in pieces]
    found = [
        (match.start(), match.end(), known)
        for match in (WORD.finditer(markdown) if matches else ())
        if (known := matches.get(match[0])) is not None
    ]
    found.extend(unspaced_hits(markdown, terms))
    found.sort()
    hits = [Hit(start, end, bisect_right(starts, start) - 1, known) for start, end, known in found]
    paths = {piece.heading for piece in pieces}
    headings = {path: heading_terms(" ".join([title, *path]), matches, terms) for path in paths}
    return Index(markdown, pieces, hits, headings)


def unspaced_hits(text: str, terms: Sequence[Term]) -> Iterable[tuple[int, int, tuple[int, ...]]]:
    """Each place where the letters of an unspaced term stand."""
    for number, term in enumerate(terms):
        if term.unspaced:
            start = text.find(term.word)
            while start >= 0:
                yield start, start + len(term.word), (number,)
                start = text.find(term.word, start + 1)


def heading_terms(heading: str, matches: Mapping[str, tuple[int, ...]], terms: Sequence[Term]) -> frozenset[int]:
    """The terms that stand in a heading path."""
    found = {number for word in WORD.findall(heading) for number in matches.get(word, ())}
    found.update(number for _, _, known in unspaced_hits(heading, terms) for number in known)
    return frozenset(found)
