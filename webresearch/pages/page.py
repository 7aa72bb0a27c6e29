"""One way from what an engine brought to a page with a verdict, or to a failure that says why."""

import re
from collections import Counter
from typing import NamedTuple

from webresearch.models import USABLE_VERDICTS, FailedPage, Page
from webresearch.pages.decode import decode
from webresearch.pages.kinds import binary_kind, is_pdf, text_kind
from webresearch.pages.pdf import pdf_markdown
from webresearch.pages.plaintext import first_heading, first_line, in_fence, text_markdown
from webresearch.pages.text import Text
from webresearch.pages.verdict import Judgement, judge, text_characters

FEED_TITLE = re.compile(r"<title[^>]{0,200}>\s*(?:<!\[CDATA\[)?([^<\]]{1,300})", re.I)
HEAD_CHARACTERS = 20_000
# No challenge is longer: what else an error status brings is not worth extracting.
ERROR_BYTES = 1_000_000


class Fetched(NamedTuple):
    """What is known of a page before its text is: where from, by whom, and the bounds of the judgement."""

    url: str
    final_url: str
    status: int | None
    engine: str
    thin_characters: int
    content_type: str = ""
    truncated: bool = False

    @property
    def media_type(self) -> str:
        """The media type alone, in lower case."""
        return self.content_type.partition(";")[0].strip().lower()


def page_from_bytes(
    body: bytes,
    *,
    url: str,
    final_url: str,
    status: int | None,
    content_type: str,
    engine: str,
    thin_characters: int,
    truncated: bool = False,
) -> Page | FailedPage:
    """A page from fetched bytes.

    body: the decompressed body. content_type: the HTTP header; the bytes decide first. truncated: the body was cut at the
    byte limit. A page without usable text is a FailedPage.
    """
    fetched = Fetched(url, final_url, status, engine, thin_characters, content_type, truncated)
    if status is not None and status >= 400 and len(body) > ERROR_BYTES:
        return failed(fetched, Judgement("http_error", f"HTTP {status}"))
    if is_pdf(body):
        return page_from_pdf(body, fetched)
    if kind := binary_kind(body):
        return failed(fetched, Judgement("wrong_type", f"{kind}, {len(body)} bytes"))
    decoded = decode(body, content_type)
    text = text_of(decoded.text, fetched)
    return failed(fetched, text) if isinstance(text, Judgement) else judged(text, fetched)


def page_from_service(  # noqa: PLR0913 - one argument for each thing a service says
    *,
    raw_html: str,
    markdown: str,
    url: str,
    final_url: str,
    status: int | None,
    title: str,
    engine: str,
    thin_characters: int,
    content_type: str = "",
    truncated: bool = False,
    warnings: tuple[str, ...] = (),
) -> Page | FailedPage:
    """A page from what a scrape service answered.

    raw_html: the source the service saw, "" when it sent none; our own text is made from it. markdown: the service's own
    text: used where there is no source (PDF), or where ours lost the text and hid nothing. title: as the service gave it.
    truncated: the service called the page partial. warnings: the service's own.
    """
    from webresearch.pages.clean import clean_markdown

    fetched = Fetched(url, final_url, status, engine, thin_characters, content_type, truncated)
    cleaned = clean_markdown(markdown)
    theirs = Text(
        cleaned.text,
        title=title or first_heading(cleaned.text),
        removed=cleaned.removed,
        flags=cleaned.flags,
        warnings=warnings,
        note="the service's Markdown, no HTML source",
    )
    if not raw_html.strip():
        return judged(theirs, fetched)
    ours = text_of(raw_html, fetched)
    if isinstance(ours, Judgement):
        return failed(fetched, ours)
    return judged(better(ours, theirs, thin_characters), fetched)


def better(ours: Text, theirs: Text, thin_characters: int) -> Text:
    """Our text of a source, or the service's where ours is next to nothing and left nothing out on purpose."""
    own, other = text_characters(ours.markdown), text_characters(theirs.markdown)
    ours = ours._replace(title=ours.title or theirs.title, warnings=(*ours.warnings, *theirs.warnings))
    if own >= thin_characters or other < 2 * own or not other or ours.removed.get("hidden"):
        return ours
    note = f"the service's Markdown: ours has {own} characters, theirs {other}"
    removed = dict(Counter(ours.removed) + Counter(theirs.removed))
    return ours._replace(markdown=theirs.markdown, removed=removed, flags=theirs.flags, note=note)


def text_of(text: str, fetched: Fetched) -> Text | Judgement:
    """A decoded text as Markdown, by what it is; a Judgement when it is nothing to read."""
    kind = text_kind(text, fetched.media_type)
    if kind == "html":
        return html_text(text, fetched)
    if kind == "svg":
        return Judgement("wrong_type", f"an SVG image, {len(text)} characters")
    if kind == "markdown":
        return markdown_text(text)
    from webresearch.pages.clean import neutralised

    subtype = fetched.media_type.rpartition("/")[2]
    title = first_line(text) if kind == "text" else ""
    if kind == "feed":
        found = FEED_TITLE.search(text[:HEAD_CHARACTERS])
        title = found.group(1).strip() if found else ""
    fenced = {"json": "json", "feed": "xml", "xml": "xml"}
    cleaned = neutralised(in_fence(text, fenced[kind]) if kind in fenced else text_markdown(text, subtype))
    return Text(cleaned.text if text.strip() else "", title=title, removed=cleaned.removed, flags=cleaned.flags)


def html_text(html: str, fetched: Fetched) -> Text:
    """A page of HTML through our own extraction."""
    if not html.strip():
        return Text("", note="an empty body")
    from webresearch.pages.extract import extract

    return extract(html, fetched.final_url or fetched.url)._replace(html=html)


def markdown_text(markdown: str) -> Text:
    """A page that is Markdown already."""
    from webresearch.pages.clean import clean_markdown

    cleaned = clean_markdown(markdown.replace("\r\n", "\n"))
    return Text(cleaned.text, title=first_heading(cleaned.text), removed=cleaned.removed, flags=cleaned.flags)


def page_from_pdf(body: bytes, fetched: Fetched) -> Page | FailedPage:
    """A PDF's pages, each under its own heading."""
    from webresearch.pages.clean import neutralised

    pdf = pdf_markdown(body)
    if pdf.problem and fetched.status is not None and fetched.status >= 400:
        return failed(fetched, Judgement("http_error", f"HTTP {fetched.status}"))
    if pdf.problem:
        cut = "; the body was cut at the byte limit" if fetched.truncated else ""
        return failed(fetched, Judgement("no_text", pdf.problem + cut))
    cleaned = neutralised(pdf.markdown)
    note = f"PDF, {pdf.pages} pages" + (f", the first {pdf.read} read" if pdf.read < pdf.pages else "")
    text = Text(
        cleaned.text,
        title=pdf.title or first_line(pdf.markdown.partition("\n\n")[2]),
        author=pdf.author,
        published=pdf.created or None,
        published_guessed=bool(pdf.created),
        removed=cleaned.removed,
        flags=cleaned.flags,
        note=note,
        cut=pdf.read < pdf.pages,
    )
    return judged(text, fetched)


def judged(text: Text, fetched: Fetched) -> Page | FailedPage:
    """The page with its verdict; a failure when nothing of it can be used."""
    judgement = judge(
        status=fetched.status,
        title=text.title,
        markdown=text.markdown,
        html=text.html,
        whole_text_characters=text.whole_text_characters,
        thin_characters=fetched.thin_characters,
    )
    verdict, reason = judgement.verdict, judgement.reason
    if text.note and verdict in USABLE_VERDICTS:
        reason += f"; {text.note}"
    if verdict == "ok" and (fetched.truncated or text.cut):
        verdict, reason = "partial", reason + ("; the page was cut" if fetched.truncated else "")
    if verdict not in USABLE_VERDICTS or not text.markdown.strip():
        return failed(fetched, Judgement(verdict, reason))
    return Page(
        url=fetched.url,
        markdown=text.markdown,
        verdict=verdict,
        reason=reason,
        final_url=fetched.final_url,
        status=fetched.status,
        title=text.title,
        author=text.author,
        published=text.published,
        published_guessed=text.published_guessed,
        language=text.language,
        canonical=text.canonical,
        content_type=fetched.content_type,
        engine=fetched.engine,
        removed=dict(text.removed),
        flags=text.flags,
        warnings=text.warnings,
    )


def failed(fetched: Fetched, judgement: Judgement) -> FailedPage:
    """The failure that a judgement comes to."""
    return FailedPage(fetched.url, judgement.verdict, judgement.reason, fetched.status, fetched.engine, fetched.final_url)
