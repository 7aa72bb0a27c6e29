"""Footnote definitions of a finished synthesis: the quote, where it stands, and how to see it on the live page. Pure."""

import re
from urllib.parse import quote as percent

from webresearch.safetext import host_of, one_line

WHOLE_FRAGMENT = 80  # characters: up to here the whole quote is the text fragment, above its first and last words
WORDS = 5


def definition(identity: str, quote: str, title: str, link: str, url: str, fetched: str) -> str:
    """One footnote definition.

    title: of the page. link: to the saved file, relative to the synthesis. url: of the live page, "" for a curated
    document. fetched: the day, YYYY-MM-DD.
    """
    shown = f'[^{identity}]: "{escaped(one_line(quote, 700))}" — [{escaped(one_line(title, 160))}]({percent(link)})'
    if not url:
        return f"{shown}, curated document"
    host = host_of(url) or "live page"
    return f"{shown}, [{escaped(host)}]({address(url)}{fragment(quote)}), fetched {fetched}"


def escaped(text: str) -> str:
    """Text in which no character opens Markdown or HTML."""
    return re.sub(r"([\\`*_\[\]<>|~^])", r"\\\1", text)


def address(url: str) -> str:
    """A URL that ends nothing in a Markdown link, without its fragment."""
    return percent(url.split("#", maxsplit=1)[0], safe="%/:=?&+;,@!$'*~.-_")


def fragment(quote: str) -> str:
    """The text fragment that lets a browser scroll to a quote (https://wicg.github.io/scroll-to-text-fragment/)."""
    text = one_line(quote, 2000)
    words = text.split(" ")
    if len(text) <= WHOLE_FRAGMENT or len(words) <= 2 * WORDS:
        return f"#:~:text={encoded(text)}"
    return f"#:~:text={encoded(' '.join(words[:WORDS]))},{encoded(' '.join(words[-WORDS:]))}"


def encoded(text: str) -> str:
    """Percent-encoded with the three characters that mean something in a text fragment."""
    return percent(text, safe="").replace("-", "%2D")
