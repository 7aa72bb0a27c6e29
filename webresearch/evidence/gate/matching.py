"""Where the words of a quote stand in a page: every fragment whole, in order, and within its rows, cells and parts."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

from webresearch.evidence.gate.edges import begins_whole, ends_whole
from webresearch.evidence.gate.folding import CELL, PART, ROW, UNSPACED_CHARACTER, has_unspaced
from webresearch.evidence.gate.negation import follows_negation, swallows_negation
from webresearch.evidence.gate.readings import Reading
from webresearch.patterns import pattern

ELLIPSIS = pattern(r" ?(?:\[ ?\.(?: ?\.){2,} ?\]|\( ?\.(?: ?\.){2,} ?\)|\.{3,}|\.(?: \.){2,}) ?")
URL = pattern(r"[A-Za-z][A-Za-z0-9+.-]{1,31}://\S*|www\.\S*")
URL_END = pattern(r"[\s\"<>。，、；）】」』]")
CLAUSE_END = pattern(r"[.!?:;,…。！？；、،؛؟।。][\"')\]]*\Z")
UNIT = pattern(r"[^\W\d_]{1,2}(?!\w)")
KANA_RUN = pattern("[\u30a1-\u30fa\u30fc-\u30ff]+")
# Below this a fragment is a word or two that stand on any page: two words, four Han or kana, eight Thai letters.
LEAST_WORDS = 2.0
LEAST_CHARACTERS = 6  # of a fragment beside an ellipsis: `of the` says nothing
CANDIDATES = 4096  # places looked at for one fragment; more occur only in floods of one word
LITERAL_ELLIPSES = 8  # ellipses of a quote that are looked up in the page as they stand
LONGEST_URL = 2000


class Fragment(NamedTuple):
    """A stretch of a quote between ellipses: its text and where it begins in the quote's reading."""

    text: str
    at: int


class Bounded:
    """A reading with its boundaries in order."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.positions = sorted(reading.breaks)

    def kinds(self, position: int) -> str:
        """The boundaries that meet right at `position`."""
        return self.reading.breaks.get(position, "")

    def within(self, start: int, end: int) -> Iterator[int]:
        """The positions of the boundaries strictly between."""
        return islice(self.positions, bisect_right(self.positions, start), bisect_left(self.positions, end))

    def in_cell(self, position: int) -> bool:
        """Whether the text right before `position` is in a table cell."""
        following = bisect_left(self.positions, position)
        return following < len(self.positions) and CELL in self.kinds(self.positions[following])


def locate(page: Bounded, quote: Bounded) -> tuple[int, int] | None:
    """Where a quote stands in a page, as positions in the page's reading; None when it does not."""
    fragments = _fragments(quote.reading.text, page.reading.text)
    if not fragments or not all(_has_substance(fragment.text, len(fragments) > 1) for fragment in fragments):
        return None
    spans: list[tuple[int, int]] = []
    after = 0
    for fragment in fragments:
        span = next(_occurrences(page, quote, fragment, after), None)
        if span is None:
            return None
        spans.append(span)
        after = span[1]
    if len(spans) > 1:
        spans = _drawn_together(page, quote, fragments, spans)
        if not all(_may_join(page, quote, *pair) for pair in _gaps(fragments, spans)):
            return None
    return spans[0][0], spans[-1][1]


def _fragments(quote: str, page: str) -> list[Fragment]:
    """The quote's stretches between ellipses; an ellipsis that stands in the page as well does not divide."""
    ellipses = list(ELLIPSIS.finditer(quote))
    bounds = [(0, 0)] + [match.span() for match in ellipses] + [(len(quote), len(quote))]
    fragments: list[Fragment] = []
    for (_, behind), (end, _) in pairwise(bounds):
        start = behind + quote[behind:end].startswith(" ")
        text = quote[start:end].rstrip(" ")
        if text and fragments and len(ellipses) <= LITERAL_ELLIPSES:
            joined = quote[fragments[-1].at : start] + text
            if page.find(joined[1:]) >= 0:
                fragments[-1] = Fragment(joined, fragments[-1].at)
                continue
        if text:
            fragments.append(Fragment(text, start))
    if len(fragments) == 1 and ellipses:
        whole = quote.strip(" ")
        if page.find(whole[1:]) > 0:
            return [Fragment(whole, quote.find(whole))]
    return fragments


def _has_substance(text: str, beside_ellipsis: bool) -> bool:
    """Whether a fragment says more than one word or a URL."""
    text = URL.sub(" ", text)
    letters: list[str] = []
    spaced = text
    if has_unspaced(text):
        letters = [letter for letter in UNSPACED_CHARACTER.findall(KANA_RUN.sub("かか", text)) if letter.isalnum()]
        spaced = UNSPACED_CHARACTER.sub(" ", text)
    words = sum(0.25 if letter < "\u2000" else 0.5 for letter in letters)
    words += sum(1 for word in spaced.split() if any(map(str.isalnum, word)))
    enough = not beside_ellipsis or sum(map(str.isalnum, text)) + len(letters) >= LEAST_CHARACTERS
    return words >= LEAST_WORDS and enough


def _occurrences(page: Bounded, quote: Bounded, fragment: Fragment, after: int) -> Iterator[tuple[int, int]]:
    """The places of a fragment from `after` on, in order, where it stands whole."""
    text = page.reading.text
    free, heads = _free_letter(fragment.text)
    head, rest = fragment.text[:free], fragment.text[free + len(heads[0]) :]
    skipped = free + len(heads[0])
    position = after + skipped
    for _ in range(CANDIDATES):
        position = text.find(rest, position)
        if position < 0:
            return
        start = position - skipped
        if text[start + free : position] in heads and text.startswith(head, start):
            exact = text.startswith(fragment.text, start)
            if (exact or not _turned(page, start)) and _stands(page, quote, fragment, start):
                yield start, start + len(fragment.text)
        position += 1


def _free_letter(text: str) -> tuple[int, tuple[str, ...]]:
    """The position of the letter whose case is free, and what may stand for it; ("",) when there is none."""
    first = 1 if len(text) > 1 and text[0] in "\"'([" else 0
    letter = text[first]
    if not letter.isalpha() or len(text) < first + 2:
        return 0, ("",)
    if any(character in "ıİğĞşŞ" for character in text):
        other = {"i": "İ", "İ": "i", "ı": "I", "I": "ı"}.get(letter, letter.swapcase())
        return first, (letter, other)
    if letter == "i":
        return first, ("i", "I", "İ")
    return first, (letter, letter.swapcase()) if len(letter.swapcase()) == 1 else (letter,)


def _turned(page: Bounded, start: int) -> bool:
    """Whether another case of the first letter makes a unit another one, or a sentence of what the page denies."""
    return _is_unit(page, start) or follows_negation(page.reading.text, start)


def _is_unit(page: Bounded, start: int) -> bool:
    """Whether the word at `start` looks like the unit of the number before it: 5 mg is not 5 Mg."""
    text = page.reading.text
    follows_number = text[start - 1 : start] == " " and text[start - 2 : start - 1].isdigit()
    return follows_number and not page.kinds(start - 1) and UNIT.match(text, start) is not None


def _stands(page: Bounded, quote: Bounded, fragment: Fragment, start: int) -> bool:
    shown, end = page.reading.shown, start + len(fragment.text)
    if not begins_whole(shown, start) or not ends_whole(shown, end) or _inside_url(shown, start):
        return False
    if fragment.text[0] == "-" and shown[start] in "—―" and start and shown[start - 1].isalnum():
        return False  # the em dash of "survived—5 of them" is no minus
    return _boundaries_kept(page, quote, fragment, start) and _edges_kept(page, quote, fragment, start)


def _inside_url(text: str, start: int) -> bool:
    scheme = text.rfind("://", max(0, start - LONGEST_URL), start)
    return scheme >= 0 and not URL_END.search(text, scheme, start)


def _boundaries_kept(page: Bounded, quote: Bounded, fragment: Fragment, start: int) -> bool:
    """Rows and parts meet in the quote only where it shows it, and its pipes stand where cells meet."""
    text, shift, end = page.reading.text, fragment.at - start, start + len(fragment.text)
    for position in page.within(start, end):
        kinds, shown = page.kinds(position), quote.reading.breaks.get(position + shift)
        lines = shown is not None and "\n" in shown
        if ROW in kinds and not lines:
            return False
        if PART in kinds and not lines and not CLAUSE_END.search(text, max(0, position - 4), position):
            return False
        if CELL in kinds and shown is None and text[position] != " ":
            return False
    places = quote.within(fragment.at, fragment.at + len(fragment.text))
    return all(_allows(page.kinds(position - shift), quote.kinds(position)) for position in places)


def _edges_kept(page: Bounded, quote: Bounded, fragment: Fragment, start: int) -> bool:
    """A pipe or list mark at the edge of a quote stands at the edge of a cell or item."""
    text, end = page.reading.text, start + len(fragment.text)
    before = quote.kinds(0) if fragment.at <= 1 else ""
    behind = quote.kinds(fragment.at + len(fragment.text))
    page_before = page.kinds(start - 1 if text[start - 1 : start] == " " else start)
    return (start == 0 or _allows(page_before, before)) and (end == len(text) or _allows(page.kinds(end), behind))


def _allows(page_kinds: str, quote_kinds: str) -> bool:
    if quote_kinds.count(CELL) > page_kinds.count(CELL) and ROW not in page_kinds:
        return False
    return PART not in quote_kinds or PART in page_kinds


def _drawn_together(
    page: Bounded, quote: Bounded, fragments: list[Fragment], spans: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Each fragment moved as near to the next as it stands, so that the place is the narrowest."""
    text = page.reading.text
    drawn = [spans[-1]]
    for fragment, (start, _) in zip(reversed(fragments[:-1]), reversed(spans[:-1]), strict=True):
        limit, place = drawn[-1][0], start
        for _ in range(CANDIDATES):
            found = text.rfind(fragment.text, start, limit)
            if found < 0:
                break
            if _stands(page, quote, fragment, found):
                place = found
                break
            limit = found + len(fragment.text) - 1
        drawn.append((place, place + len(fragment.text)))
    return drawn[::-1]


def _gaps(fragments: list[Fragment], spans: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """For each ellipsis: the span it leaves out of the page, and its own in the quote."""
    for index in range(len(fragments) - 1):
        here, following = fragments[index], fragments[index + 1]
        yield (spans[index][1], spans[index + 1][0]), (here.at + len(here.text), following.at)


def _may_join(page: Bounded, quote: Bounded, gap: tuple[int, int], ellipsis: tuple[int, int]) -> bool:
    """Whether an ellipsis may stand for the text between: no swallowed negation, no value of another table row."""
    start, end = gap
    if swallows_negation(page.reading.text[start:end]):
        return False
    if not page.in_cell(start) or not page.in_cell(end + 1):
        return True
    rows = any(ROW in page.kinds(position) for position in page.within(start - 1, end + 1))
    lines = any("\n" in quote.kinds(position) for position in quote.within(ellipsis[0] - 1, ellipsis[1] + 1))
    return lines or not rows
