"""Dates: the months a sentence names, and the days between the dates it names."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from webresearch.evidence.review.numerals import plain_signs
from webresearch.patterns import pattern

_NAMES = "january february march april may june july august september october november december"
_MONTHS = _NAMES.split()
_NAMED = pattern(r"\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Sept|Oct|Nov|Dec)(?:[a-z]{2,7})?\b\.?")
_ISO_DATE = pattern(r"\b[12]\d{3}-([01]?\d)-[0-3]?\d\b")
MOST_MONTHS = 30  # mentions read
DAY_SECONDS = 86_400.0
_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_UNTIL = r"(?:st|nd|rd|th)?(?:\s*(?:-|to|and|until|through)\s*(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)?)?"
_DAY = pattern(
    rf"\b(?P<month>{_MONTH})[a-z]{{0,6}}\.? (?P<day>\d{{1,2}})(?!\d){_UNTIL.format('last')}(?:,? (?P<year>[12]\d{{3}}))?\b"
    rf"|\b(?P<first>\d{{1,2}}){_UNTIL.format('end')} (?:of )?(?P<named>{_MONTH})[a-z]{{0,6}}(?:,? (?P<in>[12]\d{{3}}))?\b"
    r"|\b(?P<iso>[12]\d{3}-[01]\d-[0-3]\d)\b"
)
MOST_DATES = 6  # of which each is taken with the next


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


_UNTIL_WORDS = ("until", "till", "up to", "before", "through")
_SIDE = pattern(
    rf"\b(?:(?P<from>from|since|starting|beginning|as of|after)|(?P<until>{'|'.join(_UNTIL_WORDS)}))\b"
    rf"\W{{0,3}}(?:the end of )?(?:\d{{1,2}}(?:st|nd|rd|th)? )?(?:(?:{_MONTH})[a-z]{{0,6}} )?"
    rf"(?:\d{{1,2}},? )?(?P<year>[12]\d{{3}})\b",
    re.I,
)
_NOT = pattern(r"\b(?:no|not|never|none|nobody|nothing|cannot|without|unless)\b|n't\b", re.I)


def period_turned(claim: str, quote: str) -> bool:
    """True when what the quote says of the time until a date is said of the time from it on, or the reverse."""
    claim, quote = plain_signs(claim), plain_signs(quote)
    if not any(word in text for word in _UNTIL_WORDS for text in (claim, quote)):
        return False
    mine, theirs = _sides(claim), _sides(quote)
    turned = any(year in theirs and not sides & theirs[year] for year, sides in mine.items())
    return turned and not (_NOT.search(claim) or _NOT.search(quote))


def _sides(text: str) -> dict[str, set[str]]:
    """On which sides of the years it names a text speaks: from them on, until them."""
    sides: dict[str, set[str]] = {}
    for found in islice(_SIDE.finditer(text), MOST_DATES):
        sides.setdefault(found["year"], set()).add("from" if found["from"] else "until")
    return sides


def days_between(sentence: str) -> list[int]:
    """How many days lie between one date of a sentence and the next, with the last day counted and without.

    A date without a year is of the year that another date names.
    """
    dates = list(islice(_dates(plain_signs(sentence)), MOST_DATES))
    if len(dates) < 2:
        return []
    from datetime import date

    known = next((year for year, _, _ in dates if year), 2001)
    found = []
    try:
        ordinals = [date(year or known, month, day).toordinal() for year, month, day in dates]
    except ValueError:  # the 31st of June
        return []
    for one, two in pairwise(ordinals):
        found += [abs(two - one), abs(two - one) + 1]
    return found


def _dates(text: str) -> Iterator[tuple[int, int, int]]:
    """The dates of a text with a day: year, or 0 where none is named, month and day."""
    for found in _DAY.finditer(text):
        if found["iso"]:
            year, month, day = map(int, found["iso"].split("-"))
            yield year, month, day
            continue
        month = 1 + _MONTH.split("|").index(found["month"] or found["named"])
        year = int(found["year"] or found["in"] or 0)
        for number in (found["day"] or found["first"], found["last"] or found["end"]):
            if number:
                yield year, month, int(number)
