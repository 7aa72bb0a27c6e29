"""The live display on a terminal: how much of some work is done, the time left, what is waited for."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from webresearch.pipeline.progress import Event
from webresearch.safetext import one_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

NAMES = {"search": "searches", "page": "pages"}
PATIENCE = 3.0  # seconds, from which on the item that is waited for longest is shown
REFRESHES = 4  # a second: a person sees it move, and a slow terminal is not flooded


class Live:
    """A display of one kind of work at a time, which stands from its beginning to its end and leaves one line behind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.lock = threading.Lock()  # events come from worker threads
        self.display: Display | None = None

    def __call__(self, event: Event) -> None:
        """Take one event."""
        with self.lock:
            if event.step == "begun" and event.total:
                self.display = Display(event, self.clock)
            elif self.display is not None:
                self.display.take(event)
                if event.step == "ended":
                    self.display = None


class Display:
    """What is shown while some items are worked on: how many are done, their bytes, the time left, the slowest one."""

    def __init__(self, begun: Event, clock: Callable[[], float], console: "Console | None" = None) -> None:
        from rich.console import Console
        from rich.live import Live as RichLive

        self.kind, self.total, self.clock, self.began = NAMES.get(begun.kind, begun.kind), begun.total, clock, clock()
        self.running: dict[str, float] = {}
        self.number = self.size = self.failed = 0
        self.console = console or Console(stderr=True)
        self.live: RichLive | None = None
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.live = RichLive(
                get_renderable=self.picture,
                console=self.console,
                refresh_per_second=REFRESHES,
                transient=True,
                redirect_stdout=False,  # an answer may go to a file
                redirect_stderr=False,
            )
            self.live.start(refresh=True)

    def take(self, event: Event) -> None:
        """Keep count; at the end, take the display away and leave a line."""
        if event.step == "started":
            self.running[event.item] = self.clock()
        elif event.step == "done":
            self.running.pop(event.item, None)
            self.number, self.size = event.number, self.size + event.size
            if self.live is None:
                self.console.print(one_line(event, 200), markup=False, highlight=False)
        elif event.step == "ended":
            if self.live is not None:
                self.live.stop()
            self.console.print(self.summary(), markup=False, highlight=False, style="dim")

    def summary(self) -> str:
        """The line that stays."""
        size = f", {amount(self.size)}" if self.size else ""
        return f"{self.number} of {self.total} {self.kind}{size}, {self.clock() - self.began:.1f} s"

    def left(self) -> str:
        """The time left, at the pace so far; "" before the first item is done."""
        if not 0 < self.number < self.total:
            return ""
        seconds = (self.clock() - self.began) / self.number * (self.total - self.number)
        return f"about {seconds:.0f} s left" if seconds < 90 else f"about {seconds / 60:.0f} min left"

    def slowest(self) -> str:
        """The item that is waited for longest, once that is worth a word."""
        if not self.running:
            return ""
        item, since = min(dict(self.running).items(), key=lambda pair: pair[1])
        waited = self.clock() - since
        return f"waiting {waited:.0f} s for {one_line(item, 100)}" if waited >= PATIENCE else ""

    def picture(self) -> "RenderableType":
        """The display as it is now."""
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        row = Table.grid(padding=(0, 1))
        words = [f"{self.number}/{self.total} {self.kind}", amount(self.size) if self.size else "", self.left()]
        bar = ProgressBar(self.total, self.number, width=24)
        row.add_row(bar, Text("  ".join(word for word in words if word)))  # Text: what a page names itself is no markup
        slow = self.slowest()
        return Group(row, Text(slow, style="dim", no_wrap=True, overflow="ellipsis")) if slow else row


def amount(size: int) -> str:
    """A number of bytes for people."""
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{size / 1e3:.0f} kB"
