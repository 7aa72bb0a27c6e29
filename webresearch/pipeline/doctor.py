"""`doctor`: every part of the path is tried, all at once and within ten seconds; each fault comes with what mends it."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from webresearch.net.deadline import Deadline
from webresearch.pipeline.context import Context
from webresearch.safetext import one_line

ALL_SECONDS = 9.0  # of all checks together; ten is what a person waits without wondering
CONNECT_SECONDS = 2.0  # a box that takes longer to open a connection is not one to work with
SEARCH_SECONDS = 5.0  # SearXNG waits for its slowest engine: 3 s by default
SCRAPE_SECONDS = 12.0  # what the service is told, less its margin; nobody waits here longer than ALL_SECONDS


class Check(NamedTuple):
    """One thing that was tried.

    state: `ok`, `warn` or `fail`; `warn` leaves work possible, `fail` does not. said: what was found. fix: what mends it.
    """

    id: str
    state: str
    said: str
    fix: str = ""


class Diagnosis(NamedTuple):
    """All checks, in the order in which a person reads them."""

    checks: tuple[Check, ...]
    engine: str
    seconds: float

    @property
    def code(self) -> int:
        """The exit code: 0 all good, 1 something is wrong, 2 no work is possible."""
        states = {check.state for check in self.checks}
        return 2 if "fail" in states else 1 if "warn" in states else 0


Group = Callable[[], Iterator[Check]]


def doctor(context: Context) -> Diagnosis:
    """Try everything."""
    from webresearch.pipeline import checkup_here as here
    from webresearch.pipeline import checkup_services as services

    began, deadline = time.monotonic(), Deadline(ALL_SECONDS)
    quick = hurried(context)
    embedded = context.settings.engine == "embedded"
    groups: dict[str, Group] = {
        "installation": lambda: here.installation(context),
        "hooks": lambda: here.claude_code(context),
        "files": lambda: here.files(context),
    }
    if embedded:
        groups["path"] = lambda: services.embedded_path(quick, deadline)
    else:
        groups["scraper"] = lambda: services.scraper(quick)
        groups["path"] = lambda: services.path(quick, deadline)
        groups["embedded"] = lambda: services.embedded_imports(context)
    return Diagnosis(tuple(run_groups(groups, deadline)), context.settings.engine, round(time.monotonic() - began, 1))


def hurried(context: Context) -> Context:
    """The same surroundings with limits that fit into the time there is."""
    limits = context.settings.limits._replace(
        connect_seconds=CONNECT_SECONDS,
        search_seconds=SEARCH_SECONDS,
        scrape_seconds=SCRAPE_SECONDS,
        resolve_seconds=CONNECT_SECONDS,
        tries=1,
    )
    return context._replace(settings=replace(context.settings, limits=limits))


def run_groups(groups: dict[str, Group], deadline: Deadline) -> list[Check]:
    """Every group in a thread of its own; what they found in time, in the order of the groups."""
    found: dict[str, list[Check]] = {name: [] for name in groups}
    done: queue.SimpleQueue[str] = queue.SimpleQueue()

    def work(name: str, group: Group) -> None:
        try:
            for check in group():
                found[name].append(check)
        except ModuleNotFoundError as error:
            found[name].append(Check(name, "fail", f"the package {error.name} is not installed", "make install"))
        except Exception as error:  # a doctor that falls ill tells of it, and goes on
            found[name].append(Check(name, "warn", one_line(f"could not be checked: {error!r}", 200), "report this"))
        done.put(name)

    for name, group in groups.items():
        threading.Thread(target=work, args=(name, group), daemon=True).start()
    waiting = set(groups)
    while waiting:
        try:
            waiting.discard(done.get(timeout=max(0.001, deadline.left())))
        except queue.Empty:
            break
    late = {name: [Check(name, "warn", f"not done within {ALL_SECONDS:g} s", "run doctor again")] for name in waiting}
    return [check for name in groups for check in [*list(found[name]), *late.get(name, [])]]


def joined(words: Sequence[str], most: int = 8) -> str:
    """A list of names as a line; the count where it is long."""
    shown = ", ".join(words[:most])
    return f"{shown} and {len(words) - most} more" if len(words) > most else shown
