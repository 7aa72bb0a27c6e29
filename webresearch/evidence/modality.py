"""Modality: is something said as certain that the quote only holds possible, likely, usual, advised or linked?"""

import re

from webresearch.evidence.lexicon import CAPABLE, CAUSES, CERTAIN, FREQUENT, HEDGE_PHRASES, LINKED, POSSIBLE, PROBABLE, QUANTIFIERS
from webresearch.evidence.polarity import shared
from webresearch.evidence.wording import Word, Wording

# Hedges with a plain second meaning count in a quote only in these surroundings: the predicted genes are no hedge.
_CONDITIONAL_SENSE = {
    "expected": ("to", "that"),
    "projected": ("to", "that"),
    "appeared": ("to", "that"),
    "appear": ("to", "that"),
    "appears": ("to", "that"),
    "claimed": ("to", "that"),
    "thought": ("to", "that", "by"),
    "predicted": ("to", "that"),
    "said": ("to",),
    "considered": ("likely", "possible"),
    "hoped": ("to", "that"),
    "potential": (),
    "potentially": None,
}
_AMBIGUOUS = frozenset(
    "potential claims view opinion theory principle guess consider candidate estimated estimate estimates propose proposes proposed "
    "chance chances point points pointed evidence argue argues argued implies imply implied assume assumed assumes expectation "
    "forecast prediction hopes hope supposed think thinks theoretical hypothesis unclear uncertain uncertainty predict predicts "
    "indication indications inferred infer infers anticipated promising".split()
)
_FORBIDDEN = re.compile(r"\bmay not\s*(?:[.,;:)]|$)", re.I)  # "a start tag may be left out, an end tag may not": permissions
_MAY_NOT = re.compile(r"\bmay not\b", re.I)
_BANNED = frozenset("cannot must forbidden prohibited disallowed".split())
_MUST = frozenset("must shall required requires require mandatory obliged has-to have-to needs".split())
_SHOULD = frozenset("should recommended recommend recommends recommendation advised advise advises suggested encouraged ought may can optional".split())


_HEDGES = (POSSIBLE | PROBABLE) - _AMBIGUOUS
_WEAK = POSSIBLE | PROBABLE | CAPABLE | FREQUENT | LINKED | QUANTIFIERS["some"]
_NOT_ALWAYS = QUANTIFIERS["some"] | QUANTIFIERS["many"] | QUANTIFIERS["most"] | FREQUENT | POSSIBLE | PROBABLE | CAPABLE | frozenset(
    "few little rarely seldom common usual normal default main general rule".split()
)


def _is_hedge(text: Wording, place: int) -> bool:
    """True when a word of a quote weakens what it says: may, likely, suggests; not "could not", "more likely", "in May"."""
    word = text.words[place]
    name = word.text
    following = text.words[place + 1].text if place + 1 < len(text.words) else ""
    before = text.words[place - 1].text if place else ""
    if name not in _HEDGES:
        return False
    if name == "may" and (text.text[word.start] == "M" and before in ("in", "on", "of", "since", "by", "until", "from")):
        return False
    if name == "may" and _FORBIDDEN.search(text.text):
        return False
    if name == "could" and following == "not":
        return False
    if name in ("likely", "unlikely", "probable") and before in ("more", "less", "equally", "times", "as"):
        return following == "that" or before == "more" and place > 1 and text.words[place - 2].text in ("is", "seems")
    senses = _CONDITIONAL_SENSE.get(name)
    return senses is None or following in senses


def _governs(text: Wording, word: Word, other: Wording) -> bool:
    """True when the other sentence takes up the hedge's clause or the one behind it (we believe that ...)."""
    stems = other.stems
    clause = [w for w in text.words if w.clause in (word.clause, word.clause + 1) and w.sentence == word.sentence]
    content = sum(w.content for w in clause)
    return shared(clause, stems) >= max(1, min(2, content // 4))


def _covers(text: Wording) -> bool:
    """True when a claim weakens itself in any of the ways of the language."""
    for place, word in enumerate(text.words):
        senses = _CONDITIONAL_SENSE.get(word.text)
        following = text.words[place + 1].text if place + 1 < len(text.words) else ""
        if word.text in _WEAK and (not senses or following in senses):
            return True
    return _has_phrase(text)


_PHRASE = re.compile("|".join(rf"\b{phrase}\b" for phrase in HEDGE_PHRASES), re.I)


def _has_phrase(text: Wording) -> bool:
    """True for a hedge of several words: not necessarily, as far as we know."""
    return bool(_PHRASE.search(text.text))


def hedge_lost(claim: Wording, quote: Wording) -> bool:
    """True when the quote hedges what the claim states as a fact, or the claim proves what the quote suggests."""
    hedges = [word for place, word in enumerate(quote.words) if _is_hedge(quote, place) and _governs(quote, word, claim)]
    hedged = bool(hedges) or _has_phrase(quote)
    added = claim.present & CERTAIN - {"must", "always", "confirmed", "established"} - quote.present
    sure_quote = quote.present & CERTAIN
    if _MAY_NOT.search(quote.text) and claim.present & _BANNED:
        return False
    if hedged and added and not sure_quote:
        return True
    return hedged and not _covers(claim)


def frequency_lost(claim: Wording, quote: Wording) -> bool:
    """True when what the quote says of the usual case is said without such a word: usually, often, partly."""
    frequent = [word for word in quote.words if word.text in FREQUENT - {"roughly", "commonly", "frequently"} and _governs(quote, word, claim)]
    if not frequent:
        return False
    return not claim.present & _NOT_ALWAYS


def obligation_raised(claim: Wording, quote: Wording) -> bool:
    """True when advice or permission of the quote (should, may) has become a duty (must)."""
    duty = claim.present & _MUST
    return bool(duty) and not quote.present & (_MUST | {"need", "only", "has", "have", "necessary", "cannot"}) and bool(quote.present & _SHOULD)


_CAUSAL = re.compile(r"\b(?:because of|because|due to|leads? to|led to|results? in|resulted in|thanks to)\b", re.I)


def cause_added(claim: Wording, quote: Wording) -> bool:
    """True when a link or sequence of the quote has become a cause."""
    caused = claim.present & CAUSES
    linked = quote.present & LINKED
    return bool(caused and linked) and not claim.present & LINKED and not quote.present & CAUSES and not _CAUSAL.search(quote.text)
