"""A quantity: one number of a sentence with its unit, its precision and what is said around it."""

from typing import NamedTuple

from webresearch.evidence.review.units import COUNT_UNIT, Unit


class Figure(NamedTuple):
    """A number of a sentence. `units`: its possible readings; `bound`: near, above, least, … or empty for a plain one."""

    value: float
    units: tuple[Unit, ...]
    written: float
    step: float
    kind: str  # number, year, part, ordinal, decade, century
    bound: str
    start: int
    end: int
    in_words: bool = False
    ranged: bool = False  # an end of a range (3 to 5 %), which nobody adds up
    per: tuple[Unit, ...] = ()  # what a rate is reckoned on: a week of "$35 a week"

    @property
    def bare(self) -> bool:
        """True for a number without a unit."""
        return self.units == (COUNT_UNIT,)
