"""What a figure is reckoned on: $35 a week, 60 kilometres an hour, 5 mg/kg."""

import re
from collections.abc import Sequence

from webresearch.evidence.review.lexicon import FUNCTION_WORDS
from webresearch.evidence.review.numerals import Token
from webresearch.evidence.review.units import Unit, units_named
from webresearch.patterns import pattern

MOST_COUNTED = 5  # words that name what is counted, between a number and what its rate is reckoned on
_LINKS = frozenset(("of", "for"))  # 2.5 days of leave for each month
_OTHER_TIME = frozenset(("ago", "earlier", "later", "before", "after", "old", "long", "apart"))  # won it a year earlier
_BY_TIME = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "annual": "year"}
_BY_TIME |= {"annually": "year", "yearly": "year"}


def rate_at(items: Sequence[Token], index: int) -> tuple[Unit, ...]:
    """What a figure is reckoned on by the words at a token: a week, per hour, each day, /kg, monthly; () for no rate."""
    for place in range(index, min(index + 1 + MOST_COUNTED, len(items))):  # two million requests per second
        word = items[place].text.lower()
        if word in _BY_TIME:
            return units_named(_BY_TIME[word])
        if word in ("a", "an", "per", "each", "every", "/") and place + 1 < len(items):
            units = units_named(items[place + 1].text)
            if place + 2 < len(items) and items[place + 2].text.lower() in _OTHER_TIME:
                return ()
            timed = tuple(unit for unit in units if unit.dimension == "time")
            return units if word in ("per", "/") and place == index else timed
        if items[place].kind != "word" or (word in FUNCTION_WORDS and word not in _LINKS):
            return ()
    return ()


_PER_THING = pattern(r"\d[^\s.]*(?: \w+){0,3} per (?!(?:cent|capita|annum|se|head|thousand|million)\b)([a-z]{3,})\b", re.I)
_SHARED_OUT = pattern(r"\b(?:per|each|every|apiece|a|an|average)\b", re.I)


def share_dropped(claim: str, quote: str) -> bool:
    """True when what the quote gives per port or per inhabitant is said in the claim of the whole: nothing tells of each."""
    if " per " not in quote:
        return False
    for found in _PER_THING.finditer(quote):
        named = found[1].lower().removesuffix("s")
        if not units_named(found[1].lower()) and named[:5] not in claim.lower() and not _SHARED_OUT.search(claim):
            number = re.match(r"[\d.,]*\d", found.group())
            if number and re.search(rf"(?<![\d.,]){re.escape(number.group())}(?![\d]|[.,]\d)", claim):
                return True
    return False


def as_speed(units: tuple[Unit, ...], per: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units of a length in a time as those of a speed; () where it is none."""
    lengths = [unit for unit in units if unit.dimension == "length"]
    return tuple(Unit("speed", length.factor / time.factor) for length in lengths for time in per if time.dimension == "time")
