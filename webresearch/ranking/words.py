"""A text's words, for comparing texts in any script."""

import re
import unicodedata
from collections.abc import Iterable

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, kana, Han. Each character counts as a word.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
WORD = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")


TELLING = 4  # letters, from which on a word says what a text is about; shorter ones stand in any text
ALIKE = 5  # letters at which two forms of a word are the same, mostly


def words(text: str) -> list[str]:
    """The words of a text in order, blind to case, punctuation, Markdown marks and the width or composition of characters."""
    return WORD.findall(unicodedata.normalize("NFKC", text).replace("\u00ad", "").casefold())


def bears_on(query: str, texts: Iterable[str]) -> bool:
    """Does any of the texts have a word of the query, in some form? True as well where the query has no telling word."""
    asked = {word[:ALIKE] for word in words(query) if len(word) >= TELLING}
    return not asked or any(word[:ALIKE] in asked for text in texts for word in words(text))
