"""A few kills in every test run; `python tests/crash.py --kills 100` is the measurement."""

import crash


def test_killed_runs_lose_nothing_and_end_in_the_same_manifest() -> None:
    result = crash.measure(kills=4, seed=7)
    assert {name: result[name] for name in ("torn", "unequal", "fetched_again", "journal_bad")} == {
        "torn": 0,
        "unequal": 0,
        "fetched_again": 0,
        "journal_bad": 0,
    }
