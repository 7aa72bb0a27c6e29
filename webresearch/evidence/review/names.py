"""Names of people: the same first name with another surname."""

from webresearch.evidence.review.lexicon import word_set
from webresearch.patterns import pattern

_PAIR = pattern(r"\b([A-Z][^\W\d_A-Z]+) ([A-Z][^\W\d_]*[^\W\d_A-Z])\b")
_ANY = pattern(r"\b[A-Z][^\W\d_]+")
# Words that are no first name: titles, directions, and what begins names of places, offices and events.
_NO_FIRST_NAME = word_set(
    "The A An In On At For Of From With By As If When While After Before Since And But Or New Old North South East West "
    "Saint San Santa Los Las Great Upper Lower Central Northern Southern Eastern Western United Royal National "
    "International European American British German French World First Second Third King Queen Prince Princess Lord Lady "
    "Sir Dame Pope Emperor President Minister Prime Senator Judge Justice General Captain Colonel Professor Doctor Mr Mrs "
    "Ms Dr Prof University College Institute Bank Lake Mount Mt Fort Port Cape Camp Air Sea High Supreme Federal State "
    "City Article Section Chapter Figure Table Part Type Class Group"
)


def name_changed(claim: str, quote: str) -> bool:
    """True when a claim gives a first name of the quote another surname, and neither surname stands in the other sentence."""
    given: dict[str, set[str]] = {}
    for first, last in _PAIR.findall(quote):
        given.setdefault(first, set()).add(last)
    named = [pair for pair in _PAIR.findall(claim) if pair[0] in given and pair[0] not in _NO_FIRST_NAME]
    if not named:
        return False
    mine, theirs = set(_ANY.findall(claim)), set(_ANY.findall(quote))
    return any(last not in theirs and not given[first] & mine for first, last in named)
