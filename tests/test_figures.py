import pytest
from hypothesis import given
from hypothesis import strategies as st

from webresearch.evidence.review.arithmetic import derived, fits, list_lengths
from webresearch.evidence.review.dates import months
from webresearch.evidence.review.figure_review import review_figures
from webresearch.evidence.review.figures import MOST_FIGURES, figures
from webresearch.evidence.review.numerals import with_points


def read(sentence: str) -> list[tuple[float, str]]:
    """The figures of a sentence as (value, dimension)."""
    return [(round(figure.value, 3), figure.units[0].dimension) for figure in figures(sentence)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("two hundred and thirty men", [(230, "")]),
        ("twenty-five thousand crowns", [(25_000, "")]),
        ("a million readers", [(1_000_000, "")]),
        ("half a million readers", [(500_000, "")]),
        ("two dozen eggs", [(24, "")]),
        ("half a dozen eggs", [(6, "")]),
        ("4.3 billion rows", [(4.3e9, "")]),
        ("three hundred rows", [(300, "")]),
        ("five and six", [(5, ""), (6, "")]),
        ("1,234,567 rows", [(1_234_567, "")]),
        ("1\u202f500 rows", [(1500, "")]),
        ("2^10 rows", [(1024, "")]),
        ("10⁶ cells", [(1_000_000, "")]),
        ("1½ acres", [(1.5, "area")]),
        ("12 3/4 inches", [(12.75, "length")]),
        ("one and a half acres", [(1.5, "area")]),
        ("a minute and a half", [(1.5, "time")]),
        ("an hour and a quarter", [(1.25, "time")]),
        ("an hour and a day", []),
        ("half an hour", [(0.5, "time")]),
        ("a quarter of a gram", [(0.25, "mass")]),
        ("two thirds of the men", [(66.667, "percent")]),
        ("three-quarters of the men", [(75, "percent")]),
        ("the first half of the match", [(1, "")]),
        ("the half-life of it", []),
        ("3 to 5 km", [(3, "length"), (5, "length")]),
        ("40, 42 and 45 ms", [(40, "time"), (42, "time"), (45, "time")]),
        ("15 of 16, 95 % of them", [(15, ""), (16, ""), (95, "percent")]),
        ("$3 to 5 million", [(3_000_000, "USD"), (5_000_000, "USD")]),
        ("£10 and 12", [(10, "GBP"), (12, "GBP")]),
        ("$ 40 a day", [(40, "USD")]),
        ("at -5 °C", [(-5, "temperature")]),
        ("minus 5 degrees Celsius", [(-5, "temperature")]),
        ("12–14 days", [(12, "time"), (14, "time")]),
        ("an 18-year-old", [(18, "time")]),
        ("60 km/h", [(60, "speed")]),
        ("2 percentage points", [(2, "percentage points")]),
        ("a 21-fold rise", [(21, "times")]),
        ("it doubled", [(2, "times")]),
        ("in 1914", [(1914, "")]),
        ("in the 1870s", [(1870, "")]),
        ("on 2016-02-15", [(2016, ""), (15, "")]),
        ("the seventeenth century", [(1600, "")]),
        ("the 13th floor", [(13, "")]),
        ("the twenty-third", [(23, "")]),
        ("one of them", []),
        ("one in eighty", [(1, ""), (80, "")]),
        ("type 1a and 5G, H1N1, v3.7, 3.11.0", []),
        ("as shown in 14 rows [^E012] (source 3)", [(14, "")]),
        ("", []),
    ],
)
def test_a_number_is_read_with_its_scale_and_unit(sentence: str, expected: list[tuple[float, str]]) -> None:
    assert read(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "bound"),
    [
        ("about 300 men", "near"),
        ("300 men or so", "near"),
        ("almost 300 men", "just below"),
        ("just over 300 men", "just above"),
        ("more than 300 men", "above"),
        ("fewer than 300 men", "below"),
        ("at least 300 men", "least"),
        ("300 men or more", "least"),
        ("no more than 300 men", "most"),
        ("300 men at most", "most"),
        ("it does not exceed 300 men", "most"),
        ("300 men", ""),
    ],
)
def test_words_around_a_number_give_its_bound(sentence: str, bound: str) -> None:
    assert [figure.bound for figure in figures(sentence)] == [bound]


def test_numbers_of_references_are_not_added_up() -> None:
    assert [figure.kind for figure in figures("found in 12 farms [4, 9]")] == ["number", "reference", "reference"]
    assert derived(figures("found in 12 farms [4, 9]")) == []


def test_a_table_row_of_numbers_is_read_in_part() -> None:
    assert len(figures("7 " * 500)) == MOST_FIGURES


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("opened in May 1921", {5}),
        ("it may open in June", {6}),
        ("on 3 March, and Sept. 4", {3, 9}),
        ("a March through Georgia in Junella", set()),
        ("on 2016-02-15", {2}),
    ],
)
def test_months_are_read_by_name_and_in_dates(sentence: str, expected: set[int]) -> None:
    assert months(sentence) == expected


@pytest.mark.parametrize(
    ("claimed", "true", "bound", "holds"),
    [
        (300, 312, "above", True),
        (300, 480, "above", False),
        (500, 480, "below", True),
        (500, 520, "below", False),
        (24, 23, "near", True),
        (24, 19, "near", False),
        (470, 469, "just below", True),
        (470, 475, "just below", False),
        (8, 8.3, "just above", True),
        (50, 49.7, "", True),
        (51, 49.7, "", False),
    ],
)
def test_a_rounded_figure_holds_within_what_its_words_allow(claimed: float, true: float, bound: str, holds: bool) -> None:
    assert fits(claimed, true, bound, 10.0 if claimed % 10 == 0 else 1.0) is holds


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("12 weeks", "84 days"),
        ("2.5 MB", "2,500 kB"),
        ("8 kB", "8192 bytes"),
        ("100.4 °F", "38 °C"),
        ("about 50 miles", "80 km"),
        ("42 ms in all", "12 ms, then 9 ms, then 21 ms"),
        ("344 by one or both", "264 by one, 228 by the other, 80 by both"),
        ("eleven years later", "from 1838 to 1849"),
        ("a little over two and a half years", "from March 2015 to October 2017"),
        ("in 1875", "in 1872, and three years later"),
        ("the 1870s", "in 1872"),
        ("the nineteenth century", "in 1872"),
        ("a quarter of them", "25% of them"),
        ("40 of them", "25% of the 160"),
        ("seven in ten", "70%"),
        ("15 of 16", "15/16"),
        ("all but one of the 16", "15/16"),
        ("37 in a thousand", "37 cases per 1000"),
        ("it doubled", "from 1.2% to 2.4%"),
        ("grew by a fifth", "increased from 50 to 60 million"),
        ("fell by 5%", "a change of -5%"),
        ("one and a half times", "50% higher"),
        ("100 percent higher", "it doubled"),
        ("two percentage points lower", "from 9% to 7%"),
        ("four stages", "stages: parse, plan, run and report"),
        ("over half", "the majority of them"),
        ("the second of them", "argument number two"),
        ("more than 40,000 men", "greater than 40,000 men"),
        ("3.1 kg", "3.1 kg [7]"),
    ],
)
def test_a_figure_that_follows_from_the_quote_is_fine(claim: str, quote: str) -> None:
    assert review_figures(claim, quote).flags == ()


@pytest.mark.parametrize(
    ("claim", "quote", "flag"),
    [
        ("14 weeks", "84 days", "number_not_in_quote"),
        ("in 1681", "in 1618", "number_not_in_quote"),
        ("in the 1860s", "in 1872", "number_not_in_quote"),
        ("the fourth of them", "the third of them", "number_not_in_quote"),
        ("the third of them", "the second of them", "number_not_in_quote"),
        ("between 3 and 8 percent", "from 3% to 5%", "number_not_in_quote"),
        ("more than half", "41%", "number_not_in_quote"),
        ("four in ten", "63 of the 105", "number_not_in_quote"),
        ("since 3.1.0", "as of 3.11.0", "number_not_in_quote"),
        ("250 g", "250 mg", "unit_differs"),
        ("80 miles", "80 km", "unit_differs"),
        ("1,300 billion", "1,300 million", "unit_differs"),
        ("2 percent", "2 percentage points", "unit_differs"),
        ("12 percent", "12 patients", "unit_differs"),
        ("at least 512 entries", "up to 512 entries", "direction_differs"),
        ("at most 512 entries", "at least 512 entries", "direction_differs"),
        ("512 entries", "up to 512 entries", "hedge_lost"),
        ("on 4 March", "on 4 May", "other"),
    ],
)
def test_a_figure_that_does_not_follow_is_flagged(claim: str, quote: str, flag: str) -> None:
    assert review_figures(claim, quote).flags == (flag,)


def test_the_rest_of_a_whole_counts_only_where_the_sense_is_reversed() -> None:
    assert review_figures("9 of the 60 died", "51 of the 60 survived", reversed_sense=True).flags == ()
    assert review_figures("25% of them missed", "75% of them hit", reversed_sense=True).complement
    assert review_figures("25% of them hit", "75% of them hit").flags == ("number_not_in_quote",)


def test_a_decimal_comma_is_read_in_languages_that_have_one() -> None:
    assert with_points("1.234,5 und 3,5") == "1234.5 und 3.5"


def test_the_lists_of_a_quote_are_counted() -> None:
    assert list_lengths("It has a nave, a tower and a crypt.") == {2, 3}


@given(st.text(alphabet="0123456789.,-–/^½%$€ \nabkmnox'’[](){}", max_size=200), st.text(max_size=100))
def test_no_text_makes_the_reader_of_figures_fail(claim: str, quote: str) -> None:
    assert set(review_figures(claim, quote).flags) <= {
        "number_not_in_quote", "unit_differs", "direction_differs", "hedge_lost", "other",
    }  # fmt: skip
