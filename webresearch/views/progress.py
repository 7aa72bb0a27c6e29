"""Progress on stderr: a live display on a terminal, lines where stderr is piped, nothing where nobody asked for it."""

import sys
from typing import TYPE_CHECKING

from webresearch.safetext import one_line
from webresearch.streams import tell

if TYPE_CHECKING:
    from webresearch.pipeline.progress import Watch


def watcher(wanted: bool) -> "Watch | None":
    """Who watches the work: a live display where stderr is a terminal."""
    if not wanted or not sys.stderr.isatty():
        return None
    from webresearch.views.live import Live

    return Live()


def print_line(line: str) -> None:
    """A line on stderr."""
    tell(one_line(line, 200))
