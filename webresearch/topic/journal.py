"""The append-only journal of a topic: one JSON row a line, the one source of truth for runs, limits, ids and resume.

A row is `{"kind": ..., "at": ISO time in UTC, ...}`. docs/formats.md lists the kinds. Rows are added under the topic's
lock; a last line torn by a crash is ignored when reading and cut off before the next row is added.
"""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from webresearch.errors import CannotWrite

Row = dict[str, object]


def read(path: Path) -> list[Row]:
    """All whole rows; a missing file is an empty journal. Raises CannotWrite when the file cannot be read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CannotWrite(f"cannot read the journal: {error.strerror}", str(path), "check the file's permissions") from None
    return [row for line in data.split(b"\n") if (row := parsed(line)) is not None]


def parsed(line: bytes) -> Row | None:
    """One line as a row; None for a torn or foreign line."""
    if not line.startswith(b"{") or not line.endswith(b"}"):
        return None
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) and isinstance(row.get("kind"), str) else None


def append(path: Path, rows: Iterable[Row]) -> None:
    """Add rows in one write and make it durable; on failure nothing of them stays.

    The caller holds the topic's lock. Raises CannotWrite.
    """
    data = b"".join(line_of(row) for row in rows)
    if not data:
        return
    try:
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
        try:
            size = mend_last_line(handle)
            if os.write(handle, data) != len(data):
                os.ftruncate(handle, size)
                raise CannotWrite("the disk is full", str(path), "free some space and run the command again")
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise CannotWrite(
            f"cannot write the journal: {error.strerror}", str(path), "check disk space and permissions"
        ) from None


def line_of(row: Row) -> bytes:
    """A row as its line. ASCII, so that no character of a page can break a line or hide in it."""
    return json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def mend_last_line(handle: int) -> int:
    """End a whole row that lacks its line end, cut a torn one, and return the size after that."""
    size = os.fstat(handle).st_size
    if size == 0 or os.pread(handle, 1, size - 1) == b"\n":
        return size
    end = size
    while end > 0:
        start = max(0, end - 65536)
        found = os.pread(handle, end - start, start).rfind(b"\n")
        if found >= 0:
            end = start + found + 1
            break
        end = start
    if parsed(os.pread(handle, size - end, end)) is not None:
        return size + os.write(handle, b"\n")
    os.ftruncate(handle, end)
    return end
