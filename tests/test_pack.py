"""One evidence pack across many pages."""

from hypothesis import given, settings
from hypothesis import strategies as st

from webresearch.reading.focus import Source, focus_pack
from webresearch.reading.survey import beginnings, likely

FILLER = "Gulls sit on the wall and look at the water. Nobody minds them much. They come back every day of the week.\n\n"


def page(name, *sentences, **more):
    return Source(name, (FILLER * 6).join(["", *(f"{sentence}\n\n" for sentence in sentences), ""]), **more)


def test_the_pack_names_the_source_of_each_excerpt_in_the_order_given():
    sources = [
        page("S02", "The pier is 312 m long."),
        page("S01", "The pier is 300 m long."),
        page("S03", "Fish is sold here."),
    ]
    found = focus_pack(sources, ["how long is the pier"], 200)
    assert [name for name, _ in found] == ["S02", "S01"]
    assert all(excerpt.text in source.markdown for name, excerpt in found for source in sources if source.id == name)


def test_one_budget_holds_for_all_pages():
    sources = [
        page(f"S{n}", *[f"The pier no {n} is {k} m long, says the harbour master." for k in range(20)]) for n in range(9)
    ]
    found = focus_pack(sources, ["pier"], 150)
    assert sum(len(e.text) + 7 for _, e in found) - 7 <= 600
    assert len(found) >= 5


def test_the_same_words_on_two_pages_are_sent_once():
    wire = "The pier of the old harbour was closed on Monday after a storm had damaged its wooden deck."
    found = focus_pack([page("S01", wire), page("S02", wire)], ["why was the pier closed"], 300)
    assert sum(wire in excerpt.text for _, excerpt in found) == 1


def test_pages_that_fit_together_are_given_whole_but_for_those_off_topic():
    sources = [Source("S01", "The pier is long."), Source("S02", "Fish is sold."), Source("S03", "A pier is wood.")]
    found = focus_pack(sources, ["pier"], 100)
    assert [(name, excerpt.text) for name, excerpt in found] == [("S01", "The pier is long."), ("S03", "A pier is wood.")]


def test_no_pages_have_no_answer():
    assert focus_pack([], ["pier"], 100) == []


def test_words_of_the_title_hold_for_the_whole_page():
    sources = [
        page("S01", "It opens at six.", title="Opening times of the lighthouse"),
        page("S02", "It opens at nine.", title="The kiosk"),
    ]
    found = focus_pack(sources, ["lighthouse opens"], 40)
    assert "six" in "".join(excerpt.text for name, excerpt in found if name == "S01")


def test_each_page_is_read_in_its_own_language():
    german = "Die Möwen sitzen auf der Mauer und sehen auf das Wasser, aber sie sind nicht allein.\n\n" * 6
    sources = [
        page("S01", "Der Pier is a name. Docks were repaired."),
        Source("S02", german + "Die Docks wurden repariert.\n\n" + german),
    ]
    found = focus_pack(sources, ["Docks repariert"], 100)
    assert "wurden repariert" in "".join(excerpt.text for name, excerpt in found if name == "S02")


def test_of_very_many_pages_only_the_likely_ones_are_read():
    sources = [page(f"S{n}", "The kiosk sells fish.") for n in range(200)]
    sources[77] = page("S77", "The lighthouses were painted red.")
    kept = likely(sources, ["which lighthouse is painted"], enough=10_000)
    assert [source.id for source in kept] == ["S77"]
    assert likely(sources[:2], ["lighthouse"], enough=10_000) == sources[:2]
    assert likely(sources, ["zebra"], enough=10_000) == []


def test_the_likely_pages_fill_what_is_read_in_full_best_first():
    sources = [page(f"S{n}", *["The pier is long."] * (n % 5)) for n in range(40)]
    kept = likely(sources, ["pier"], enough=30_000)
    assert sum(len(source.markdown) for source in kept) <= 30_000
    assert {int(source.id[1:]) % 5 for source in kept} <= {3, 4}


def test_one_page_is_read_even_when_it_is_longer_than_all_that_is_read():
    assert len(likely([page("S1", "pier"), page("S2", "pier")], ["pier"], enough=10)) == 1


def test_the_beginnings_of_a_query_are_those_of_all_forms_of_its_words():
    assert beginnings("what are the studies of piers") == ["stud", "pier"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet="ab pier.|`#-\n", max_size=400), max_size=5), st.integers(0, 100))
def test_the_budget_holds_for_any_pages(pages, budget):
    sources = [Source(str(number), text) for number, text in enumerate(pages)]
    found = focus_pack(sources, ["pier", "a b"], budget)
    assert sum(len(e.text) + len(e.table_header) + 7 for _, e in found) - 7 <= 4 * budget
    assert all(e.text == pages[int(name)][e.start : e.end] for name, e in found)
