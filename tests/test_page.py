import io
import json
import zipfile

import pytest
from handmade_pdf import make_pdf
from hypothesis import given, settings
from hypothesis import strategies as st

from webresearch.models import PAGE_VERDICTS, USABLE_VERDICTS, FailedPage, Page
from webresearch.pages.kinds import binary_kind, text_kind
from webresearch.pages.page import page_from_bytes, page_from_service
from webresearch.pages.plaintext import first_line, in_fence, text_markdown

URL = "https://example.com/locks"
PARAGRAPH = (
    "The lock at the lower weir was rebuilt twice before the canal company gave up the trade in coal and turned to water. "
    "Its gates are of oak, its sills of granite, and the chamber takes a boat of seventy feet with a hand's breadth to spare. "
)
TEXT = PARAGRAPH * 4
ARTICLE = f"<article><h1>The lower lock</h1><p>{TEXT}</p></article>"
HTML = f"<!doctype html><html><head><title>The lower lock</title></head><body>{ARTICLE}</body></html>"


def from_bytes(body, content_type="", status=200, **more):
    return page_from_bytes(
        body, url=URL, final_url=more.pop("final_url", URL), status=status, content_type=content_type, engine="embedded",
        thin_characters=500, **more,
    )  # fmt: skip


def from_service(raw_html="", markdown="", status=200, **more):
    return page_from_service(
        raw_html=raw_html, markdown=markdown, url=URL, final_url="", status=status, title=more.pop("title", "Service title"),
        engine="firecrawl", thin_characters=500, **more,
    )  # fmt: skip


def test_a_page_of_html_carries_its_text_and_where_it_came_from():
    page = from_bytes(HTML.encode(), "text/html; charset=utf-8", final_url=URL + "/lower")
    assert isinstance(page, Page)
    assert (page.verdict, page.title, page.url, page.final_url, page.status) == (
        "ok",
        "The lower lock",
        URL,
        URL + "/lower",
        200,
    )
    assert PARAGRAPH.split(".", maxsplit=1)[0] in page.markdown
    assert (page.engine, page.content_type) == ("embedded", "text/html; charset=utf-8")


def test_the_bytes_decide_what_a_page_is_and_not_the_header():
    assert from_bytes(HTML.encode(), "application/octet-stream").verdict == "ok"
    assert from_bytes(make_pdf([[TEXT[:90]] * 9]), "text/html").markdown.startswith("## Page 1")


def test_letters_survive_a_wrong_declaration():
    body = HTML.replace("The lower lock", "Żółta śluza").encode("iso-8859-2")
    assert from_bytes(body, "text/html; charset=iso-8859-1").title == "Żółta śluza"


@pytest.mark.parametrize("status", [403, 404, 500])
def test_an_error_page_is_a_failure_with_its_status(status):
    page = from_bytes(HTML.encode(), status=status)
    assert isinstance(page, FailedPage)
    assert (page.verdict, page.reason, page.status, page.engine) == ("http_error", f"HTTP {status}", status, "embedded")


def test_a_huge_error_page_is_not_even_read():
    assert from_bytes(b"<title>Just a moment...</title>" + b"x" * 1_000_000, status=503).verdict == "http_error"


def test_a_challenge_is_a_failure_that_says_what_showed_it():
    body = b"<title>Just a moment...</title><h1>example.com</h1><p>Verify you are human. Ray ID: 8f2a"
    page = from_bytes(body, status=403)
    assert (type(page), page.verdict) == (FailedPage, "blocked")
    assert "just a moment" in page.reason


def test_a_body_cut_at_the_limit_is_partial():
    page = from_bytes(HTML.encode()[:-40], truncated=True)
    assert page.verdict == "partial"
    assert "cut" in page.reason


def test_a_short_page_is_thin_and_still_a_page():
    page = from_bytes(b"<title>Hours</title><p>Open from May to September, on Sundays only.</p>")
    assert (type(page), page.verdict) == (Page, "thin")


@pytest.mark.parametrize(
    "body", [b"", b"  \n", b"<html><body></body></html>", b"<html><body><script>go()</script></body></html>"]
)
def test_a_page_without_text_is_thin_and_a_failure(body):
    page = from_bytes(body, "text/html")
    assert (type(page), page.verdict) == (FailedPage, "thin")


def test_garbled_text_is_a_page_with_a_warning_verdict():
    german = "Die große Schleuse liegt südlich der Brücke, für größere Schiffe ist die Tür schön früh geöffnet. " * 9
    page = from_bytes(HTML.replace(TEXT, german).encode().decode("cp1252", "ignore").encode())
    assert (type(page), page.verdict) == (Page, "mojibake")


def zipped():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("word/document.xml", "<w:t>text</w:t>")
    return made.getvalue()


BINARY = {
    "PNG": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
    "WebP": b"RIFF\x00\x01\x00\x00WEBPVP8 \x00\x00",
    "video": b"\x00\x00\x00\x18ftypmp42\x00\x00",
    "ZIP": zipped(),
    "compressed": b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
    "program": b"\x7fELF\x02\x01\x01\x00",
    "BMP": b"BM\x36\x00\x0c\x00\x00\x00\x00\x00",
    "binary data": bytes(range(256)) * 4,
    "SVG": b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
}


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("content_type", ["text/html", "image/png", ""])
def test_what_is_no_text_is_of_the_wrong_type_and_named(name, content_type):
    if (name, content_type) == ("SVG", "text/html"):
        pytest.skip("a fragment of SVG called HTML is HTML")
    page = from_bytes(BINARY[name], content_type)
    assert page.verdict == "wrong_type"
    assert name in page.reason


def test_words_that_begin_like_a_signature_are_text():
    assert from_bytes(f"BM stands for bench mark. {TEXT}".encode(), "text/plain").verdict == "ok"
    assert binary_kind("\ufeffBM".encode("utf-16")) == ""


def test_a_pdf_keeps_its_pages_title_and_date():
    page = from_bytes(make_pdf([[PARAGRAPH[:95]] * 6] * 2, info="/Title (On Locks) /CreationDate (D:20210304)"))
    assert (page.verdict, page.title, page.published, page.published_guessed) == ("ok", "On Locks", "2021-03-04", True)
    assert "## Page 2" in page.markdown
    assert "PDF, 2 pages" in page.reason


def test_a_pdf_without_title_is_named_by_its_first_line():
    assert from_bytes(make_pdf([["A Guide to Locks", *[PARAGRAPH[:95]] * 6]])).title == "A Guide to Locks"


def test_a_pdf_without_text_is_no_text_and_says_whether_it_was_cut():
    assert from_bytes(make_pdf([[]])).verdict == "no_text"
    assert "cut" in from_bytes(b"%PDF-1.4 broken", truncated=True).reason
    assert from_bytes(b"%PDF-1.4 broken", status=404).verdict == "http_error"


def test_a_pdf_longer_than_the_limit_is_partial(monkeypatch):
    monkeypatch.setattr("webresearch.pages.pdf.pdf_markdown.__defaults__", (1, 10_000))
    page = from_bytes(make_pdf([[PARAGRAPH[:95]] * 9] * 3))
    assert (page.verdict, "the first 1 read" in page.reason) == ("partial", True)


def test_plain_text_keeps_every_word_and_makes_no_markup():
    page = from_bytes(f"Lock Rules\n\n# 1 is the upper gate\n> source: me\n{TEXT}".encode(), "text/plain")
    assert page.title == "Lock Rules"
    assert "\n\\# 1 is the upper gate" in page.markdown
    assert "\n> source" not in page.markdown


def test_markdown_stays_markdown_even_when_it_is_called_plain_text():
    source = f"# The lower lock\n\n- [Gates](https://example.com/gates)\n\n{TEXT}\n"
    for content_type in ("text/plain", "text/markdown", ""):
        page = from_bytes(source.encode(), content_type)
        assert page.title == "The lower lock"
        assert "- [Gates](https://example.com/gates)" in page.markdown


@pytest.mark.parametrize("content_type", ["application/json", "text/html", "text/plain", ""])
def test_json_is_fenced_as_it_is(content_type):
    source = json.dumps({"locks": [{"name": "lower", "text": TEXT}]})
    assert from_bytes(source.encode(), content_type).markdown.strip() == f"```json\n{source}\n```"


def test_a_feed_is_fenced_and_named_by_its_title():
    source = f"<?xml version='1.0'?><rss version='2.0'><channel><title>Lock News</title><item>{TEXT}</item></channel></rss>"
    page = from_bytes(source.encode(), "application/rss+xml")
    assert page.title == "Lock News"
    assert page.markdown.startswith("```xml\n<?xml")


@pytest.mark.parametrize(
    ("source", "media_type", "kind"),
    [
        ("<?xml version='1.0'?><!-- x --><html xmlns='a'>", "", "html"),
        ("<!-- saved --><!DOCTYPE html><p>", "text/plain", "html"),
        ("<?xml version='1.0'?><book/>", "text/plain", "xml"),
        ("<book/>", "application/xml", "xml"),
        ("<book/>", "text/plain", "text"),
        ("<feed xmlns='a'><title>x</title></feed>", "", "feed"),
        ("<rdf:RDF xmlns='a'>", "", "feed"),
        ("<svg>", "", "svg"),
        ("words <p>more</p>", "", "html"),
        ("words", "text/html", "html"),
        ("words", "", "text"),
        ("{not json}", "", "text"),
        ('{"a": 1}\n{"a": 2}\n', "", "json"),
        ("{\n[\n", "", "text"),
        ("[" * 100_000, "", "json"),
        ("# One\n\nwords\n\n# Two", "", "markdown"),
        ("# One comment", "text/plain", "text"),
    ],
)
def test_a_text_is_what_its_beginning_shows(source, media_type, kind):
    assert text_kind(source, media_type) == kind


def test_code_goes_into_a_fence_that_it_cannot_close():
    code = "import os\n\ndef main():\n    print('```')\n    return {\n        'a': 1,\n    }\n"
    assert text_markdown(code, "x-python").startswith("````python\n")
    assert text_markdown(code).startswith("````\n")
    assert in_fence("a", "").splitlines() == ["```", "a", "```"]


def test_a_first_line_that_is_long_is_no_title():
    assert first_line(TEXT) == ""
    assert first_line("\n\n  A title \nmore") == "A title"
    assert first_line("") == ""


def test_a_services_html_goes_through_our_own_extraction():
    page = from_service(HTML, "# Something else\n\nwith hidden orders")
    assert isinstance(page, Page)
    assert (page.title, page.engine, page.final_url) == ("The lower lock", "firecrawl", "")
    assert "hidden orders" not in page.markdown


def test_a_services_markdown_is_used_where_there_is_no_html():
    page = from_service("", f"# On Locks\n\n{TEXT}", title="", warnings=("slow",))
    assert (page.verdict, page.title, page.warnings) == ("ok", "On Locks", ("slow",))
    assert "no HTML source" in page.reason


def test_a_services_markdown_is_used_where_ours_lost_the_text():
    page = from_service('<html><body><div id="root"></div></body></html>', f"# On Locks\n\n{TEXT}")
    assert page.verdict == "ok"
    assert "ours has 0 characters" in page.reason
    assert page.title == "Service title"


def test_text_that_ours_left_out_because_it_was_hidden_does_not_come_back():
    html = f"<html><body><p>Open on Sundays.</p><div style='display:none'>{TEXT}</div></body></html>"
    page = from_service(html, f"Open on Sundays.\n\n{TEXT}")
    assert "granite" not in page.markdown


def test_an_error_page_under_success_is_judged_by_status_and_text():
    assert from_service("", "# 404 Not Found\n\nnginx", status=404).verdict == "http_error"
    assert from_service("", "# 404 Not Found\n\nnginx", title="404 Not Found").verdict == "soft_404"


def test_a_page_that_the_service_calls_cut_is_partial():
    assert from_service(HTML, "", truncated=True).verdict == "partial"


def test_json_and_binary_sources_of_a_service_are_told_apart_too():
    assert from_service(json.dumps({"a": TEXT}), "").markdown.startswith("```json")
    assert from_service("<svg xmlns='http://www.w3.org/2000/svg'/>", "").verdict == "wrong_type"
    assert from_service("", "").verdict == "thin"


@settings(max_examples=80, deadline=None)
@given(
    st.binary(max_size=300),
    st.sampled_from(["", "text/html", "text/plain", "application/json"]),
    st.sampled_from([None, 200, 404]),
)
def test_any_body_becomes_a_page_or_a_failure(body, content_type, status):
    page = from_bytes(body, content_type, status)
    assert page.verdict in PAGE_VERDICTS
    assert isinstance(page, Page) == (page.verdict in USABLE_VERDICTS and bool(getattr(page, "markdown", "").strip()))
