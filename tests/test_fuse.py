"""How the hits of several queries become one list."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webresearch.models import SearchAnswer, SearchResult
from webresearch.ranking.fuse import GOAL_WEIGHT, fuse


def hit(url: str, title: str = "", snippet: str = "", **more: object) -> SearchResult:
    return SearchResult(url, title, snippet, **more)  # type: ignore[arg-type]


def answer(query: str, *hits: SearchResult | str) -> SearchAnswer:
    return SearchAnswer(query, "ok", tuple(hit(each) if isinstance(each, str) else each for each in hits))


def urls(answers: list[SearchAnswer], goal: str = "", per_host: int = 2) -> list[str]:
    return [page.result.url for page in fuse(answers, goal, per_host)]


def test_no_answers_and_empty_answers_give_an_empty_list() -> None:
    assert fuse([]) == []
    assert fuse([SearchAnswer("tea", "true_zero"), SearchAnswer("", "unreachable")], goal="tea") == []


def test_one_query_keeps_its_order() -> None:
    assert urls([answer("tea", "https://a.org/", "https://b.org/", "https://c.org/")]) == [
        "https://a.org/",
        "https://b.org/",
        "https://c.org/",
    ]


def test_a_page_that_several_queries_found_stands_above_one_that_a_single_query_put_first() -> None:
    answers = [
        answer("q1", "https://a.org/", "https://b.org/"),
        answer("q2", "https://c.org/", "https://b.org/"),
        answer("q3", "https://d.org/", "https://b.org/"),
    ]
    assert urls(answers)[0] == "https://b.org/"


def test_scores_are_the_sum_of_inverse_ranks() -> None:
    ranked = fuse([answer("q1", "https://a.org/", "https://b.org/"), answer("q2", "https://b.org/")])
    assert {page.result.url: page.score for page in ranked} == {"https://b.org/": 1.5, "https://a.org/": 1.0}


def test_ties_keep_the_order_of_the_answers() -> None:
    assert urls([answer("q1", "https://z.org/"), answer("q2", "https://m.org/x"), answer("q3", "https://a.org/")]) == [
        "https://z.org/",
        "https://m.org/x",
        "https://a.org/",
    ]


def test_hits_of_one_page_are_merged_across_queries() -> None:
    first = hit("http://www.a.org/tea/", "Tea", "short", engine="x", engines=("x", "m"), published="2024-03-01")
    second = hit(
        "https://a.org/tea?utm_source=n",
        "All about tea",
        "a longer snippet",
        engine="b",
        engines=("b",),
        published="2023-01-02",
    )
    [page] = fuse([answer("q1", "https://b.org/", second), answer("q2", first)])[:1]
    assert page.key == "a.org/tea"
    assert page.queries == ("q1", "q2")
    assert page.result == SearchResult("http://www.a.org/tea/", "Tea", "a longer snippet", "x", ("b", "m", "x"), "2023-01-02")


def test_a_missing_title_is_taken_from_another_hit_and_a_missing_date_stays_missing() -> None:
    [page] = fuse([answer("q1", hit("https://a.org/")), answer("q2", "https://b.org", hit("https://a.org", "Tea"))])[:1]
    assert (page.result.title, page.result.published) == ("Tea", None)


def test_the_page_itself_is_fetched_rather_than_a_redirect_to_it() -> None:
    answers = [answer("q1", "https://www.google.com/url?q=https://a.org/x"), answer("q2", "https://b.org/", "https://a.org/x")]
    assert urls(answers)[0] == "https://a.org/x"


def test_a_page_twice_in_one_answer_counts_once_and_takes_no_rank() -> None:
    ranked = fuse([answer("q", "https://a.org/", "https://www.a.org", "https://b.org/")])
    assert [(page.result.url, page.score, page.queries) for page in ranked] == [
        ("https://a.org/", 1.0, ("q",)),
        ("https://b.org/", 0.5, ("q",)),
    ]


def test_a_query_asked_twice_is_named_once() -> None:
    [page] = fuse([answer("q", "https://a.org/"), answer("q", "https://a.org/")])
    assert (page.queries, page.score) == (("q",), 2.0)


def test_goal_words_lift_a_page_among_equals() -> None:
    hits = [
        hit(f"https://{name}.org/", title)
        for name, title in (("a", "The history of coffee"), ("b", "The Caffeine in green tea"), ("c", "The sea"))
    ]
    answers = [answer(f"q{i}", each) for i, each in enumerate(hits)]
    assert urls(answers, goal="How much caffeine has the green tea?")[0] == "https://b.org/"


def test_words_that_every_hit_has_lift_nothing() -> None:
    answers = [answer("q1", hit("https://a.org/", "the tea")), answer("q2", hit("https://b.org/", "the tea"))]
    assert [page.score for page in fuse(answers, goal="the tea")] == [1.0, 1.0]


def test_the_goal_is_worth_no_more_than_its_weight() -> None:
    answers = [answer("q1", "https://a.org/", hit("https://b.org/", "green tea"))]
    assert [page.score for page in fuse(answers, goal="green tea")] == [1.0, 0.5 + GOAL_WEIGHT]


def test_a_goal_in_a_script_without_spaces_counts_too() -> None:
    answers = [answer("q1", hit("https://a.org/", "咖啡的历史")), answer("q2", hit("https://b.org/", "绿茶的咖啡因含量"))]
    assert urls(answers, goal="绿茶含有多少咖啡因")[0] == "https://b.org/"


def test_the_third_page_of_a_host_stands_below_other_hosts_and_none_is_lost() -> None:
    many = [f"https://a.org/{i}" for i in range(5)]
    assert urls([answer("q", *many, "https://b.org/", "https://c.org/")]) == [
        *many[:2],
        "https://b.org/",
        "https://c.org/",
        *many[2:],
    ]


def test_rounds_repeat_for_hosts_with_many_pages() -> None:
    order = urls(
        [answer("q", *[f"https://a.org/{i}" for i in range(3)], *[f"https://b.org/{i}" for i in range(3)])], per_host=1
    )
    assert order == [f"https://{name}.org/{i}" for i in range(3) for name in "ab"]


def test_a_cap_below_one_is_one() -> None:
    assert urls([answer("q", "https://a.org/1", "https://a.org/2", "https://b.org/")], per_host=0)[1] == "https://b.org/"


@pytest.mark.parametrize("other", ["http://www.a.org/2", "https://m.a.org/2", "https://A.org:8443/2"])
def test_dresses_of_a_host_share_one_cap(other: str) -> None:
    assert urls([answer("q", "https://a.org/1", other, "https://b.org/")], per_host=1) == [
        "https://a.org/1",
        "https://b.org/",
        other,
    ]


def test_odd_addresses_are_kept() -> None:
    assert set(urls([answer("q", "http://localhost/x", "", "no address", "http://localhost/y")])) == {
        "http://localhost/x",
        "",
        "no address",
        "http://localhost/y",
    }


PAGES = st.lists(st.sampled_from([f"https://{name}.org/{i}" for name in "abc" for i in range(4)]), max_size=8)


@given(st.lists(PAGES, max_size=5), st.integers(1, 3))
def test_every_page_is_in_the_list_once_with_every_query_that_found_it(lists: list[list[str]], per_host: int) -> None:
    answers = [answer(f"q{i}", *found) for i, found in enumerate(lists)]
    ranked = fuse(answers, goal="tea", per_host=per_host)
    assert sorted(page.result.url for page in ranked) == sorted({url for found in lists for url in found})
    assert all(page.queries == tuple(f"q{i}" for i, found in enumerate(lists) if page.result.url in found) for page in ranked)
    assert ranked == fuse(answers, goal="tea", per_host=per_host)


def test_scores_do_not_depend_on_the_order_of_queries() -> None:
    chance = random.Random(4)
    pool = [hit(f"https://s{i}.org/", f"tea {i}", "green leaf" * (i % 2)) for i in range(30)]
    answers = [answer(f"q{i}", *chance.sample(pool, 10)) for i in range(6)]
    scores = [{page.key: page.score for page in fuse(order, goal="green tea 7")} for order in (answers, answers[::-1])]
    assert scores[0] == scores[1]
