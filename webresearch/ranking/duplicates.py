"""Copies and syndications among texts, and the figures in which two copies differ."""

import heapq
import re
import zlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import accumulate, islice
from typing import NamedTuple

from webresearch.ranking.words import UNSPACED, words

WIDTH = 4  # words; with it, copies and mere neighbours in subject lay furthest apart in this project's measurements
WIDTH_UNSPACED = 6  # characters, about as telling as four words
COPY = 0.5  # of the smaller text's shingles that stand in the larger one; `tests/copies.py` measures the margin on both sides
FEWEST = 40  # shingles; a smaller text is a copy only when half of so many are shared, or when it is the whole of both
SKETCH = 64  # shingles of each text that are looked up first
SKETCH_HITS = 12  # of those, for an exact count: a text half of which is copied has fewer in one of 10^7 cases

LONGEST = 1_000_000  # characters of a text whose figures are compared, so that a hostile page costs seconds, not minutes
AROUND = 4  # words on each side of a figure that must be the same, within its sentence
NUMBER = re.compile(rf"(?<![^\W{UNSPACED}])(?<![.,])[-+−]?\d+(?:[.,]\d+)*%?")
TOKEN = re.compile(rf"(?P<number>{NUMBER.pattern})|[{UNSPACED}]|[^\W_{UNSPACED}]+")
SENTENCE = re.compile(r"(?:[^\n.!?。！？]|[.!?](?!\s))+[.!?。！？]?")
NO_FIGURE = re.compile(r"\[\d+(?:[,–-] ?\d+)*\]|^[ \t]*\d+[.)](?=\s)", re.MULTILINE)  # reference marks and list numbers


def copies(texts: Mapping[str, str]) -> dict[str, str]:
    """Which texts copy another, by id: the first one in order of the mapping that it shares half of the smaller text with.

    Shares are counted exactly, on hashed shingles. Only which pairs are counted is settled by a sketch of the smaller
    text, which misses a pair at the threshold in one of 10^7 cases. The work grows with the total length, not its square.
    """
    order = {name: place for place, name in enumerate(texts)}
    hashed = {name: array("L", sorted(shingles(text))) for name, text in texts.items()}
    sketches: defaultdict[int, list[str]] = defaultdict(list)
    first: dict[str, str] = {}
    for name in sorted(texts, key=lambda each: len(hashed[each])):  # so that a text meets only smaller ones in the sketches
        own = set(hashed[name])
        hits = Counter(other for shingle in own if shingle in sketches for other in sketches[shingle])
        for other in sorted(hits, key=order.__getitem__):
            earlier, later = sorted((other, name), key=order.__getitem__)
            known = later in first and order[first[later]] <= order[earlier]  # a pair that would change nothing is not counted
            if not known and hits[other] >= min(SKETCH_HITS, len(hashed[other]) / 4) and holds(own, hashed[other]):
                first[later] = earlier
        for shingle in heapq.nsmallest(SKETCH, own):
            sketches[shingle].append(name)
    return {name: first[name] for name in texts if name in first}


def holds(larger: set[int], smaller: "array[int]") -> bool:
    """Whether half of the smaller text stands in the larger one; a short text must be the same as a whole."""
    shared = len(larger.intersection(smaller))
    return shared >= COPY * max(len(smaller), FEWEST) or 0 < shared == len(smaller) == len(larger)


def containment(a: str, b: str) -> float:
    """The share of the smaller text's shingles that stand in the other one, 0 to 1."""
    first, second = shingles(a), shingles(b)
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0


def shingles(text: str) -> set[int]:
    """The runs of four words of a text, hashed; in scripts without spaces, runs of six characters."""
    found = words(text)
    if not re.search(f"[{UNSPACED}]", text):
        runs = zip(*(islice(found, start, None) for start in range(WIDTH)), strict=False)
        return {zlib.crc32(" ".join(run).encode("utf-8", "replace")) for run in runs}
    single = re.compile(f"[{UNSPACED}]").match
    joined = " ".join(found)
    starts = list(accumulate((len(word) + 1 for word in found), initial=0))
    ends = ((start, start + (WIDTH_UNSPACED if single(word) else WIDTH)) for start, word in enumerate(found))
    spans = (joined[starts[start] : starts[end] - 1] for start, end in ends if end <= len(found))
    return {zlib.crc32(span.encode("utf-8", "replace")) for span in spans}


class Difference(NamedTuple):
    """A figure that two copies give differently: the words around it in the first, and what each of them says."""

    context: str
    first: str
    second: str


def numbers_that_differ(a: str, b: str, most: int = 20) -> list[Difference]:
    """The figures that differ between two copies where the words around them are the same, in order of the first.

    A place that a text has twice with different figures, like the row of a table, is compared only as a set: what both
    have is no difference. most: how many are named at most.
    """
    second = figures(b[:LONGEST])
    found = []
    for place, (values, contexts) in figures(a[:LONGEST]).items():
        others = second.get(place)
        if not others:
            continue
        common = {plain(value) for value in values} & {plain(value) for value in others[0]}
        mine = [(value, context) for value, context in zip(values, contexts, strict=True) if plain(value) not in common]
        theirs = [value for value in others[0] if plain(value) not in common]
        if len(mine) == len(theirs):
            found += [Difference(context, value, other) for (value, context), other in zip(mine, theirs, strict=True)]
    return found[:most]


def figures(text: str) -> dict[tuple[str, ...], tuple[list[str], list[str]]]:
    """The figures of a text and what stands around them, by the words around them, in order."""
    found: dict[tuple[str, ...], tuple[list[str], list[str]]] = {}
    for sentence in SENTENCE.findall(NO_FIGURE.sub(" ", text)):
        if not NUMBER.search(sentence):
            continue
        tokens = list(TOKEN.finditer(sentence))
        plain_words = ["#" if token["number"] else token[0].casefold() for token in tokens]
        for i, token in enumerate(tokens):
            before, after = plain_words[max(0, i - AROUND) : i], plain_words[i + 1 : i + 1 + AROUND]
            if not token["number"] or sum(word != "#" for word in before + after) < AROUND:
                continue
            values, contexts = found.setdefault((*before, "|", *after), ([], []))
            values.append(token[0])
            contexts.append(around(sentence, token.start(), token.end()))
    return found


def around(sentence: str, start: int, end: int) -> str:
    """At most some 160 characters of a sentence around one place, cut at blanks."""
    left = max(0, start - 80)
    left = sentence.rfind(" ", left, max(left, start - 40)) + 1 or left if left else 0
    right = sentence.find(" ", end + 60, end + 80)
    return " ".join(sentence[left : right if right >= 0 else end + 80].split())


def plain(number: str) -> str:
    """A figure in one spelling, so that 1,000 is 1000 and a dash is a minus."""
    number = number.replace("−", "-")
    if re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?%?", number):
        return number.replace(",", "")
    return number.replace(",", ".")
