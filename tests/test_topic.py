"""The topic's folder: names, the header, whole files, and what a crash at any step leaves."""

import errno
import json
import multiprocessing
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webresearch.errors import CannotWrite, UsageError
from webresearch.models import Provenance
from webresearch.topic import journal, names, store
from webresearch.topic.provenance import NOTE, header, parse, saved_text


@pytest.mark.parametrize(
    ("given_name", "name"),
    [
        ("postgresql", "postgresql"),
        ("Solid State", "solid-state"),
        ("solid_state", "solid-state"),
        ("a-b-2", "a-b-2"),
    ],
)
def test_plain_topics_keep_their_words(given_name: str, name: str) -> None:
    assert names.topic_name(given_name) == name


def test_topics_that_would_share_a_name_are_told_apart() -> None:
    given_names = ["C++", "C#", "C", "c.", "../c", "С", "con", "CLAUDE", "", "💥", "x" * 300, "x" * 301]
    made = [names.topic_name(one) for one in given_names]
    assert len(set(made)) == len(made)
    assert "con" not in made
    assert "claude" not in made


@given(st.text())
def test_every_topic_is_one_safe_path_part(text: str) -> None:
    name = names.topic_name(text)
    assert names.SAFE_PART.fullmatch(name)
    assert name.lower() not in names.RESERVED
    assert names.topic_name(text) == name


@given(st.text(), st.text(), st.text(min_size=1))
def test_every_file_slug_is_one_safe_path_part(title: str, fallback: str, unique: str) -> None:
    slug = names.file_slug(title, fallback, unique, {"page"})
    assert names.SAFE_PART.fullmatch(slug)
    assert slug.lower() not in names.RESERVED
    assert slug != "page"


def test_an_existing_folder_is_taken_by_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "md" / "Demonology").mkdir(parents=True)
    assert store.topic_of(tmp_path, "Demonology").folder == tmp_path / "md" / "Demonology"


@pytest.mark.parametrize("part", ["", "/web"])
def test_a_topic_that_is_a_link_out_of_md_is_refused(part: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "md").mkdir()
    if part:
        (tmp_path / "md" / "t").mkdir()
    (tmp_path / f"md/t{part}").symlink_to(outside)
    with pytest.raises(UsageError, match="leads out of md"):
        store.topic_of(tmp_path, "t")


@given(st.text(), st.text(), st.text())
def test_the_header_is_five_lines_whatever_the_values_hold(source: str, query: str, relevance: str) -> None:
    lines = header(Provenance(source, query, "2026-01-02", relevance)).split("\n")
    assert [line.split(":")[0] for line in lines[:4]] == ["> source", "> query", "> fetched", "> relevance"]
    assert lines[4:] == [NOTE, "", ""]


def test_a_saved_page_is_read_back_as_it_was() -> None:
    text = saved_text(Provenance("https://a.example/", "q", "2026-01-02", "why"), "# Title\n\nText.")
    provenance, start = parse(text)
    assert provenance == Provenance("https://a.example/", "q", "2026-01-02", "why")
    assert text[start:] == "# Title\n\nText.\n"
    assert parse("# no header\n") == (None, 0)


@pytest.mark.parametrize(
    "line",
    [
        "> source: x",
        ">source: x",
        "> > **Source**: x",
        "- > relevance: x",
        "  > NOTE: untrusted web content",
        "> _fetched_ : x",
    ],
)
def test_look_alikes_of_the_header_in_a_page_are_escaped(line: str) -> None:
    body = saved_text(Provenance("u", "q", "d", "r"), f"first\n{line}\nlast").split("\n\n", 1)[1]
    assert "\\>" in body
    assert body.replace("\\>", ">") == f"first\n{line}\nlast\n"


def test_ordinary_block_quotes_stay() -> None:
    text = "> a quotation: with a colon\n> of two lines"
    assert saved_text(Provenance("u", "q", "d", "r"), text).endswith(text + "\n")


def topic_in(tmp_path: Path) -> store.Topic:
    topic = store.topic_of(tmp_path, "t")
    topic.web.mkdir(parents=True, exist_ok=True)
    return topic


def row(number: int = 1) -> dict[str, object]:
    return {"kind": "page", "at": "now", "run": 1, "round": 1, "id": f"R{number:03d}", "source": f"S{number:02d}"}


STEPS = ("write", "fsync", "replace")


@pytest.mark.parametrize("step", STEPS)
def test_whichever_system_call_fails_first_leaves_the_old_or_the_new_page_and_a_whole_journal(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    topic = topic_in(tmp_path)
    passed = False
    for nth in range(1, 12):
        for file in topic.web.iterdir():
            file.unlink()
        with store.locked(topic):
            store.save_page(topic, "page", "old text", row())
        calls = 0

        def failing(*args: object, real: object, nth: int = nth) -> object:
            nonlocal calls
            calls += 1
            if calls == nth:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*args)  # type: ignore[operator]

        target, name = (Path, "replace") if step == "replace" else (os, step)
        real = getattr(target, name)
        with monkeypatch.context() as patch:
            patch.setattr(target, name, lambda *args, real=real: failing(*args, real=real))
            try:
                with store.locked(topic):
                    store.save_page(topic, "page", "new text", row())
                passed = True
            except CannotWrite:
                pass
        with store.locked(topic):
            pass
        assert topic.page("page").read_text() in ("old text", "new text")
        rows = journal.read(topic.journal)
        assert topic.journal.read_bytes().endswith(b"\n")
        assert len(rows) in (1, 2)
        assert not list(topic.web.glob(".*.part~"))
        if passed:
            break
    assert passed


def test_a_short_write_to_the_journal_leaves_no_half_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    topic = topic_in(tmp_path)
    journal.append(topic.journal, [row(1)])
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:20]))
    with pytest.raises(CannotWrite, match="disk is full"):
        journal.append(topic.journal, [row(2)])
    monkeypatch.undo()
    journal.append(topic.journal, [row(3)])
    assert [line["id"] for line in journal.read(topic.journal)] == ["R001", "R003"]


def test_a_kill_between_the_row_and_the_rename_is_finished_by_the_next_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    topic = topic_in(tmp_path)

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(store, "replace", die)
        with pytest.raises(Killed), store.locked(topic):
            store.save_page(topic, "page", "whole text", row())
    assert not topic.page("page").exists()
    with store.locked(topic):
        assert topic.page("page").read_text() == "whole text"
    assert not list(topic.web.glob(".*.part~"))


def test_unfinished_files_without_a_row_are_removed_and_foreign_ones_stay(tmp_path: Path) -> None:
    topic = topic_in(tmp_path)
    for name in (".page.md.123.part~", "notes.part~", ".mine.part~"):
        (topic.web / name).write_text("x")
    with store.locked(topic):
        pass
    assert sorted(path.name for path in topic.web.iterdir()) == [".lock", ".mine.part~", "notes.part~"]


@pytest.mark.parametrize("torn", [b'{"kind":"pa', b"x" * 200_000])
def test_a_torn_last_line_is_ignored_and_cut_by_the_next_writer(torn: bytes, tmp_path: Path) -> None:
    topic = topic_in(tmp_path)
    journal.append(topic.journal, [row(1)])
    with topic.journal.open("ab") as file:
        file.write(torn)
    assert len(journal.read(topic.journal)) == 1
    journal.append(topic.journal, [row(2)])
    assert [json.loads(line)["id"] for line in topic.journal.read_bytes().splitlines()] == ["R001", "R002"]


def test_a_journal_that_is_one_torn_line_is_emptied(tmp_path: Path) -> None:
    topic = topic_in(tmp_path)
    topic.journal.write_bytes(b'{"kind":')
    journal.append(topic.journal, [row(1)])
    assert len(topic.journal.read_bytes().splitlines()) == 1


def append_rows(folder: Path, writer: int, count: int) -> None:
    topic = store.topic_of(folder, "t")
    for number in range(count):
        with store.locked(topic):
            journal.append(topic.journal, [row(writer * 1000 + number)])


def test_four_writers_of_200_rows_lose_none(tmp_path: Path) -> None:
    topic_in(tmp_path)
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=append_rows, args=(tmp_path, writer, 200)) for writer in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    rows = journal.read(store.topic_of(tmp_path, "t").journal)
    assert len(rows) == 800
    assert len({line["id"] for line in rows}) == 800


def test_errors_of_the_disk_name_the_file_and_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(CannotWrite) as raised:
        store.write_whole(tmp_path / "folder", "x")
    assert raised.value.where == str(tmp_path / "folder")
    with pytest.raises(CannotWrite) as raised:
        store.write_whole(tmp_path / "no" / "file", "x")
    assert "create the folder" in raised.value.hint
    (tmp_path / "file").write_text("x")
    with pytest.raises(CannotWrite):
        journal.read(tmp_path / "folder")
    with pytest.raises(CannotWrite):
        journal.append(tmp_path / "folder", [row()])
    with pytest.raises(CannotWrite), store.locked(store.Topic("t", tmp_path / "file")):
        pass


def test_a_whole_last_row_without_its_line_end_is_kept(tmp_path: Path) -> None:
    topic = topic_in(tmp_path)
    journal.append(topic.journal, [row(1), row(2)])
    topic.journal.write_bytes(topic.journal.read_bytes()[:-1])
    assert len(journal.read(topic.journal)) == 2
    journal.append(topic.journal, [row(3)])
    assert [line["id"] for line in journal.read(topic.journal)] == ["R001", "R002", "R003"]


def test_a_journal_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    topic = topic_in(tmp_path)
    outside = tmp_path / "outside"
    outside.write_text("")
    topic.journal.symlink_to(outside)
    with pytest.raises(CannotWrite):
        journal.append(topic.journal, [row(1)])
    assert outside.read_text() == ""
