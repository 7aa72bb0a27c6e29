"""What stands on most pages of a host."""

from webresearch.reading.furniture import furniture, repeated

MENU = "* [Home](/home)\n* [All articles](/articles)\n\n"
FOOT = "Subscribe to our  weekly letter!\n\n"


def pages(count, foot=lambda n: FOOT):
    return {f"p{n}": f"{MENU}# Story {n}\n\nThis is story number {n}. Yes.\n\n{foot(n)}" for n in range(count)}


def test_pieces_on_most_pages_are_furniture_and_counted():
    counts = repeated(pages(5))
    assert sorted(counts.values()) == [5, 5, 5]


def test_the_furniture_of_a_page_is_found_again_by_its_hashes():
    given = pages(4)
    spans = furniture(given["p0"], repeated(given))
    assert [given["p0"][a:b].strip() for a, b in spans] == ["* [Home](/home)", "* [All articles](/articles)", FOOT.strip()]


def test_white_space_makes_no_difference():
    counts = repeated(pages(4, lambda n: "Subscribe to our" + " " * (n + 1) + "weekly letter!\n\n"))
    assert len(counts) == 3


def test_what_stands_on_fewer_than_most_pages_is_not_furniture():
    counts = repeated(pages(10, lambda n: FOOT if n < 5 else ""))
    assert len(counts) == 2


def test_two_pages_have_no_furniture_and_copies_are_one_page():
    assert repeated(pages(2)) == {}
    assert repeated({f"copy {n}": MENU for n in range(9)}) == {}


def test_headings_table_heads_and_very_short_pieces_are_never_furniture():
    given = {f"p{n}": f"# Parameters\n\n| Name | Type |\n| --- | --- |\n| p{n} | text no {n} |\n\nYes.\n" for n in range(4)}
    assert repeated(given) == {}
