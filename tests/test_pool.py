"""Work on many items at once: its caps, what starts when, and what stops it."""

import threading
import time
from collections import Counter

from webresearch.pipeline.pool import run_all


def no_host(_: int) -> str:
    return "one"


def waited(condition: threading.Event) -> bool:
    return condition.wait(5)


def test_every_item_comes_back_once_and_no_cap_is_passed() -> None:
    items = [f"{host}{number}" for host, count in (("a", 9), ("b", 4), ("c", 1)) for number in range(count)]
    running: Counter[str] = Counter()
    most: Counter[str] = Counter()
    lock = threading.Lock()

    def work(item: str) -> str:
        with lock:
            running[item[0]] += 1
            for name, count in (*running.items(), ("all", running.total())):
                most[name] = max(most[name], count)
        time.sleep(0.005)
        with lock:
            running[item[0]] -= 1
        return item.upper()

    found = dict(run_all(items, lambda item: item[0], work, at_once=4, per_host=2))
    assert found == {item: item.upper() for item in items}
    assert most["a"] <= 2 and most["b"] <= 2 and most["all"] <= 4


def test_the_host_with_most_to_do_goes_first() -> None:
    begun: list[str] = []
    items = ["b1", "a1", "a2", "a3"]
    list(run_all(items, lambda item: item[0], begun.append, at_once=1, per_host=1))
    assert begun == ["a1", "a2", "b1", "a3"]


def test_an_exception_is_handed_out_and_nothing_starts_until_it_was_dealt_with() -> None:
    begun: list[int] = []

    def work(item: int) -> None:
        begun.append(item)
        raise ValueError(str(item))

    results = run_all(range(9), no_host, work, at_once=2, per_host=2)
    _, error = next(results)
    assert isinstance(error, ValueError)
    time.sleep(0.05)
    results.close()  # type: ignore[attr-defined]
    assert len(begun) == 2


def test_closing_starts_nothing_more() -> None:
    begun: list[int] = []
    go = threading.Event()

    def work(item: int) -> None:
        begun.append(item)
        assert item < 1 or waited(go)

    results = run_all(range(9), no_host, work, at_once=2, per_host=2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    so_far = len(begun)
    go.set()
    time.sleep(0.05)
    assert len(begun) == so_far <= 3
