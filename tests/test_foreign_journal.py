"""A journal that no code of ours wrote: no row of it breaks a command, and none leads out of the topic's folder."""

import json
import os
from pathlib import Path

import pytest
from box import Box, hit, results, scraped
from conftest import Call
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webresearch.errors import CannotWrite, UsageError
from webresearch.topic import forms, journal, manifest, store
from webresearch.topic.fold import HANDLERS, fold

Row = dict[str, object]
AT = "2026-01-02T03:04:05Z"
GOAL = "how does it work?"
SYNTHESIS = "md/t/how-does-it-work-synthesis.md"
QUOTE = "Dead rows stay in a table until vacuum removes them"
ABSENT = object()
WRONG = (ABSENT, None, [], {}, "x" * 3_000_000, -1, [[[]]], True, 10**400, float("nan"), "R\0", "../../../x", "", ["S01"])
SEEN: Row = {"engine": "searxng", "tried": [["firecrawl", "thin"], ["embedded", "ok"]]}
PLACE: Row = {"at": AT, "run": 1, "round": 1}
PAGE: Row = {**PLACE, "id": "R001", "url": "https://a.example/p", "final_url": "", "status": 200, "reason": ""}
HIT: Row = {"at": AT, "title": "A", "snippet": "s", "engine": "one", "engines": ["one"], "published": None}
ROWS: list[Row] = [
    {"kind": "begin", "at": AT, "run": 1, "goal": GOAL, "engine": "services", "max_sources": 5, "max_rounds": 3}
    | {"deep": True, "with_corpus": True},
    {"kind": "raise", "at": AT, "run": 1, "changes": {"max_sources": [5, 7]}},
    {"kind": "result", "id": "R001", "key": "a.example/p", "url": "https://a.example/p", **HIT},
    {"kind": "result", "id": "R002", "key": "b.example/p", "url": "https://b.example/p", **HIT},
    {"kind": "result", "id": "R003", "key": "c.example/p", "url": "https://c.example/p", **HIT},
    {"kind": "named", "at": AT, "run": 1, "id": "R002"},
    {"kind": "crawled", **PLACE, "id": "R003", "from": "R002"},
    {"kind": "crawl", "at": AT, "run": 1, "from": "R002", "engine": "searxng", "pages": 1, "outside": 0, "note": ""},
    {"kind": "search", **PLACE, "query": "q", "language": "", "category": "", "count": 10, "outcome": "partial", "asked": AT}
    | {"understood": "q", "note": "", "failed_engines": [["two", "timeout"]], "hits": ["R001"], "engine": "searxng"},
    {"kind": "ranked", **PLACE, "order": [["R001", 0.5], ["R003", 0.2]]},
    {"kind": "decision", **PLACE, "id": "R001", "action": "save", "relevance": "why", "source": "S01", "slug": "a"}
    | {"dubious": "sells it"},
    {"kind": "decision", **PLACE, "id": "R002", "action": "skip", "reason": "a shop"},
    {"kind": "decision", **PLACE, "id": "R003", "action": "save", "relevance": "why", "source": "S02", "slug": "c"},
    {"kind": "page", **PAGE, "source": "S01", "file": "a.md", "sha256": "0" * 64, "title": "A", "verdict": "ok", **SEEN}
    | {"characters": 9, "published": None, "flags": [], "author": "", "language": "en"},
    {"kind": "failed", **PAGE, "id": "R003", "url": "https://c.example/p", "verdict": "timeout", **SEEN},
    {"kind": "corpus", "at": AT, "id": "C01", "file": "own.md"},
    {"kind": "evidence", **PLACE, "id": "E001", "source": "S01", "quote": QUOTE, "start": 0, "end": 9, "heading": "H"}
    | {"page_sha256": "0" * 64, "seal": "0" * 64},
    {"kind": "note", **PLACE, "source": "S01", "new": 1, "refused": 0, "flags": ["opinion"]},
    {"kind": "finished", "at": AT, "run": 1, "file": "what-synthesis.md", "sha256": "0" * 64, "cited": ["S01", "C01"]},
    {"kind": "copies", "at": AT, "of": {"S02": "S01"}, "differing": {"S02": [["a", "b", "c"]]}},
    {"kind": "furniture", "at": AT, "host": "a.example", "sources": ["S01"], "blocks": {"abc": 3}},
]


def variants(row: Row) -> list[Row]:
    """The row with each of its fields wrong in each way."""
    changed = []
    for name in row:
        for wrong in WRONG if name != "kind" else ():
            one = dict(row)
            if wrong is ABSENT:
                del one[name]
            else:
                one[name] = wrong
            changed.append(one)
    return changed


def topic_with(root: Path, rows: list[Row]) -> store.Topic:
    """A topic whose journal holds these rows, with the files that they speak of."""
    topic = store.topic_of(root, "t")
    topic.web.mkdir(parents=True, exist_ok=True)
    (topic.web / "a.md").write_text(f"{QUOTE}.\n")
    (topic.folder / "own.md").write_text("# Own\n\nThe second document says that rows live on.\n")
    (root / SYNTHESIS).write_text(f"{QUOTE} [^E001].\n")
    topic.journal.write_bytes(b"".join(journal.line_of(row) for row in rows))
    return topic


def all_commands(call: Call, root: Path, *, some: bool = False) -> list[str]:
    """Every command that reads a journal; what it did beside ending in an exit code of ours."""
    note = json.dumps({"source": "S01", "quotes": [QUOTE]})
    calls = [("status", ""), ("evidence", ""), ("note", note), ("read", "")]
    wrong = []
    for name, stdin in calls:
        run = call(name, "--topic", "t", "--json", stdin=stdin)
        wrong += [f"{name}: {run.code} {run.err}"] if run.code not in (0, 1, 2, 5, 6) else []
        assert len(run.out) <= 25_001, name
    if not some:
        call("search", "--topic", "t", "--json", "q")
        call("scrape", "--topic", "t", "--picks", "-", "--json", stdin="[]")
        call("status", "--topic", "t")
        call("read", "--all", "--query", "rows", "--json")
        call("report")
    for name in ("check", "report"):
        assert call(name, root / SYNTHESIS, "--json").code in (0, 1, 2, 6)
    return wrong


def test_the_rows_of_this_test_are_whole_and_of_every_kind() -> None:
    assert all(forms.fits(row) for row in ROWS)
    assert {row["kind"] for row in ROWS} == set(HANDLERS) == set(forms.REQUIRED)
    state = fold(ROWS)
    assert (len(state.results), len(state.pages), len(state.evidence), len(state.corpus)) == (3, 1, 1, 1)


@pytest.mark.parametrize("kind", sorted(HANDLERS))
def test_no_row_that_is_wrong_in_a_field_breaks_the_manifest_or_a_command(kind: str, box: Box, call: Call, root: Path) -> None:
    extra: list[Row] = []
    for place, row in enumerate(ROWS):
        if row["kind"] != kind:
            continue
        for one in variants(row):
            manifest.render("t", fold([*ROWS[:place], one, *ROWS[place + 1 :]]))  # the wrong row in place of the right one
            if len(str(one)) < 100_000:
                extra.append(one)
    topic_with(root, [*extra, *ROWS, *extra])
    assert all_commands(call, root) == []


@pytest.mark.parametrize("left_out", sorted(HANDLERS))
def test_a_journal_without_the_rows_of_one_kind_breaks_no_command(left_out: str, box: Box, call: Call, root: Path) -> None:
    topic_with(root, [row for row in ROWS if row["kind"] != left_out])
    assert all_commands(call, root, some=True) == []


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["R001", "S01", "E001", "C01", 1]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ROWS), st.integers(0, 12), values, st.integers(0, 30)), max_size=12))
def test_no_journal_breaks_the_state_or_the_manifest(changes: list[tuple[Row, int, object, int]]) -> None:
    rows = list(ROWS)
    for row, field, value, place in changes:
        name = list(row)[field % len(row)]
        rows.insert(place, {**row, name: value if name != "kind" else row["kind"]})
    manifest.render("t", fold(rows))


@pytest.mark.parametrize("kind", ["decision", "page", "corpus"])
@pytest.mark.parametrize(
    "name", ["../../../x", "../../../README.md", "/etc/hostname.md", "a/b.md", ".hidden.md", "CLAUDE.md", ""]
)
def test_no_row_names_a_file_outside_its_folder_or_one_that_agents_read(kind: str, name: str) -> None:
    row = next(one for one in ROWS if one["kind"] == kind)
    field = "slug" if kind == "decision" else "file"
    if kind == "corpus" and name == "CLAUDE.md":
        return  # a person may have such a file; it is read, never written
    for given_name in (name, name.removesuffix(".md")):
        assert not forms.fits({**row, field: given_name})


def test_a_saved_page_or_document_that_is_a_link_out_of_the_topic_is_not_read(call: Call, root: Path) -> None:
    topic = topic_with(root, ROWS)
    (root / "secret.md").write_text("the secret of the house\n")
    for path in (topic.web / "a.md", topic.folder / "own.md"):
        path.unlink()
        path.symlink_to(root / "secret.md")
    for identity in ("S01", "C01"):
        run = call("read", identity, "--topic", "t")
        assert run.code == 2
        assert "secret" not in run.out + run.err
    assert "secret" not in call("read", "--all").out


def test_a_temporary_file_is_not_renamed_to_where_a_foreign_row_says(root: Path) -> None:
    topic = topic_with(root, ROWS)
    part = topic.web / ".x.md.1.part~"
    part.write_text("payload")
    row = {"kind": "page", "temporary": part.name, "sha256": store.digest(b"payload"), "file": "../../../x.md"}
    with topic.journal.open("ab") as file:
        file.write(journal.line_of(row))
    with store.locked(topic):
        pass
    assert not part.exists()
    assert not (root.parent / "x.md").exists()
    assert not (root / "x.md").exists()


@pytest.mark.parametrize("what", ["link", "broken link", "folder", "pipe"])
def test_a_journal_that_is_no_plain_file_is_refused_and_nothing_behind_it_is_written(what: str, call: Call, root: Path) -> None:
    topic = topic_with(root, ROWS)
    behind = root / "behind.jsonl"
    topic.journal.unlink()
    if what == "folder":
        topic.journal.mkdir()
    elif what == "pipe":
        os.mkfifo(topic.journal)
    else:
        topic.journal.symlink_to(behind)
    if what == "link":
        behind.write_bytes(journal.line_of(ROWS[0]))
    before = behind.read_bytes() if behind.exists() else None
    for argv in (["begin", "--topic", "t", "--goal", "g"], ["status", "--topic", "t"], ["check", root / SYNTHESIS]):
        run = call(*argv)
        assert run.code == CannotWrite.exit_code
        assert "_journal.jsonl" in run.err
    assert (behind.read_bytes() if behind.exists() else None) == before


def test_a_lock_that_is_a_link_is_refused(call: Call, root: Path) -> None:
    topic = topic_with(root, ROWS)
    (topic.web / ".lock").symlink_to(root / "elsewhere")
    assert call("begin", "--topic", "t", "--goal", "g").code == CannotWrite.exit_code
    assert not (root / "elsewhere").exists()


def test_a_topic_that_is_a_link_to_itself_is_a_usage_error(call: Call, root: Path) -> None:
    (root / "md" / "loop").symlink_to(root / "md" / "loop")
    assert call("begin", "--topic", "loop", "--goal", "g").code == UsageError.exit_code


def test_a_page_that_was_skipped_after_it_was_saved_breaks_nothing(box: Box, call: Call) -> None:
    call("begin", "--topic", "t", "--goal", GOAL)
    box.searches["q"] = results("q", hit("https://a.example/p"))
    box.pages["https://a.example/p"] = scraped("https://a.example/p")
    call("search", "--topic", "t", "q")
    call("scrape", "--topic", "t", "--picks", "-", stdin="- {id: R001, relevance: good}")
    call("scrape", "--topic", "t", "--picks", "-", stdin="- {id: R001, skip: bad}")
    assert call("status", "--topic", "t", "--json").code == 0
