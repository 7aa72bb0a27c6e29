"""Where a quote stands: offsets into the saved file and the heading above."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quote_cases import HEADER, PAGES, ROWS

from webresearch.evidence.quotes import PageText, Place, stands


def place(text: str, quote: str) -> Place:
    found = PageText(text).find(quote)
    assert found is not None
    return found


def test_the_offsets_cut_the_quote_out_of_the_saved_file() -> None:
    text = HEADER + "# Tide\n\nThe tide **rose** by\n> no means slowly.\n"
    found = place(text, "The tide rose by")
    assert text[found.start : found.end] == "The tide **rose** by"


def test_the_offsets_count_the_header_and_windows_line_ends() -> None:
    text = PAGES["crlf"]
    found = place(text, "at nine and returns")
    assert text[found.start : found.end] == "at nine\r\nand returns"


def test_an_entity_and_a_ligature_are_whole_in_the_cut() -> None:
    text = "We paid &lt; 5 &euro; for of\ufb01ce chairs, cafe\u0301 and ｶﾞｲﾄﾞ there.\n"
    assert text[slice(*span(text, "< 5 € for"))] == "&lt; 5 &euro; for"
    assert text[slice(*span(text, "for office"))] == "for of\ufb01ce"
    assert text[slice(*span(text, "chairs, café and"))] == "chairs, cafe\u0301 and"


def span(text: str, quote: str) -> tuple[int, int]:
    found = place(text, quote)
    return found.start, found.end


def test_fragments_span_from_the_first_to_the_last_and_as_narrow_as_they_stand() -> None:
    text = "Old boats leak. Then new sails came. Old boats leak. At last new masts came.\n"
    found = place(text, "Old boats leak ... new masts came")
    assert text[found.start : found.end] == "Old boats leak. At last new masts came"


def test_the_heading_is_the_nearest_above() -> None:
    page = PageText(PAGES["prose"])
    headings = {
        quote: found.heading
        for quote in ("keeper earned eleven", "The fog lifted", "Two boats were lost", "Patients of the island", "Supply ships")
        if (found := page.find(quote))
    }
    assert headings == {
        "keeper earned eleven": "Wages of keepers",
        "The fog lifted": "Supply ships",
        "Two boats were lost": "Losses",
        "Patients of the island": "Appendix",
        "Supply ships": "Supply ships",
    }


def test_a_heading_is_given_without_its_marks() -> None:
    text = "Intro words here.\n\n## The [`open()`](x.html) **call** &amp; more ##\n\nIt opens files.\n\n"
    text += "Under\nlines\n-----\n\nLast words stand.\n"
    assert place(text, "Intro words here").heading == ""
    assert place(text, "It opens files").heading == "The open() call & more"
    assert place(text, "Last words stand").heading == "Under lines"


@pytest.mark.parametrize("box", ["Tip", "Note:", "WARNING!"])
def test_a_boxed_remark_does_not_head_what_follows_it(box: str) -> None:
    text = HEADER + f"## Wraparound\n\n### {box}\n\nBoxed words.\n\nA plain sentence follows.\n"
    assert place(text, "A plain sentence follows").heading == "Wraparound"
    assert place(HEADER + f"# {box}\n\nNothing above.\n", "Nothing above").heading == ""


def test_stands_is_the_same_gate() -> None:
    assert stands(PAGES["plain"], "gulls eat bread")
    assert not stands(PAGES["plain"], "gulls eat fish")


@pytest.mark.parametrize("page", [name for name in PAGES if name != "plain"])
def test_every_place_cut_from_the_file_stands_again(page: str) -> None:
    prepared = PageText(PAGES[page])
    for name, quote, expected, _ in ROWS:
        if name == page and expected and "..." not in quote and "…" not in quote:
            found = prepared.find(quote)
            assert found is not None
            assert prepared.find(PAGES[page][found.start : found.end]) is not None, quote


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300), st.text(max_size=60))
def test_no_text_and_no_quote_breaks_the_gate(text: str, quote: str) -> None:
    found = PageText(text).find(quote)
    assert found is None or 0 <= found.start < found.end <= len(text)


MARKUP = st.text(alphabet="ab 1.-*_`~[]()<>!#|\\&;:\n\t'\"中。́\u200b", max_size=200)


@settings(max_examples=500, deadline=None)
@given(MARKUP, st.integers(0, 150), st.integers(5, 60))
def test_markup_of_any_shape_breaks_nothing(text: str, start: int, size: int) -> None:
    page = PageText(text)
    for quote in (text[start : start + size], text[::-1][start : start + size]):
        found = page.find(quote)
        assert found is None or 0 <= found.start < found.end <= len(text)


VOCABULARY = [
    "tide",
    "rose",
    "slowly",
    "over",
    "nine",
    "grey",
    "stones",
    "while",
    "gulls",
    "slept",
    "and",
    "4.5",
    "boats",
    "left",
]
WORDS = st.lists(st.sampled_from(VOCABULARY), min_size=6, max_size=40)


@settings(max_examples=200, deadline=None)
@given(WORDS, st.data())
def test_any_run_of_whole_words_stands_however_it_is_wrapped(words: list[str], data: st.DataObject) -> None:
    separators = data.draw(
        st.lists(st.sampled_from([" ", "  ", "\n", " **", "** ", "\t"]), min_size=len(words), max_size=len(words))
    )
    text = "".join(word + (gap if gap.strip() == "" else " ") for word, gap in zip(words, separators, strict=True))
    start = data.draw(st.integers(0, len(words) - 3))
    quote = " ".join(words[start : start + 3])
    found = PageText("Begin. " + text + " End.").find(quote)
    assert found is not None


@settings(max_examples=200, deadline=None)
@given(WORDS, st.integers(0, 30))
def test_a_word_that_the_page_does_not_have_never_stands(words: list[str], position: int) -> None:
    changed = [*words[:position], "never", *words[position:]]
    quote = " ".join(changed[max(0, position - 2) : position + 3])
    assert "never" not in quote or PageText(" ".join(words)).find(quote) is None
