"""Bounds: what the words around a number make of it (about, just over, at least, at most)."""

import re

from webresearch.evidence.review.lexicon import word_set
from webresearch.patterns import pattern

_NEAR = (
    r"(?:about|around|some|roughly|approximately|approx\.?|circa|ca?\.|~|≈|close to|in the region of"
    r"|on the order of|of the order of|more or less|near(?:ly)? to|estimated at)"
)
_JUST_BELOW = (
    r"(?:nearly|almost|just under|just below|a little (?:under|less than|below)|slightly (?:under|less than"
    r"|below|fewer than)|not (?:quite|yet)|practically|virtually|just short of|close on|barely|scarcely|hardly)"
)
_JUST_ABOVE = (
    r"(?:just over|just above|(?:a little|slightly|somewhat|a bit) (?:over|more than|above|longer than)|barely over|good)"
)
_ABOVE = (
    r"(?:over|more than|above|exceed(?:s|ed|ing)?|upwards? of|in excess of|greater than|larger than|higher than"
    r"|longer than|older than|beyond|>|north of|well over|better than|fully)"
)
_BELOW = (
    r"(?:under|less than|fewer than|below|smaller than|lower than|shorter than|younger than|<|well under|short of"
    r"|not (?:yet )?(?:turned|reached|passed)(?: the age of)?)"
)
_LEAST = (
    r"(?:at least|no (?:fewer|less) than|not (?:fewer|less) than|a minimum of|minimum of|≥|> ?="
    r"|mindestens|au moins|al menos|por lo menos|almeno|pelo menos|minstens)"
)
_MOST = (
    r"(?:at most|up to|no more than|not exceed(?:ing)?|a maximum of|maximum of|as (?:many|much|long) as"
    r"|(?:not|never|nobody|no one) (?:\w+ ){0,4}(?:more|longer|larger|greater|higher|older|later) than"
    r"|no (?:longer|larger|greater|higher) than|≤|< ?=|limited to|within"
    r"|höchstens|maximal|au plus|au maximum|como máximo|a lo sumo|al massimo|no máximo|hoogstens)"
)
_FILLER = r"(?:\s*(?:the|an?|only|just|its|US|[$€£¥]|\(|by)\s*){0,2}\s*$"
# The leftmost reading is the longest: "no more than" is met before its "more than", "a little over" before its "over".
_BEFORE = pattern(
    rf"(?:^|(?<=[^\w]))(?:(?P<most>{_MOST})|(?P<least>{_LEAST})|(?P<just_below>{_JUST_BELOW})|(?P<just_above>{_JUST_ABOVE})"
    rf"|(?P<above>{_ABOVE})|(?P<below>{_BELOW})|(?P<near>{_NEAR})){_FILLER}",
    re.I,
)
_SIGNS = "~≈≥≤<>"
# One of these stands in all that _BEFORE finds: the words it is made of but for those of every sentence.
_TELLING = frozenset(re.findall(r"[^\W\d_]+", "".join((_NEAR, _JUST_BELOW, _JUST_ABOVE, _ABOVE, _BELOW, _LEAST, _MOST))))
_TELLING |= word_set("exceeds exceeded exceeding upward c")
_TELLING -= word_set("of to the than in a on as no not an s es ed ing ly w")
_WORD = pattern(r"[^\W\d_]+")
_AFTER = (
    (
        "least",
        pattern(r"^\s*(?:\S+ ){0,2}?(?:or|and) (?:more|higher|above|longer|older|over|later|greater|larger)\b|^\s?\+", re.I),
    ),
    (
        "most",
        pattern(
            r"^\s*(?:\S+ ){0,2}?(?:or|and) (?:less|fewer|lower|below|younger|under|shorter|smaller)\b"
            r"|^\s*(?:\S+ )?at (?:the )?most\b",
            re.I,
        ),
    ),
    ("near", pattern(r"^\s*(?:\S+ )?or so\b|^-?odd\b|^-?ish\b", re.I)),
)


def bound_at(text: str, start: int, end: int) -> str:
    """What the words around a number make of it: near, just above, above, at least, at most …, empty for a plain number."""
    before = text[max(0, start - 40) : start]
    told = any(sign in _SIGNS for sign in before) or not _TELLING.isdisjoint(_WORD.findall(before.lower()))
    found = _BEFORE.search(before) if told else None  # the longest expression of the review, which few figures need
    if found:
        return (found.lastgroup or "").replace("_", " ")
    after = text[end : end + 40]
    return next((name for name, pattern in _AFTER if pattern.search(after)), "")
