"""New ids, and the row that gives a hit its own: each number once in a topic, whoever finds it."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import count

from webresearch.models import SearchResult
from webresearch.topic.journal import Row

DIGITS = {"R": 3, "S": 2, "C": 2, "E": 3}  # at least: hits, sources, curated documents, evidence


def new_ids(letter: str, known: Iterable[str] = ()) -> Iterator[str]:
    """Ids that begin with a letter, without end, behind the last that is known."""
    first = 1 + max((int(identity[1:]) for identity in known), default=0)
    return (f"{letter}{number:0{DIGITS[letter]}d}" for number in count(first))


def result_row(at: str, identity: str, key: str, hit: SearchResult) -> Row:
    """The row of a hit that is seen for the first time. key: what tells its address from others."""
    return {"kind": "result", "at": at, "id": identity, "key": key, **asdict(hit)}
