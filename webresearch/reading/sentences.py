"""Where a sentence ends: cheap rules that hold for prose in most scripts, and a hard limit for text that has no ends."""

import re

# A full stop, question or exclamation mark, its closing quotes or brackets, white space, and no small letter after it;
# or a full stop of the scripts that put no space behind it.
END = re.compile(
    r"[.!?\u2026\u203d\u0964\u06d4\u061f][\"'\u2019\u201d\u00bb)\]*_]{0,4}\s+(?=[^\sa-z\u00df-\u00f6\u00f8-\u00ff,;:)\]])"
    r"|[\u3002\uff01\uff1f\uff0e][\u300d\u300f\u201d\uff09]{0,4}\s*"
)
# What stands before a full stop that ends no sentence: an initial, the number of a section or table, or an abbreviation
# that wants a word behind it.
ABBREVIATION = re.compile(
    r"(?:\b[^\W\d_]|\b\d{1,3}\.\d{1,3}|\b(?:e\.g|i\.e|cf|vs|etc|al|ca|approx|resp|no|nos|fig|figs|eq|eqs|ref|refs|sec|vol|pp|ed|eds|dr|mr|mrs|ms|prof|st|sp"
    r"|spp|inc|ltd|corp|co|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|z\.b|bzw|vgl|abb|nr|bspw|p\.ej|c\.-à-d|p\.ex))$",
    re.IGNORECASE,
)
LINK_TARGET = re.compile(r"\]\([^()\n]{0,2000}\)")
LOOK_BACK = 12  # characters: longer than any abbreviation above


def sentence_ends(text: str, start: int, end: int, longest: int) -> list[int]:
    """Offsets behind each sentence of text[start:end]; the last one is `end`.

    longest: most characters of a piece; a longer sentence is cut at white space, and where there is none, at the limit.
    """
    cuts: list[int] = []
    last = start
    links = [match.span() for match in LINK_TARGET.finditer(text, start, end)] if text.find("](", start, end) >= 0 else []
    links.reverse()
    for match in END.finditer(text, start, end):
        if match.end() >= end:
            break
        if text[match.start()] == "." and is_abbreviation(text, max(last, match.start() - LOOK_BACK), match.start()):
            continue
        while links and links[-1][1] <= match.start():
            links.pop()
        if links and links[-1][0] < match.start():
            continue  # within the target or title of a link
        last = add_cuts(cuts, text, last, match.end(), longest)
    add_cuts(cuts, text, last, end, longest)
    return cuts


def is_abbreviation(text: str, start: int, stop: int) -> bool:
    """Whether the word before a full stop at `stop` is one that goes on."""
    return ABBREVIATION.search(text[start:stop]) is not None


def add_cuts(cuts: list[int], text: str, start: int, end: int, longest: int) -> int:
    """Append the cuts of one sentence and return its end."""
    while end - start > longest:
        space = max(text.rfind(" ", start + longest // 2, start + longest), text.rfind("\n", start + longest // 2, start + longest))
        start = space + 1 if space > 0 else start + longest
        cuts.append(start)
    if end > start:
        cuts.append(end)
    return end
