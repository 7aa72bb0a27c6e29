"""A page's HTML to clean Markdown with what is known about it: parse, locate, prune, write, clean."""

from typing import TYPE_CHECKING

from webresearch.pages.clean import neutralised
from webresearch.pages.locate import FORUM, FORUM_MARK, Chosen, chosen_text, content_node, measure
from webresearch.pages.markdown import without_colours, write
from webresearch.pages.metadata import Metadata, metadata
from webresearch.pages.parse import parse
from webresearch.pages.prune import prune
from webresearch.pages.text import Text

if TYPE_CHECKING:
    from lxml.html import HtmlElement

# Above these a page's content is not searched for, its main element is taken: the search would take more than some seconds.
HUGE = 1_000_000  # characters of text
CROWDED = 30_000  # elements
FEW = 25  # chosen words below which the choice says nothing about the page


def load_packages() -> None:
    """Load what the first page of a process would otherwise wait for, some 0.2 s; a page says itself what is missing."""
    from contextlib import suppress
    from importlib import import_module

    with suppress(ImportError, RuntimeError):  # a process that ends meanwhile lets nothing register for its end
        for name in ("lxml.html", "selectolax.lexbor", "trafilatura", "html_to_markdown"):
            import_module(name)


def extract(html: str, url: str) -> Text:
    """The content of a page as Markdown.

    html: the page, decoded. url: where it was found, for relative links; "" when unknown. Never raises for what the
    page holds; time and memory grow with its length only.
    """
    page = parse(html)
    about = metadata(page.tree, url)
    drop_declarations(page.tree)
    body = body_of(page.tree)
    without_colours(body)
    if page.cut:
        without_indents(body)
    characters = len(" ".join(body.text_content().split()))
    searchable = not page.cut and characters <= HUGE and body.xpath("count(.//*)") <= CROWDED
    root = content(page.tree, body, about, characters) if searchable else main_part(body)
    cleaned = neutralised(write(root, about.base))
    return Text(
        markdown=cleaned.text,
        title=about.title,
        author=about.author,
        published=about.published,
        published_guessed=about.guessed,
        language=about.language,
        canonical=about.canonical,
        removed={**page.removed, **cleaned.removed},
        flags=cleaned.flags,
        whole_text_characters=characters,
    )


def drop_declarations(tree: "HtmlElement") -> None:
    """Take out what the page says of itself, which no reader sees; the mark of a forum stays, for the extractor to know."""
    from lxml.etree import strip_elements

    strip_elements(tree, "meta", "link", with_tail=False)
    scripts = list(tree.iter("script"))
    forum = any(FORUM.search(script.text or "") for script in scripts)
    for script in scripts:
        if forum and script is scripts[0]:
            script.text = FORUM_MARK
            script.set("type", "application/ld+json")
        else:
            script.drop_tree()


def body_of(tree: "HtmlElement") -> "HtmlElement":
    """The body, or what stands for it on a page without one."""
    body = tree.find("body")
    return tree if body is None else body


def without_indents(body: "HtmlElement") -> None:
    """Turn what the writer would indent into plain parts: on a page nested without end each line would get long."""
    for element in body.iter("ul", "ol", "li", "blockquote", "dl", "dd"):
        element.tag = "div"


def content(tree: "HtmlElement", body: "HtmlElement", about: Metadata, characters: int) -> "HtmlElement":
    """The element that holds a page's content, furniture taken out of it; the main part when nothing was chosen.

    characters: how long the page's text is.
    """
    chosen = Chosen(chosen_text(tree, about.base, about.article, characters))
    measures = measure(body, chosen)
    if measures[body].chosen < FEW:
        return main_part(body)
    root = content_node(body, measures)
    prune(root, measures, about.article)
    return root


def main_part(body: "HtmlElement") -> "HtmlElement":
    """The one main element of a page, or the body without its navigation."""
    mains = body.xpath(".//main | .//*[@role='main']")
    root = mains[0] if len(mains) == 1 else body
    for element in list(root.iter("nav", "footer", "aside")):
        if element is not root:
            element.drop_tree()
    return root
