"""stdin, stdout and stderr where they are closed, full or gone: a lost line of progress is no fault, a lost answer is one."""

import io
import os
import sys
from contextlib import suppress


class Closed(io.TextIOBase):
    """What stands for a stdout that was closed before we began: what is written is lost, and flushing tells that."""

    lost = False

    def write(self, text: str) -> int:
        """Lose a text."""
        self.lost = self.lost or bool(text)
        return len(text)

    def flush(self) -> None:
        """Raises BrokenPipeError, once, where something was lost."""
        if self.lost:
            self.lost = False
            raise BrokenPipeError

    def fileno(self) -> int:
        """The number of stdout."""
        return 1


def complete() -> None:
    """Give the process all three streams. Closed ones lead nowhere, and no file that is opened later gets their numbers."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is None:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is the closed one's
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as the process lives
    if sys.stdout is None:
        sys.stdout = Closed()
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def drop(number: int) -> None:
    """Let a stream lead nowhere from now on, also with what is still buffered."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def tell(line: str) -> None:
    """A line on stderr, lost where nobody reads it."""
    try:
        print(line, file=sys.stderr, flush=True)  # noqa: T201 - this is what prints
    except (OSError, ValueError):
        drop(2)
