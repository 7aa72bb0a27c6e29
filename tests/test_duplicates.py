"""Which texts are copies of others, and what figures they differ in."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.copies import KINDS, main
from webresearch.ranking.duplicates import containment, copies, numbers_that_differ, shingles

WHO = [
    "the grower",
    "a merchant",
    "the old factory",
    "every picker",
    "the auction house",
    "a blender",
    "the county",
    "our guide",
]
DOES = ["harvests", "withers", "rolls", "sorts", "ships", "tastes", "describes", "prices", "stores", "blends"]
WHAT = ["young leaves", "green tea", "the first flush", "black tea", "white buds", "broken leaf", "oolong", "the spring crop"]
WHERE = [
    "on the terraces",
    "below the hill",
    "near the harbour",
    "in cedar boxes",
    "under a tin roof",
    "before the rain",
    "at dawn",
]
WHY = [
    "because the weather turns",
    "while prices are high",
    "as custom demands",
    "so that nothing spoils",
    "for the export market",
    "when help is short",
]
HAN = "茶叶在山上生长雨水多时品质好采摘后要先晒干再炒制商人把它运到港口卖往各地价格随年份变化春季最贵老师傅说火候最难掌握"


def page(seed: int, paragraphs: int = 12) -> str:
    """A page on tea: the same words as any other page of this kind, in sentences of its own."""
    chance = random.Random(seed)
    parts = []
    for _ in range(paragraphs):
        lines = []
        for _ in range(5):
            line = " ".join(chance.choice(slot) for slot in (WHO, DOES, WHAT, WHERE, WHY))
            second = f"{chance.choice(WHO)} {chance.choice(DOES)} {chance.randint(2, 999)} chests"
            lines.append(f"{line} in {chance.randint(1900, 2025)}, and {second}.")
        parts.append(
            f'{" ".join(lines)} "{chance.choice(WHO)} {chance.choice(DOES)} {chance.choice(WHAT)}," says {chance.choice(WHO)}.'
        )
    return "\n\n".join(parts)


def han_page(seed: int) -> str:
    """A page in Chinese characters, without a space in it."""
    chance = random.Random(seed)
    return "\n\n".join("".join(chance.choices(HAN, k=60)) + "。" for _ in range(10))


@pytest.mark.parametrize("kind", KINDS)
def test_copies_are_found_among_pages_on_the_same_subject(kind: str) -> None:
    pages = {f"S{i:02}": page(i) for i in range(20)}
    made = {f"X{i:02}": KINDS[kind](text, random.Random(i)) for i, text in enumerate(pages.values())}
    assert copies(pages | made) == {f"X{i:02}": f"S{i:02}" for i in range(20)}


@pytest.mark.parametrize("kind", ["trimmed", "reordered", "new furniture"])
def test_copies_are_found_in_scripts_without_spaces(kind: str) -> None:
    pages = {f"S{i}": han_page(i) for i in range(8)}
    made = {f"X{i}": KINDS[kind](text, random.Random(i)) for i, text in enumerate(pages.values())}
    assert copies(pages | made) == {f"X{i}": f"S{i}" for i in range(8)}


def test_the_earlier_one_is_the_original_whichever_is_longer() -> None:
    whole, part = page(1), page(1, 6)
    assert copies({"part": part, "whole": whole}) == {"whole": "part"}
    assert copies({"whole": whole, "part": part}) == {"part": "whole"}


def test_a_cluster_names_its_first_text() -> None:
    whole = page(1)
    assert copies({"a": whole, "other": page(2), "b": whole + " Reprinted.", "c": page(1, 8)}) == {"b": "a", "c": "a"}
    assert copies({"c": page(1, 8), "b": whole + " Reprinted.", "a": whole}) == {"b": "c", "a": "c"}


def test_a_text_that_joins_two_others_copies_the_first_of_them() -> None:
    assert copies({"a": page(1), "b": page(2), "both": page(2) + "\n\n" + page(1)}) == {"both": "a"}


def test_a_shared_passage_below_half_makes_no_copy() -> None:
    assert copies({"a": page(1) + page(3, 4), "b": page(2) + page(3, 4)}) == {}


def test_markup_case_width_and_dashes_do_not_hide_a_copy() -> None:
    text = page(5)
    dressed = "## " + text.upper().replace("TEA", "**TEA**").replace(" ", "\u00a0").replace("GROWER", "GRO\u00adWER")
    assert copies({"a": text, "b": dressed}) == {"b": "a"}


def test_short_texts_are_copies_only_when_they_are_the_same() -> None:
    notice = "Please enable scripts and reload this page to read on"
    assert copies({"a": notice, "b": notice.upper(), "c": notice + " now", "d": page(1) + notice}) == {"b": "a"}


def test_texts_without_words_are_no_copies() -> None:
    assert copies({}) == {}
    assert copies({"a": "", "b": "", "c": "***", "d": "***", "e": "two words", "f": "two words"}) == {}
    assert containment("", page(1)) == 0


def test_many_equal_texts_are_all_copies_of_the_first() -> None:
    assert copies({str(i): page(1, 4) for i in range(200)}) == {str(i): "0" for i in range(1, 200)}


def test_containment_is_the_share_of_the_smaller_text() -> None:
    assert containment("one two three four five six", "one two three four five seven eight nine ten") == pytest.approx(2 / 3)
    assert len(shingles("one two three four")) == 1
    assert len(shingles("茶叶在山上生")) == 1


@given(st.dictionaries(st.text(max_size=3), st.text(max_size=60) | st.text("ab 茶", max_size=300), max_size=6))
def test_any_texts_can_be_compared(texts: dict[str, str]) -> None:
    names = list(texts)
    for name, original in copies(texts).items():
        assert names.index(original) < names.index(name)


def test_the_generator_measures_a_folder(tmp_path: Path) -> None:
    for i in range(4):
        (tmp_path / f"page{i}.md").write_text(page(i), "utf-8")
    assert main(str(tmp_path)) == 0
    (tmp_path / "again.md").write_text(page(2), "utf-8")
    assert main(str(tmp_path)) == 1


def test_the_generator_explains_itself_without_a_folder() -> None:
    ran = subprocess.run([sys.executable, str(Path(__file__).with_name("copies.py"))], capture_output=True, text=True)
    assert (ran.returncode, "usage:" in ran.stderr) == (1, True)


FIRST = (
    "The harbour shipped 4,200 chests of tea in 1887, a third more than before.\n\n"
    "Prices rose by 3.5 % over the winter. Version 2 of the ledger lists 31 merchants by name.\n\n"
    "1. The crop of that spring was 12 tonnes, as the county wrote [14].\n"
)


def test_a_changed_figure_is_shown_with_both_values() -> None:
    [found] = numbers_that_differ(FIRST, FIRST.replace("4,200", "4,700"))
    assert (found.first, found.second) == ("4,200", "4,700")
    assert found.context == "The harbour shipped 4,200 chests of tea in 1887, a third more than before."


def test_several_changed_figures_come_in_order() -> None:
    other = FIRST.replace("1887", "1878").replace("3.5", "5.3").replace("12 tonnes", "21 tonnes")
    assert [found[1:] for found in numbers_that_differ(FIRST, other)] == [("1887", "1878"), ("3.5", "5.3"), ("12", "21")]


def test_two_figures_changed_in_one_sentence_are_both_shown() -> None:
    other = FIRST.replace("4,200", "4,700").replace("1887", "1888")
    assert [found[1:] for found in numbers_that_differ(FIRST, other)] == [("4,200", "4,700"), ("1887", "1888")]


def test_an_edit_elsewhere_in_the_sentence_does_not_hide_a_changed_figure() -> None:
    other = FIRST.replace("4,200", "4,700").replace("a third more than before", "more than ever")
    assert [found[1:] for found in numbers_that_differ(FIRST, other)] == [("4,200", "4,700")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("4,200", "4200"),
        ("[14]", "[9]"),
        ("1. The", "7. The"),
        ("3.5 %", "3,5 %"),
        ("of tea", "of leaf 9"),
        ("a third", "half"),
    ],
)
def test_what_is_no_different_figure_is_not_shown(old: str, new: str) -> None:
    assert numbers_that_differ(FIRST, FIRST.replace(old, new)) == []


def test_a_sign_makes_a_difference_and_a_dash_is_a_sign() -> None:
    text = "At night it was -4 degrees below the old pass."
    assert numbers_that_differ(text, text.replace("-4", "−4")) == []
    assert [found[1:] for found in numbers_that_differ(text, text.replace("-4", "4"))] == [("-4", "4")]


def test_rows_of_one_shape_are_compared_as_a_set() -> None:
    rows = [f"The price of one chest was {price} pounds at the auction.\n" for price in (10, 12, 15)]
    assert numbers_that_differ("".join(rows), "".join(reversed(rows))) == []
    assert [found[1:] for found in numbers_that_differ("".join(rows), "".join(rows).replace("12", "13"))] == [("12", "13")]
    assert numbers_that_differ("".join(rows), "".join(rows[:2])) == []


def test_figures_differ_in_scripts_without_spaces_too() -> None:
    assert [found[1:] for found in numbers_that_differ("去年春天的价格是120元一斤。", "去年春天的价格是150元一斤。")] == [
        ("120", "150")
    ]


def test_the_list_and_each_context_are_bounded() -> None:
    names = [f"{a} {b} {c} {d}" for a in "abcd" for b in "efgh" for c in "ijkl" for d in "mnop"]
    text = " ".join(f"{each} 1 {each}" for each in names) + "."
    found = numbers_that_differ(text, text.replace("1", "2"), most=5)
    assert [difference[1:] for difference in found] == [("1", "2")] * 5
    assert max(len(difference.context) for difference in found) < 200
    assert len(numbers_that_differ(text, text.replace("1", "2"))) == 20


def test_a_context_without_blanks_is_cut_around_the_figure() -> None:
    text = "茶" * 500 + "12" + "叶" * 500
    [found] = numbers_that_differ(text, text.replace("12", "13"))
    assert "12" in found.context
    assert len(found.context) < 200


@given(st.text("ab 1,.-\n茶[]", max_size=200), st.text("ab 1,.-\n茶[]", max_size=200))
def test_any_two_texts_can_be_searched_for_figures(a: str, b: str) -> None:
    assert numbers_that_differ(a, a) == []
    assert all(difference.first != difference.second for difference in numbers_that_differ(a, b))
