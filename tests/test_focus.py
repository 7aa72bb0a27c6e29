"""The passages of one page that answer a question, within a budget."""

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webresearch.reading.focus import focus
from webresearch.reading.furniture import repeated

FILLER = "Gulls sit on the wall and look at the water. Nobody minds them much. They come back every day of the week.\n\n"


def long_page(*parts):
    """The parts far apart, between text about nothing."""
    return "# Town\n\n" + (FILLER * 8).join(["", *parts, ""])


def cost(excerpts):
    return sum(len(e.text) + len(e.table_header) for e in excerpts) + 7 * max(0, len(excerpts) - 1)


def joined(excerpts):
    return "\n".join(excerpt.text for excerpt in excerpts)


def test_a_page_that_fits_is_returned_whole_even_when_nothing_in_it_answers():
    page = "# Harbour\n\nIt opens at six.\n"
    (excerpt,) = focus(page, ["zebra"], 100)
    assert (excerpt.text, excerpt.start, excerpt.end) == (page, 0, len(page))


def test_the_answer_is_found_and_nothing_else_is_added():
    page = long_page("The lighthouse was built in 1881 by Ole Berg.\n\n")
    found = focus(page, ["When was the lighthouse built?"], 400)
    assert "1881" in joined(found)
    assert len(joined(found)) < 700


def test_an_answer_that_names_its_subject_only_in_the_sentence_before_comes_along():
    page = long_page("`cache_size` is a setting of the server. It takes effect at once. The default is eight megabytes.\n\n")
    assert "eight megabytes" in joined(focus(page, ["default of cache_size"], 120))


def test_excerpts_are_verbatim_in_reading_order_and_say_where_they_stand():
    page = long_page("## Fees\n\nA berth costs 12 EUR.\n\n", "## Winter\n\nA berth in winter costs 5 EUR.\n\n")
    found = focus(page, ["what does a berth cost"], 200)
    assert [page[e.start : e.end] for e in found] == [e.text for e in found]
    assert [e.start for e in found] == sorted(e.start for e in found)
    assert {e.heading for e in found} == {("Town", "Fees"), ("Town", "Winter")}
    assert all(e.score > 0 for e in found)


def test_the_same_question_has_the_same_answer():
    page = long_page("A berth costs 12 EUR.\n\n", "A berth costs 12 EUR.\n\n", "A berth costs 12 EUR.\n\n")
    assert focus(page, ["berth"], 60) == focus(page, ["berth"], 60)


def test_a_query_that_the_page_knows_nothing_of_has_no_answer():
    assert focus(long_page("A berth costs 12 EUR.\n\n"), ["quantum chromodynamics"], 300) == []


@pytest.mark.parametrize("queries", [[], [""], ["  "], ["?!"]])
def test_no_question_has_no_answer(queries):
    assert focus(long_page("A berth costs 12 EUR.\n\n"), queries, 300) == []


@pytest.mark.parametrize("budget", [0, -5, 1])
def test_a_budget_of_nothing_buys_nothing(budget):
    assert focus(long_page("A berth costs 12 EUR.\n\n"), ["berth"], budget) == []
    assert focus("", ["berth"], budget) == []


TABLE = "| Length | Fee a night |\n| --- | --- |\n" + "".join(f"| {n} m | {3 * n} EUR |\n" for n in range(5, 60)) + "\n"


def test_a_row_comes_whole_and_with_the_head_of_its_table():
    page = long_page(TABLE)
    found = focus(page, ["fee for a boat of 47 m"], 60)
    row = next(e for e in found if "| 47 m | 141 EUR |" in e.text)
    assert row.table_header == "| Length | Fee a night |\n| --- | --- |"
    assert all(line.startswith("|") and line.endswith("|") for line in row.text.splitlines())
    assert cost(found) <= 240


def test_a_row_whose_head_does_not_fit_is_left_out():
    page = long_page("| " + "very " * 100 + "long head |\n| --- |\n| kiwi |\n\n")
    assert focus(page, ["kiwi"], 30) == []


def test_a_fence_comes_whole_or_not_at_all():
    fence = "```sql\n" + "SELECT berth FROM harbour;\n" * 12 + "```\n\n"
    page = long_page("The berth query:\n\n", fence)
    assert "```" not in joined(focus(page, ["SELECT berth"], 60))
    whole = next(e.text for e in focus(page, ["SELECT berth"], 200) if "```" in e.text)
    assert fence.strip() in whole


def test_every_query_has_its_share():
    page = long_page(*["The berth is a good berth for a boat. A berth is a berth.\n\n"] * 6, "The kiosk sells fish.\n\n")
    found = focus(page, ["berth", "what does the kiosk sell"], 80)
    assert "kiosk sells fish" in joined(found) and "berth" in joined(found)


def test_what_two_queries_both_ask_for_is_sent_and_charged_once():
    page = long_page("The berth by the kiosk costs 12 EUR.\n\n")
    found = focus(page, ["berth costs", "kiosk costs"], 60)
    assert joined(found).count("12 EUR") == 1 and cost(found) <= 240


def test_a_question_after_a_number_prefers_sentences_with_one():
    page = long_page(
        "The pier is long and made of wood.\n\n", "The pier is 312 m long.\n\n", "The pier is very long indeed.\n\n"
    )
    assert joined(focus(page, ["how long is the pier"], 10)) == "The pier is 312 m long."


def test_a_question_after_a_meaning_prefers_the_definition():
    page = long_page("We saw the knarr again.\n\n", "A knarr is a Norse ship of trade.\n\n", "The knarr came home late.\n\n")
    assert "Norse ship" in joined(focus(page, ["What is a knarr?"], 12))


def test_the_words_of_the_heading_count_for_what_stands_under_it():
    page = long_page("## Opening hours\n\nFrom six to nine.\n\n", "## Fees\n\nTwelve, hours do not matter.\n\n")
    assert "From six to nine." in joined(focus(page, ["opening hours"], 30))


def test_a_heading_is_never_the_whole_answer_while_text_stands_under_it():
    page = long_page("## Lighthouse\n\n" + "Big " * 500 + "\n\n")
    assert all(excerpt.text != "## Lighthouse" for excerpt in focus(page, ["lighthouse"], 20))
    assert "Big" in joined(focus(page, ["lighthouse"], 300))


def test_a_page_of_headings_is_still_read():
    page = "".join(f"### Berth {n} is free\n\n" for n in range(300))
    assert "Berth 77 is free" in joined(focus(page, ["berth 77"], 40))


def test_a_misspelt_word_still_finds_its_passage():
    assert "carrageenan" in joined(focus(long_page("We cook with carrageenan here.\n\n"), ["carageenan"], 40))


@pytest.mark.parametrize(
    ("page", "query", "answer"),
    [
        ("港は毎日朝六時に開きます。灯台は一八八一年に建てられました。", "灯台はいつ建てられましたか", "灯台は一八八一年"),
        ("港口每天早上六点开放。灯塔建于1881年。", "灯塔建于哪一年", "灯塔建于1881年"),
        ("항구는 매일 여섯 시에 엽니다. 등대는 1881년에 지어졌습니다.", "등대가 지어진 해", "등대는 1881년에"),
        ("ท่าเรือเปิดทุกวัน ประภาคารสร้างในปี 1881", "ประภาคารสร้างเมื่อไร", "ประภาคารสร้างในปี 1881"),
    ],
)
def test_scripts_without_spaces_are_read(page, query, answer):
    filler = "".join(f"{word * 9}\n\n" for word in "天地玄黄宇宙洪荒日月盈昃辰宿列張" * 3)
    assert answer in joined(focus(filler + page + "\n\n" + filler, [query], 60))


def test_the_page_is_read_in_its_own_language():
    filler = "Die Möwen sitzen auf der Mauer und sehen auf das Wasser. Es ist nicht kalt, aber der Wind ist da.\n\n" * 9
    page = filler + "In den Häusern am Hafen wohnen 312 Fischer.\n\n" + filler
    for tag in ("", "de", "de-CH"):
        assert "312" in joined(focus(page, ["Wie viele Fischer wohnen in einem Hause?"], 60, tag))


def test_furniture_is_passed_over():
    pages = {
        f"p{n}": f"{FILLER * 9}Subscribe to the berth letter today.\n\nThe berth no {n} is dry.\n\n{FILLER * n}"
        for n in range(1, 6)
    }
    hashes = repeated(pages)
    found = joined(focus(pages["p1"], ["berth"], 100, skip=hashes))
    assert "Subscribe" not in found and "berth no 1" in found
    assert "Subscribe" in joined(focus(pages["p1"], ["berth"], 100))


@settings(max_examples=150, deadline=None)
@given(
    st.text(alphabet="ab berth.|`~#-*>\n。港", max_size=1500),
    st.lists(st.sampled_from(["berth", "a b", "港", "what is a berth"]), max_size=3),
    st.integers(0, 120),
)
def test_the_budget_holds_and_the_text_is_the_pages_whatever_the_page(markdown, queries, budget):
    found = focus(markdown, queries, budget)
    assert cost(found) <= 4 * budget
    assert all(e.text == markdown[e.start : e.end] and e.text for e in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


MILLION = 1_000_000


@pytest.mark.parametrize(
    "page",
    [
        "word " * (MILLION // 5),
        "word|" * (MILLION // 5),
        "# word\n" * (MILLION // 7),
        "中文字典" * (MILLION // 4),
        "aB" * (MILLION // 2),
    ],
    ids=["words", "cells", "headings", "chinese", "camels"],
)
def test_a_megabyte_of_anything_is_read_in_bounded_time(page):
    begun = time.process_time()
    found = focus(page, ["what is the word 中文字"], 800)
    assert cost(found) <= 3200
    assert time.process_time() - begun < 15  # 2 s on an idle machine; a quadratic walk needs minutes
