"""What a page is worth: one verdict of the closed list, and the rule and evidence behind it.

The order of the rules: HTTP status, walls, garbled letters, too little text. A false alarm loses a page that was fetched,
so every rule wants the page to be short and to speak of nothing else.
"""

import re
from typing import NamedTuple

from webresearch.pages.mojibake import garbled, garbled_at_source
from webresearch.pages.walls import Looks, evidence, most_prose, plain, sentences, title_segments, walls

# Longer Markdown is no wall, whatever it says: the longest ones seen have menus of some 20,000 characters.
WALL_MARKDOWN = 40_000
# A page with less text than this holds nothing beside what it shows first: then buttons count, too.
SMALL_PAGE = 3000
WORDS = 6000
HTML_CHARACTERS = 200_000
# More of a page tells nothing new about it, and marks are taken out of all that is looked at.
JUDGED_CHARACTERS = 200_000

HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(\S.{0,300})", re.M)
IMAGE = re.compile(r"!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)")
LINK = re.compile(r"\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)")
MARKS = re.compile(r"[*_`#>|~\\]+|^[ \t]{0,40}(?:[-+]|\d{1,3}\.)[ \t]", re.M)
APPLICATION = re.compile(
    r"<div[^>]{0,200}\bid\s*=\s*[\"']?(?:root|app|__next|__nuxt|app-root|main-app|q-app|svelte)\b|<app-root\b"
    r"|(?:enable|requires?|without|activate) (?:java ?script|js)\b|java ?script (?:is )?(?:required|disabled|not enabled)",
    re.I,
)


class Judgement(NamedTuple):
    """verdict: one of PAGE_VERDICTS. reason: the rule and its evidence, one line."""

    verdict: str
    reason: str


def judge(
    *,
    status: int | None,
    title: str,
    markdown: str,
    html: str = "",
    whole_text_characters: int = 0,
    thin_characters: int,
) -> Judgement:
    """The verdict on a page's text.

    status: HTTP status, None when unknown. markdown: the text that would be saved. html: the page's source where there is
    one. whole_text_characters: text of the whole page, before the content was chosen; 0 when not known. thin_characters:
    below this a page hardly answers anything.
    """
    text = words_of(markdown[:JUDGED_CHARACTERS])
    found = wall(title, markdown, text, html, whole_text_characters)
    if status is not None and status >= 400:
        if found.verdict == "blocked":
            return Judgement("blocked", f"HTTP {status}; {found.reason}")
        return Judgement("http_error", f"HTTP {status}")
    if found.verdict != "ok":
        return found
    if mistake := garbled(text) or garbled_at_source(text, html):
        return Judgement("mojibake", mistake)
    characters = len(text) if len(markdown) <= JUDGED_CHARACTERS else len(markdown)
    if characters < thin_characters:
        return Judgement("thin", thin_reason(characters, thin_characters, html, whole_text_characters))
    return Judgement("ok", f"{characters} characters")


def thin_reason(characters: int, thin_characters: int, html: str, whole_text_characters: int) -> str:
    """Why there is so little text, as far as the source shows."""
    reason = f"{characters} characters, under {thin_characters}"
    if APPLICATION.search(html[:HTML_CHARACTERS]):
        return reason + "; an application shell that wants JavaScript"
    if whole_text_characters > max(thin_characters, 4 * characters):
        return reason + f"; the whole page has {whole_text_characters}"
    return reason


def wall(title: str, markdown: str, text: str, html: str, whole_text_characters: int) -> Judgement:
    """The kind of page that stands in the place of the one asked for; `ok` when it is the page itself.

    text: the words of the Markdown.
    """
    if len(markdown) > WALL_MARKDOWN:
        return Judgement("ok", "")
    prose = prose_of(markdown)
    if sum(map(len, prose)) > most_prose():
        return Judgement("ok", "")
    looks = looks_of(title, markdown, text, prose, html, whole_text_characters)
    for kind in walls():
        if reason := evidence(kind, looks):
            return Judgement(kind.verdict, reason)
    return Judgement("ok", "")


def prose_of(markdown: str) -> tuple[str, ...]:
    """The sentences of a text without its first heading and its links."""
    return sentences(MARKS.sub(" ", LINK.sub(" ", IMAGE.sub(" ", HEADING.sub("", markdown, count=1)))))


def looks_of(title: str, markdown: str, text: str, prose: tuple[str, ...], html: str, whole_text_characters: int) -> Looks:
    """A page as the walls see it."""
    heading = HEADING.search(markdown)
    headings = [heading.group(1)] if heading else []
    shown = ""
    if html and whole_text_characters <= SMALL_PAGE and sum(map(len, prose)) <= SMALL_PAGE:
        shown, first = shown_text(html[:HTML_CHARACTERS])
        headings.append(first)
    titles = title_segments(title) + tuple(part for line in headings for part in title_segments(words_of(line))[:1])
    shown = plain(shown) if len(shown) <= SMALL_PAGE else ""
    return Looks(titles, plain(text[:WORDS]), shown, prose, html[:HTML_CHARACTERS].lower())


def words_of(markdown: str) -> str:
    """Markdown as the words a reader sees: no link targets, images or marks."""
    text = LINK.sub(r"\1", IMAGE.sub("", markdown)) if "](" in markdown else markdown
    return " ".join(MARKS.sub(" ", text).split())


def text_characters(markdown: str) -> int:
    """How much text a reader sees; of a long page its length, marks and all."""
    return len(words_of(markdown)) if len(markdown) <= JUDGED_CHARACTERS else len(markdown)


def shown_text(html: str) -> tuple[str, str]:
    """All text of an HTML source that is no code, and its first heading; `noscript` counts, since no script runs here."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    tree.strip_tags(["script", "style", "template", "svg"])
    heading = tree.css_first("h1, h2")
    text = tree.body.text(separator=" ") if tree.body else ""
    return " ".join(text.split()), heading.text() if heading else ""
