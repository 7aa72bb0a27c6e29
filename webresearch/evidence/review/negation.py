"""Negation: is something negated in one sentence and stated in the other?

Negators are interchangeable (not, without, fails to), two of them cancel, and an opposite word (died, survived) or a negative
word (untreated, except) answers a negator of the other sentence.
"""

import re

from webresearch.evidence.review.lexicon import EXCLUSIVES, word_set
from webresearch.evidence.review.opposites import opposites, prefixed
from webresearch.evidence.review.wording import (
    MOST_CUES,
    Word,
    Wording,
    is_negator,
    negated,
    relevant,
    scope,
    shared,
    softly_negative,
)
from webresearch.patterns import pattern

_ANSWER_ONLY = word_set(
    "unless until except without other sav but nobody nothing none otherwise else outside before neither anyone"
)


def _left_over(text: Wording, other: Wording, near: Wording | None = None) -> list[Word]:
    """The softly negative words of a text that the other has not."""
    stems = frozenset(word.stem for word in other.words)
    answered = bool(other.present & _ANSWER_ONLY)
    found = [
        word
        for word in text.words
        if softly_negative(word) and word.stem not in stems and (word.text not in EXCLUSIVES or answered)
    ]
    return [word for word in found[:MOST_CUES] if near is None or relevant(text, word, near)]


def negation_differs(claim: Wording, quote: Wording, complement: bool) -> bool:
    """True when one sentence negates what the other says, and no opposite, negative word or second negator answers it."""
    for one, two, _ in prefixed(claim, quote):
        if negated(claim.words, one) == negated(quote.words, two) and not complement:
            return True
    in_claim, in_quote = _unanswered(claim, quote)
    if bool(in_claim) == bool(in_quote):  # said in other words on both sides: they answer each other
        return bool(in_claim) and _moved(claim, quote)
    if complement or opposites(claim, quote) or prefixed(claim, quote):
        return False
    if in_quote:
        return (
            not _left_over(claim, quote)
            and not _not_yet(quote, claim)
            and (not _resolved(claim, quote, in_quote) or _keeps(claim, quote))
        )
    if all(word.text in _SCARCE for word in in_claim) and quote.present & _SMALL:
        return False
    return not (_left_over(quote, claim, claim) or _not_yet(claim, quote) or _doubled(claim, quote, in_claim))


def _unanswered(claim: Wording, quote: Wording) -> tuple[list[Word], list[Word]]:
    """The negators of each sentence that none of the other answers.

    One negator of the claim may sum up several of the quote (keeps neither A nor B), not the reverse.
    """
    mine, theirs = _negators(claim), _negators(quote)
    reach = {word: {w.stem for w in scope(text, word)} for text, words in ((claim, mine), (quote, theirs)) for word in words}
    left_theirs = [word for word in theirs if not any(reach[word] & reach[other] for other in mine)]
    free, left_mine = list(theirs), []
    for word in sorted(mine, key=lambda own: own.text not in {other.text for other in theirs}):
        best = max(free, key=lambda other: (other.text == word.text, len(reach[word] & reach[other])), default=None)
        if best and reach[word] & reach[best]:
            free.remove(best)
        else:
            left_mine.append(word)
    if left_mine and left_theirs:
        return left_mine, left_theirs
    if len(left_theirs) < len(theirs):
        return left_mine, [word for word in left_theirs if _plainly_taken_up(quote, word, claim)]
    return left_mine, [word for word in left_theirs if relevant(quote, word, claim)]


def _negators(text: Wording) -> list[Word]:
    """The negators of a sentence; the nor of a neither is not counted again."""
    found = [word for word in text.words if is_negator(word) and not (word.text == "nor" and "neither" in text.present)]
    return found[:MOST_CUES]


def _plainly_taken_up(text: Wording, negator: Word, other: Wording) -> bool:
    """True when the other sentence has the word right behind a negator, or two of the words it governs."""
    governed = scope(text, negator)
    return shared(governed[:1], other.stems) > 0 or shared(governed, other.stems) >= 2


_SCARCE = word_set("hardly scarcely barely")
_SMALL = word_set("only slightly little few small minor low marginally")
_UNSURE = pattern(r"\bno guarantee\b|\bnot guaranteed\b|\bnot necessarily\b", re.I)
_PENDING = pattern(r"\bnot yet\b|\byet to\b", re.I)
_BEFOREHAND = word_set("before until still prior pending future later")


def _not_yet(text: Wording, other: Wording) -> bool:
    """True when a "not yet" of one sentence is a "before" or "still" of the other."""
    return bool(_PENDING.search(text.text) and other.present & _BEFOREHAND)


def _resolved(claim: Wording, quote: Wording, negators: list[Word]) -> bool:
    """True when a negator of the quote meets a second one that the claim has not: not uncommon, not … unless."""
    if _UNSURE.search(quote.text):
        return True
    clauses = {clause for negator in negators for clause in (negator.clause, negator.clause + 1)}
    if any(word.text in ("unless", "until", "except") and word.clause in clauses for word in quote.words):
        return True
    return _meets_another(quote, claim, negators)


def _meets_another(text: Wording, other: Wording, negators: list[Word]) -> bool:
    """True when one of the negators governs a negative word that the other sentence has not."""
    stems = frozenset(word.stem for word in other.words)
    governed = (word for negator in negators for word in scope(text, negator))
    return any(softly_negative(word) and word.stem not in stems for word in governed)


_REST = word_set("rest remaining remainder other others remained missing")


def reversed_sense(claim: Wording, quote: Wording) -> bool:
    """True when the claim may speak of the part the quote does not: a negator or opposite in one only, "the rest"."""
    negators = [
        any(is_negator(word) or (softly_negative(word) and word.text not in EXCLUSIVES) for word in text.words)
        for text in (claim, quote)
    ]
    return negators[0] != negators[1] or bool(claim.present & _REST or opposites(claim, quote) or prefixed(claim, quote))


def _keeps(claim: Wording, quote: Wording) -> bool:
    """True when the claim keeps the quote's unless or until: the negator beside it was lost, not resolved."""
    return any(word.text in ("unless", "until", "except") and word.text in quote.present for word in claim.words)


def _doubled(text: Wording, other: Wording, negators: list[Word]) -> bool:
    """True when a sentence's own negators cancel: not uncommon, never fails."""
    exceptions = word_set("unless until except")
    if any(word.text in exceptions and word.text not in other.present for word in text.words):
        return True
    return len(negators) == 2 or _meets_another(text, other, negators)


def _moved(claim: Wording, quote: Wording) -> bool:
    """True when both sentences negate, but each negates a word that the other states plainly."""
    plain = {name: _by_polarity(text) for name, text in (("claim", claim), ("quote", quote))}
    if plain["quote"][1] & plain["claim"][1]:
        return False
    lost = (plain["quote"][1] - plain["quote"][0]) & (plain["claim"][0] - plain["claim"][1])
    gained = (plain["claim"][1] - plain["claim"][0]) & (plain["quote"][0] - plain["quote"][1])
    return bool(lost and gained)


def _by_polarity(text: Wording) -> tuple[set[str], set[str]]:
    """Stems stated plainly, and stems of the words right behind a negator."""
    denied = {governed[0].stem for word in _negators(text) if (governed := scope(text, word))}
    return {word.stem for word in text.words if word.content} - denied, denied
