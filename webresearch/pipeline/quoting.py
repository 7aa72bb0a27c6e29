"""`quote`: does each of these texts stand in that page, and where."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from webresearch.errors import CannotWrite
from webresearch.evidence.quotes import PageText, Place


def find_quotes(path: str, quotes: Sequence[str]) -> list[Place | None]:
    """Where each quote stands in a file; None where it does not. Raises CannotWrite where the file cannot be read."""
    try:
        text = Path(path).read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise CannotWrite(f"cannot read the page: {error.strerror}", path, "give a saved page") from None
    page = PageText(text)
    return [page.find(quote) for quote in quotes]


def read_quotes(text: str) -> list[tuple[object, str]]:
    """Ids and quotes from text: JSON lines `{id, quote}`, or one quote a line, numbered from 1."""
    asked: list[tuple[object, str]] = []
    for number, line in enumerate((line for line in text.splitlines() if line.strip()), 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if isinstance(row, dict) and isinstance(row.get("quote"), str):
            asked.append((row.get("id", number), row["quote"]))
        else:
            asked.append((number, line))
    return asked


def quote_documents(asked: Sequence[tuple[object, str]], places: Sequence[Place | None]) -> Iterator[dict[str, object]]:
    """One object a quote: does it stand in the page, and where."""
    for (identity, _), place in zip(asked, places, strict=True):
        row: dict[str, object] = {"id": identity, "found": place is not None}
        yield row | ({"start": place.start, "end": place.end} if place else {})
