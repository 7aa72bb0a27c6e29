"""YAML in picks, notes and hooks: words are words, and no tag, loop or flood ends in anything but a usage error."""

import json
import time
from contextlib import suppress

import pytest
from box import Box, hit, results
from conftest import Call
from hypothesis import given
from hypothesis import strategies as st

from webresearch.errors import UsageError
from webresearch.evidence.notes import NotANote, read_notes
from webresearch.pipeline.picks import Pick, read_picks
from webresearch.plainyaml import NotYaml, read_yaml

STRANGE = [
    *("!!bool foo", "!!timestamp foo", "!!int ''", "!!float x", "!!omap [1]", "!!pairs 3", "!!binary \u20ac", "!!set {a, b}"),
    *(
        "!!python/object/apply:os.system [x]",
        "&a [*a]",
        "? {a: b}\n: 1",
        "*a",
        "\0",
        "--- a\n--- b",
        "<<: [1, 2]",
        "=",
        "[" * 5000,
    ),
    *("%YAML 9.0\n---\na", "2020-99-99", "190:20:30", '["\ud800"]', "9" * 5000, "!foo bar", "{", "- [", "'"),
]


@pytest.mark.parametrize("value", STRANGE)
@pytest.mark.parametrize("form", ["{}", "- {{id: R001, relevance: {}}}", "source: S01\nquotes: [{}]", "source: {}", "- {}"])
def test_no_value_of_yaml_ends_in_anything_but_picks_notes_or_their_refusal(form: str, value: str) -> None:
    text = form.format(value)
    with suppress(UsageError):
        read_picks(text, "-")
    try:
        read_notes(text)
    except NotANote as fault:
        assert value[:8] not in str(fault) or len(value) < 4  # nothing of a note is echoed


@given(st.text(alphabet="[]{}!&*:-?#|>%@`'\" \n\tabc012~<=.", max_size=60))
def test_every_text_is_yaml_or_it_is_said_that_it_is_none(text: str) -> None:
    try:
        read_yaml(text)
    except NotYaml as error:
        assert error.line >= 0


@pytest.mark.parametrize("word", ["yes", "no", "2024-01-01", "12", "1:30", "null", "~", "0x1F", "on"])
def test_a_reason_is_the_word_that_was_written(word: str) -> None:
    assert read_picks(f"- {{id: R001, relevance: {word}}}\n- {{rest: {word}}}", "-").picks == (Pick("R001", word),)
    assert read_picks(f"- rest: {word}", "-").rest == word


@pytest.mark.parametrize(
    ("word", "meaning"), [("true", True), ("yes", True), ("false", False), ("no", False), ("sells it", "sells it")]
)
def test_dubious_is_yes_no_or_a_reason(word: str, meaning: object) -> None:
    assert read_picks(f"- {{id: R001, relevance: x, dubious: {word}}}", "-").picks == (Pick("R001", "x", dubious=meaning),)  # type: ignore[arg-type]
    form = json.dumps([{"id": "R001", "relevance": "x", "dubious": meaning}])
    assert read_picks(form, "-").picks == (Pick("R001", "x", dubious=meaning),)  # type: ignore[arg-type]


def test_a_flood_of_yaml_is_refused_in_bounded_time(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    start = time.process_time()
    assert call("note", "--topic", "t", stdin="[" + "{a: b}," * 28_000 + "]").code == 2
    assert time.process_time() - start < 5  # 10 s with the loader that resolves tags


def test_a_hook_drops_an_answer_with_a_lying_tag(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.searches["q"] = results("q", hit("https://a.example/p", "p"))
    call("search", "--topic", "t", "q")
    call("scrape", "--topic", "t", "--picks", "-", stdin="- {id: R001, relevance: x}")
    file = json.loads(call("status", "--topic", "t", "--json").out)["sources"][0]["file"]
    event = {"hook_event_name": "PostToolUse", "tool_input": {"subagent_type": "page-reader", "prompt": f"md/t/web/{file}"}}
    event["tool_response"] = {"status": "completed", "content": [{"type": "text", "text": "flags: [!!bool foo]"}]}
    run = call("hook", "PostToolUse", stdin=json.dumps(event))
    assert run.code == 0
    assert "foo" not in run.out


@pytest.mark.parametrize("second", ["skip: no", "relevance: other", "relevance: x, dubious: true"])
def test_of_picks_that_contradict_each_other_neither_is_done_and_both_are_named(second: str, box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.find("q", "https://a.example/p", "https://b.example/p")
    call("search", "--topic", "t", "q")
    text = f"- {{id: R001, relevance: x}}\n- {{id: R002, relevance: y}}\n- {{id: R001, {second}}}"
    run = call("scrape", "--topic", "t", "--picks", "-", "--json", stdin=text)
    assert run.code == 2
    document = json.loads(run.out)
    assert [row["id"] for row in document["pages"]] == ["R002"]
    assert document["errors"] == ["entries 1 and 3: R001 is decided differently, so neither was done"]
