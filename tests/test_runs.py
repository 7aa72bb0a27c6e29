"""`begin`, `status`, limits, resuming, two runs, and what the manifest tells."""

import json
import threading
from pathlib import Path

import pytest
import yaml
from box import Box
from conftest import Call

from webresearch.config import load
from webresearch.pipeline import run as run_module
from webresearch.pipeline.context import Context
from webresearch.topic import journal, store

GOAL = "how does vacuum work?"


def front(root: Path, topic: str = "t") -> dict[str, object]:
    text = (root / "md" / topic / "web" / "_manifest.md").read_text()
    return yaml.safe_load(text.split("\n---\n")[0].removeprefix("---\n"))


def test_begin_makes_the_web_folder_and_leaves_a_manifest(call: Call, root: Path) -> None:
    run = call("begin", "--topic", "t", "--goal", GOAL, "--json")
    document = json.loads(run.out)
    assert run.code == 0
    assert document["limits"] == {"max_sources": 12, "max_rounds": 3, "deep": False, "with_corpus": False}
    assert document["synthesis"] == "md/t/how-does-vacuum-work-synthesis.md"
    assert front(root)["goal"] == GOAL
    assert front(root)["topic"] == "t"


def test_begin_again_with_the_same_goal_resumes_and_another_goal_is_a_run_of_its_own(call: Call, root: Path) -> None:
    call("begin", "--topic", "t", "--goal", GOAL)
    assert json.loads(call("begin", "--topic", "t", "--goal", GOAL, "--json").out)["resumed"] is True
    second = json.loads(call("begin", "--topic", "t", "--goal", "something else", "--json").out)
    assert (second["run"], second["resumed"]) == (2, False)
    assert front(root)["earlier_runs"] == [{"run": 1, "goal": GOAL}]


def test_a_raise_of_limits_is_logged_and_shown(call: Call, root: Path) -> None:
    call("begin", "--topic", "t", "--goal", GOAL)
    run = call("begin", "--topic", "t", "--goal", GOAL, "--max-sources", "20", "--deep")
    assert "max_sources raised from 12 to 20" in run.out
    assert front(root)["limits"] == {"max_sources": 20, "max_rounds": 3, "deep": True, "with_corpus": False}
    assert front(root)["raises"] == ["max_sources from 12 to 20, deep from false to true"]
    call("begin", "--topic", "t", "--goal", GOAL, "--max-sources", "20")
    assert len(front(root)["raises"]) == 1, "nothing changed, nothing is logged"


def test_the_goal_is_read_from_stdin_and_is_one_line(call: Call) -> None:
    document = json.loads(call("begin", "--topic", "t", "--goal", "-", "--json", stdin="it's $5 `x`\nand more\n").out)
    assert document["goal"] == "it's $5 `x` and more"


def test_urls_that_the_user_names_become_hits_and_can_be_picked(box: Box, call: Call, root: Path) -> None:
    urls = ["https://a.example/one", "https://www.a.example/one/", "https://b.example/two"]
    argv = [part for url in urls for part in ("--url", url)]
    document = json.loads(call("begin", "--topic", "t", "--goal", GOAL, *argv, "--json").out)
    assert [row["id"] for row in document["named"]] == ["R001", "R002"]
    call("begin", "--topic", "t", "--goal", GOAL, "--url", urls[2])
    call("scrape", "--topic", "t", "--picks", "-", stdin='[{"id": "R002", "relevance": "named"}]')
    assert (root / "md/t/web/b-example-two.md").read_text().startswith("> source: https://b.example/two\n> query: -\n")
    assert "named by the user" in (root / "md/t/web/_manifest.md").read_text()


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--topic", "t", "--goal", "  "], "goal is empty"),
        (["--topic", " ", "--goal", "g"], "topic is empty"),
        (["--topic", "t", "--goal", "g", "--max-sources", "0"], "whole number from 1"),
        (["--topic", "t", "--goal", "g", "--url", "http://10.0.0.1/"], "--url is refused"),
        (["--topic", "t", "--goal", "g", "--url", "example.org"], "--url is refused"),
        (["--topic", "t"], "no run was begun"),
        (["--goal", "g"], "--topic"),
    ],
)
def test_a_begin_that_cannot_be_changes_nothing(argv: list[str], words: str, call: Call, root: Path) -> None:
    run = call("begin", *argv)
    assert run.code == 2
    assert words in run.err
    assert list((root / "md").iterdir()) == []


def test_status_says_what_is_done_and_what_is_next(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", GOAL)
    assert "next: search" in call("status", "--topic", "t").out
    box.find("q", "https://a.example/1", "https://b.example/2")
    call("search", "--topic", "t", "q")
    assert "2 hits are not decided" in call("status", "--topic", "t").out
    call("scrape", "--topic", "t", "--picks", "-", stdin='[{"rest": "none fits"}]')
    assert "search with other words" in call("status", "--topic", "t").out
    call("scrape", "--topic", "t", "--picks", "-", stdin='[{"id": "R001", "relevance": "fits", "dubious": "a blog"}]')
    document = json.loads(call("status", "--topic", "t", "--json").out)
    assert document["next"] == "read S01: one page-reader each, or web.py read"
    assert document["yield"] == [{"round": 1, "saved": 1, "evidence": 0}]
    assert document["sources"][0] | {"id": "S01", "dubious": "a blog", "relevance": "fits"} == document["sources"][0]
    assert document["counts"]["dubious"] == 1
    call("note", "--topic", "t", stdin='{"source": "S01", "quotes": ["Dead rows stay in a table"]}')
    document = json.loads(call("status", "--topic", "t", "--json").out)
    assert document["next"].startswith("show the manifest")
    assert document["yield"] == [{"round": 1, "saved": 1, "evidence": 1}]


def test_status_of_an_unknown_topic_or_run_is_a_usage_error(call: Call) -> None:
    assert call("status", "--topic", "t").code == 2
    call("begin", "--topic", "t", "--goal", GOAL)
    run = call("status", "--topic", "t", "--run", "7")
    assert run.code == 2
    assert "it has 1" in run.err


def test_two_runs_share_ids_and_pages_and_each_manifest_section_accounts_for_its_hits(box: Box, call: Call, root: Path) -> None:
    box.find("q", "https://a.example/1", "https://b.example/2")
    call("begin", "--topic", "t", "--goal", "first")
    call("search", "--topic", "t", "q")
    call("scrape", "--topic", "t", "--picks", "-", stdin='[{"id": "R001", "relevance": "fits"}, {"rest": "no"}]')
    call("begin", "--topic", "t", "--goal", "second")
    hits = json.loads(call("search", "--topic", "t", "q", "--json").out)["results"]
    assert hits[0]["saved_as"] == "S01"
    call("scrape", "--topic", "t", "--picks", "-", stdin='[{"rest": "no"}]')
    assert front(root)["counts"] | {"hits": 2, "saved_before": 1, "skipped": 1} == front(root)["counts"]
    call("scrape", "--topic", "t", "--run", "1", "--picks", "-", stdin='[{"id": "R002", "relevance": "after all"}]')
    document = json.loads(call("status", "--topic", "t", "--run", "1", "--json").out)
    assert [row["id"] for row in document["sources"]] == ["S01", "S02"]


def test_runs_begun_at_the_same_time_lose_no_row(root: Path) -> None:
    context = Context(load(root, {}))
    limits: dict[str, int | bool | None] = dict.fromkeys(("max_sources", "max_rounds", "deep", "with_corpus"))
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            run_module.begin(context, "t", f"goal {number}", limits, [f"https://h{number}.example/"])
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = store.load(store.topic_of(root, "t"))
    assert errors == []
    assert sorted(run.number for run in state.runs) == list(range(1, 9))
    assert len(state.results) == 8


def test_status_shows_the_sources_behind_an_id(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", GOAL)
    box.find("q", *[f"https://h{number}.example/p" for number in range(3)])
    call("search", "--topic", "t", "q")
    entries = json.dumps([{"id": f"R00{number}", "relevance": "x"} for number in (1, 2, 3)])
    call("scrape", "--topic", "t", "--picks", "-", stdin=entries)
    document = json.loads(call("status", "--topic", "t", "--json", "--after", "S01").out)
    assert [row["id"] for row in document["sources"]] == ["S02", "S03"]


def test_rows_that_no_code_of_ours_wrote_are_passed_over(call: Call, root: Path) -> None:
    call("begin", "--topic", "t", "--goal", GOAL)
    path = root / "md/t/web/_journal.jsonl"
    rows = [b'{"kind":"page"}', b"[]", b'{"kind":"search","run":9}', b'{"kind":7}', b"not json", b'{"kind":"unknown"}']
    foreign = b"\n".join([*rows, b'{"kind":"ranked","run":1,"order":7}', b""])
    path.write_bytes(path.read_bytes() + foreign + b'{"kind":"beg')
    assert len(journal.read(path)) == 5
    assert call("status", "--topic", "t").code == 0
    call("begin", "--topic", "t", "--goal", "another")
    assert b'{"kind":"beg' + b"{" not in path.read_bytes()
    assert len(store.load(store.topic_of(root, "t")).runs) == 2


def test_a_run_keeps_the_engine_it_was_begun_with_unless_another_is_named(
    call: Call, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Context, "search_engine", lambda self: asked.append(self.settings.engine) or pytest.skip.Exception)
    call("begin", "--topic", "t", "--goal", GOAL, "--engine", "embedded")
    for argv in ([], ["--engine", "services"]):
        with pytest.raises(AttributeError):
            call("search", "--topic", "t", "q", *argv)
    assert asked == ["embedded", "services"]


def test_the_brief_status_has_numbers_and_the_next_step_only(call: Call) -> None:
    call("begin", "--topic", "t", "--goal", GOAL)
    document = json.loads(call("status", "--topic", "t", "--brief", "--json").out)
    assert set(document) == {"command", "topic", "run", "round", "rounds_allowed", "counts", "yield", "next"}


def test_deepening_stops_when_a_round_brings_little_and_says_so(box: Box, call: Call, root: Path) -> None:
    call("begin", "--topic", "t", "--goal", GOAL, "--deep", "--max-rounds", "3")
    for turn, words in ((1, "one"), (2, "two")):
        box.find(words, f"https://h{turn}.example/p")
        call("search", "--topic", "t", words)
        call("scrape", "--topic", "t", "--picks", "-", stdin=json.dumps([{"id": f"R00{turn}", "relevance": "x"}]))
        if turn == 1:
            assert "deepening" not in (root / "md/t/web/_manifest.md").read_text()  # unread: its yield is not known
            call("note", "--topic", "t", stdin='{"source": "S01", "quotes": ["Dead rows stay in a table"]}')
            assert "round 2 of 3" in call("status", "--topic", "t").out
    call("note", "--topic", "t", stdin='{"source": "S02", "quotes": [], "flags": ["off_topic"]}')
    assert "stopped: round 2 brought 0 of 1 quotes" in call("status", "--topic", "t").out


def test_begin_without_a_goal_changes_the_latest_run(call: Call, root: Path) -> None:
    call("begin", "--topic", "t", "--goal", GOAL)
    document = json.loads(call("begin", "--topic", "t", "--max-sources", "20", "--json").out)
    assert (document["run"], document["goal"], document["limits"]["max_sources"]) == (1, GOAL, 20)
