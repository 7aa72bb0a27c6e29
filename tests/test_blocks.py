"""A page in pieces: what is never broken, and that the pieces rejoin to the page."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webresearch.reading.blocks import blocks, plain, units
from webresearch.reading.sentences import sentence_ends

PAGE = """# Harbour guide

The harbour opens at six. Boats under 9.5 m pay nothing, e.g. dinghies. Dr. Lund runs it.

## Fees

| Length | Fee |
| --- | --- |
| to 10 m | 12 EUR |
| to 20 m | 30 EUR |

* A berth is paid in advance.
  Cash is not taken.
* Water is free.

```sh
pay --berth 7. Then go. # not a heading

| no | table |
```

Winter
------

Closed from November.
"""


def kinds(markdown):
    return [unit.kind for unit in units(markdown)]


def texts(markdown, found):
    return [markdown[block.start : block.end].strip() for block in found]


def test_a_page_falls_into_sentences_rows_items_fences_and_headings():
    assert kinds(PAGE) == [
        "heading", "text", "text", "text", "heading", "table", "table", "table", "list", "list", "code", "heading", "text",
    ]  # fmt: skip


def test_a_sentence_does_not_end_at_an_abbreviation_or_a_decimal_point():
    assert texts(PAGE, units(PAGE))[1:4] == [
        "The harbour opens at six.",
        "Boats under 9.5 m pay nothing, e.g. dinghies.",
        "Dr. Lund runs it.",
    ]


def test_every_piece_knows_the_headings_it_stands_under():
    paths = [unit.heading for unit in units(PAGE)]
    assert paths[1] == ("Harbour guide",)
    assert paths[7] == ("Harbour guide", "Fees")
    assert paths[-1] == ("Harbour guide", "Winter")


def test_a_row_knows_the_head_of_its_table():
    row = units(PAGE)[7]
    assert PAGE[row.header[0] : row.header[1]] == "| Length | Fee |\n| --- | --- |\n"
    assert units(PAGE)[5].header == (0, 0)


def test_an_empty_table_head_is_none():
    page = "|  |  |\n| --- | --- |\n| Note | Mind the step. |\n"
    assert [unit.header for unit in units(page)] == [(0, 0), (0, 0)]


def test_a_table_without_outer_bars_is_known_by_its_rule():
    page = "Name | Age\n--- | ---\nAda | 36\nAlan | 41\n\nAfter."
    assert kinds(page) == ["table", "table", "table", "text"]


def test_a_table_that_is_only_a_head_is_one_piece():
    assert texts("| a |\n| - |\n", units("| a |\n| - |\n")) == ["| a |\n| - |"]


def test_a_fence_holds_whatever_stands_in_it():
    fence = next(unit for unit in units(PAGE) if unit.kind == "code")
    assert PAGE[fence.start : fence.end].startswith("```sh\npay") and PAGE[fence.start : fence.end].endswith("```\n\n")


def test_a_longer_fence_holds_a_shorter_one():
    page = "````\n```\ninner\n```\n````\nafter\n"
    assert kinds(page) == ["code", "text"]


def test_a_fence_that_never_closes_swallows_nothing():
    page = "```python\nprint(1)\n\n# Heading\n\nText.\n"
    assert kinds(page) == ["text", "heading", "text"]


def test_a_tilde_fence_is_not_closed_by_backticks():
    page = "~~~\n```\n~~~\nafter\n"
    assert kinds(page) == ["code", "text"]


def test_inline_code_at_the_start_of_a_line_is_no_fence():
    assert kinds("```x``` is code. It is inline.\n\n```\n\nend") == ["text", "text", "text", "text"]


def test_a_long_list_item_falls_into_sentences():
    page = "* " + "This sentence is about one thing only. " * 30
    assert set(kinds(page)) == {"list"} and len(units(page)) == 30


def test_a_sentence_is_not_cut_within_the_title_of_a_link():
    page = 'See [the table](page.html "Table 3. Fees. Of boats") for more. Then go on.'
    assert texts(page, units(page)) == ['See [the table](page.html "Table 3. Fees. Of boats") for more.', "Then go on."]


def test_scripts_without_spaces_have_sentences_too():
    page = "港は六時に開きます。料金は無料です。冬は閉まります！"
    assert texts(page, units(page)) == ["港は六時に開きます。", "料金は無料です。", "冬は閉まります！"]


def test_text_without_ends_is_cut_at_white_space_or_at_the_limit():
    assert sentence_ends("aaaa bbbb cccc", 0, 14, 10) == [10, 14]
    assert sentence_ends("a" * 25, 0, 25, 10) == [10, 20, 25]


def test_blocks_join_pieces_up_to_the_size_and_stop_at_headings():
    found = blocks(PAGE, 120)
    assert "".join(PAGE[block.start : block.end] for block in found) == PAGE
    assert [block.heading[-1] for block in found] == sorted(
        (block.heading[-1] for block in found), key=["Harbour guide", "Fees", "Winter"].index
    )
    assert all(block.end - block.start <= 160 for block in found)


def test_headings_below_each_other_go_with_the_text_under_them():
    page = "# One\n\n## Two\n\nText of two.\n\n# Three\n\nText of three.\n"
    assert texts(page, blocks(page, 500)) == ["# One\n\n## Two\n\nText of two.", "# Three\n\nText of three."]


def test_a_block_that_begins_with_rows_keeps_the_head_of_their_table():
    page = "| k | v |\n| - | - |\n" + "| key | value of the key |\n" * 20
    found = blocks(page, 100)
    assert found[0].header == (0, 0) and {block.header for block in found[1:]} == {(0, 20)}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[Fees](fees.md#x) **2024** ##", "Fees 2024"),
        ("`shared_buffers` (integer)", "shared_buffers (integer)"),
        ("_So_", "So"),
    ],
)
def test_a_heading_is_given_as_plain_words(line, words):
    assert plain(line) == words


def test_an_underlined_heading_has_the_level_of_its_line():
    page = "Top\n===\n\na\n\nSub\n---\n\nb\n\nOther\n===\n"
    assert [unit.heading for unit in units(page) if unit.kind == "heading"] == [("Top",), ("Top", "Sub"), ("Other",)]


MARKUP = st.text(alphabet="ab.|`~#-=*> \n\t1)(][_。", max_size=300)


@settings(max_examples=300)
@given(st.one_of(MARKUP, st.text(max_size=200)), st.integers(1, 200))
def test_pieces_rejoin_to_any_page(markdown, size):
    for found in (units(markdown), blocks(markdown, size)):
        assert markdown == "".join(markdown[block.start : block.end] for block in found)
        assert all(block.start < block.end for block in found)


MILLION = 1_000_000
HOSTILE = {
    "one line": "a" * MILLION,
    "bars": "|" * MILLION,
    "backticks": "`" * MILLION,
    "openings of ever longer fences": "".join("`" * n + "a\n" for n in range(3, 1400)),
    "openings of ever shorter fences": "".join("~" * n + "a\n" for n in range(1000, 2, -1)) + "~~~a\n" * 100_000,
    "a full stop and white space": "word." + " " * MILLION + "word",
    "unclosed links": "](" * (MILLION // 2),
    "brackets": "[" * MILLION,
    "quote marks": ">" * MILLION,
    "underlined": "word\n---\n\n" * (MILLION // 10),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_megabyte_of_anything_takes_bounded_time(name):
    begun = time.process_time()
    found = units(HOSTILE[name])
    assert found[-1].end == len(HOSTILE[name])
    assert time.process_time() - begun < 8  # a tenth of it on an idle machine; a quadratic walk needs minutes
