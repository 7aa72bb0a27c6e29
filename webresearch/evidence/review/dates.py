"""Months a sentence names."""

import re
from itertools import islice

from webresearch.evidence.review.numerals import plain_signs
from webresearch.patterns import pattern

_NAMES = "january february march april may june july august september october november december"
_MONTHS = _NAMES.split()
_NAMED = pattern(r"\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Sept|Oct|Nov|Dec)(?:[a-z]{2,7})?\b\.?")
_ISO_DATE = pattern(r"\b[12]\d{3}-([01]?\d)-[0-3]?\d\b")
MOST_MONTHS = 30  # mentions read


def months(sentence: str) -> set[int]:
    """The months a sentence names, by name (May and March only before or behind a number) or in an ISO date."""
    text = plain_signs(sentence)
    named: set[int] = set()
    for found in islice(_NAMED.finditer(text), MOST_MONTHS):
        name = found[1].lower()[:3]
        full = found.group().lower().rstrip(".")
        month = next((place for place, word in enumerate(_MONTHS, 1) if word.startswith(name) and word.startswith(full)), 0)
        digits = re.search(r"\d\W{0,3}(?:of )?$", text[max(0, found.start() - 6) : found.start()]) or re.match(
            r"\W{0,3}\d", text[found.end() : found.end() + 5]
        )
        if month and (digits or month not in (3, 5)):
            named.add(month)
    named.update(int(found[1]) for found in islice(_ISO_DATE.finditer(text), MOST_MONTHS))
    return named
