"""Hostile pages and quotes: time grows with their size and not faster."""

import time

import pytest

from webresearch.evidence.quotes import PageText

UNITS = [
    *"*_`[]<|\\>&()~$#=-!\"':",
    *[
        "<!--",
        "<!-- a -->",
        "![](",
        "[](",
        "[a](<",
        '[a](b "',
        "][",
        "&lt;",
        "*a ",
        "a*",
        "*a _b ",
        "**a*",
        "~~a",
        "`a ",
        "``a`",
    ],
    *["<a ", '<a b="', "<sup>", "<script>", "\\|", "| a ", "- a\n", "> a\n", "# a\n", "[a]: b\n", "```\n", "a|b\n", "    a\n"],
    *["...", "a b ", "the ", "漢 ", "\u200b", "e\u0301", "\x00", "\n"],
]
QUOTES = [
    "the drug did not improve quality of life",
    "**a** b [c](d) e",
    "a b a b a b",
    "* * * *",
    "| a | b |",
    "a b ... c d ... e f",
    "the the ... the the the",
]
SIZE = 100_000


def seconds(page: str, quotes: list[str]) -> float:
    begin = time.process_time()
    prepared = PageText(page)
    for quote in quotes:
        prepared.find(quote)
    return time.process_time() - begin


@pytest.mark.parametrize("unit", UNITS)
def test_a_flood_of_one_mark_is_read_in_linear_time(unit: str) -> None:
    # 100 kB; quadratic work would take minutes, linear work takes tenths of a second. The bound leaves room for a busy machine.
    page = unit * (SIZE // len(unit))
    assert seconds(page, [*QUOTES, page[:300]]) < 4


@pytest.mark.parametrize("unit", ["a b ... ", "a b\n... ", "| a b ", "a|b\n", "of the … ", "*a ", "[a](", "\\*"])
def test_a_flood_as_a_quote_is_judged_in_linear_time(unit: str) -> None:
    assert seconds("a b " * (SIZE // 4), [unit * (SIZE // len(unit))]) < 4


def test_a_thousand_quotes_of_a_large_page_are_quick() -> None:
    lines = [
        f"Line {number} says that **{number * 7}** boats came, and [link {number}](http://x/{number}) went.\n\n"
        for number in range(12_000)
    ]
    quotes = [f"Line {number} says that {number * 7 + number % 2} boats came" for number in range(0, 12_000, 12)]
    page = PageText("".join(lines))
    begin = time.process_time()
    found = [page.find(quote) is not None for quote in quotes]
    assert time.process_time() - begin < 4
    assert all(found)


def test_a_flood_of_marks_in_one_paragraph_ends_the_paragraph_s_text() -> None:
    page = PageText("Before the flood. " + "*a " * 30_000 + " words after the flood\n\nNext paragraph stands.\n")
    assert page.find("Before the flood")
    assert page.find("Next paragraph stands")
    assert page.find("words after the flood") is None
