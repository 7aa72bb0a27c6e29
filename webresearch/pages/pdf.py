"""A PDF's text as Markdown: one heading a page, so that a quote's heading names the page it stands on."""

import itertools
import logging
import re
import threading
from typing import Any, NamedTuple

from webresearch.pages.inflation import inflates_too_much
from webresearch.pages.plaintext import as_text

# A manual of 2,000 pages is 5 s of work; what is longer is a book that nobody quotes whole.
MAX_PAGES = 2000
MAX_CHARACTERS = 8_000_000
# Outlines are titles of sections; more of them than this is no outline.
MAX_OUTLINE = 3000
# Scans often carry a stamp or a page number as text: less than this a page is no text.
SCAN_CHARACTERS = 12

# PDFium keeps global state and allows one call at a time in a process.
ONE_AT_A_TIME = threading.Lock()

HYPHEN_AT_LINE_END = re.compile("\ufffe\\s*")
SENTENCE_END = re.compile(r"[.!?:;。！？：][\"'”’)\]]*$")
ITEM_START = re.compile(r"(?:[•◦▪‣·●○■]|[-–*+]\s|\(?\d{1,3}[.)]\s|\d{1,3}(?:\.\d{1,3})+\.?\s|[A-Z][A-Za-z]* \d{1,3}[.:]\s)")
CREATED = re.compile(r"D:((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
WORD_PROCESSOR = re.compile(r"^(?:Microsoft (?:Word|PowerPoint|Excel) - |untitled$)", re.I)


class PdfText(NamedTuple):
    """A PDF as Markdown.

    pages: how many the file has; read: how many are in the text. created: the file's own date, ISO 8601, "" when it has
    none. problem: why there is no text, one line, "" when there is some.
    """

    markdown: str = ""
    pages: int = 0
    read: int = 0
    title: str = ""
    author: str = ""
    created: str = ""
    problem: str = ""


def pdf_markdown(body: bytes, max_pages: int = MAX_PAGES, max_characters: int = MAX_CHARACTERS) -> PdfText:
    """The text of a PDF, with a heading `## Page N` before each page that has any.

    body: the whole file. max_pages, max_characters: where reading ends. N counts from 1 as viewers and `#page=N` do.
    An encrypted, broken or scanned file is a PdfText without Markdown whose `problem` says why.
    """
    import pypdfium2

    if inflates_too_much(body):
        return PdfText(problem="PDF unpacks to hundreds of megabytes and was not opened")
    logging.getLogger("pypdfium2").setLevel(logging.CRITICAL)  # it warns of deep outlines on stderr
    with ONE_AT_A_TIME:
        try:
            document = pypdfium2.PdfDocument(body)
        except pypdfium2.PdfiumError as error:
            return PdfText(problem=load_problem(str(error)))
        try:
            return document_text(document, max_pages, max_characters)
        finally:
            document.close()


def load_problem(error: str) -> str:
    """Why PDFium would not open a file, in words for a person."""
    if "assword" in error or "ecurity" in error:
        return "PDF is encrypted and wants a password"
    return "PDF is broken: " + re.sub(r"\s+", " ", error)[:100]


def document_text(document: Any, max_pages: int, max_characters: int) -> PdfText:
    """The text and the facts of an open document."""
    pages = len(document)
    headings = outline(document)
    parts: list[str] = []
    size = characters = read = 0
    while read < min(pages, max_pages) and size < max_characters:
        text = page_text(document, read)
        characters += len("".join(text.split()))
        if text.strip():
            parts.append(f"## Page {read + 1}\n\n{page_markdown(text, headings.get(read, frozenset()))}")
            size += len(parts[-1])
        read += 1
    facts = document.get_metadata_dict()
    title = "" if WORD_PROCESSOR.fullmatch(facts.get("Title", "")) else WORD_PROCESSOR.sub("", facts.get("Title", ""))
    created = CREATED.match(facts.get("CreationDate", ""))
    found = PdfText(
        "", pages, read, title.strip(), facts.get("Author", "").strip(), "-".join(created.groups()) if created else ""
    )
    if characters < SCAN_CHARACTERS * max(1, read):
        problem = f"PDF has no text layer: {characters} characters on {read} pages, probably a scan"
        return PdfText("", pages, read, found.title, found.author, found.created, problem)
    return PdfText("\n\n".join(parts), pages, read, found.title, found.author, found.created)


def page_text(document: Any, index: int) -> str:
    """The plain text of one page; "" for a page that can't be read."""
    import pypdfium2

    try:
        page = document[index]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return ""
    text = str(text_page.get_text_range(errors="replace"))
    text_page.close()
    page.close()
    return HYPHEN_AT_LINE_END.sub("", text).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def outline(document: Any) -> dict[int, frozenset[str]]:
    """Section titles of the document's outline, by page index and in comparable form."""
    import pypdfium2

    found: dict[int, set[str]] = {}
    try:
        for item in itertools.islice(document.get_toc(max_depth=8), MAX_OUTLINE):
            target = item.get_dest()
            index = target.get_index() if target else None
            if index is not None:
                found.setdefault(index, set()).add(comparable(item.get_title()))
    except (pypdfium2.PdfiumError, ValueError):
        pass  # a broken outline costs the section headings, not the text
    return {index: frozenset(titles) for index, titles in found.items()}


def comparable(line: str) -> str:
    """A title's letters and digits only: outline and page write its numbers and spaces differently."""
    return re.sub(r"[\W_]+", "", line[:200]).casefold()


def page_markdown(text: str, titles: frozenset[str]) -> str:
    """Lines of a page as paragraphs, with the outline's titles as headings.

    PDF has no paragraphs, only lines: a paragraph ends where a line that ends a sentence is clearly shorter than the page's
    usual line, and where an item or a numbered heading begins.
    """
    lines = [line for line in (raw.strip() for raw in text.split("\n")) if line]
    usual = sorted(map(len, lines))[len(lines) * 4 // 5]
    out: list[str] = []
    ended = True
    for line in lines:
        if titles and len(line) < 200 and comparable(line) in titles:
            out.append(f"\n### {as_text(line)}\n")
            ended = True
            continue
        begins = not ended and ITEM_START.match(line) is not None
        out.append(("\n" if begins else "") + as_text(line))
        ended = len(line) < 0.8 * usual and SENTENCE_END.search(line) is not None
        if ended:
            out.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip()
