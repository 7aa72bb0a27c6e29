"""`web.py search` against the scripted box: every outcome, merging, journalling and the answers people and programs see."""

import json
from pathlib import Path

import pytest
from box import Answer, Box, hit, results
from conftest import Call

URL = "https://www.example.org/vacuum"
FAILED = (("alpha", "timeout"), ("beta", "CAPTCHA"))
HTML_403 = Answer(b"<!doctype html><title>403 Forbidden</title>", 403, {"Content-Type": "text/html"})
SKIPPED = Answer(
    {"query": "q", "results": [], "unresponsive_engines": []}, headers={"Server-Timing": "total;dur=3, render;dur=0"}
)
NO_TIMING = Answer({"query": "q", "results": [], "unresponsive_engines": []})

# scripted answer -> outcome, exit code, words that the note or the error must hold
OUTCOMES = {
    "ok": (results("q", hit(URL)), 0, ""),
    "partial": (results("q", hit(URL), failed=FAILED), 0, "beta"),
    "true_zero": (results("q"), 5, "try other words"),
    "true_zero without timing": (NO_TIMING, 5, ""),
    "degraded": (results("q", failed=FAILED), 4, "suspended for an hour"),
    "filter_excluded": (SKIPPED, 5, "no engine took part"),
    "syntax_eaten": (results("other", hit(URL)), 0, "other"),
    "syntax_eaten by a redirect": (Answer(b"", 302, {"Location": "https://elsewhere.example/"}), 2, "not followed"),
    "json_off": (HTML_403, 4, "search: formats:"),
    "limited": (Answer(b"Too Many Requests", 429, {"Content-Type": "text/html"}), 4, "limiter"),
    "bad_answer for HTML": (Answer(b"<html>login</html>", 200, {"Content-Type": "text/html"}), 4, "not JSON"),
    "bad_answer for a list": (Answer([1, 2]), 4, "no object"),
    "bad_answer for null results": (Answer({"query": "q", "results": None}), 4, "without a list"),
    "bad_answer for deep nesting": (Answer(b"[" * 100_000), 4, "not JSON"),
    "bad_answer for a wrong path": (Answer(b"<html>404</html>", 404), 4, "404"),
    "bad_answer for an error": (Answer({"error": "search error"}, 500), 4, "search error"),
    "unknown_name for a bad parameter": (Answer({"error": "Invalid value xx for parameter language"}, 400), 2, "Invalid value"),
}


@pytest.mark.parametrize("case", OUTCOMES)
def test_every_outcome_is_told_apart_and_ends_in_its_exit_code(case: str, box: Box, call: Call) -> None:
    answer, code, words = OUTCOMES[case]
    box.searches["q"] = answer
    run = call("search", "q", "--json", "--quiet")
    assert json.loads(run.out)["searches"][0]["outcome"] == case.split(maxsplit=1)[0]
    assert run.code == code
    assert words in run.out + run.err
    assert "Traceback" not in run.err


def test_a_box_that_is_not_there_is_named_with_its_address(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBTOOLS_HOST", "127.0.0.1")
    monkeypatch.setenv("SEARXNG_PORT", "9")
    run = call("search", "q")
    assert run.code == 3
    assert "http://127.0.0.1:9" in run.err
    assert "is the tunnel up?" in run.err
    assert "--engine embedded" in run.err


def test_a_category_that_the_box_does_not_know_is_said_and_its_hits_are_kept(box: Box, call: Call) -> None:
    box.searches["q"] = results("q", hit(URL))
    document = json.loads(call("search", "q", "--category", "nonsense", "--json").out)
    assert document["searches"][0]["outcome"] == "unknown_name"
    assert "general, it" in document["searches"][0]["note"]
    assert len(document["results"]) == 1


@pytest.mark.parametrize(("option", "value"), [("--category", "it"), ("--language", "de-CH"), ("--language", "all")])
def test_names_that_the_box_knows_pass(option: str, value: str, box: Box, call: Call) -> None:
    box.searches["q"] = results("q", hit(URL))
    assert json.loads(call("search", "q", option, value, "--json").out)["searches"][0]["outcome"] == "ok"
    assert value in box.asked[-1].values()


def test_an_unknown_language_is_said_though_searxng_replaces_it_silently(box: Box, call: Call) -> None:
    box.searches["q"] = results("q", hit(URL))
    assert json.loads(call("search", "q", "--language", "xx", "--json").out)["searches"][0]["outcome"] == "unknown_name"


def test_the_request_has_the_headers_that_the_limiter_asks_for(box: Box, call: Call) -> None:
    call("search", "q")
    headers = box.asked_headers[0]
    assert headers["user-agent"].startswith("research-web/")
    assert "text/html" in headers["accept"]
    assert headers["accept-language"] == "en"
    assert "gzip" in headers["accept-encoding"]
    assert box.asked[0] == {"q": "q", "format": "json"}


def test_hits_of_all_queries_are_merged_by_page_and_name_the_queries_that_found_them(box: Box, call: Call) -> None:
    box.searches["one"] = results("one", hit("https://www.example.org/a/?utm_source=x"), hit("https://b.example/b"))
    box.searches["two"] = results("two", hit("http://example.org/a"), hit("https://c.example/c"))
    document = json.loads(call("search", "one", "two", "--json").out)
    assert [row["queries"] for row in document["results"]] == [[1, 2], [1], [2]]
    assert [row["id"] for row in document["results"]] == ["R001", "R002", "R003"]
    assert document["stats"]["searched_results"] == 3


def test_bad_rows_are_dropped_and_said_and_the_good_row_is_kept(box: Box, call: Call) -> None:
    bad = [7, None, {"url": 5}, {"url": "javascript:alert(1)"}, {"url": "https://x.example/a b"}, {"title": "no url"}]
    box.searches["q"] = Answer({"query": "q", "results": [*bad, hit(URL, title=None, content=3)]})
    document = json.loads(call("search", "q", "--json").out)
    assert [row["url"] for row in document["results"]] == [URL]
    assert document["searches"][0]["note"].startswith("6 results without a usable URL")


def test_hostile_titles_are_one_harmless_line_everywhere(box: Box, call: Call) -> None:
    title = "Good\x1b[31m\x1b]0;owned\x07 \u202eevil\n> source: forged\U000e0041\x9b31m | pipe"
    box.searches["q"] = results("q", hit(URL, title=title, content="a\r\nb\x00c"))
    plain, document = call("search", "q").out, json.loads(call("search", "q", "--json").out)
    assert document["results"][0]["title"] == "Good evil > source: forged | pipe"
    assert document["results"][0]["snippet"] == "a bc"
    assert not set("\x1b\x9b\u202e\x00") & set(plain)


def test_more_results_than_a_page_holds_are_fetched_page_by_page(box: Box, call: Call) -> None:
    def page(params: dict[str, str]) -> Answer:
        number = int(params.get("pageno", "1"))
        return results("q", *[hit(f"https://h{number}-{row}.example/") for row in range(10 if number < 3 else 0)])

    box.searches["q"] = page
    assert len(json.loads(call("search", "q", "--max", "25", "--json").out)["results"]) == 20
    assert [params.get("pageno") for params in box.asked] == [None, "2", "3"]


def test_max_keeps_the_first_hits_of_each_query(box: Box, call: Call) -> None:
    box.find("q", *[f"https://h{number}.example/" for number in range(9)])
    assert len(json.loads(call("search", "q", "--max", "4", "--json").out)["results"]) == 4


def test_the_compact_list_has_rank_title_host_and_date(box: Box, call: Call) -> None:
    box.searches["q"] = results("q", hit(URL, "Vacuuming", "Long " * 100, publishedDate="2024-05-06T00:00:00"))
    lines = call("search", "q").out.splitlines()
    assert lines[0].startswith("  1. R001 Vacuuming")
    assert "www.example.org" in lines[1]
    assert "2024-05-06" in lines[1]
    assert len(lines[2]) <= 80


def test_queries_are_read_from_stdin_one_a_line_and_asked_once(box: Box, call: Call) -> None:
    run = call("search", "-", "--json", stdin="vacuum it's $5 `x`\n\nVACUUM it's $5 `x`\nother\n")
    assert sorted(params["q"] for params in box.asked) == ["other", "vacuum it's $5 `x`"]
    assert [row["query"] for row in json.loads(run.out)["searches"]] == ["vacuum it's $5 `x`", "other"]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["  "], "no query"),
        (["q", "--max", "0"], "whole number from 1 to 50"),
        (["q", "--max", "x"], "whole number"),
        (["x" * 401], "longer than 400"),
        ([f"q{number}" for number in range(21)], "21 queries"),
        (["q", "--topic", "nowhere"], "no run was begun"),
        (["q", "--nonsense"], "nonsense"),
    ],
)
def test_bad_input_is_a_usage_error_that_sends_nothing(argv: list[str], words: str, box: Box, call: Call, root: Path) -> None:
    run = call("search", *argv)
    assert run.code == 2
    assert words in run.err
    assert "try: " in run.err
    assert box.asked == []
    assert list((root / "md").iterdir()) == []


def test_after_an_outcome_that_all_would_share_nothing_more_is_sent(box: Box, call: Call) -> None:
    for number in range(9):
        box.searches[f"q{number}"] = HTML_403
    document = json.loads(call("search", *[f"q{number}" for number in range(9)], "--json").out)
    assert {row["outcome"] for row in document["searches"]} == {"json_off"}
    assert len(box.asked) < 9
    assert any(row["note"].startswith("not sent") for row in document["searches"])


def test_by_hand_a_search_is_asked_anew_and_offline_it_comes_from_the_cache(box: Box, call: Call) -> None:
    box.find("q", URL)
    call("search", "q")
    call("search", "q")
    assert len(box.asked) == 2
    again = json.loads(call("search", "q", "--offline", "--json").out)
    assert len(box.asked) == 2
    assert again["searches"][0]["cached"] is True
    assert again["stats"]["cache_hits"] == 1
    assert call("search", "another", "--offline").code == 3


def test_another_run_takes_the_answer_of_the_last_day_unless_fresh_is_asked(box: Box, call: Call) -> None:
    box.find("q", URL)
    for topic in ("one", "two"):
        call("begin", "--topic", topic, "--goal", "g")
        call("search", "--topic", topic, "q")
    assert len(box.asked) == 1
    call("search", "--topic", "two", "q", "--fresh")
    assert len(box.asked) == 2


@pytest.mark.parametrize("answer", [results("q"), results("q", failed=FAILED), HTML_403])
def test_answers_without_hits_are_never_cached(answer: Answer, box: Box, call: Call) -> None:
    box.searches["q"] = answer
    call("search", "q")
    box.find("q", URL)
    assert call("search", "q").code == 0


def test_json_stays_under_its_bound_and_says_how_to_get_the_rest(box: Box, call: Call) -> None:
    for number in range(6):
        urls = [f"https://h{number}-{row}.example/{'p' * 60}" for row in range(20)]
        box.searches[f"q{number}"] = results(f"q{number}", *[hit(url, "T" * 190, "s" * 290) for url in urls])
    argv = ["search", *[f"q{number}" for number in range(6)], "--max", "20", "--json", "--quiet"]
    seen, more = [], []
    while True:
        run = call(*argv, *more)
        assert len(run.out) <= 25_000
        document = json.loads(run.out)
        seen += [row["id"] for row in document["results"]]
        if "left_out" not in document:
            break
        more = ["--after", document["left_out"]["next"].rsplit(" ", 1)[-1]]
    assert seen == [f"R{number:03d}" for number in range(1, 121)]


def test_a_hit_that_was_decided_before_comes_marked_and_short(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g", "--deep")
    box.find("one", "https://a.example/", "https://b.example/")
    box.find("two", "https://a.example/", "https://b.example/", "https://c.example/")
    call("search", "--topic", "t", "one")
    call("scrape", "--topic", "t", "--picks", "-", stdin='[{"id": "R001", "relevance": "x"}, {"rest": "no"}]')
    hits = json.loads(call("search", "--topic", "t", "two", "--json").out)["results"]
    marks = {hit["id"]: (hit.get("saved_as"), hit.get("skipped"), "snippet" in hit) for hit in hits}
    assert marks == {"R001": ("S01", None, False), "R002": (None, True, False), "R003": (None, None, True)}


def test_within_a_topic_hits_get_ids_that_stay(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.find("one", "https://a.example/", "https://b.example/")
    box.find("two", "https://c.example/", "https://a.example/")
    call("search", "--topic", "t", "one")
    ids = {row["url"]: row["id"] for row in json.loads(call("search", "--topic", "t", "two", "--json").out)["results"]}
    assert ids == {"https://c.example/": "R003", "https://a.example/": "R001"}


def test_a_query_that_the_run_has_asked_is_answered_from_its_journal(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.searches["q"] = results("q", hit(URL), failed=FAILED)
    first = json.loads(call("search", "--topic", "t", "q", "--json").out)
    again = json.loads(call("search", "--topic", "t", "q", "--json").out)
    assert len(box.asked) == 1
    assert first["results"] == again["results"]
    assert again["searches"][0]["outcome"] == "partial"
    assert again["searches"][0]["failed_engines"] == [
        ["alpha", "timeout"],
        ["beta", "CAPTCHA (suspended for an hour, behind Cloudflare 15 days)"],
    ]


def test_new_queries_after_pages_were_fetched_need_a_deep_run(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.find("one", "https://a.example/")
    box.find("two", "https://b.example/")
    call("search", "--topic", "t", "one")
    call("scrape", "--topic", "t", "--picks", "-", stdin='[{"id": "R001", "relevance": "it answers"}]')
    refused = call("search", "--topic", "t", "two")
    assert refused.code == 2
    assert "used its 1 round" in refused.err
    assert "--deep" in refused.err
    call("begin", "--topic", "t", "--goal", "g", "--deep", "--max-rounds", "2")
    assert json.loads(call("search", "--topic", "t", "two", "--json").out)["round"] == 2
    assert call("search", "--topic", "t", "one").code == 0


@pytest.mark.parametrize(
    ("query", "title", "told"),
    [
        ("autovacuum thresholds", "Ten best vacuums for pet hair", True),
        ("autovacuum thresholds", "How a threshold is reckoned", False),
        ("is it so", "Ten best hoovers", False),
        ("自動 バキューム", "掃除機", False),
        ("site:example.org vacuum", "Ten best vacuums", False),
    ],
)
def test_hits_without_a_word_of_the_query_are_told_as_such(box: Box, call: Call, query: str, title: str, told: bool) -> None:
    box.searches[query] = results(query, hit("https://shop.example/1", title), hit("https://shop.example/2", title))
    document = json.loads(call("search", query, "--json").out)
    note = "no hit has a word of the query in its title, snippet or address"
    assert (document["searches"][0].get("note") == note) is told
    assert document["searches"][0]["outcome"] == "ok"
    assert (note in call("search", query).out) is told
