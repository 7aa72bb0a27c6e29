"""Modality: is something said as certain that the quote only holds possible, likely, usual, advised or linked?"""

import re

from webresearch.evidence.review.lexicon import (
    ACTS,
    CAPABLE,
    CAUSES,
    CERTAIN,
    FREQUENT,
    HEDGE_PHRASES,
    LINKED,
    POSSIBLE,
    PROBABLE,
    QUANTIFIERS,
    word_set,
)
from webresearch.evidence.review.wording import MOST_CUES, Word, Wording, alike, negated, shared
from webresearch.patterns import pattern

# Hedges with a plain second meaning count in a quote only in these surroundings: the predicted genes are no hedge.
_CONDITIONAL_SENSE = {
    "expected": ("to", "that"),
    "projected": ("to", "that"),
    "appeared": ("to", "that"),
    "appear": ("to", "that"),
    "appears": ("to", "that"),
    "claimed": ("to", "that"),
    "claims": ("to", "that"),
    "thought": ("to", "that", "by"),
    "predicted": ("to", "that"),
    "said": ("to",),
    "considered": ("likely", "possible"),
    "hoped": ("to", "that"),
    "potential": (),
    "potentially": None,
}
_AMBIGUOUS = word_set(
    "potential view opinion theory principle guess consider candidate estimated estimate estimates propose "
    "proposes proposed chance chances point points pointed evidence argue argues argued implies imply implied "
    "assume assumed assumes expectation forecast prediction hopes hope supposed think thinks theoretical "
    "hypothesis unclear uncertain uncertainty predict predicts suggestive suggestion indication indications "
    "inferred infer infers anticipated promising"
)
_FORBIDDEN = pattern(r"\bmay not\s*(?:[.,;:)]|$)", re.I)  # "a start tag may be left out, an end tag may not": permissions
_PERMITTED = pattern(  # so are these
    r"\b(?:provided that|only if|only when|subject to|not exceed)\b|\bmay (?:only\b|be up to\b|(?:not |also |then )?(?:appeal"
    r"|appoint|apply|build|cancel|choose|claim|elect|file|inspect|keep|object|opt|refuse|request|resign|retain|revoke|sell|sue"
    r"|terminate|transfer|use|vote|withdraw)\b)",
    re.I,
)
_MAY_NOT = pattern(r"\bmay not\b", re.I)
_BANNED = word_set("cannot must forbidden prohibited disallowed")
_MUST = word_set("must shall required requires require mandatory obliged has-to have-to needs")
_SHOULD = word_set(
    "should recommended recommend recommends recommendation advised advise advises suggested encouraged ought may can optional"
)
_HEDGES = (POSSIBLE | PROBABLE) - _AMBIGUOUS
_WEAK = POSSIBLE | PROBABLE | CAPABLE | FREQUENT | QUANTIFIERS["some"]
_NOT_ALWAYS = (
    QUANTIFIERS["some"]
    | QUANTIFIERS["many"]
    | QUANTIFIERS["most"]
    | FREQUENT
    | POSSIBLE
    | PROBABLE
    | CAPABLE
    | word_set("few little rarely seldom common usual normal default main general rule")
)


def _is_hedge(text: Wording, place: int) -> bool:
    """True when a hedge weakens what its sentence says: may, likely, suggests; not "could not", "more likely", "in May"."""
    word = text.words[place]
    following = text.words[place + 1].text if place + 1 < len(text.words) else ""
    before = text.words[place - 1].text if place else ""
    if word.text == "may":
        dated = before.isdigit() or following.isdigit() or before in ("in", "on", "of", "since", "by", "until", "from")
        month = text.text[word.start] == "M" and dated
        return not (month or _FORBIDDEN.search(text.text) or _PERMITTED.search(text.text))
    if word.text == "could":  # of the past: no effect could be seen
        return following != "not" and not negated(text.words, word)
    if word.text in ("possible", "possibility"):
        return before not in ("not", "no", "as")
    if word.text in ("likely", "unlikely", "probable") and before in ("more", "less", "equally", "times", "as"):
        return following == "that" or (before == "more" and place > 1 and text.words[place - 2].text in ("is", "seems"))
    senses = _CONDITIONAL_SENSE.get(word.text)
    return senses is None or following in senses


WORDS_BEFORE, WORDS_AFTER = 6, 6  # content words a hedge weakens: its subject before it, what is said behind it
SHORT_CLAUSE = 3  # "we believe that": the hedge is about the clause behind


def _governs(text: Wording, word: Word, other: Wording) -> bool:
    """True when the other sentence takes up what stands around the hedge, or the clause that a short one introduces."""
    clause = [w for w in text.words if w.clause == word.clause and w.content]
    around = [w for w in clause if w.start < word.start][-WORDS_BEFORE:] + [w for w in clause if w.start > word.start][
        :WORDS_AFTER
    ]
    if len(around) <= SHORT_CLAUSE:
        around += [w for w in text.words if w.clause == word.clause + 1 and w.sentence == word.sentence and w.content][
            :WORDS_AFTER
        ]
    return shared(around, other.stems) >= max(1, min(2, len(around) // 3))


_PLANS = word_set(
    "plan plans planned planning intend intends intended intending aim aims aimed aiming hope hopes hoped hoping want "
    "wants wanted pledge pledges pledged promise promises promised vow vows vowed offer offers offered threaten threatens "
    "threatened scheduled slated accused suspected"
)
_STILL_TO_COME = pattern(
    r"\b(?:plan\w*|intend\w*|intent\w*|aim\w*|hop(?:e|es|ed|ing)|want\w*|pledg\w*|promis\w*|vow\w*|offer\w*|threat\w*|schedul\w*"
    r"|slated|accus\w*|suspect\w*|alleg\w*|will|would|shall|should|going to|due|future|goal|target\w*|propos\w*|seek\w*|wish\w*"
    r"|expect\w*|commit\w*|design\w*|meant|purpose|(?:set|about|is|are|was|were) to|in order to|so that|ambition\w*)\b",
    re.I,
)


def plan_done(claim: Wording, quote: Wording) -> bool:
    """True when what the quote says is planned, promised or charged is said in the claim to be done."""
    planned = _planned(quote) if quote.present & _PLANS else []
    taken_up = any(alike(word.stem, stem) for word in planned for stem in claim.stems)
    return taken_up and not _STILL_TO_COME.search(claim.text)


def _planned(text: Wording) -> list[Word]:
    """The words behind "plans to" and the like."""
    places = [place + 2 for place, word in enumerate(text.words[:-2]) if word.text in _PLANS]
    places = [place for place in places if text.words[place - 1].text in ("to", "of")]
    adverbs = (text.words[place].text.endswith("ly") and place + 1 < len(text.words) for place in places)
    return [text.words[place + adverb] for place, adverb in zip(places, adverbs, strict=True)]


_TAKEN_OVER = word_set("if should whether would")  # where the quote has them too, they weaken what they weakened there


def _covers(text: Wording, quote: Wording) -> bool:
    """True when a claim weakens itself in any of the ways of the language, and not just as its quote does beside a hedge."""
    for place, word in enumerate(text.words):
        senses = _CONDITIONAL_SENSE.get(word.text)
        following = text.words[place + 1].text if place + 1 < len(text.words) else ""
        if word.text in _TAKEN_OVER & quote.present or (word.text == "may" and not _is_hedge(text, place)):
            continue
        if word.text in _WEAK and (not senses or following in senses):
            return True
    return _has_phrase(text)


_PHRASE = pattern("|".join(rf"\b{phrase}\b" for phrase in HEDGE_PHRASES), re.I)


def _has_phrase(text: Wording) -> bool:
    """True for a hedge of several words: not necessarily, as far as we know."""
    return bool(_PHRASE.search(text.text))


def hedge_lost(claim: Wording, quote: Wording) -> bool:
    """True when the quote hedges what the claim states as a fact, or the claim proves what the quote suggests."""
    places = [place for place, word in enumerate(quote.words) if word.text in _HEDGES][:MOST_CUES]
    hedges = [place for place in places if _is_hedge(quote, place) and _governs(quote, quote.words[place], claim)]
    hedged = bool(hedges) or _has_phrase(quote)
    added = claim.present & CERTAIN - {"must", "always", "confirmed", "established"} - quote.present
    sure_quote = quote.present & CERTAIN
    if _MAY_NOT.search(quote.text) and claim.present & _BANNED:
        return False
    if hedged and added and not sure_quote:
        return True
    return hedged and not _covers(claim, quote)


_USUAL = FREQUENT - {"roughly", "commonly", "frequently"}


def _grades(text: Wording, place: int) -> bool:
    """True for the partly of partly written, which says how and not how often."""
    following = text.words[place + 1].text if place + 1 < len(text.words) else ""
    return text.words[place].text in ("partly", "partially", "mostly", "largely") and following.endswith(("ed", "en"))


def frequency_lost(claim: Wording, quote: Wording) -> bool:
    """True when what the quote says of the usual case is said without such a word: usually, often, partly."""
    frequent = [word for place, word in enumerate(quote.words) if word.text in _USUAL and not _grades(quote, place)]
    if not any(_governs(quote, word, claim) for word in frequent[:MOST_CUES]):
        return False
    return not claim.present & _NOT_ALWAYS


def obligation_raised(claim: Wording, quote: Wording) -> bool:
    """True when advice or permission of the quote (should, may) has become a duty (must)."""
    duty = claim.present & _MUST
    if _MAY_NOT.search(quote.text):
        return False
    return (
        bool(duty)
        and not quote.present & (_MUST | {"need", "only", "has", "have", "necessary", "cannot"})
        and bool(quote.present & _SHOULD)
    )


_CAUSAL = pattern(r"\b(?:because of|because|due to|leads? to|led to|results? in|resulted in|thanks to)\b", re.I)


def cause_added(claim: Wording, quote: Wording) -> bool:
    """True when a link or sequence of the quote has become a cause."""
    caused = claim.present & (CAUSES | ACTS) - (quote.present & ACTS)
    linked = quote.present & LINKED
    return (
        bool(caused and linked) and not claim.present & LINKED and not quote.present & CAUSES and not _CAUSAL.search(quote.text)
    )
