"""Scope: does a claim speak of more things, cases or beings than its quote: some become all, a condition is left out?"""

import re
from collections.abc import Collection

from webresearch.evidence.review.lexicon import (
    BINDING_CONDITIONS,
    CONDITION_PHRASES,
    CONDITIONS,
    FUNCTION_WORDS,
    HUMANS,
    NOT_HUMANS,
    QUANTIFIERS,
    STRENGTHS,
    word_set,
)
from webresearch.evidence.review.wording import MOST_CUES, Word, Wording, alike, is_negator, shared
from webresearch.patterns import pattern

_NO_UNIVERSAL = pattern(
    r"\b(?:in all|at all|above all|after all|all in all|first of all|all together|all told|all but|all sav|all save|almost all"
    r"|nearly all|not all|not every|not always"
    r"|all (?:the )?(?:two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)|each other|every (?:\d+|two|three|four"
    r"|five|six|ten|second|third|other)"
    r"|once and for all|virtually all|practically all|each (?:year|day|time|week|month)|every (?:year|day|week|month)"
    r"|per|the whole of|as a whole)\b",
    re.I,
)
_IN_PHRASES = word_set("all each every not per whole")
_FEW = word_set("few rarely seldom hardly scarcely barely rare little")
_COUNTED = pattern(r"\d|\b(?:half|third|thirds|quarter|quarters|percent)\b", re.I)
_LOWER = QUANTIFIERS["some"] | QUANTIFIERS["many"] | QUANTIFIERS["most"]
_KEEPING = _LOWER | word_set("not no all every each half third two three one any")
_NONE = word_set("never none nobody nothing no")
_EXCLUSIVE = word_set("only just sole solely alone exclusively exclusive")
_DIVISION = word_set("all every each any whereas while rest")  # all writes go to A: A only takes them
_STRICTLY_ONLY = _EXCLUSIVE - {"just", "alone"}
_EXCLUSIVE_ANSWERS = _EXCLUSIVE | word_set(
    "except unless sav but nobody none no not nothing without until limited restricted must required need needs "
    "requires never cannot provided reserved confined single one merely simply other nor neither long first "
    "before after"
)


def _level(present: frozenset[str]) -> int:
    """The strongest quantifier among words: 0 some … 3 all, -1 for none at all."""
    return max((place for place, name in enumerate(STRENGTHS) if present & QUANTIFIERS[name]), default=-1)


def _quantifiers(text: Wording) -> frozenset[str]:
    """The words of a sentence without those of set phrases (in all, each other)."""
    if not text.present & _IN_PHRASES or not _NO_UNIVERSAL.search(text.text):
        return text.present
    cleared = _NO_UNIVERSAL.sub(lambda found: " " * len(found.group()), text.text)
    return frozenset(word.text for word in text.words if cleared[word.start : word.start + 1].strip())


def quantifier_raised(claim: Wording, quote: Wording, quote_has_figures: bool, quote_has_part: bool) -> bool:
    """True when the claim's quantifier is stronger than any of the quote: some → most → all, rarely → never.

    quote_has_part: a figure of the quote (four of seven, 60 %) says that it is not the whole.
    """
    claimed, quoted = _quantifiers(claim), _quantifiers(quote)
    if _few_raised(claim, claimed, quoted) or _none_raised(claim, quote, claimed, quoted):
        return True
    strong, given = _level(claimed), _level(quoted)
    if strong == 3 and not claimed & _UNIVERSAL:
        strong = 2 if claimed & QUANTIFIERS["most"] else -1
    if strong < 2 or given >= strong:
        return False
    if given >= 0:
        return not (strong == 2 and quote_has_figures)
    if quote_has_part and not _COUNTED.search(claim.text):
        return strong == 3 and not quote.present & {"both", "no", "not"}
    return strong == 3 and not quote.present & _WHOLE and not quote_has_figures


_UNIVERSAL = QUANTIFIERS["all"] - word_set("any anyone anything anybody total never none nobody")
_WHOLE = word_set("both only regardless complete full must no not cannot without whatever")


def _few_raised(claim: Wording, claimed: frozenset[str], quoted: frozenset[str]) -> bool:
    """True when the few or rarely of a quote has become never, many or most."""
    if not quoted & _FEW or claimed & _FEW:
        return False
    none = bool(claimed & word_set("never none nobody") and not quoted & _NONE)
    return none or (_level(claimed) >= 1 and not any(is_negator(word) for word in claim.words))


def _none_raised(claim: Wording, quote: Wording, claimed: frozenset[str], quoted: frozenset[str]) -> bool:
    """True when "most … not" of a quote has become "none"."""
    if not claimed & word_set("no none nobody") or claimed & _LOWER or _COUNTED.search(claim.text):
        return False
    partly = quoted & _LOWER and not quoted & word_set("no none nobody all any")
    return bool(partly) and any(is_negator(word) for word in quote.words)


def quantifier_dropped(claim: Wording, quote: Wording) -> bool:
    """True when "some plug-ins" or "most children" of the quote are plain "plug-ins" or "children" in the claim."""
    own = _quantifiers(claim)
    if own & _KEEPING or re.search(r"\d", claim.text):
        return False
    stems = claim.stems
    for place, word in enumerate(quote.words):
        if word.text in ("some", "certain", "most", "few") and (place + 1 < len(quote.words)):
            head = [other for other in quote.words[place + 1 : place + 4] if other.content and other.clause == word.clause]
            if head and any(other.stem in stems for other in head):
                return True
    return False


def exclusion_lost(claim: Wording, quote: Wording) -> bool:
    """True when the quote's "only" is gone, or the claim has an "only" that nothing in the quote answers."""
    for one, two in ((quote, claim), (claim, quote)):
        for word in [word for word in one.words if word.text in _STRICTLY_ONLY][:MOST_CUES]:
            behind = one.text[word.start + len(word.text) : word.start + len(word.text) + 16]
            if re.match(r"\W{0,3}(?:\d|one|two|three|four|five|six|ten|a|an|about|slightly)\b", behind):
                continue  # only five: a valuation, no exclusion
            clause = [other for other in one.words if other.clause == word.clause]
            answers = _EXCLUSIVE_ANSWERS | (_DIVISION if one is claim else frozenset())
            if shared(clause, two.stems) and not two.present & answers:
                return True
    return False


def beings_changed(claim: Wording, quote: Wording) -> bool:
    """True when what was seen in animals, cells or simulations is said of people."""
    return bool(claim.present & HUMANS and quote.present & NOT_HUMANS) and not (
        quote.present & HUMANS or claim.present & NOT_HUMANS
    )


# Tails that hold nothing back: if any, when done with it.
_IF_ANY = pattern(
    r"(?:if|when|where|once) (?:any|not|so|possible|necessary|needed|done|finished|ready|required|appropriate|applicable"
    r"|available)"
    r"(?: with (?:it|them|that))?\s*(?:[,.;:)]|$)",
    re.I,
)
_PAST = pattern(r"\b(?:was|were|had|did|\w{3,}ed)\b", re.I)
_PARTICIPLE_BEFORE = pattern(r"\b(?:is|are|be|been|being|has|have)\s+\w+ed\b", re.I)


def _conditions(text: Wording) -> list[Word]:
    """The words of a quote that open a binding condition; "even if", "as if", "when" in a narrative do not."""
    found = []
    for place, word in enumerate(text.words):
        if word.text not in BINDING_CONDITIONS and word.text != "when":
            continue
        before = text.words[place - 1].text if place else ""
        following = text.words[place + 1].text if place + 1 < len(text.words) else ""
        if before in ("even", "as", "whether", "see", "asks", "asked") or _IF_ANY.match(text.text[word.start :]):
            continue
        if word.text == "provided" and following not in ("that", "the", "it", "they", "there"):
            continue
        if word.text not in ("when", "until") or not _narrative(text, word.sentence):
            found.append(word)
    return found[:MOST_CUES]


def _narrative(text: Wording, sentence: int) -> bool:
    """True for a sentence told in the past: its "when" is a date, no condition."""
    told = " ".join(word.text for word in text.words if word.sentence == sentence)
    return bool(_PAST.search(_PARTICIPLE_BEFORE.sub(" ", told)))


# Words that can stand for an "if" where the sentence tells the condition otherwise (with strict mode on, during a crash).
_LOOSE_MARKS = word_set(
    "after before with without during while given by upon otherwise depends depending whose requires needs for"
)
_GERUND_FIRST = pattern(r"^\W*\w{2,}ing\b", re.I)


def _conditional(text: Wording) -> bool:
    """True when a sentence has a marker of a condition."""
    marks = CONDITIONS - _LOOSE_MARKS | {"sav", "besides", "barring"}
    plain = text.text.lower()
    return bool(text.present & marks) or any(phrase in plain for phrase in CONDITION_PHRASES)


def _gerund_tells(claim: Wording, main: Collection[Word]) -> bool:
    """True when a claim that begins with a gerund tells the condition by it: deleting a user erases ...

    main: the words of the quote's main clause; a gerund and its object that stand there are no condition.
    """
    if not _GERUND_FIRST.match(claim.text):
        return False
    begin = [word for word in claim.words if word.content][:2]
    return not all(any(alike(word.stem, other.stem) for other in main) for word in begin)


def condition_dropped(claim: Wording, quote: Wording) -> bool:
    """True when the quote holds only under a condition of which the claim has neither a marker nor most of the words."""
    stems = claim.stems
    opened = _conditions(quote)
    phrases = [
        phrase
        for phrase in ("as long as", "so long as", "on condition", "subject to", "with the exception", "apart from")
        if phrase in quote.text.lower()
    ]
    if _conditional(claim) or not (opened or phrases):
        return False
    starts = [(word.start, word.sentence) for word in opened]
    for phrase in phrases:
        at = quote.text.lower().find(phrase)
        starts.append((at, next((word.sentence for word in quote.words if word.start >= at), 0)))
    for start, sentence in starts:
        end = next(
            (found.start() for found in re.finditer(r"[,.;:)]| then\b", quote.text) if found.start() > start), len(quote.text)
        )
        inside = [
            word
            for word in quote.words
            if start < word.start < end and (word.content or word.text in claim.present - FUNCTION_WORDS)
        ]
        outside = [word for word in quote.words if word.sentence == sentence and word.content and not start < word.start < end]
        told = sum(word.stem in stems or word.text in claim.present for word in inside)
        excepted = quote.text[start : start + 6].lower() in ("except", "exclud", "apart ")
        if excepted and inside and inside[0].stem not in stems:
            inside = inside[:1]  # behind "all exports except rice are taxed" the sentence goes on
            told = 0
        loosely = not excepted and told > 0 and 3 * told >= len(inside) and bool(claim.present & _LOOSE_MARKS)
        if _gerund_tells(claim, outside):
            continue
        if shared(outside, stems) >= 1 and not loosely and 2 * told < max(len(inside), 1) and told < shared(outside, stems):
            return True
    return False
