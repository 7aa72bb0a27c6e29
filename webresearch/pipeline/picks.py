"""Decisions on hits, as somebody wrote them: YAML or JSON into checked values."""

import json
from typing import NamedTuple

from webresearch.errors import UsageError
from webresearch.plainyaml import NotYaml, read_yaml, yes_or_no
from webresearch.safetext import one_line

MOST_CHARACTERS = 1_000_000  # some 5,000 decisions; more is no hand's work
FORM = (
    "a list of {id: R001, relevance: why it is kept, dubious: why it is doubted (optional)}, {id: R002, skip: why}, {rest: why}"
)
ALLOWED = {"id", "relevance", "dubious", "skip"}


class Pick(NamedTuple):
    """One decision. relevance: why the page is saved, or skip: why it is not. dubious: why it is doubted, or True."""

    id: str
    relevance: str = ""
    skip: str = ""
    dubious: str | bool = False


class Picks(NamedTuple):
    """All decisions of one call, and what could not be read as one.

    rest: the reason to skip every hit that is not decided otherwise, "" when not said.
    """

    picks: tuple[Pick, ...]
    rest: str
    errors: tuple[str, ...]


def read_picks(text: str, where: str) -> Picks:
    """The decisions in a text. Raises UsageError where it is neither YAML nor JSON, or no list."""
    if len(text) > MOST_CHARACTERS:
        raise UsageError(f"the picks are longer than {MOST_CHARACTERS} characters", where, f"give {FORM}")
    entries = entries_of(parsed(text, where), where)
    picks: dict[str, tuple[int, Pick]] = {}
    contradicted: dict[str, list[int]] = {}
    errors: list[str] = []
    rest = ""
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, dict) and set(entry) == {"rest"}:
            rest = one_line(entry["rest"]) if isinstance(entry["rest"], str) else ""
            if not rest:
                errors.append(f"entry {number}: rest needs a reason, in words")
            continue
        pick = read_pick(entry)
        if isinstance(pick, str):
            errors.append(f"entry {number}: {pick}")
        else:
            first, other = picks.setdefault(pick.id, (number, pick))
            if other != pick:
                contradicted.setdefault(pick.id, [first]).append(number)
    for identity, numbers in contradicted.items():
        errors.append(f"entries {' and '.join(map(str, numbers))}: {identity} is decided differently, so neither was done")
    good = tuple(pick for identity, (_, pick) in picks.items() if identity not in contradicted)
    return Picks(good, rest, tuple(errors))


def parsed(text: str, where: str) -> object:
    """The value a text stands for, as JSON, JSON lines or YAML."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        if lines and all(isinstance(line, dict) for line in lines):
            return lines
    except (ValueError, RecursionError):
        pass
    try:
        return read_yaml(text)
    except NotYaml as error:
        place = f" in line {error.line}" if error.line else ""
        raise UsageError(f"the picks are neither YAML nor JSON{place}", where, f"give {FORM}") from None


def entries_of(value: object, where: str) -> list[object]:
    """The entries of a picks value: a list, one mapping, or {picks: [...], rest: ...}."""
    if isinstance(value, dict) and isinstance(value.get("picks"), list):
        rest = [{"rest": value["rest"]}] if "rest" in value else []
        return [*value["picks"], *rest]
    if isinstance(value, dict):
        return [value]
    if isinstance(value, list):
        return value
    if value is None:
        return []
    raise UsageError("the picks are no list", where, f"give {FORM}")


def read_pick(entry: object) -> Pick | str:
    """One decision, or what is wrong with it."""
    if not isinstance(entry, dict):
        return "no mapping with an id"
    identity = entry.get("id")
    if not isinstance(identity, str) or not identity.strip():
        return "no id"
    name = one_line(identity, 20)
    foreign = [one_line(key, 30) for key in entry if key not in ALLOWED]
    if foreign:
        return f"{name}: {foreign[0]!r} is not known (known: {', '.join(sorted(ALLOWED))})"
    if ("relevance" in entry) == ("skip" in entry):
        return f"{name}: needs either relevance (to save it) or skip (not to), each with a reason"
    reason = entry.get("relevance", entry.get("skip"))
    if not isinstance(reason, str) or not one_line(reason):
        return f"{name}: the reason must be words; put quotes around it"
    doubt = yes_or_no(entry.get("dubious", False))
    if not isinstance(doubt, str | bool):
        return f"{name}: dubious must be true or a reason in words"
    if "skip" in entry:
        return Pick(name, skip=one_line(reason))
    return Pick(name, relevance=one_line(reason), dubious=one_line(doubt) if isinstance(doubt, str) else doubt)
