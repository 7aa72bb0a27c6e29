"""Table rows (GFM): which lines are rows, and where their cells are."""

from collections.abc import Iterator

from webresearch.patterns import pattern

# The line under the head of a table.
TABLE_RULE = pattern(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t\r\n]*\Z")
PIPE = pattern(r"(?<!\\)(\\*+)\|")
MOST_CELLS = 1000  # of one row; a line with more is a drawing or a flood


def is_row(text: str, start: int, end: int, above: tuple[int, int] | None) -> bool:
    """Whether text[start:end] belongs to a table: it stands between pipes, or is the rule under a head.

    above: the span of the line before when that is text of a paragraph. GFM wants a rule in every table, which not
    every converter writes.
    """
    if text.count("|", start, end) > MOST_CELLS:
        return False
    line = text[start:end].rstrip()
    if len(line) > 2 and line[0] == line[-1] == "|":
        return True
    if above is None or not TABLE_RULE.match(line) or not 0 < len(_pipes(text, *above)) <= MOST_CELLS:
        return False
    return sum(1 for _ in cells(text, *above)) == sum(1 for _ in cells(text, start, end))


def cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The spans of the cells of a row; pipes at its ends begin and end no cell."""
    pipes = _pipes(text, start, end)
    if pipes and not text[start : pipes[0]].strip():
        start = pipes.pop(0) + 1
    for pipe in pipes:
        yield start, pipe
        start = pipe + 1
    if text[start:end].strip():
        yield start, end


def _pipes(text: str, start: int, end: int) -> list[int]:
    return [match.end() - 1 for match in PIPE.finditer(text, start, end) if len(match[1]) % 2 == 0]
