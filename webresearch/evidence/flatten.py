"""A quote without the Markdown it was copied with, for showing and for text fragments. Pure."""

import re

from webresearch.patterns import pattern

LINK = pattern(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)")
LINE_MARKS = pattern(r"^[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|#{1,6}[ \t]+)?", re.MULTILINE)
MARKS = pattern(r"\*\*|__|`+|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])|\\(?=[^\w\s])")


def flatten(quote: str) -> str:
    """The words of a quote: links as their text, marks of emphasis, code, lists and block quotes left out, one line.

    A guess only: whoever uses it asks the gate whether the result still stands where the quote did.
    """
    text = LINK.sub(r"\1", LINE_MARKS.sub("", quote))
    return " ".join(MARKS.sub("", text).split())
