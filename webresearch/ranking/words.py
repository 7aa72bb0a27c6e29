"""A text's words, for comparing texts in any script."""

import re
import unicodedata

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, kana, Han. Each character counts as a word.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
WORD = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")


def words(text: str) -> list[str]:
    """The words of a text in order, blind to case, punctuation, Markdown marks and the width or composition of characters."""
    return WORD.findall(unicodedata.normalize("NFKC", text).replace("\u00ad", "").casefold())
