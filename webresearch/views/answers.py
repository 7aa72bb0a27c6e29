"""Answers as JSON: one object on one line, bounded, and what was left out said."""

import json
from typing import Any

from webresearch.views.shorten import shorten

# Any: its values are of every JSON type, and every reader of one knows which.
Document = dict[str, Any]

TRIES = 8  # what is said about what was left out takes room itself
LEFT_OUT = 300  # characters, of what is said about what was left out
WITHOUT_JSON = "the same call without --json"


def to_json(document: Document) -> str:
    """One JSON object on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def bounded(document: Document, name: str, limit: int, again: str) -> Document:
    """The document with its lists, mappings and long texts shortened until the JSON has at most `limit` characters.

    name: the list that the answer is about, "" for none; its items stay whole. What was left out is said under `left_out`:
    `count` of that list with the call that gets the rest, `others` by name. `{id}` in `again` stands for the last id shown.
    """
    if len(to_json(document)) <= limit:
        return document
    room = limit
    for _ in range(TRIES):
        shorter = shortened(document, name, room, again)
        over = len(to_json(shorter)) - limit
        if over <= 0:
            return shorter
        room -= over
    return {"command": document.get("command", ""), "left_out": {"count": len(document), "next": WITHOUT_JSON}}


def shortened(document: Document, name: str, room: int, again: str) -> Document:
    """The document in about that room, and what was left out."""
    others: dict[str, int | str] = {}
    shorter: Document = shorten(document, room - LEFT_OUT, "", others, name)
    count = others.pop(name, 0)
    last = shorter[name][-1] if name and shorter.get(name) else {}
    left: Document = {"count": count} if name else {}
    left["next"] = again.replace("{id}", str(last.get("id", ""))) if count or (not name and again) else WITHOUT_JSON
    said = {**document.get("left_out", {}), **left} | ({"others": others} if others else {})
    return {**shorter, "left_out": said}


def after(items: list[Document], identity: str | None) -> list[Document]:
    """The items behind the one with that id; all where no id was given or it is not among them."""
    places = [number for number, item in enumerate(items) if item.get("id") == identity]
    return items[places[0] + 1 :] if places else items


def cut(text: str, room: int) -> str:
    """The longest beginning of a text, in whole lines where it has several, whose JSON form has at most `room` characters."""
    low, high = 0, min(len(text), max(0, room))  # no character takes less than one
    while low < high:
        middle = (low + high + 1) // 2
        if len(json.dumps(text[:middle], ensure_ascii=False)) <= room:
            low = middle
        else:
            high = middle - 1
    line = text.rfind("\n", 0, low)
    return text[: line + 1] if line > low // 2 else text[:low]


def relative(path: object) -> str:
    """A path as it is typed from the project's folder."""
    text = str(path)
    return text[text.rindex("/md/") + 1 :] if "/md/" in text else text
