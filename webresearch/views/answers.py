"""Answers as JSON: one object on one line, bounded, and what was left out said."""

import json
from typing import Any

# Any: its values are of every JSON type, and every reader of one knows which.
Document = dict[str, Any]


def to_json(document: Document) -> str:
    """One JSON object on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def bounded(document: Document, name: str, limit: int, again: str) -> Document:
    """The document with its list `name` shortened until the JSON has at most `limit` characters.

    What was left out is said under `left_out` with the call that gets it; `{id}` in `again` stands for the last id shown.
    """
    items: list[Document] = document[name]
    if len(to_json(document)) <= limit:
        return document
    room = limit - len(to_json({**document, name: []})) - 400  # left_out itself
    kept: list[Document] = []
    for item in items:
        room -= len(to_json(item)) + 1
        if room < 0:
            break
        kept.append(item)
    left = {"count": len(items) - len(kept), "next": again.replace("{id}", str(kept[-1].get("id", "")) if kept else "")}
    return {**document, name: kept, "left_out": left}


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
