"""Change one character anywhere that a finished synthesis rests on, and the check fails."""

import json
import random
from pathlib import Path

import pytest
from box import Box
from conftest import Call
from test_cite import GOOD, OTHER, QUOTE, SYNTHESIS, noted, topic, write  # noqa: F401 - topic is a fixture

CHANGES = 200


def mutated(data: bytes, place: int, chance: random.Random) -> bytes:
    """The data with the byte at a place changed."""
    new = chance.choice([byte for byte in range(32, 127) if byte != data[place]])
    return data[:place] + bytes([new]) + data[place + 1 :]


def cited_rows(journal: Path) -> list[tuple[int, int]]:
    """Where the rows of evidence begin and end in the journal."""
    spans, position = [], 0
    for line in journal.read_bytes().splitlines(keepends=True):
        if json.loads(line)["kind"] == "evidence":
            spans.append((position, position + len(line) - 1))
        position += len(line)
    return spans


def test_one_changed_character_in_page_ledger_text_or_footnote_fails_the_check(
    topic: Path,  # noqa: F811
    call: Call,
    box: Box,
) -> None:
    noted(call, QUOTE)
    noted(call, OTHER, source="S02")
    path = write(topic, GOOD)
    assert call("finish", SYNTHESIS).code == 0
    chance = random.Random(11)
    journal = topic / "web" / "_journal.jsonl"
    targets = [topic / "web" / "vacuum.md", topic / "web" / "wraparound.md", path, journal]
    missed = []
    for number in range(CHANGES):
        target = targets[number % len(targets)]
        data = target.read_bytes()
        low, high = chance.choice(cited_rows(journal)) if target == journal else (0, len(data))
        place = chance.randrange(low, high)
        target.write_bytes(mutated(data, place, chance))
        if call("check", SYNTHESIS).code == 0:
            missed.append((target.name, place, data[max(0, place - 30) : place + 30]))
        target.write_bytes(data)
    assert call("check", SYNTHESIS).code == 0
    assert missed == []


@pytest.mark.parametrize("text", [GOOD])
def test_the_unchanged_synthesis_passes_again(text: str, topic: Path, call: Call, box: Box) -> None:  # noqa: F811
    noted(call, QUOTE)
    noted(call, OTHER, source="S02")
    write(topic, text)
    assert call("finish", SYNTHESIS).code == 0
    assert call("check", SYNTHESIS).code == 0
