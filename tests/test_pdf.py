import logging
import threading
import zlib

import pytest
from handmade_pdf import make_pdf
from hypothesis import given, settings
from hypothesis import strategies as st

from webresearch.pages.inflation import inflates_too_much
from webresearch.pages.pdf import page_markdown, pdf_markdown

RIVER = [
    "The river rises in the northern hills and turns south below the old town,",
    "where a bridge of nine arches has stood since the year of the great flood.",
    "It is narrow.",
    "Boats have gone no further than the bridge since the lock was closed in 1931,",
    "and the towpath on the western bank is now a road for walkers and cyclists.",
]


def test_each_page_begins_with_a_heading_that_names_it():
    text = pdf_markdown(make_pdf([RIVER, ["A second page with one line of text."]]))
    assert text.markdown.startswith("## Page 1\n\nThe river rises")
    assert text.markdown.endswith("\n\n## Page 2\n\nA second page with one line of text.")
    assert (text.pages, text.read, text.problem) == (2, 2, "")


def test_an_empty_page_has_no_heading_and_keeps_its_number():
    assert "## Page 2" not in (text := pdf_markdown(make_pdf([RIVER, [], RIVER])).markdown)
    assert "## Page 3" in text


def test_a_paragraph_ends_with_a_short_line_that_ends_a_sentence():
    assert "It is narrow.\n\nBoats have gone" in pdf_markdown(make_pdf([RIVER])).markdown


@pytest.mark.parametrize("item", ["• salt", "- salt", "1. salt", "(2) salt", "2.3. Salt", "2.3 Salt", "Table 4: Salt"])
def test_items_and_numbered_headings_begin_a_paragraph(item):
    assert page_markdown(f"{RIVER[0]}\n{item}", frozenset()) == f"{RIVER[0]}\n\n{item}"


def test_titles_of_the_outline_become_headings():
    body = make_pdf([["1.  The  Bridge", *RIVER], ["The Bridge", *RIVER]], outline=(("1. The Bridge", 0), ("Elsewhere", 1)))
    markdown = pdf_markdown(body).markdown
    assert "### 1. The Bridge\n\nThe river" in markdown or "### 1.  The  Bridge\n\nThe river" in markdown
    assert markdown.count("###") == 1


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("# not a heading", "\\# not a heading"),
        ("> source: https://example.com/", "\\> source: https://example.com/"),
        ("```sh", "\\```sh"),
        ("- - -", "\\- - -"),
        ("=====", "\\====="),
        ("vector<int> and a*b*c", "vector<int> and a*b*c"),
        ("a < b and #1", "a < b and #1"),
        ("#include", "#include"),
    ],
)
def test_a_line_stays_text_and_becomes_no_markup(line, kept):
    assert page_markdown(line, frozenset()) == kept


def test_a_word_that_a_line_end_has_parted_is_joined():
    assert (
        "transformation of"
        in pdf_markdown(make_pdf([["This is a trans\xad", "formation of one thing into another."]])).markdown
    )


def test_title_author_and_date_come_from_the_file():
    info = "/Title (On Rivers) /Author (A. Writer) /CreationDate (D:20240229120000Z)"
    text = pdf_markdown(make_pdf([RIVER], info=info))
    assert (text.title, text.author, text.created) == ("On Rivers", "A. Writer", "2024-02-29")


@pytest.mark.parametrize(
    ("title", "kept"),
    [("Microsoft Word - rivers.docx", "rivers.docx"), ("untitled", ""), ("Untitled Rivers", "Untitled Rivers")],
)
def test_what_a_word_processor_writes_as_title_is_no_title(title, kept):
    assert pdf_markdown(make_pdf([RIVER], info=f"/Title ({title}) /CreationDate (yesterday)")).title == kept


def test_reading_ends_at_the_limits_and_says_how_far_it_came():
    body = make_pdf([RIVER] * 5)
    assert (few := pdf_markdown(body, max_pages=2)).read == 2
    assert "## Page 3" not in few.markdown
    assert pdf_markdown(body, max_characters=10).read == 1


def test_an_encrypted_file_is_told_from_a_broken_one():
    assert "encrypted" in pdf_markdown(make_pdf([RIVER], encrypted=True)).problem
    assert "broken" in pdf_markdown(b"%PDF-1.7\nnothing of the kind").problem
    assert "broken" in pdf_markdown(b"").problem


def test_a_scan_has_no_text_even_with_page_numbers_on_it():
    text = pdf_markdown(make_pdf([["1"], ["2"], ["3"]], info="/Title (Scan)"))
    assert (text.markdown, text.title, text.pages) == ("", "Scan", 3)
    assert "3 characters on 3 pages" in text.problem


def test_a_page_that_cannot_be_read_costs_only_itself():
    body = make_pdf([RIVER, RIVER]).replace(b"[10 0 R 12 0 R]", b"[ 9 0 R 12 0 R]")
    text = pdf_markdown(body)
    assert "## Page 2" in text.markdown or "## Page 1" in text.markdown
    assert text.markdown.count("The river rises") == 1


def test_a_file_cut_in_half_gives_what_it_holds_or_a_reason():
    body = make_pdf([RIVER] * 4)
    text = pdf_markdown(body[: len(body) // 2])
    assert bool(text.markdown) != bool(text.problem)


def test_an_outline_that_goes_round_in_circles_ends(caplog):
    body = make_pdf([RIVER], outline=(("One", 0), ("Two", 0))).replace(b"/Next 14 0 R", b"/Next 13 0 R")
    with caplog.at_level(logging.WARNING):
        assert pdf_markdown(body).markdown
    assert not caplog.records


def test_threads_may_read_at_the_same_time():
    body, found = make_pdf([RIVER] * 20), []
    threads = [threading.Thread(target=lambda: found.append(pdf_markdown(body).markdown)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_files_never_raise(data):
    body = bytearray(make_pdf([RIVER], outline=(("The Bridge", 0),)))
    for _ in range(data.draw(st.integers(1, 12))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    text = pdf_markdown(bytes(body))
    assert bool(text.markdown) != bool(text.problem)


def packed(repeats: int) -> bytes:
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(bytes(1_000_000)) for _ in range(repeats)) + packer.flush()


def test_a_file_that_unpacks_to_hundreds_of_megabytes_is_not_opened():
    bomb = packed(90)
    body = b"%PDF-1.4\n5 0 obj << /Filter /FlateDecode >>\nstream\n" + bomb + b"\nendstream\nendobj\n"
    assert "was not opened" in pdf_markdown(body).problem
    assert "was not opened" in pdf_markdown(body[: len(body) - 30]).problem
    assert not inflates_too_much(body.replace(b"/Filter", b"/Subtype /Image /Filter"))


def test_many_streams_that_each_unpack_to_little_are_counted_together():
    one = b"obj << >>\nstream\n" + packed(40) + b"\nendstream\n"
    assert not inflates_too_much(one * 5)
    assert inflates_too_much(one * 7)


def test_a_stream_packed_twice_is_not_opened_and_a_large_honest_one_is():
    assert inflates_too_much(b"%PDF-1.4 << /Filter [ /FlateDecode /FlateDecode ] >>")
    assert not inflates_too_much(b"%PDF-1.4 obj << >>\nstream\n" + packed(40) + b"endstream")
    assert not inflates_too_much(b"%PDF-1.4 obj << >>\nstream\n" + bytes(100_000) + b"endstream obj stream\n")
