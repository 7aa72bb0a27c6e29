"""HTML text to a tree of bounded depth that holds only what readers see, parsed as browsers do."""

import re
from typing import TYPE_CHECKING, NamedTuple

from webresearch.pages.hidden import drop_hidden

if TYPE_CHECKING:
    from lxml.etree import HTMLParser
    from lxml.html import HtmlElement

# Both parsers and the Markdown writer take time or stack by depth; the pages of the evaluation sets nest at most 60.
DEEPEST = 100
# Elements whose end is implied or that have none, in HTML and in drawings: they do not nest, however often they are opened.
FLAT = frozenset(
    re.findall(
        r"\S+",
        "p li dt dd tr td th thead tbody tfoot option optgroup rp rt colgroup col area base br embed hr img input link meta "
        "param source track wbr html head body path circle rect line polyline polygon ellipse use stop image animate set mpath "
        "animatetransform animatemotion fegaussianblur feoffset feblend feflood fecomposite fecolormatrix femergenode",
    )
)
INLINE = frozenset(
    re.findall(
        r"\S+",
        "a abbr b big code em font i kbd nobr s small span strike strong sub sup tt u var",
    )
)
LONG_TAG = re.compile(r"<([a-zA-Z][^\s/<>]{0,100})[^<>]{5000,}")
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
MOST_ATTRIBUTES = 500  # of one element; parsers take the square of their number, honest elements have some dozen
COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.S)
OPENED_OR_CLOSED = re.compile(r"<(/?[a-zA-Z][^\s/<>]*)")
# A comment or a program is one match without a name; an unfinished one reaches to the end, as in the parser.
TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?:script\b.*?(?:</script|\Z)|style\b.*?(?:</style|\Z))"
    r"|<(/?)([a-z][^\s/<>]*)(?:[^<>\"']+|\"[^\"]*\"|'[^']*')*>?",
    re.S | re.I,
)
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
WORDY_COMMENT = re.compile(r"(?:[^\W\d_]{2,}[^\w>]+){4}[^\W\d_]{2,}")


class Parsed(NamedTuple):
    """A page as a tree without hidden parts. cut: its nesting was too deep to keep. removed: what was hidden, by kind."""

    tree: "HtmlElement"
    cut: bool
    removed: dict[str, int]


def parse(html: str) -> Parsed:
    """A tree of what readers see.

    html: any text. Never raises for what a page holds; time grows with its length only.
    """
    from lxml.html import document_fromstring
    from selectolax.lexbor import LexborHTMLParser

    whole = without_crowds(CONTROLS.sub("", html))
    source = limited_depth(whole)
    parser = LexborHTMLParser(source)
    hidden = drop_hidden(parser)
    comments = sum(bool(WORDY_COMMENT.search(comment[:2000])) for comment in COMMENT.findall(source))
    seen = parser.html or ""
    if "&#" in source:  # a control character that is written as a number is one by now
        seen = CONTROLS.sub("", seen)
    tree = document_fromstring((seen or "<html></html>").encode(), parser=tree_reader())
    return Parsed(tree, source != whole, {name: count for name, count in (("hidden", hidden), ("comments", comments)) if count})


def without_crowds(html: str) -> str:
    """The same HTML in which no tag has thousands of attributes: such a one loses them all."""
    return LONG_TAG.sub(
        lambda tag: f"<{tag[1]}" if len(QUOTED.sub("", tag[0]).split(maxsplit=MOST_ATTRIBUTES)) > MOST_ATTRIBUTES else tag[0],
        html,
    )


def tree_reader() -> "HTMLParser":
    """A parser whose elements are all of one class: lxml's own asks Python for the class whenever an element is touched."""
    from lxml.etree import ElementDefaultClassLookup, HTMLParser
    from lxml.html import HtmlElement

    reader = HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    reader.set_element_class_lookup(ElementDefaultClassLookup(element=HtmlElement))
    return reader


class Steps(dict[str, int]):
    """How far each tag leads down, by its name with the slash: worked out when it is first met, as most come again."""

    def __missing__(self, tag: str) -> int:
        """Flat elements lead nowhere."""
        self[tag] = 0 if tag.removeprefix("/").lower() in FLAT else -1 if tag.startswith("/") else 1
        return self[tag]


def deepest(html: str) -> int:
    """How deep elements may be nested at most, taking every tag for one; quick, and too high rather than too low."""
    most = depth = 0
    for step in map(Steps().__getitem__, OPENED_OR_CLOSED.findall(html)):
        depth += step
        if depth > most:
            most = depth
        elif depth < 0:
            depth = 0
    return most


def limited_depth(html: str) -> str:
    """The same HTML with no element nested deeper than DEEPEST; text stays where it is.

    The parser's time grows with the square of the depth, so this comes before it. Opening tags beyond the limit become
    line breaks (or nothing, where they only mark up words), and as many closing tags are dropped.
    """
    if deepest(html) <= DEEPEST:
        return html
    pieces: list[str] = []
    depth = dropped = start = 0
    for tag in TAG.finditer(html):
        name = (tag[2] or "").lower()
        if not name or name in FLAT:
            continue
        if not tag[1]:
            depth += 1
            if depth <= DEEPEST:
                continue
            dropped += 1
            pieces += (html[start : tag.start()], "" if name in INLINE else "<br>")
            start = tag.end()
        else:
            depth = max(0, depth - 1)
            if dropped:
                dropped -= 1
                pieces.append(html[start : tag.start()])
                start = tag.end()
    return "".join((*pieces, html[start:]))
