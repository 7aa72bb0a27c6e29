"""Where on a page its content lies: the words an extractor chose, found again in the page's own tree."""

import re
import unicodedata
from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

RUN = 5  # words that must stand in the chosen text in this order; three let captions pass that repeat an article's words
SHARE = 0.8  # of the chosen words that the content node must hold; .9 and .95 were worse on all sets, in both halves
# Parts of a page's text that the quick mode has to take to be believed. With 0.25 for articles most of the time saved is lost,
# with 0 lists that call themselves articles are; pages with code took 0.21 to 1.07 of the text where they were right.
QUICK_ARTICLE = 0.1
QUICK_CODE = 0.25
CODE = 5  # pieces of code that make a page one with code; 3 to 10 do as well
SMALL_PART = 0.4  # of the main element's words outside links; .3 to .5 do as well
HALF = 0.5
# What trafilatura throws away, but only after it has searched and copied it; the second opinions look at navigation.
THROWN_AWAY = ("aside", "footer")
THROWN_AWAY_QUICKLY = (*THROWN_AWAY, "nav")
WORD = re.compile(r"\w+")
CELL = re.compile(r"\s\|\s|^\||\|$")  # the extractor writes a table row as one line with bars between cells
FORUM = re.compile(r'"@type"\s*:\s*(?:\[[^\]]{0,200})?"DiscussionForumPosting"')
FORUM_MARK = '{"@type": "DiscussionForumPosting"}'
BLOCKS = frozenset(
    re.findall(
        r"\S+",
        "address article aside blockquote body br button caption center dd details dialog dir div dl dt "
        "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr label legend li main menu "
        "nav ol p pre section summary table tbody td tfoot th thead tr ul",
    )
)
# What may hold a page's content on its own; a list or a table taken by itself would lose its form.
CONTAINERS = frozenset(
    re.findall(
        r"\S+",
        "article body center div form main section",
    )
)


class Measure:
    """Words of an element with all it holds: how many, chosen, in links; and chosen ones outside of any block within it."""

    __slots__ = ("chosen", "linked", "own_chosen", "words")

    def __init__(self) -> None:
        self.words = self.chosen = self.linked = self.own_chosen = 0


Measures = dict["HtmlElement", Measure]
NOTHING = Measure()


def chosen_text(tree: "HtmlElement", url: str, article: bool, characters: int) -> str:
    """The text trafilatura takes for the content of a page, "" when it finds none; reader comments are not asked for.

    article: the page declares itself one. Then its quick mode does, and where there is code, unless that takes only a small
    part of the page. characters: how long the page's text is.
    """
    if not article and sum(1 for _ in tree.iter("pre", "code")) < CODE:
        return extracted(tree, url, fast=False)
    quick = extracted(tree, url, fast=True)
    enough = (QUICK_ARTICLE if article else QUICK_CODE) * characters
    return quick if quick and len(quick) >= enough else extracted(tree, url, fast=False)


def extracted(tree: "HtmlElement", url: str, fast: bool) -> str:
    """One run of trafilatura. fast: without the second opinions of other algorithms."""
    from lxml.etree import strip_elements
    from trafilatura import extract

    searched = copy(tree)
    strip_elements(searched, *(THROWN_AWAY_QUICKLY if fast else THROWN_AWAY), with_tail=False)
    try:
        return extract(searched, url=url or None, include_comments=False, include_formatting=False, fast=fast) or ""
    except Exception:  # whatever it stumbles over, the whole page remains
        return ""


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, composed as the extractor composes them."""
    return WORD.findall((text if text.isascii() else unicodedata.normalize("NFC", text)).lower())


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text, and the cells of those that are rows."""
    for line in text.split("\n"):
        yield from CELL.split(line) if "|" in line else (line,)


def runs_of(words: list[str]) -> list[tuple[str, ...]]:
    """Every run of words, one for each word it may begin with."""
    return list(zip(*(words[start:] for start in range(RUN)), strict=False))


class Chosen:
    """The chosen text as what can be looked up: runs of words, and whole lines, line beginnings and ends of fewer words."""

    def __init__(self, text: str) -> None:
        self.runs: set[tuple[str, ...]] = set()
        self.short: set[tuple[str, ...]] = set()
        for line in lines_of(text):
            words = words_of(line)
            if len(words) < RUN:
                self.short.add(tuple(words))
                continue
            self.runs.update(runs_of(words))
            for size in range(2, RUN):
                self.short.update((tuple(words[:size]), tuple(words[-size:])))

    def count(self, words: list[str]) -> int:
        """How many of a block's words were chosen."""
        if len(words) < RUN:
            return len(words) if tuple(words) in self.short else 0
        runs = runs_of(words)
        if self.runs.issuperset(runs):
            return len(words)
        if self.runs.isdisjoint(runs):
            return 0
        covered, last = 0, 0
        for start, run in enumerate(runs):
            if run in self.runs:
                covered += start + RUN - max(start, last)
                last = start + RUN
        return covered


def measure(body: "HtmlElement", chosen: Chosen) -> Measures:
    """Count the words of `body` and every element below it that has any, which were chosen and which stand in links."""
    measures: Measures = {body: Measure()}
    words: list[str] = []  # of the block being read, up to the next block within it

    def settle(block: Measure) -> None:
        if words:
            found = chosen.count(words)
            block.own_chosen += found
            block.chosen += found
            block.words += len(words)
            words.clear()

    def read(text: str, block: Measure, linked: bool) -> None:
        found = words_of(text)
        words.extend(found)
        if linked:
            block.linked += len(found)

    def walk(element: "HtmlElement", own: Measure, block: Measure, linked: bool) -> None:
        if element.tag in BLOCKS:
            settle(block)
            block = own
        if (text := element.text) and not text.isspace():
            read(text, block, linked)
        for child in element:
            below = Measure()
            walk(child, below, block, linked or child.tag == "a")
            if (tail := child.tail) and not tail.isspace():
                read(tail, block, linked)
            if below.words:
                measures[child] = below
                own.words += below.words
                own.chosen += below.chosen
                own.linked += below.linked
        if block is own:
            settle(own)

    walk(body, measures[body], measures[body], False)
    return measures


def content_node(body: "HtmlElement", measures: Measures) -> "HtmlElement":
    """The element that holds a page's content.

    This is the smallest one with nearly all chosen words; but the page's main element where only a small part of its
    prose was chosen, or where half of what was chosen lies in it and the rest all over the page.
    """
    total = measures[body].chosen
    node = body
    while total:
        inner = (child for child in node if child.tag in CONTAINERS and measures.get(child, NOTHING).chosen >= SHARE * total)
        if (found := next(inner, None)) is None:
            break
        node = found
    mains = body.xpath(".//main | .//*[@role='main']")
    if len(mains) != 1 or mains[0] is node:
        return node
    main = mains[0]
    whole = measures.get(main, NOTHING)
    if main in node.iterancestors():
        return main if measures[node].chosen < SMALL_PART * (whole.words - whole.linked) else node
    return main if node in main.iterancestors() and whole.chosen >= HALF * total else node
