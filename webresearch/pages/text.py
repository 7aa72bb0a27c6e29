"""A page's text and its account of itself, on the way to a verdict."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Text(NamedTuple):
    """What was made of a page.

    markdown: cleaned, with structure. published: YYYY-MM-DD; published_guessed: inferred, not declared. removed: what
    cleaning took out, by kind. flags: `addresses_reader` where visible text gives orders to an assistant. warnings: what
    may be wrong with the text. whole_text_characters: length of the visible text of the whole page. html: its source, ""
    where there is none. note: where the text came from when that is not plain. cut: not all of the page was read.
    """

    markdown: str
    title: str = ""
    author: str = ""
    published: str | None = None
    published_guessed: bool = False
    language: str = ""
    canonical: str = ""
    removed: Mapping[str, int] = MappingProxyType({})
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    whole_text_characters: int = 0
    html: str = ""
    note: str = ""
    cut: bool = False
