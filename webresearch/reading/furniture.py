"""What stands on most pages of one host and so belongs to none of them: menus, notices, calls to subscribe."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from webresearch.reading.blocks import Block, units

LEAST_PAGES = 3  # of one host, before "most of them" means anything
LEAST_SHARE = 0.6  # of the pages that hold a piece for it to be furniture
SHORTEST = 10  # characters; shorter pieces ("Yes.", "* string") repeat by chance
KINDS = frozenset({"text", "list", "table", "code"})  # a repeated heading tells where one is


def repeated(pages: Mapping[str, str]) -> dict[str, int]:
    """Hash of each piece that stands on most of the pages -> on how many.

    pages: name -> Markdown, all of one host. Fewer than three pages have no furniture; a page given twice under two
    names counts as one.
    """
    texts = set(pages.values())
    if len(texts) < LEAST_PAGES:
        return {}
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({name for _, name in fingerprints(text, units(text))})
    least = max(LEAST_PAGES, LEAST_SHARE * len(texts))
    return {name: count for name, count in counts.items() if count >= least}


def furniture(markdown: str, hashes: Collection[str]) -> list[tuple[int, int]]:
    """Offsets of the pieces of a page that are among the repeated ones."""
    pieces = units(markdown)
    return [(pieces[number].start, pieces[number].end) for number, name in fingerprints(markdown, pieces) if name in hashes]


def fingerprints(markdown: str, pieces: Sequence[Block]) -> Iterator[tuple[int, str]]:
    """Number and hash of each piece that may be furniture; white space makes no difference."""
    for number, piece in enumerate(pieces):
        text = " ".join(markdown[piece.start : piece.end].split())
        if piece.kind in KINDS and len(text) >= SHORTEST and not is_table_head(piece, pieces, number):
            yield number, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def is_table_head(piece: Block, pieces: Sequence[Block], number: int) -> bool:
    """Whether a piece is the head of a table: pages of one kind share it, their rows differ."""
    return number + 1 < len(pieces) and pieces[number + 1].header == (piece.start, piece.end)
