"""What a figure is reckoned on: $35 a week, 60 kilometres an hour, 5 mg/kg."""

from collections.abc import Sequence

from webresearch.evidence.review.lexicon import FUNCTION_WORDS
from webresearch.evidence.review.numerals import Token
from webresearch.evidence.review.units import Unit, units_named

MOST_COUNTED = 3  # words that name what is counted, between a number and what its rate is reckoned on
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
            timed = tuple(unit for unit in units if unit.dimension == "time")
            return units if word in ("per", "/") and place == index else timed
        if items[place].kind != "word" or word in FUNCTION_WORDS:
            return ()
    return ()


def as_speed(units: tuple[Unit, ...], per: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The units of a length in a time as those of a speed; () where it is none."""
    lengths = [unit for unit in units if unit.dimension == "length"]
    return tuple(Unit("speed", length.factor / time.factor) for length in lengths for time in per if time.dimension == "time")
