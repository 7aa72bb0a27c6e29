"""The folder of a topic: its paths, its lock, and files that are written whole or not at all."""

import errno
import fcntl
import hashlib
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from webresearch.errors import CannotWrite, UsageError
from webresearch.safetext import one_line
from webresearch.topic import journal, names
from webresearch.topic.fold import fold
from webresearch.topic.forms import page_file
from webresearch.topic.journal import Row
from webresearch.topic.state import TopicState

TEMPORARY = ".part~"  # ending of our own unfinished files; nothing else is ever swept
OWN_TEMPORARY = re.compile(r"\.[^/]+\.[0-9]+\.part~")


class Topic(NamedTuple):
    """Where one topic lives."""

    name: str
    folder: Path

    @property
    def web(self) -> Path:
        """The folder of saved pages."""
        return self.folder / "web"

    @property
    def journal(self) -> Path:
        """The journal."""
        return self.web / "_journal.jsonl"

    @property
    def manifest(self) -> Path:
        """The run log for people."""
        return self.web / "_manifest.md"

    def page(self, slug: str) -> Path:
        """The file of one saved page."""
        return self.web / f"{slug}.md"


def topic_of(root: Path, given: str) -> Topic:
    """The topic that a name on the command line stands for; the folder need not exist yet.

    root: the folder that holds `md/`. An existing folder of exactly that name is taken as it is. Raises UsageError for an
    empty name and for a folder that leads out of `md/`.
    """
    if not given.strip():
        raise UsageError("the topic is empty", hint="give one, e.g. --topic postgresql-vacuum")
    base = root / "md"
    exact = names.SAFE_PART.fullmatch(given) and (base / given).is_dir()
    topic = Topic(given if exact else names.topic_name(given), base / (given if exact else names.topic_name(given)))
    inside = base.resolve()
    for path in (topic.folder, topic.web):
        if not lies_in(path, inside):
            raise UsageError(
                f"the topic {one_line(given, 60)!r} leads out of md/", str(path), "remove that link or take another name"
            )
    return topic


def lies_in(path: Path, folder: Path) -> bool:
    """Is a path, with all links followed, in a folder that is given resolved? Links without end lead nowhere."""
    try:
        return path.resolve().is_relative_to(folder)
    except (OSError, RuntimeError):
        return False


def load(topic: Topic) -> TopicState:
    """The topic's state: what the journal says, corrected by the disk, where a saved file may have been removed by hand.

    A file that is a link out of the topic counts as removed. Raises CannotWrite where the journal cannot be read.
    """
    check_journal(topic)
    state = fold(journal.read(topic.journal))
    web = topic.web.resolve()
    files = {source: topic.web / str(row["file"]) for source, row in state.pages.items()}
    gone = {source for source, file in files.items() if not file.is_file() or not lies_in(file, web)}
    for source in gone:
        row = state.pages.pop(source)
        for run in state.runs:
            if run.pages.get(str(row["id"])) is row:
                del run.pages[str(row["id"])]
    return state


def check_journal(topic: Topic) -> None:
    """Raises CannotWrite where the journal is anything but a plain file: a link could lead to any file of this machine."""
    try:
        mode = topic.journal.lstat().st_mode
    except OSError:
        return  # none yet; what else is wrong shows where it is opened
    if not stat.S_ISREG(mode):
        what = "a link" if stat.S_ISLNK(mode) else "no plain file"
        raise CannotWrite(f"the journal is {what}", str(topic.journal), "remove it, or take another topic")


def begun(topic: Topic) -> bool:
    """Was a run begun in the topic? Reads the journal no further than to the first. Raises CannotWrite."""
    check_journal(topic)
    try:
        with topic.journal.open("rb") as lines:
            rows = (journal.parsed(line.rstrip(b"\n")) for line in lines)
            return any(row is not None and fold([row]).runs for row in rows)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise cannot_write(error, topic.journal) from None


@contextmanager
def locked(topic: Topic) -> Iterator[None]:
    """Hold the topic's lock: one writer at a time, whichever process it is. Finishes what a killed writer had begun."""
    try:
        topic.web.mkdir(parents=True, exist_ok=True)
        handle = os.open(topic.web / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise CannotWrite(
            f"cannot write in the topic: {error.strerror}", str(topic.web), "check the folder's permissions"
        ) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        check_journal(topic)
        sweep(topic)
        yield
    finally:
        os.close(handle)


def sweep(topic: Topic) -> None:
    """Finish renames that the journal announces, then remove unfinished files. Under the lock no writer is at work."""
    unfinished = [path for path in topic.web.iterdir() if OWN_TEMPORARY.fullmatch(path.name)]
    if not unfinished:
        return
    announced = {str(row.get("temporary")): row for row in journal.read(topic.journal) if row["kind"] == "page"}
    for path in unfinished:
        row = announced.get(path.name)
        try:
            if row and page_file(row.get("file")) and digest(path.read_bytes()) == row.get("sha256"):
                path.replace(topic.web / str(row["file"]))
            else:
                path.unlink()
        except OSError:
            continue  # the next writer tries again; a page row whose file is missing counts as not saved


def save_page(topic: Topic, slug: str, text: str, row: Row) -> Row:
    """Save a page and journal it, so that a kill at any instant leaves both or neither. The caller holds the lock.

    The text goes to a temporary file first, the row announces it, the rename completes it: whoever takes the lock next
    after a kill in between does the rename. Returns the row as written.
    """
    data = text.encode("utf-8", "replace")
    final = topic.page(slug)
    temporary = write_temporary(final, data)
    announced = {**row, "file": final.name, "temporary": temporary.name, "sha256": digest(data)}
    try:
        journal.append(topic.journal, [announced])
        replace(temporary, final)
    except CannotWrite:
        remove(temporary)
        raise
    return announced


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or leave the old one. Raises CannotWrite."""
    replace(write_temporary(path, text.encode("utf-8", "replace")), path)


def write_temporary(path: Path, data: bytes) -> Path:
    """A durable temporary file beside `path`, holding `data`."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}{TEMPORARY}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(handle, view) :]
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        remove(temporary)
        raise cannot_write(error, path) from None
    return temporary


def remove(temporary: Path) -> None:
    """Remove an unfinished file, if it can be; the fault that led here is the one to tell."""
    with suppress(OSError):
        temporary.unlink()


def replace(temporary: Path, path: Path) -> None:
    """Put a finished temporary file in its place, durably."""
    try:
        temporary.replace(path)
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        remove(temporary)
        raise cannot_write(error, path) from None


def cannot_write(error: OSError, path: Path) -> CannotWrite:
    """An operating system's error as ours, with what to do."""
    hints = {
        errno.ENOSPC: "free some space and run the command again",
        errno.EISDIR: "give a file name, not a folder",
        errno.ENOENT: "create the folder first",
        errno.ENAMETOOLONG: "give a shorter name",
    }
    hint = hints.get(error.errno or 0, "check the folder's permissions")
    return CannotWrite(f"cannot write: {error.strerror}", str(path), hint)


def digest(data: bytes) -> str:
    """The sha256 of a file's bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
