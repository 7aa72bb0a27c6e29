"""Polarity: is something negated in one sentence and not in the other, or said with an opposite word?

Negators are interchangeable (not, without, fails to), two of them cancel, and an opposite word (died, survived) or a negative
word (untreated, except) answers a negator of the other sentence. A comparison turned round with both sides says the same.
"""

import re
from collections.abc import Iterable

from webresearch.evidence.wording import Word, Wording, is_negator, negated, turned_by_prefix, poles, softly_negative

Pair = tuple[Word, Word, bool]  # a claim's word, its opposite in the quote, whether the axis may be turned round

SCOPE_WORDS = 9  # a negator reaches over a clause of ordinary length


def alike(one: str, two: str) -> bool:
    """True for two stems of one family: equal, or the first five letters agree (detect, detection)."""
    return one == two or (len(one) >= 5 and len(two) >= 5 and one[:5] == two[:5])


def shared(words: Iterable[Word], stems: frozenset[str]) -> int:
    """How many content words have a stem among those given."""
    return sum(word.content and word.stem in stems for word in words)


def scope(text: Wording, negator: Word) -> list[Word]:
    """The content words a negator governs: those behind it in its clause, else those before it."""
    behind = [word for word in text.words if word.clause == negator.clause and word.start > negator.start]
    found = [word for word in behind[:SCOPE_WORDS] if word.content]
    return found or [word for word in text.words if word.clause == negator.clause and word.content]


def relevant(text: Wording, negator: Word, other: Wording) -> bool:
    """True when the other sentence speaks of what the negator governs, or of most of its clause."""
    stems = other.stems
    governed = scope(text, negator)
    clause = [word for word in text.words if word.clause == negator.clause and word.content]
    return shared(governed, stems) > 0 or 2 * shared(clause, stems) >= max(len(clause), 1)


def opposites(claim: Wording, quote: Wording) -> list[Pair]:
    """Words of the claim whose opposite stands in the quote, while neither word stands in the other sentence."""
    table, pairs = poles(), []
    sides_claim = {entry[:2] for word in claim.words for entry in table.get(word.text, ())}
    sides_quote = {entry[:2] for word in quote.words for entry in table.get(word.text, ())}
    for word in claim.words:
        for axis, pole, _ in table.get(word.text, ()):
            if (axis, pole) in sides_quote or (axis, 1 - pole) in sides_claim:
                continue
            for other in quote.words:
                if any(entry[:2] == (axis, 1 - pole) for entry in table.get(other.text, ())) and _same_matter(claim, word, quote, other):
                    turns = any(entry[2] for entry in table[word.text]) and any(entry[2] for entry in table[other.text])
                    pairs.append((word, other, turns))
                    break
    return pairs


def _same_matter(claim: Wording, one: Word, quote: Wording, two: Word) -> bool:
    """True when the clauses around two opposites share a word, or the quote is a single clause."""
    stems = {word.stem for word in claim.words if word.content and word.clause == one.clause} - {one.stem}
    near = frozenset(stems) or claim.stems
    return shared((word for word in quote.words if word.clause == two.clause), near) > 0 or shared(quote.words, near) == 0


def prefixed(claim: Wording, quote: Wording) -> list[Pair]:
    """Words of the claim that stand in the quote with a negative prefix or without it: likely and unlikely."""
    pairs: list[Pair] = []
    for forms in (lambda word: word.text, lambda word: word.stem):
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
    joint = next((w.start for w in words if w.start > cue.start and w.text in ("than", "compared", "versus", "against", "relative")), cue.start)
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
    """True when both compare with the same word but the things compared have changed places."""
    table = poles()
    for word in claim.words:
        if not any(entry[2] for entry in table.get(word.text, ())) or not _compares(claim, word):
            continue
        other = next((w for w in quote.words if w.text == word.text and _compares(quote, w)), None)
        if other and negated(claim.words, word) == negated(quote.words, other) and _swapped(claim, word, quote, other):
            return True
    return False


def _swapped(claim: Wording, one: Word, quote: Wording, two: Word) -> bool:
    """True when what only one sentence has on its left is what the other has on its right, and the reverse."""
    left, right = _sides(claim, one)
    other_left, other_right = _sides(quote, two)
    mine, theirs = left - other_left, other_left - left
    same, crossed = _crossings(claim, one, quote, two)
    if crossed >= 2 > same:
        return True
    return 2 * len(mine & other_right) >= max(len(mine), 1) and 2 * len(theirs & right) >= max(len(theirs), 1)


def _compares(text: Wording, word: Word) -> bool:
    behind = [w.text for w in text.words if w.sentence == word.sentence and w.start > word.start]
    return word.text in ("before", "after") or any(joint in behind for joint in ("than",))


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
    return any(softly_negative(word) and word is not of and word.clause == of.clause and word.text not in _EXCLUSIVES for word in near)


# "Only if X" is "not unless X": an exclusive word answers a negator only beside one of these.
_EXCLUSIVES = frozenset("only solely alone exclusively just sole".split())
_ANSWER_ONLY = frozenset("unless until except without other sav but nobody nothing none otherwise else outside before neither anyone".split())


def _left_over(text: Wording, other: Wording, near: Wording | None = None) -> list[Word]:
    """The softly negative words of a text that the other has not."""
    stems = frozenset(word.stem for word in other.words)
    answered = bool(other.present & _ANSWER_ONLY)
    return [
        word
        for word in text.words
        if softly_negative(word)
        and word.stem not in stems
        and (word.text not in _EXCLUSIVES or answered)
        and (near is None or relevant(text, word, near))
    ]


def negation_differs(claim: Wording, quote: Wording, complement: bool) -> bool:
    """True when one sentence negates what the other says, and no opposite, negative word or second negator answers it."""
    for one, two, _ in prefixed(claim, quote):
        if negated(claim.words, one) == negated(quote.words, two) and not complement:
            return True
    in_claim, in_quote = _unanswered(claim, quote)
    if not in_claim and not in_quote:
        return _moved(claim, quote)
    if complement or opposites(claim, quote) or prefixed(claim, quote):
        return False
    if in_quote:
        return not _left_over(claim, quote) and not _not_yet(quote, claim) and (not _resolved(claim, quote, in_quote) or _keeps(claim, quote))
    if all(word.text in _SCARCE for word in in_claim) and quote.present & _SMALL:
        return False
    return not (_left_over(quote, claim, claim) or _not_yet(claim, quote) or _doubled(claim, quote, in_claim))


def _unanswered(claim: Wording, quote: Wording) -> tuple[list[Word], list[Word]]:
    """The negators of each sentence that none of the other answers.

    One negator of the claim may sum up several of the quote (keeps neither A nor B), not the reverse.
    """
    mine, theirs = _negators(claim), _negators(quote)
    reach = {id(word): {w.stem for w in scope(text, word)} for text, words in ((claim, mine), (quote, theirs)) for word in words}
    left_theirs = [word for word in theirs if not any(reach[id(word)] & reach[id(other)] for other in mine)]
    free, left_mine = list(theirs), []
    for word in sorted(mine, key=lambda own: own.text not in {other.text for other in theirs}):
        best = max(free, key=lambda other: (other.text == word.text, len(reach[id(word)] & reach[id(other)])), default=None)  # noqa: B023
        if best and reach[id(word)] & reach[id(best)]:
            free.remove(best)
        else:
            left_mine.append(word)
    if left_mine and left_theirs:  # said in other words on both sides: they answer each other
        return [], []
    if len(left_theirs) < len(theirs):
        return left_mine, [word for word in left_theirs if _plainly_taken_up(quote, word, claim)]
    return left_mine, [word for word in left_theirs if relevant(quote, word, claim)]


def _negators(text: Wording) -> list[Word]:
    """The negators of a sentence; the nor of a neither is not counted again."""
    return [word for word in text.words if is_negator(word) and not (word.text == "nor" and "neither" in text.present)]


def _plainly_taken_up(text: Wording, negator: Word, other: Wording) -> bool:
    """True when the other sentence has the word right behind a negator, or two of the words it governs."""
    governed = scope(text, negator)
    return shared(governed[:1], other.stems) > 0 or shared(governed, other.stems) >= 2


_SCARCE = frozenset("hardly scarcely barely".split())
_SMALL = frozenset("only slightly little few small minor low marginally".split())
_UNSURE = re.compile(r"\bno guarantee\b|\bnot guaranteed\b|\bnot necessarily\b", re.I)
_PENDING = re.compile(r"\bnot yet\b|\byet to\b", re.I)
_BEFOREHAND = frozenset("before until still prior pending future later".split())


def _not_yet(text: Wording, other: Wording) -> bool:
    """True when a "not yet" of one sentence is a "before" or "still" of the other."""
    return bool(_PENDING.search(text.text) and other.present & _BEFOREHAND)


def _resolved(claim: Wording, quote: Wording, negators: list[Word]) -> bool:
    """True when a negator of the quote meets a second one that the claim has not: not uncommon, not … unless, no guarantee … not."""
    own = claim.present
    if _UNSURE.search(quote.text):
        return True
    clauses = {clause for negator in negators for clause in (negator.clause, negator.clause + 1)}
    if any(word.text in ("unless", "until", "except") and word.clause in clauses for word in quote.words):
        return True
    return any(softly_negative(word) and word.text not in own for negator in negators for word in scope(quote, negator))


_REST = frozenset("rest remaining remainder other others remained missing".split())


def reversed_sense(claim: Wording, quote: Wording) -> bool:
    """True when the claim may speak of the part the quote does not: a negator or opposite in one only, "the rest"."""
    negators = [any(is_negator(word) or softly_negative(word) for word in text.words) for text in (claim, quote)]
    return negators[0] != negators[1] or bool(claim.present & _REST or opposites(claim, quote) or prefixed(claim, quote))


def _keeps(claim: Wording, quote: Wording) -> bool:
    """True when the claim keeps the quote's unless or until: the negator beside it was lost, not resolved."""
    return any(word.text in ("unless", "until", "except") and word.text in quote.present for word in claim.words)


def _doubled(text: Wording, other: Wording, negators: list[Word]) -> bool:
    """True when a sentence's own negators cancel: not uncommon, never fails."""
    return len(negators) == 2 or any(
        softly_negative(word) and word.text not in other.present for negator in negators for word in scope(text, negator)
    )


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
    denied = {governed[0].stem for word in text.words if is_negator(word) and (governed := scope(text, word))}
    return {word.stem for word in text.words if word.content} - denied, denied


_FROM_TO = re.compile(r"\bfrom\D{0,12}(\d[\d,.]*)\D{1,20}\bto\D{0,12}(\d[\d,.]*)", re.I)


def _from_to(text: Wording) -> tuple[float, float] | None:
    """The two figures of "from A to B"."""
    found = _FROM_TO.search(text.text)
    parts = [part.rstrip(".,").replace(",", "") for part in found.groups()] if found else []
    if len(parts) != 2 or any(part.count(".") > 1 for part in parts):
        return None
    return float(parts[0]), float(parts[1])


_GRADE = re.compile(r"\b(least|less|most|more) (\w{3,})", re.I)


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
