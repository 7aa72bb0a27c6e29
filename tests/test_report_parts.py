"""The parts of a report: the synthesis as HTML, the surroundings of a quote, the pictures."""

import re

from webresearch.report import facts
from webresearch.report.charts import by_host, over_time
from webresearch.report.elements import Markup
from webresearch.report.flow import flow
from webresearch.report.passages import readable
from webresearch.report.prose import render
from webresearch.report.words import flag_words, source_flag

# The synthesis as HTML

NAMES = {"E001": "One", "E002": "Two"}


def prose(text: str, *sentences: facts.Sentence) -> str:
    return str(render(text, sentences, NAMES).html)


def test_citations_are_numbered_by_first_mention_and_each_place_is_remembered() -> None:
    done = render("a[^E002] b[^E001] c[^E002][^E007]", (), NAMES)
    assert done.order == ("E002", "E001")
    assert done.places == {"E002": ["c1", "c3"], "E001": ["c2"]}
    assert re.findall(r">(\d)</button>", done.html) == ["1", "2", "1"]
    assert 'aria-label="1: show the quote from Two"' in done.html


def test_a_citation_beside_emphasis_leaves_the_emphasis_alone() -> None:
    assert prose("**bold.**[^E001] next").startswith("<p><strong>bold.</strong><button")
    assert "<em>x[^" not in prose("_x_[^E001]")
    assert prose("*all of it.[^E001]*").startswith('<p><em>all of <span class="tie">it.<button')


def test_no_line_ends_between_a_word_and_its_citation_where_words_have_spaces() -> None:
    assert '<span class="tie">end.<button' in prose("the end.[^E001]")
    assert "tie" not in prose("雨燕在飞行中睡觉。[^E001]")
    assert "tie" not in prose("[^E001][^E002]")
    assert prose("odd[^E9]").startswith('<p>odd<span class="cite broken"')


def test_a_citation_in_code_is_text() -> None:
    assert "<code>a[^E001]b</code>" in prose("`a[^E001]b`")
    assert "[^E001]\n</code></pre>" in prose("```\n[^E001]\n```")


def test_a_citation_wins_over_a_link_around_it_as_a_link_would() -> None:
    html = prose("[see[^E001]](https://a.example/)")
    assert html.count("<button") == 1
    assert "<a" not in html


def test_a_private_character_of_the_text_imitates_no_citation() -> None:
    assert "<button" not in prose("[^\ue0000] x [^\ue0007]")
    assert prose("a\ue000b") == "<p>a\ufffdb</p>\n"


def test_html_images_and_foreign_links_of_the_text_do_nothing() -> None:
    text = prose("<b>x</b> ![i](https://a.example/i.png) [j](javascript:alert) [f](file:///x) [w](https://a.example/)")
    assert "&lt;b&gt;" in text
    assert re.findall(r"<(\w+)", text) == ["p", "a", "a"]
    assert 'href="https://a.example/" rel="noreferrer noopener"' in text


def test_headings_stand_below_the_reports_and_leave_out_no_level() -> None:
    text = prose("# one\n\n### two\n\n###### three\n\n# four")
    assert re.findall(r"<h(\d) id=\"(\w+)\">", text) == [("3", "h1"), ("4", "h2"), ("5", "h3"), ("3", "h4")]


def test_a_long_synthesis_has_its_contents() -> None:
    done = render("\n\n".join(f"# part {number}[^E001]" for number in range(4)), (), NAMES)
    assert done.headings[3] == ("h4", "part 3")


def test_the_note_of_a_sentence_stands_behind_its_last_citation() -> None:
    text = "First one.[^E001] Second[^E001] one.[^E002] Third.[^E001]"
    sentences = (
        facts.Sentence("First one.", 0, ("E001",), ()),
        facts.Sentence("Second one.", text.index(" Second"), ("E001", "E002"), ("hedge_lost", "no_such_flag")),
        facts.Sentence("Third.", text.index(" Third"), ("E001",), ()),
    )
    html = prose(text, *sentences)
    assert html.count('role="note"') == 1
    assert 'hedge lost; no such flag</span> <span class="tie">Third.<' in html
    assert flag_words("no_such_flag")[0] == "no such flag"
    assert source_flag("new_flag") == "new flag"


def test_deep_nesting_and_long_lines_of_brackets_are_drawn_in_linear_time() -> None:
    for text in (
        "> " * 4000 + "x",
        "[" * 20_000,
        "[^E001]" * 3000,
        "*a " * 8000,
        "- " * 3000 + "x",
        "|a" * 5000 + "\n" + "|-" * 5000,
    ):
        harmless_piece = prose(text)
        assert len(harmless_piece) < 400 * len(text) + 1000


# Passages and pictures


def test_surroundings_show_links_as_words_and_headings_as_bold_lines() -> None:
    shown = readable('# Head\n\n\n\na [link](https://a.example/x "t") and ![](y.png) <i>')
    assert shown == "<b>Head</b>\n\na link and  &lt;i&gt;"


def test_charts_of_many_hosts_and_of_any_time_span() -> None:
    many = [facts.Source(f"S{number}", "t", host=f"h{number % 13}.example", cited=number % 2) for number in range(40)]
    assert "and 3 more hosts" in by_host(many)
    assert "and one more host" in by_host(many[:11])
    assert "No source says" in over_time(many)
    old = [facts.Source("S1", "t", published=day) for day in ("1850", "2020-05-01", "garbage")]
    assert "one bar: 8 years · 1 without a date" in over_time(old)
    recent = [facts.Source("S1", "t", published=day, cited=1) for day in ("2025-11-03", "2026-02-01", "2026-02-07")]
    assert "2025-11: 1, 2026-02: 2; one bar: month" in over_time(recent)
    long_months = [facts.Source("S1", "t", published=day) for day in ("2025-01-03", "2026-12-31")]
    assert "one bar: month" in over_time(long_months)


def test_more_reasons_than_there_is_room_for_are_counted_together() -> None:
    lost = tuple((f"reason {number}", 1) for number in range(9))
    picture = flow((facts.Step("found", 12, lost), facts.Step("left", 3), facts.Step("none", 0)))
    assert "for other reasons" in picture
    assert picture.count("reason 3") == 1, "only in the name that is read aloud"
    assert isinstance(flow(()), Markup)
