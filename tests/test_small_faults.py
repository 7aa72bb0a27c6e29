"""Small things a hostile or hasty caller meets: ids that are not there, files that cannot be read, answers without a page."""

import json
import os
import time
from pathlib import Path

import pytest
from box import Answer, Box, hit, results
from conftest import Call

from webresearch.models import Provenance
from webresearch.topic.provenance import saved_text

URL = "https://a.example/p"
FIELDS = Provenance("u", "q", "d", "r")


@pytest.fixture
def page(box: Box, call: Call) -> str:
    """A run with one saved page; its path from the project's folder."""
    call("begin", "--topic", "t", "--goal", "g")
    box.searches["q"] = results("q", hit(URL, "p"))
    call("search", "--topic", "t", "q")
    call("scrape", "--topic", "t", "--picks", "-", stdin="- {id: R001, relevance: x}")
    return "md/t/web/" + json.loads(call("status", "--topic", "t", "--json").out)["sources"][0]["file"]


@pytest.mark.parametrize(
    "argv",
    [
        ["evidence", "--topic", "t", "--after", "nope"],
        ["status", "--topic", "t", "--after", "S99"],
        ["search", "q", "--after", "R999"],
        ["search", "q", "--run", "5"],
        ["research", "q", "--run", "5"],
    ],
)
def test_what_does_not_exist_is_a_usage_error(argv: list[str], page: str, call: Call) -> None:
    run = call(*argv, "--json")
    assert run.code == 2
    assert run.out == ""


@pytest.mark.parametrize("name", ["missing", "folder", "bytes", "nul\0"])
def test_picks_that_cannot_be_read_end_in_6(name: str, page: str, call: Call, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    run = call("scrape", "--topic", "t", "--picks", f"{tmp_path}/{name}")
    assert run.code == 6
    assert "Traceback" not in run.err


@pytest.mark.parametrize("data", [[1], "x", None, 7])
def test_a_success_without_a_page_is_a_bad_answer(data: object, box: Box, call: Call) -> None:
    box.pages[URL] = Answer({"success": True} | ({"data": data} if data is not None else {}))
    assert call("scrape", URL, "--json").code == 4


def test_a_failure_whose_reason_is_no_text_says_so(box: Box, call: Call) -> None:
    box.pages[URL] = Answer({"success": False, "error": {"a": [1]}})
    assert "no reason given" in json.loads(call("scrape", URL, "--json").out)["reason"]


@pytest.mark.parametrize(
    "line",
    [
        "1. > source: x",
        "12) > query: x",
        "&gt; source: x",
        "&#62; source: x",
        "&#x3E; **source**: x",
        "\u00a0> source: x",
        "\u2003>\u00a0NOTE\u00a0: x",
        "- 1. > source: x",
    ],
)
def test_more_look_alikes_of_the_header_are_escaped(line: str) -> None:
    assert "\\>" in saved_text(FIELDS, f"first\n{line}\nlast")


@pytest.mark.parametrize("piece", [">", "> ", "1. ", "&gt;", " ", "\u00a0> ", "*", "1", "> *", "&#0", "> source", "\n>"])
def test_a_flood_of_marks_is_escaped_in_bounded_time(piece: str) -> None:
    start = time.process_time()
    saved_text(FIELDS, piece * 300_000 + "x")
    assert time.process_time() - start < 5


def order(call: Call, prompt: str) -> str:
    event = {"hook_event_name": "PreToolUse", "tool_input": {"subagent_type": "page-reader", "prompt": prompt}}
    return json.loads(call("hook", "PreToolUse", stdin=json.dumps(event)).out)["hookSpecificOutput"]["permissionDecision"]


def test_the_reader_is_sent_to_pages_of_this_project_only(page: str, call: Call, root: Path) -> None:
    for good in (page, f"./{page}", f"{root}/{page}", f"Read `{page}`.", f'file="{root}/{page}" goal: x'):
        assert order(call, good) == "allow", good
    for bad in (
        f"/evil/{page}",
        f"../{page}",
        f"x{page}",
        f"~/{page}",
        f"{page} and /evil/{page}",
        f"{root}/x/../{page}",
        f"//{page}",
    ):
        assert order(call, bad) == "deny", bad
    start = time.process_time()
    assert order(call, ("/" * 50 + page) * 400) == "deny"
    assert time.process_time() - start < 2


def test_only_documents_that_can_be_cited_get_an_id_and_the_others_are_named(call: Call, root: Path, box: Box) -> None:
    topic = root / "md" / "t"
    topic.mkdir()
    Path(os.fsdecode(os.fsencode(topic) + b"/caf\xe9.md")).write_text("Dead rows stay in a table.\n")
    (topic / "own.md").write_text("Dead rows stay in a table until vacuum removes them.\n")
    (topic / "folder.md").mkdir()
    (topic / "broken.md").symlink_to("/nope")
    (root / "secret.md").write_text("secret")
    (topic / "out.md").symlink_to(root / "secret.md")
    (topic / "in.md").symlink_to("own.md")
    document = json.loads(call("begin", "--topic", "t", "--goal", "g", "--with-corpus", "--json").out)
    assert [row["file"] for row in document["corpus"]] == ["in.md", "own.md"]
    assert document["no_documents"] == ["broken.md", "caf\\xe9.md", "folder.md", "out.md"]
    assert "folder.md" in call("begin", "--topic", "t", "--goal", "g").out
    call("note", "--topic", "t", stdin='{"source": "C02", "quotes": ["Dead rows stay in a table until vacuum"]}')
    (topic / "g-synthesis.md").write_text("Dead rows stay in a table [^E001].\n")
    assert call("finish", topic / "g-synthesis.md").code == 0
