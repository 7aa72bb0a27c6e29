"""What a long command tells while it works: events, which views/ turns into lines or a live display."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    kind: what is worked on, `search` or `page`. step: `begun`, `started` (one item), `done` (one item) or `ended`.
    item: a query or a URL. outcome: what became of it. number and total: how many are done, and of how many.
    size: bytes of text that it brought.
    """

    kind: str
    step: str
    item: str = ""
    outcome: str = ""
    number: int = 0
    total: int = 0
    size: int = 0

    def __str__(self) -> str:
        """The line for people who see no display; "" for what is no news to them."""
        return f"{self.kind} {self.number}/{self.total}: {self.outcome} {self.item}" if self.step == "done" else ""


Voice = Callable[[Event], None]


def silent(_: Event) -> None:
    """Say nothing."""


class Work:
    """Some items of one kind that are worked on at once; a context manager, so that its end is told whatever happens.

    say: takes the events. total: how many items there are.
    """

    def __init__(self, say: Voice, kind: str, total: int) -> None:
        self.say, self.kind, self.total = say, kind, total
        self.number = 0
        self.lock = threading.Lock()

    def __enter__(self) -> "Work":
        """Tell the beginning."""
        self.say(Event(self.kind, "begun", total=self.total))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Tell the end."""
        self.say(Event(self.kind, "ended", number=self.number, total=self.total))

    def started(self, item: str) -> None:
        """An item is being worked on; may be called from any thread."""
        self.say(Event(self.kind, "started", item, total=self.total))

    def done(self, item: str, outcome: str, size: int = 0) -> None:
        """An item is done with."""
        with self.lock:
            self.number += 1
        self.say(Event(self.kind, "done", item, outcome, self.number, self.total, size))
