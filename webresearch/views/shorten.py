"""JSON values made to fit: what is short stays, what is long shares the room that is left, and what goes is counted."""

import json
from collections.abc import Mapping
from typing import Any

SHORT = 60  # characters of JSON; nothing below is worth a cut
ELLIPSIS = "…"

# What was left out, by its place in the document: how many items, or how many characters of a text.
Counts = dict[str, int | str]


def size_of(value: object) -> int:
    """The characters of a value as JSON."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


# Any: the values of JSON.
def shorten(value: Any, room: int, place: str, counts: Counts, whole: str = "") -> Any:
    """A value in at most about `room` characters of JSON.

    place: its name in `counts`, where what is left out is written. whole: the place of a list whose items stay whole.
    """
    if size_of(value) <= max(room, SHORT):
        return value
    if isinstance(value, str):
        counts[place] = f"{len(value) - room} characters" if room > 0 else f"{len(value)} characters"
        return beginning(value, room)
    if isinstance(value, dict):
        return shorter_mapping(value, room, place, counts, whole)
    if isinstance(value, list):
        return shorter_list(value, room, place, counts, whole)
    return value


def beginning(text: str, room: int) -> str:
    """The beginning of a text whose JSON has at most so many characters."""
    shown = text[: max(0, room - 3)]
    while shown and size_of(shown) > room - 1:
        shown = shown[: len(shown) * max(0, room - 1) // (size_of(shown) + 1)]
    return shown + ELLIPSIS


def shorter_mapping(value: Mapping[str, Any], room: int, place: str, counts: Counts, whole: str) -> dict[str, Any]:
    """An object: the short values stay, and the long ones share what is left. Of a flood of names the last ones go."""
    sizes = {name: size_of(one) for name, one in value.items()}
    kept = list(value)
    if place:
        room -= 2
        used = 0
        for number, name in enumerate(kept):
            used += size_of(name) + min(sizes[name], SHORT) + 2
            if used > room:
                counts[place] = len(kept) - number
                kept = kept[:number]
                break
    room -= sum(size_of(name) + 2 for name in kept) + 1
    shares = {}
    for number, name in enumerate(sorted(kept, key=lambda name: sizes[name])):
        share = max(0, room) // (len(kept) - number)
        shares[name] = min(sizes[name], share)
        room -= shares[name]
    return {
        name: shorten(value[name], shares[name], f"{place}.{name}" if place else name, counts, whole)
        if sizes[name] > shares[name]
        else value[name]
        for name in kept
    }


def shorter_list(value: list[Any], room: int, place: str, counts: Counts, whole: str) -> list[Any]:
    """The first items of a list. Where not even the first fits, that one is shortened, if it need not stay whole."""
    kept: list[Any] = []
    left = room - 2
    for item in value:
        left -= size_of(item) + 1
        if left < 0:
            break
        kept.append(item)
    if not kept and place != whole and room > SHORT:
        kept = [shorten(value[0], room - 3, f"{place}.0", counts)]
    if len(kept) < len(value):
        counts[place] = len(value) - len(kept)
    return kept
