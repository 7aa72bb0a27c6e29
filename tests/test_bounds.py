"""No JSON answer is longer than its bound, whichever of its parts is long, and what was left out is counted."""

import json
from pathlib import Path

import pytest
from box import Box, hit, results, scraped
from conftest import Call
from hypothesis import given, settings
from hypothesis import strategies as st

from webresearch.views.answers import bounded, to_json

LIMIT = 25_000
QUOTE = "Dead rows stay in a table until vacuum removes them"
GOAL = "how does it work?"
SYNTHESIS = "md/t/how-does-it-work-synthesis.md"

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=30)
    | st.text(alphabet='a"\\\n\u4e00', min_size=500, max_size=900),
    lambda inner: st.lists(inner, max_size=40) | st.dictionaries(st.text(max_size=8), inner, max_size=40),
    max_leaves=60,
)
items = st.lists(st.fixed_dictionaries({"id": st.integers(1, 99).map(str), "text": st.text(max_size=200)}), max_size=60)


@settings(max_examples=200, deadline=None)
@given(items, json_values, json_values, st.integers(1500, 4000))
def test_every_document_fits_and_its_own_list_holds_whole_items(
    rows: list[object], one: object, two: object, limit: int
) -> None:
    document = {"command": "x", "rows": rows, "one": one, "two": two}
    shown = bounded(document, "rows", limit, "more --after {id}")
    assert len(to_json(shown)) <= limit
    if shown == document:
        return
    assert "left_out" in shown
    if "rows" in shown:
        assert shown["rows"] == rows[: len(shown["rows"])]
        assert shown["left_out"]["count"] == len(rows) - len(shown["rows"])


def test_what_is_short_stays_and_what_is_long_shares_the_room() -> None:
    document = {
        "command": "x",
        "rows": [{"id": "1"}],
        "long": ["word" * 10] * 1000,
        "longer": ["word" * 10] * 9000,
        "few": [1, 2],
    }
    shown = bounded(document, "rows", 10_000, "more")
    assert (shown["rows"], shown["few"]) == ([{"id": "1"}], [1, 2])
    assert abs(len(shown["long"]) - len(shown["longer"])) < 3
    assert len(shown["long"]) > 100
    left = {"long": 1000 - len(shown["long"]), "longer": 9000 - len(shown["longer"])}
    assert shown["left_out"] == {"count": 0, "next": "the same call without --json", "others": left}


def answer(run: object) -> dict[str, object]:
    """A call's JSON, which is within the bound."""
    out: str = run.out  # type: ignore[attr-defined]
    assert 2 < len(out) <= LIMIT + 1
    return json.loads(out)


@pytest.fixture
def topic(box: Box, call: Call, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run with one saved page, S01."""
    monkeypatch.chdir(root)
    call("begin", "--topic", "t", "--goal", GOAL)
    box.searches["q"] = results("q", hit("https://a.example/p", "p"))
    call("search", "--topic", "t", "q")
    call("scrape", "--topic", "t", "--picks", "-", stdin="- {id: R001, relevance: x}")
    call("note", "--topic", "t", stdin=json.dumps({"source": "S01", "quotes": [QUOTE]}))
    return root / "md/t"


def test_five_thousand_unknown_picks(topic: Path, call: Call) -> None:
    picks = "".join(f"- {{id: R{number:04d}, relevance: reason}}\n" for number in range(100, 5100))
    found = answer(call("scrape", "--topic", "t", "--picks", "-", "--json", stdin=picks))
    assert len(found["errors"]) + found["left_out"]["others"]["errors"] == 5000  # type: ignore[arg-type,index]


def test_ten_thousand_unknown_marks_and_as_many_doubts(topic: Path, call: Call) -> None:
    (topic.parent.parent / SYNTHESIS).write_text(
        f"{QUOTE} [^E001].\n" + "".join(f"It is {n} % [^E{n}].\n\n" for n in range(1000, 9000))
    )
    for command in ("check", "finish", "report"):
        run = call(command, SYNTHESIS, "--json")
        if command == "check":
            found = answer(run)
            assert len(found["problems"]) + found["left_out"]["others"]["problems"] >= 8000  # type: ignore[arg-type,index]
        assert len(run.out) <= LIMIT + 1
        assert len(run.err) < 2000


def test_four_thousand_refused_quotes(topic: Path, call: Call) -> None:
    notes = json.dumps([{"source": "S01", "quotes": ["no"] * 200}] * 20)
    found = answer(call("note", "--topic", "t", "--json", stdin=notes))
    assert len(found["refused"]) + found["left_out"]["others"]["refused"] == 4000  # type: ignore[arg-type,index]


def test_long_urls_that_the_user_named_and_a_long_goal(topic: Path, call: Call) -> None:
    urls = [word for number in range(60) for word in ("--url", f"https://h{number}.example/" + "p" * 1900)]
    found = answer(call("begin", "--topic", "t", "--goal", "x" * 2000, "--json", *urls))
    assert len(found["named"]) + found["left_out"]["others"]["named"] == 60  # type: ignore[arg-type,index]
    answer(call("status", "--topic", "t", "--json"))


def test_many_searches_failed_engines_hits_and_failed_pages(topic: Path, box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", GOAL, "--max-sources", "900", "--deep")
    queries = [f"query {number} " + "w" * 380 for number in range(40)]
    for number, query in enumerate(queries):
        failed = tuple((f"engine {one}" + "e" * 50, "r" * 99) for one in range(40))
        rows = [hit(f"https://h{number}.example/{one}", "T" * 200, "S" * 300) for one in range(10)]
        box.searches[query] = results(query, *rows, failed=failed)
    call("search", "--topic", "t", "-", stdin="\n".join(queries[:20]))
    found = answer(call("search", "--topic", "t", "--json", "-", stdin="\n".join(queries[20:])))
    assert found["left_out"]["count"] > 0  # type: ignore[index]
    for number in range(30):
        for one in range(10):
            box.pages[f"https://h{number}.example/{one}"] = scraped("x", status=404)
    picks = [{"id": f"R{number:03d}", "relevance": "r" * 290} for number in range(2, 32)]
    answer(call("scrape", "--topic", "t", "--picks", "-", "--json", stdin=json.dumps(picks)))
    found = answer(call("status", "--topic", "t", "--json"))
    assert len(found["searches"]) + found["left_out"]["others"]["searches"] == 41  # type: ignore[arg-type,index]
    answer(call("search", "q", *queries[:19], "--json"))


def test_a_page_with_endless_facts(topic: Path, box: Box, call: Call) -> None:
    url = "https://a.example/" + "u" * 2000
    box.pages[url] = scraped(url, "word " * 20_000, title="T" * 100_000, language="x" * 100_000)
    answer(call("scrape", url, "--json", "--out", "x" * 100 + ".md"))
    answer(call("scrape", url, "--json"))
    answer(call("read", url, "--json"))
    answer(call("read", url, "--json", "--mode", "outline"))
    answer(call("research", "q", "--json", "--mode", "lossless"))
    for argv in (
        ["evidence", "--topic", "t"],
        ["read", "--topic", "t", "--query", "rows"],
        ["report"],
        ["map", url],
        ["doctor"],
    ):
        run = call(*argv, "--json")
        assert len(run.out) <= LIMIT + 1
