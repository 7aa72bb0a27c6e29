"""Where on a page its content lies: the words an extractor chose, found again in the page's own tree."""

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

RUN = 5  # words that must stand in the chosen text in this order; three let captions pass that repeat an article's words
SHARE = 0.9  # of the chosen words that the content node must hold; more and stray matches widen it to the whole page
WORD = re.compile(r"\w+")
LINE = re.compile(r"\n|\s\|\s|^\||\|$", re.M)  # the extractor writes a table row as one line with bars between cells
FORUM = re.compile(r'"@type"\s*:\s*(?:\[[^\]]{0,200})?"DiscussionForumPosting"')
FORUM_MARK = '{"@type": "DiscussionForumPosting"}'
BLOCKS = frozenset(
    "address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr label legend li main menu nav ol p pre section summary table "
    "tbody td tfoot th thead tr ul".split()
)
Words = list[tuple[str, bool]]  # each word, and whether it stands in a link


@dataclass(slots=True)
class Measure:
    """Words of an element with all it holds: how many, chosen, in links; and chosen ones outside of any block within it."""

    words: int = 0
    chosen: int = 0
    linked: int = 0
    own_chosen: int = 0


Measures = dict["HtmlElement", Measure]


def chosen_text(tree: "HtmlElement", url: str) -> str:
    """The text trafilatura takes for the content of a page, "" when it finds none; reader comments are not asked for."""
    from trafilatura import extract

    try:
        return extract(tree, url=url or None, include_comments=False, include_formatting=False) or ""
    except Exception:  # whatever it stumbles over, the whole page remains
        return ""


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, composed as the extractor composes them."""
    return WORD.findall((text if text.isascii() else unicodedata.normalize("NFC", text)).lower())


class Chosen:
    """The chosen text as what can be looked up: runs of words, and whole lines, line beginnings and ends of fewer words."""

    def __init__(self, text: str) -> None:
        self.runs: set[tuple[str, ...]] = set()
        self.short: set[tuple[str, ...]] = set()
        for line in LINE.split(text):
            words = words_of(line)
            if len(words) < RUN:
                self.short.add(tuple(words))
                continue
            self.runs.update(zip(*(words[start:] for start in range(RUN)), strict=False))
            for size in range(2, RUN):
                self.short.update((tuple(words[:size]), tuple(words[-size:])))

    def count(self, words: list[str]) -> int:
        """How many of a block's words were chosen."""
        if len(words) < RUN:
            return len(words) if tuple(words) in self.short else 0
        last, found = 0, 0
        for start in range(len(words) - RUN + 1):
            if tuple(words[start : start + RUN]) in self.runs:
                found += start + RUN - max(start, last)
                last = start + RUN
        return found


def measure(body: "HtmlElement", chosen: Chosen) -> Measures:
    """Count the words of every element below `body`, which of them were chosen and which stand in links."""
    measures: Measures = {}

    def settle(block: "HtmlElement", words: Words) -> None:
        own = measures[block]
        found = chosen.count([word for word, _ in words])
        own.own_chosen += found
        own.words += len(words)
        own.chosen += found
        own.linked += sum(linked for _, linked in words)
        words.clear()

    def walk(element: "HtmlElement", block: "HtmlElement", words: Words, linked: bool) -> None:
        measures[element] = Measure()
        is_block = element.tag in BLOCKS
        if is_block:
            settle(block, words)
            block = element
        linked = linked or element.tag == "a"
        if element.text:
            words.extend((word, linked) for word in words_of(element.text))
        for child in element:
            walk(child, block, words, linked)
            if child.tail:
                words.extend((word, linked) for word in words_of(child.tail))
        if is_block:
            settle(block, words)

    measures[body] = Measure()
    walk(body, body, [], False)
    for element in reversed(list(body.iterdescendants())):
        below, above = measures[element], measures[element.getparent()]
        above.words += below.words
        above.chosen += below.chosen
        above.linked += below.linked
    return measures


def content_node(body: "HtmlElement", measures: Measures) -> "HtmlElement":
    """The smallest element that holds nearly all chosen words; the body when nothing was chosen."""
    least = SHARE * measures[body].chosen
    node = body
    while least:
        inner = next((child for child in node if measures[child].chosen >= least), None)
        if inner is None:
            break
        node = inner
    return node
