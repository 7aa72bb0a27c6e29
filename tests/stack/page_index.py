"""A small search index over the pages: BM25 in memory, answering in the form that SearXNG's json_engine reads."""

import html
import math
import re
from collections import Counter
from dataclasses import dataclass

# Okapi BM25 (Robertson and Walker 1994) with the values that are usual since.
SATURATION, LENGTH_WEIGHT = 1.5, 0.75
TITLE_WEIGHT = 4  # a word in the title counts as so many in the text
PAGE_SIZE = 10
SNIPPET_CHARACTERS = 220

INVISIBLE = re.compile(r"<(script|style|nav|footer|aside|head)\b.*?</\1>", re.S | re.I)


@dataclass(frozen=True, slots=True)
class IndexedPage:
    """One page as the index knows it."""

    url: str
    title: str
    text: str
    words: Counter[str]


def words_of(text: str) -> list[str]:
    """Lower-case words, with a plural's final s gone."""
    return [word.removesuffix("s") if len(word) > 3 else word for word in re.findall(r"\w+", text.lower())]


def indexed(url: str, markup: str) -> IndexedPage:
    """A page from its HTML."""
    found = re.search(r"<title>(.*?)</title>", markup, re.S | re.I)
    title = html.unescape(found[1]).strip() if found else url
    text = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", INVISIBLE.sub(" ", markup))).split())
    return IndexedPage(url, title, text, Counter(words_of(text) + words_of(title) * TITLE_WEIGHT))


class Index:
    """All pages. A query matches a page that has any of its words, but for those most pages have."""

    def __init__(self, pages: list[IndexedPage]) -> None:
        self.pages = pages
        self.found_in = Counter(word for page in pages for word in page.words)
        self.mean_length = sum(page.words.total() for page in pages) / max(1, len(pages))

    def search(self, query: str, page_number: int = 1, host: str = "") -> list[dict[str, str]]:
        """One page of hits, best first, of one host where one is named."""
        words = [word for word in words_of(query) if 0 < self.found_in[word] <= len(self.pages) / 2]
        scored = [(self.score(page, words), page) for page in self.pages if f"//{host}" in page.url]
        hits = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1].url))
        start = (page_number - 1) * PAGE_SIZE
        return [
            {"url": page.url, "title": page.title, "content": snippet(page.text, words)}
            for _, page in hits[start : start + PAGE_SIZE]
        ]

    def score(self, page: IndexedPage, words: list[str]) -> float:
        """How well a page answers these words."""
        length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * page.words.total() / self.mean_length
        total = 0.0
        for word in words:
            rarity = math.log(1 + (len(self.pages) - self.found_in[word] + 0.5) / (self.found_in[word] + 0.5))
            total += rarity * page.words[word] * (SATURATION + 1) / (page.words[word] + SATURATION * length)
        return total


def snippet(text: str, words: list[str]) -> str:
    """The text round the first of these words."""
    at = min((found for word in words if (found := text.lower().find(word)) >= 0), default=0)
    start = max(0, text.rfind(". ", 0, at) + 2 if ". " in text[:at] else 0)
    return text[start : start + SNIPPET_CHARACTERS]
