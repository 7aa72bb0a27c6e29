"""Work on many items at once, with a cap on each host. Daemon threads: an interrupt never waits for a slow page."""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def run_all(
    items: Sequence[Item],
    host_of: Callable[[Item], str],
    work: Callable[[Item], Result],
    *,
    at_once: int,
    per_host: int,
) -> Iterator[tuple[Item, Result | BaseException]]:
    """Yield each item with its result, or the exception it raised, as they are done.

    The host with the longest queue goes first: that is what keeps the last worker from waiting for one long host.
    Closing the iterator starts nothing more.
    """
    waiting: dict[str, list[Item]] = {}
    for item in items:
        waiting.setdefault(host_of(item), []).append(item)
    running = dict.fromkeys(waiting, 0)
    done: queue.SimpleQueue[tuple[str, Item, Result | BaseException]] = queue.SimpleQueue()

    def worker(host: str, item: Item) -> None:
        try:
            done.put((host, item, work(item)))
        except BaseException as error:
            done.put((host, item, error))

    left = len(items)
    while left:
        while sum(running.values()) < at_once and (host := longest(waiting, running, per_host)) is not None:
            running[host] += 1
            threading.Thread(target=worker, args=(host, waiting[host].pop(0)), daemon=True).start()
        finished, item, result = done.get()
        running[finished] -= 1
        left -= 1
        yield item, result


def longest(waiting: dict[str, list[Item]], running: dict[str, int], per_host: int) -> str | None:
    """The host with most items waiting that may take another one; the first of equals."""
    free = [host for host, items in waiting.items() if items and running[host] < per_host]
    return max(free, key=lambda host: len(waiting[host]), default=None)
