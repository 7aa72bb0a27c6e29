"""A reader's note: quotes of one source and flags from a closed list; anything else makes it no note.

A note is written under a page's influence, so it is read strictly: no field of free prose exists in it.
"""

import json
import re
from typing import NamedTuple

from webresearch.patterns import pattern
from webresearch.plainyaml import read_yaml

FLAGS = ("addresses_reader", "promotional", "opinion", "undated", "off_topic", "secondary")
FIELDS = {"source", "quotes", "flags"}
SHORTEST, LONGEST = 12, 600  # characters of a quote: shorter says nothing, longer is a passage and no evidence
SHORTEST_UNSPACED = 6  # in scripts without spaces one character is a syllable or a word
UNSPACED = (  # not compiled: that takes three milliseconds, and only a short quote asks
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\U00020000-\U0003ffff]"
)
MOST_CHARACTERS = 200_000  # 40 quotes of 600 characters, eight times over
MOST_QUOTES = 200  # in one note; what counts is the limit a source
SOURCE = pattern(r"[SC][0-9]{2,5}")
FENCE = pattern(r"\s*```[a-z]*\n(.*)\n```\s*", re.DOTALL)


class Note(NamedTuple):
    """What a reader found in one source. source: its id, "" where the note does not say."""

    source: str
    quotes: tuple[str, ...]
    flags: tuple[str, ...]


class NotANote(ValueError):
    """The text is no note; the message says why, without repeating any of it."""


def read_notes(text: str) -> list[Note]:
    """The notes in a text: one mapping, a list of them, or JSON lines; JSON or YAML. Raises NotANote."""
    if len(text) > MOST_CHARACTERS:
        raise NotANote(f"longer than {MOST_CHARACTERS} characters")
    value = parsed(text)
    entries = value if isinstance(value, list) else [value]
    if not entries:
        raise NotANote("empty")
    return [read_note(entry) for entry in entries]


def parsed(text: str) -> object:
    """The value a text stands for, as JSON (fenced or not), JSON lines or YAML."""
    fenced = FENCE.fullmatch(text)
    body = fenced[1] if fenced else text
    for read in (json.loads, json_lines, yaml_value):
        try:
            return read(body)
        except (ValueError, RecursionError):
            continue
    raise NotANote("neither JSON nor YAML")


def json_lines(text: str) -> list[object]:
    """One JSON value a line."""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def yaml_value(text: str) -> object:
    """A YAML value; ValueError where it is none, or only a word."""
    value = read_yaml(text)
    if not isinstance(value, dict | list):
        raise ValueError("a scalar")
    return value


def read_note(entry: object) -> Note:
    """One note from a mapping. Raises NotANote for any field or type that a note does not have."""
    if not isinstance(entry, dict):
        raise NotANote("no mapping with quotes")
    if set(entry) - FIELDS:
        raise NotANote(f"a field that a note does not have (it has {', '.join(sorted(FIELDS))})")
    source, quotes, flags = entry.get("source", ""), entry.get("quotes", []), entry.get("flags", [])
    if not isinstance(source, str) or (source and not SOURCE.fullmatch(source)):
        raise NotANote("source is no id such as S03")
    if not isinstance(quotes, list) or not all(isinstance(quote, str) for quote in quotes):
        raise NotANote("quotes is no list of texts")
    if len(quotes) > MOST_QUOTES:
        raise NotANote(f"more than {MOST_QUOTES} quotes")
    if not isinstance(flags, list) or not all(flag in FLAGS for flag in flags):
        raise NotANote(f"a flag that is not in the list ({', '.join(FLAGS)})")
    return Note(source, tuple(quotes), tuple(dict.fromkeys(flags)))


def length_fault(quote: str) -> str:
    """Why a quote is too short or too long to be evidence; "" when it is neither."""
    size = len(quote.strip())
    if size < SHORTEST:
        shortest = SHORTEST_UNSPACED if re.search(UNSPACED, quote) else SHORTEST
        return f"shorter than {shortest} characters" if size < shortest else ""
    return f"longer than {LONGEST} characters" if size > LONGEST else ""
