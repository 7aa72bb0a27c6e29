"""Emphasis by CommonMark's delimiter runs: which stars, underscores and tildes are decoration."""

import unicodedata
from collections.abc import Iterator

from webresearch.evidence.gate.folding import is_unspaced
from webresearch.patterns import pattern

# How far a closing run looks past openers that the rule of three excludes: more than that occurs in floods only.
DEEPEST_SKIP = 8
WORD = pattern(r"\w")


class Run:
    """A run of one mark, with what may still be used of it."""

    __slots__ = ("closed", "closes", "end", "inside_word", "mark", "opened", "opens", "start")

    def __init__(self, text: str, start: int, end: int) -> None:
        """The run text[start:end], with what its neighbours let it do."""
        mark = text[start]
        before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
        space_before, space_after = before.isspace(), after.isspace()
        soft_before, soft_after = space_before or _is_soft(before), space_after or _is_soft(after)
        left = not space_after and (not _is_punctuation(after) or soft_before)
        right = not space_before and (not _is_punctuation(before) or soft_after)
        inside = bool(WORD.match(before) and WORD.match(after))
        if inside and (mark == "_" or (before.isdigit() and after.isdigit())):
            left = right = False
        if mark == "_":
            left, right = left and (not right or _is_punctuation(before)), right and (not left or _is_punctuation(after))
        if mark == "~" and end - start != 2:
            left = right = False
        unspaced = is_unspaced(before) or is_unspaced(after)
        self.mark, self.start, self.end = mark, start, end
        self.opens, self.closes, self.inside_word = left, right, inside and not unspaced
        self.opened = self.closed = 0

    @property
    def left_over(self) -> int:
        """How many of its characters are not used yet."""
        return self.end - self.start - self.opened - self.closed


def emphasis_marks(runs: list[Run]) -> Iterator[tuple[int, int]]:
    """The spans of the runs that are decoration, in no order."""
    openers: dict[str, list[Run]] = {"*": [], "_": [], "~": []}
    for run in runs:
        while run.closes and run.left_over:
            opener = _opener(openers[run.mark], run)
            if opener is None:
                break
            used = min(run.left_over, opener.left_over)
            opener.opened += used
            run.closed += used
            for stack in openers.values():
                while stack and (stack[-1].start > opener.start or not stack[-1].left_over):
                    stack.pop()
        if run.opens and run.left_over:
            openers[run.mark].append(run)
    for run in runs:
        if run.opened:
            yield run.end - run.opened, run.end
        if run.closed:
            yield run.start, run.start + run.closed


def _opener(stack: list[Run], closer: Run) -> Run | None:
    for opener in stack[: -DEEPEST_SKIP - 1 : -1]:
        if opener.inside_word and closer.inside_word:
            continue  # 6*7*8 and a*b*c are products
        total = opener.end - opener.start + closer.end - closer.start
        threes = (opener.end - opener.start) % 3 == 0 and (closer.end - closer.start) % 3 == 0
        if (opener.closes or closer.opens) and total % 3 == 0 and not threes:
            continue
        return opener
    return None


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_soft(character: str) -> bool:
    """Whether emphasis may begin or end beside it: punctuation, and scripts that put no spaces."""
    return _is_punctuation(character) or is_unspaced(character)
