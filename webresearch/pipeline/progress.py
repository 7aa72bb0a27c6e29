"""What a long command tells while it works: events, which views/ turns into lines or a live display."""

from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple


class Event(NamedTuple):
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


Say = Callable[[str], None]
Watch = Callable[[Event], None]


class Work:
    """Some items of one kind that are worked on at once; a context manager, so that its end is told whatever happens.

    say: takes lines. watch: takes the events, where somebody watches; the lines are not said then. total: how many items
    there are.
    """

    def __init__(self, say: Say, watch: Watch | None, kind: str, total: int) -> None:
        self.say, self.watch, self.kind, self.total = say, watch, kind, total
        self.number = 0

    def __enter__(self) -> "Work":
        """Tell the beginning."""
        self.tell("begun")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Tell the end."""
        self.tell("ended")

    def started(self, item: str) -> None:
        """An item is being worked on; may be called from any thread."""
        self.tell("started", item)

    def done(self, item: str, outcome: str, size: int = 0) -> None:
        """An item is done with; called from the thread that entered."""
        self.number += 1
        self.tell("done", item, outcome, size)

    def tell(self, step: str, item: str = "", outcome: str = "", size: int = 0) -> None:
        """One event to who watches, or its line to who listens."""
        event = Event(self.kind, step, item, outcome, self.number, self.total, size)
        if self.watch is not None:
            self.watch(event)
        elif line := str(event):
            self.say(line)
