"""Opposites: words of a claim and its quote that contradict each other, and comparisons that were turned round.

An opposite is answered by a negator, by a comparison whose two sides changed places with it, or by a figure for the rest.
"""

import re
from functools import lru_cache

from webresearch.evidence.number_words import ORDINALS
from webresearch.evidence.review.antonyms import poles, turned_by_prefix
from webresearch.evidence.review.lexicon import word_set
from webresearch.evidence.review.wording import KEPT, MOST_CUES, Word, Wording, is_negator, negated, shared, softly_negative
from webresearch.patterns import pattern

Pair = tuple[Word, Word, bool]  # a claim's word, its opposite in the quote, whether the axis may be turned round


@lru_cache(maxsize=KEPT)
def opposites(claim: Wording, quote: Wording) -> list[Pair]:
    """Words of the claim whose opposite stands in the quote, while neither word stands in the other sentence."""
    table, pairs = poles(), []
    sides_claim = {entry[:2] for word in claim.words for entry in table.get(word.text, ())}
    sides_quote = {entry[:2] for word in quote.words for entry in table.get(word.text, ())}
    for word in [word for word in claim.words if word.text in table][:MOST_CUES]:
        for axis, pole, _ in table[word.text]:
            if (axis, pole) in sides_quote or (axis, 1 - pole) in sides_claim:
                continue
            for other in quote.words:
                if any(entry[:2] == (axis, 1 - pole) for entry in table.get(other.text, ())) and _same_matter(
                    claim, word, quote, other
                ):
                    turns = any(entry[2] for entry in table[word.text]) and any(entry[2] for entry in table[other.text])
                    pairs.append((word, other, turns))
                    break
    return pairs


NEIGHBOURS = 4  # content words on either side of an opposite that tell what it is said of


def _neighbours(text: Wording, of: Word) -> frozenset[str]:
    content = [word for word in text.words if word.sentence == of.sentence and (word.content or word is of)]
    place = content.index(of)
    return frozenset(word.stem for word in content[max(0, place - NEIGHBOURS) : place + NEIGHBOURS + 1] if word is not of)


def _same_matter(claim: Wording, one: Word, quote: Wording, two: Word) -> bool:
    """True when two opposites have a neighbour in common, or their sentences have nothing else in common."""
    near = _neighbours(claim, one)
    return bool(near & _neighbours(quote, two)) or shared(quote.words, near) == 0


def _text(word: Word) -> str:
    return word.text


def _stem(word: Word) -> str:
    return word.stem


@lru_cache(maxsize=KEPT)
def prefixed(claim: Wording, quote: Wording) -> list[Pair]:
    """Words of the claim that stand in the quote with a negative prefix or without it: likely and unlikely."""
    pairs: list[Pair] = []
    for forms in (_text, _stem):
        theirs = {forms(word): word for word in quote.words if word.text not in claim.present and len(word.text) >= 4}
        for word in claim.words:
            if len(word.text) < 4 or word.text in quote.present:
                continue
            other = next((theirs[form] for form in turned_by_prefix(forms(word)) if form in theirs), None)
            if other and (softly_negative(word) or softly_negative(other) or forms(word) == word.text):
                pairs.append((word, other, False))
    return pairs


def _sides(text: Wording, cue: Word) -> tuple[frozenset[str], frozenset[str]]:
    """Stems before and behind the joint of a comparison: its than, else the cue itself; a clause in front is moved behind."""
    words = [word for word in text.words if word.sentence == cue.sentence]
    joint = next(
        (w.start for w in words if w.start > cue.start and w.text in ("than", "compared", "versus", "against", "relative")),
        cue.start,
    )
    left = frozenset(word.stem for word in words if _names_something(word) and word.start < min(cue.start, joint))
    right = frozenset(word.stem for word in words if _names_something(word) and word.start > joint)
    if not left:  # "After X, Y" is "Y after X"; "Compared with X, Y is larger"
        comma = text.text.find(",", cue.start)
        right = frozenset(word.stem for word in words if _names_something(word) and cue.start < word.start < comma)
        left = frozenset(word.stem for word in words if _names_something(word) and word.start > comma > 0)
    return left, right


def _names_something(word: Word) -> bool:
    """True for what can tell two compared things apart: content words and numbers (version 2, version 3)."""
    return word.content or word.text.isdigit()


def _crossings(claim: Wording, one: Word, quote: Wording, two: Word) -> tuple[int, int]:
    """How many words the two comparisons have on the same side, and how many on the other."""
    left, right = _sides(claim, one)
    other_left, other_right = _sides(quote, two)
    same = len((left & other_left) - right) + len((right & other_right) - left)
    return same, len((left & other_right) - other_left) + len((right & other_left) - other_right)


def turned_round(claim: Wording, one: Word, quote: Wording, two: Word) -> bool:
    """True when the things compared have changed places between the two sentences."""
    same, crossed = _crossings(claim, one, quote, two)
    return crossed > same


def compared_the_other_way(claim: Wording, quote: Wording) -> bool:
    """True when both compare in the same direction but the things compared have changed places."""
    for word in [word for word in claim.words if _turnable(word)][:MOST_CUES]:
        if not _compares(claim, word):
            continue
        other = next((w for w in quote.words if _same_pole(w, word) and _compares(quote, w)), None)
        if other and negated(claim.words, word) == negated(quote.words, other) and _swapped(claim, word, quote, other):
            return True
    return False


def _turnable(word: Word) -> bool:
    return any(entry[2] for entry in poles().get(word.text, ()))


def _same_pole(one: Word, two: Word) -> bool:
    """True for the same word, or two of one meaning (exceeded, outstripped)."""
    table = poles()
    mine = {entry for entry in table.get(one.text, ()) if entry[2]}
    return one.text == two.text or any(entry in mine for entry in table.get(two.text, ()))


def _swapped(claim: Wording, one: Word, quote: Wording, two: Word) -> bool:
    """True when what only one sentence has on its left is what the other has on its right, and the reverse."""
    left, right = _sides(claim, one)
    other_left, other_right = _sides(quote, two)
    mine, theirs = left - other_left, other_left - left
    same, crossed = _crossings(claim, one, quote, two)
    if crossed >= 2 > same:
        return True
    return 2 * len(mine & other_right) >= max(len(mine), 1) and 2 * len(theirs & right) >= max(len(theirs), 1)


_WITHOUT_THAN = pattern(r"(?:exceed|outnumber|outstrip|surpass|preced|defeat)\w*|beats?|before|after")


def _compares(text: Wording, word: Word) -> bool:
    """True for a word that compares what stands before it with what stands behind it; "was exceeded by" is left alone."""
    behind = [w.text for w in text.words if w.sentence == word.sentence and w.start > word.start]
    if _WITHOUT_THAN.fullmatch(word.text):
        return "by" not in behind[:2]
    return "than" in behind


def direction_differs(claim: Wording, quote: Wording, complement: bool) -> bool:
    """True when an opposite word is not answered by a negator, a turned comparison or (complement) a figure for the rest."""
    for one, two, turnable in opposites(claim, quote):
        if negated(claim.words, one) != negated(quote.words, two) or complement:
            continue
        if turnable and turned_round(claim, one, quote, two):
            continue
        if _negatively_put(claim, one, quote, two):
            continue
        return True
    return False


def _negatively_put(claim: Wording, one: Word, quote: Wording, two: Word) -> bool:
    """True when exactly one of the opposites stands beside a negative word: did not fail, few survived, all but three died."""
    return _beside_negative(claim, one) != _beside_negative(quote, two)


def _beside_negative(text: Wording, of: Word) -> bool:
    place = text.words.index(of)
    near = text.words[max(0, place - 4) : place + 3]
    return any(word.text in _TURNING and word is not of and word.clause == of.clause for word in near)


# What can turn the word beside it: a negative adjective nearby (unusual, empty) is said of something else.
_TURNING = word_set(
    "few little rarely seldom except excluding unless until sav cease ceases ceased stop stops stopped prevent prevents "
    "prevented avoid avoids avoided deny denies denied reject rejects rejected forbid forbidden impossible false doubt exempt"
)

_YEAR = pattern(r"[12]\d{3}")
_FROM_TO = pattern(r"\bfrom\D{0,12}(\d[\d,.]*)\D{1,20}\bto\D{0,12}(\d[\d,.]*)", re.I)


def _from_to(text: Wording) -> tuple[float, float] | None:
    """The two figures of "from A to B"."""
    found = _FROM_TO.search(text.text)
    parts = [part.rstrip(".,").replace(",", "") for part in found.groups()] if found else []
    if len(parts) != 2 or any(part.count(".") > 1 for part in parts) or all(_YEAR.fullmatch(part) for part in parts):
        return None
    return float(parts[0]), float(parts[1])


def runs_against_figures(claim: Wording, quote: Wording) -> bool:
    """True when a claim says rise where the quote's "from A to B" falls or the reverse, or has B and A changed places."""
    given, own = _from_to(quote), _from_to(claim)
    if given and own == (given[1], given[0]) and given[0] != given[1]:
        return True
    table = poles()
    rising = table["rise"][0]
    sides = {entry[1] for word in claim.words for entry in table.get(word.text, ()) if entry[0] == rising[0]}
    if not given or len(sides) != 1 or given[0] == given[1] or any(is_negator(word) for word in claim.words):
        return False
    return (given[1] > given[0]) != (sides == {rising[1]})


_NTH = r"(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:nd|rd|th))"
_RANKED = pattern(rf"\b{_NTH}[- ](most \w+|\w+est|best|worst)\b", re.I)
_RANK = pattern(rf"\b(?:{_NTH}|next|one of|among|after|behind)\b", re.I)


def rank_lost(claim: Wording, quote: Wording) -> bool:
    """True when the second-largest of a quote is the largest of the claim."""
    ranked = [found[1] for found in _RANKED.finditer(quote.text)] if any(map(_is_ordinal, quote.present)) else []
    return any(re.search(rf"\b{re.escape(grade)}\b", claim.text, re.I) for grade in ranked) and not _RANK.search(claim.text)


def _is_ordinal(word: str) -> bool:
    return word in ORDINALS or (word[0].isdigit() and word.endswith(("nd", "rd", "th")))


_GRADE = pattern(r"\b(least|less|most|more) (\w{3,})", re.I)


def graded_otherwise(claim: Wording, quote: Wording) -> bool:
    """True for the least strict beside the strictest, less common beside more common, of one and the same word."""
    for low, high in ((claim, quote), (quote, claim)):
        for found in _GRADE.finditer(low.text):
            if found[1].lower() not in ("least", "less"):
                continue
            grade, word = ("most", "est") if found[1].lower() == "least" else ("more", "er"), found[2].lower()
            forms = re.compile(rf"\b(?:{grade[0]} {re.escape(word)}|{re.escape(word.rstrip('ey'))}(?:e|i)?{grade[1]})\b", re.I)
            plain = re.compile(rf"\b{re.escape(found.group())}\b", re.I)
            if forms.search(high.text) and not plain.search(high.text) and "than" not in low.present:
                return True
    return False
