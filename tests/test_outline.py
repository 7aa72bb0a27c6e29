"""The headings of a page with ids and sizes."""

from hypothesis import given
from hypothesis import strategies as st

from webresearch.reading.outline import outline, section

PAGE = "Before.\n\n# One\n\nText.\n\n## One a\n\nMore.\n\n## One b\n\nMost.\n\n# Two\n\nEnd.\n"


def test_every_section_has_an_id_a_title_and_a_level():
    assert [(s.id, s.title, s.level) for s in outline(PAGE)] == [
        ("0", "", 0),
        ("1", "One", 1),
        ("1.1", "One a", 2),
        ("1.2", "One b", 2),
        ("2", "Two", 1),
    ]


def test_a_section_holds_its_subsections_and_says_what_is_its_own():
    one = outline(PAGE)[1]
    assert PAGE[one.start : one.end].endswith("Most.\n\n")
    assert PAGE[one.start : one.start + one.own] == "# One\n\nText.\n\n"
    assert one.characters == one.end - one.start and one.tokens == -(-one.characters // 4)


def test_a_section_is_found_by_its_id():
    start, end = section(PAGE, "1.2")
    assert PAGE[start:end] == "## One b\n\nMost.\n\n"
    assert section(PAGE, "3") is None


def test_a_page_without_headings_is_one_section_and_an_empty_page_none():
    assert [(s.id, s.start, s.end) for s in outline("Text.")] == [("0", 0, 5)]
    assert outline("") == []


def test_levels_that_are_skipped_leave_no_gap_in_the_ids():
    page = "# A\n\n#### B\n\n#### C\n\n## D\n\n# E\n"
    assert [s.id for s in outline(page)] == ["1", "1.1", "1.2", "1.3", "2"]


def test_a_heading_in_a_fence_is_no_section():
    assert [s.title for s in outline("# A\n\n```\n# no\n```\n")] == ["A"]


def test_headings_without_words_are_passed_over():
    assert [s.title for s in outline("# \n\n## A\n\ntext\n\n#\n\n## B\n")] == ["", "A", "B"]


@given(st.text(alphabet="#ab \n-=", max_size=200))
def test_ids_are_unique_and_the_own_parts_rejoin_to_the_page(markdown):
    found = outline(markdown)
    assert len({s.id for s in found}) == len(found)
    assert "".join(markdown[s.start : s.start + s.own] for s in found) == markdown
