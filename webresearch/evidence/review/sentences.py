"""Which sentences of its quotes a claim speaks of: a "not" or "may" in the others neither blames nor excuses it."""

from collections.abc import Callable

from webresearch.patterns import pattern

_BETWEEN = pattern(r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[¿¡«]*[^\W_a-zß-öø-ÿ])|\n+")
ADDED = 2  # content words of a claim that a further sentence must bring to be taken up by it


def taken_up(claim: frozenset[str], quote: str, content: Callable[[str], frozenset[str]]) -> str:
    """The sentences of a quote with most of a claim's content words, and those that bring others of them.

    claim: its content words, in the form in which `content` gives those of a sentence.
    """
    sentences = _BETWEEN.split(quote)
    if len(sentences) < 2:
        return quote
    every = [content(sentence) for sentence in sentences]
    left = {place: claim & words for place, words in enumerate(every)}
    kept = [place for place, words in enumerate(every) if words and words <= claim]
    told = frozenset[str]().union(*(left.pop(place) for place in kept))
    while left:
        best = max(left, key=lambda place: len(left[place] - told))
        if kept and len(left[best] - told) < ADDED:
            break
        kept.append(best)
        told |= left.pop(best)
    return " ".join(sentences[place] for place in sorted(kept))
