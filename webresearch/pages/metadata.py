"""What a page says about itself: title, author, date, language, canonical address."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from webresearch.pages.markdown import web_address
from webresearch.safetext import one_line

if TYPE_CHECKING:
    from lxml.html import HtmlElement

LONGEST_JSON = 200_000  # characters of one structured-data block; longer ones are product catalogues
LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.]?(0[1-9]|1[0-2])[-/.]?(0[1-9]|[12]\d|3[01])(?!\d)")
URL_DATE = re.compile(r"/((?:19|20)\d\d)[/-](0?[1-9]|1[0-2])[/-](0?[1-9]|[12]\d|3[01])(?=[/-]|$)")
DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
AUTHOR_NAMES = ("author", "article:author", "dc.creator", "dcterms.creator", "parsely-author", "sailthru.author", "byl")
DATE_NAMES = (
    "article:published_time",
    "datepublished",
    "date",
    "pubdate",
    "publishdate",
    "publication_date",
    "dc.date",
    "dc.date.issued",
    "dcterms.date",
    "dcterms.created",
    "parsely-pub-date",
    "sailthru.date",
    "citation_publication_date",
    "og:pubdate",
)
TITLE_NAMES = ("og:title", "citation_title", "dc.title", "twitter:title")
WORKS = re.compile(
    r"Article$|Posting$|^(?:WebPage|Report|ScholarlyArticle|Recipe|HowTo|Review|QAPage|Question|VideoObject|TechArticle)$"
)
DATED = "[contains(@class,'publish') or contains(@class,'date') or contains(@itemprop,'datePublished') or @pubdate]"


class Metadata(NamedTuple):
    """A page's account of itself, each one line, "" or None where it says nothing.

    published: YYYY-MM-DD. guessed: the date comes from the address or a time element, not from a declaration.
    base: the address that relative links start from. article: the page declares itself one.
    """

    title: str = ""
    author: str = ""
    published: str | None = None
    guessed: bool = False
    language: str = ""
    canonical: str = ""
    base: str = ""
    article: bool = False


def metadata(tree: "HtmlElement", url: str) -> Metadata:
    """Read a page's account of itself from its head, structured data and first headings.

    tree: the whole page. url: where it was found, "" when unknown.
    """
    declared = meta_values(tree)
    works = [work for work in structured(tree) if WORKS.search(kind_of(work))]
    base = base_of(tree, url)
    published = declared_date(declared, works)
    guess = None if published else guessed_date(tree, url)
    return Metadata(
        title=title_of(tree, declared, works),
        author=author_of(tree, declared, works),
        published=published or guess,
        guessed=published is None and guess is not None,
        language=language_of(tree, declared),
        canonical=canonical_of(tree, declared, base),
        base=base,
        article=is_article(declared, works),
    )


def meta_values(tree: "HtmlElement") -> dict[str, str]:
    """The contents of the meta elements by lower-case name, the first of each name."""
    values: dict[str, str] = {}
    for element in tree.iter("meta"):
        name = element.get("property") or element.get("name") or element.get("itemprop") or element.get("http-equiv") or ""
        content = (element.get("content") or "").strip()
        if name and content:
            values.setdefault(name.lower(), content[:1000])
    return values


def structured(tree: "HtmlElement") -> Iterator[dict[str, object]]:
    """The objects of a page's JSON-LD blocks, outermost first; what cannot be read is passed over."""
    for script in tree.iter("script"):
        text = (script.text or "").strip()
        if "ld+json" not in (script.get("type") or "") or not text or len(text) > LONGEST_JSON:
            continue
        try:
            found = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
        queue = [found]
        for value in queue:  # grows while it is walked
            if isinstance(value, dict):
                yield value
                queue.extend(value.get(name) for name in ("@graph", "mainEntity", "mainEntityOfPage") if name in value)
            elif isinstance(value, list):
                queue.extend(value[:50])
            if len(queue) > 500:
                break


def kind_of(work: dict[str, object]) -> str:
    """The type of a JSON-LD object, the first when it has several."""
    kind = work.get("@type")
    return str(kind[0] if isinstance(kind, list) and kind else kind or "")


def is_article(declared: dict[str, str], works: list[dict[str, object]]) -> bool:
    """Whether the page calls itself an article or a blog post."""
    return declared.get("og:type", "").lower() == "article" or any(
        re.search(r"Article$|BlogPosting$", kind_of(work)) for work in works
    )


def title_of(tree: "HtmlElement", declared: dict[str, str], works: list[dict[str, object]]) -> str:
    """The title as the page gives it for quoting; else the head's, else the first heading's."""
    named = [declared[name] for name in TITLE_NAMES if name in declared]
    named += [str(work["headline"]) for work in works if isinstance(work.get("headline"), str)]
    head = tree.findtext(".//head/title") or tree.findtext(".//title") or ""
    heading = next((h.text_content() for h in tree.iter("h1") if h.text_content().strip()), "")
    return next((line for line in map(one_line, (*named, head, heading)) if line), "")


def author_of(tree: "HtmlElement", declared: dict[str, str], works: list[dict[str, object]]) -> str:
    """The author's name; addresses of profile pages do not count as one."""
    names = author_names(tree, declared, works)
    return next((line for line in (one_line(name, 200) for name in names) if line and "://" not in line), "")


def author_names(tree: "HtmlElement", declared: dict[str, str], works: list[dict[str, object]]) -> Iterator[str]:
    """Where a page may name its author, the best first; its links are searched only when no declaration was good."""
    yield from (declared[name] for name in AUTHOR_NAMES if name in declared)
    for work in works:
        authors = work.get("author")
        people = authors if isinstance(authors, list) else [authors]
        found = [person.get("name") if isinstance(person, dict) else person for person in people[:5]]
        yield ", ".join(name for name in found if isinstance(name, str) and name.strip())
    links = tree.xpath(".//a[@rel='author'] | .//*[@itemprop='author']")
    yield from (element.text_content() for element in links[:1])


def declared_date(declared: dict[str, str], works: list[dict[str, object]]) -> str | None:
    """The day of publication that the page declares."""
    values = [declared[name] for name in DATE_NAMES if name in declared]
    values += [str(work.get("datePublished") or "") for work in works]
    return next((day for value in values if (day := day_of(value))), None)


def guessed_date(tree: "HtmlElement", url: str) -> str | None:
    """A day in the page's address, or that of a time element that looks like the page's own."""
    if found := URL_DATE.search(url):
        return valid_day(*found.groups())
    times = tree.xpath(f".//time[@datetime]{DATED} | .//article//time[@datetime] | .//header//time[@datetime]")
    return next((day for element in times[:5] if (day := day_of(element.get("datetime") or ""))), None)


def day_of(text: str) -> str | None:
    """The first day of the form YYYY-MM-DD in a text."""
    found = DATE.search(text[:100])
    return valid_day(*found.groups()) if found else None


def valid_day(year: str, month: str, day: str) -> str | None:
    """The day as YYYY-MM-DD, None when there is no such day."""
    return f"{year}-{int(month):02d}-{int(day):02d}" if int(day) <= DAYS[int(month) - 1] else None


def language_of(tree: "HtmlElement", declared: dict[str, str]) -> str:
    """The language tag a page declares, e.g. `de` or `pt-BR`."""
    candidates = [tree.get("lang") or "", declared.get("content-language", ""), declared.get("og:locale", "")]
    return next((tag.replace("_", "-") for tag in map(str.strip, candidates) if LANGUAGE_TAG.fullmatch(tag)), "")


def canonical_of(tree: "HtmlElement", declared: dict[str, str], base: str) -> str:
    """The address a page wants to be known by; only web addresses count."""
    links = [link.get("href") or "" for link in tree.iter("link") if "canonical" in (link.get("rel") or "").lower().split()]
    return next((address for link in (*links, declared.get("og:url", "")) if (address := web_address(link, base))), "")


def base_of(tree: "HtmlElement", url: str) -> str:
    """The address relative links start from: the first base element's, itself read against the page's address."""
    first = next((element.get("href") for element in tree.iter("base") if element.get("href")), "")
    return (web_address(first, url) or url) if first else url
