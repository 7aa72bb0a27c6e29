"""The passages of one or many pages that answer the queries, verbatim, within a budget of tokens."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from webresearch.reading.furniture import fingerprints
from webresearch.reading.index import Hit, Index
from webresearch.reading.ranking import page_of, rank
from webresearch.reading.selection import SEPARATOR, Candidate, Choice, fill
from webresearch.reading.survey import likely
from webresearch.reading.tokens import characters_for


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage: markdown[start:end] of its page.

    heading: the headings it stands under, outermost first. score: its best unit's, 1 is about the best of the answer.
    table_header: the head of the table it begins within, "" otherwise.
    """

    start: int
    end: int
    text: str
    heading: tuple[str, ...]
    score: float
    table_header: str = ""


class Source(NamedTuple):
    """A page to read. language: a tag like `de`, "" to guess. title: words that hold for the whole page."""

    id: str
    markdown: str
    language: str = ""
    title: str = ""


def focus(markdown: str, queries: Sequence[str], budget: int, language: str = "", skip: Collection[str] = ()) -> list[Excerpt]:
    """The passages of a page that answer the queries, in reading order; the whole page when it fits.

    budget: most tokens (characters / 4) of the texts, their table heads and what stands between them; each query has an
    equal share. language: a tag like `de`, "" to guess. skip: hashes of furniture to leave out (`furniture.repeated`).
    """
    if markdown.strip() and len(markdown) <= characters_for(budget):
        return [whole(markdown)]
    return [excerpt for _, excerpt in focus_pack([Source("", markdown, language)], queries, budget, skip)]


def focus_pack(
    sources: Sequence[Source], queries: Sequence[str], budget: int, skip: Collection[str] = ()
) -> list[tuple[str, Excerpt]]:
    """The passages of many pages that answer the queries, as (source id, excerpt): pages as given, each in reading order.

    One budget for all; the same words on two pages are sent once; pages that fit together are given whole, but for those
    that have nothing to do with any query. budget and skip: as for `focus`.
    """
    room = characters_for(budget) + SEPARATOR  # the first excerpt has no separator before it
    asked = [query for query in dict.fromkeys(query.strip() for query in queries) if query]
    read = likely(sources, asked) if asked else []
    pages, ranked = rank([page_of(source.markdown, source.language, source.title) for source in read], asked)
    touched = {candidate.page for found in ranked for candidate in found}
    if sum(len(pages[number].markdown) + SEPARATOR for number in touched) <= room:
        return [(read[number].id, whole(pages[number].markdown)) for number in sorted(touched)]
    if skip:
        ranked = [without(found, pages, skip) for found in ranked]
    choice = Choice([page.units for page in pages], [page.markdown for page in pages], room)
    fill(choice, ranked)
    best: dict[tuple[int, int], float] = {}
    for found in ranked:
        for candidate in found:
            key = candidate.page, candidate.unit
            best[key] = max(best.get(key, 0.0), candidate.score)
    answer = []
    for page, first, last in choice.runs():
        if not speaks(pages[page], first, last):
            continue
        score = max(best.get((page, unit), 0.0) for unit in range(first, last + 1))
        answer.append((read[page].id, excerpt_of(pages[page], first, last, score)))
    return answer


def whole(markdown: str) -> Excerpt:
    """A page as one excerpt."""
    return Excerpt(0, len(markdown), markdown, (), 1.0)


def without(found: Sequence[Candidate], pages: Sequence[Index], skip: Collection[str]) -> list[Candidate]:
    """The candidates that are no furniture."""
    barred = {
        (number, unit)
        for number, page in enumerate(pages)
        for unit, name in fingerprints(page.markdown, page.units)
        if name in skip
    }
    return [candidate for candidate in found if (candidate.page, candidate.unit) not in barred]


def speaks(page: Index, first: int, last: int) -> bool:
    """Whether units from first to last answer anything: some have a word of the query in them or in a heading above.

    The rest were chosen as neighbours of a unit that did not fit. Headings whose text did not fit say nothing either.
    """
    at = bisect_left(page.hits, first, key=unit_of)
    touched = at < len(page.hits) and page.hits[at].unit <= last
    headed = page.units[last].kind == "heading" and last + 1 < len(page.units) and page.units[last + 1].kind != "heading"
    bare = headed and all(page.units[unit].kind == "heading" for unit in range(first, last))
    return not bare and (touched or bool(page.headings[page.units[first].heading]))


def unit_of(hit: Hit) -> int:
    """The unit a hit stands in."""
    return hit.unit


def excerpt_of(page: Index, first: int, last: int, score: float) -> Excerpt:
    """The units from first to last as one excerpt, without the white space behind them."""
    block = page.units[first]
    text = page.markdown[block.start : page.units[last].end].rstrip()
    head = page.markdown[block.header[0] : block.header[1]].rstrip()
    return Excerpt(block.start, block.start + len(text), text, block.heading, round(score, 4), head)
