"""A synthesis as text: its citation marks by sentence, the generated block of footnotes, and the stamp. Pure.

The block and the stamp stand between HTML comments, which no rendering shows. Everything outside of them is the writer's
and is never touched.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from webresearch.evidence.gate.rows import TABLE_RULE
from webresearch.patterns import pattern

BEGIN = "<!-- footnotes: written by web.py finish, do not edit -->"
END = "<!-- end of footnotes -->"
STAMP = pattern(r"<!-- stamp: sha256 ([0-9a-f]{64}) -->\n?\Z")
STAMP_LINE = pattern(r"<!-- stamp: sha256 [0-9a-f]{64} -->\n?")
# Only a block that holds nothing but generated definitions is ever taken out of a text.
BLOCK = pattern(r"(?:\n\n)?" + re.escape(BEGIN) + r"\n(?:\[\^E[0-9]+\]: [^\n]*\n)*" + re.escape(END) + r"\n")
ANY_MARK = pattern(r"\[\^([^\]\n]{1,300})\]")
DEFINITION = pattern(r"^[ ]{0,3}\[\^[^\]\n]{1,300}\]:", re.MULTILINE)
EVIDENCE = pattern(r"E[0-9]{3,6}")
# A sentence ends at . ! ? or the like, with closing quotes and citation marks, before white space and what may begin one.
SENTENCE_END = pattern(r"[.!?…。！？]+[\"'”’»)\]]*(?:\s*\[\^[^\]\n]{1,300}\])*(?=\s+[^\sa-z]|\s*$)|[。！？]")
PLAIN_LINE = pattern(r"^\s*(?:#{1,6}\s|\||```|~~~|---+\s*$)")
LIST_MARK = pattern(r"\s*(?:>\s*)*(?:(?:[-*+]|[0-9]+[.)])\s+)?")
ABBREVIATION = pattern(r"(?:\b(?:e\.g|i\.e|cf|vs|etc|approx|Dr|Mr|Ms|Mrs|Prof|St|No|Fig|Eq|pp?|vol|ed|al)|\b[A-Z])\.\Z")


class Sentence(NamedTuple):
    """One sentence of a synthesis with the evidence ids it cites. start: offset in the writer's text."""

    text: str
    start: int
    cites: tuple[str, ...]


def parts(text: str) -> tuple[str, str, str]:
    """The writer's text, the generated block ("" when there is none) and the stamp's hash ("" likewise)."""
    stamp = STAMP.search(text)
    body = STAMP_LINE.sub("", text)
    block = BLOCK.search(body)
    return BLOCK.sub("", body), block[0] if block else "", stamp[1] if stamp else ""


def stamped(body: str, block: str) -> str:
    """The writer's text with its block of footnotes and a stamp over both."""
    whole = body + block
    return f"{whole}<!-- stamp: sha256 {digest(whole)} -->\n"


def stamp_state(text: str) -> str:
    """`valid` where the text is what was stamped, `void` where it was edited since, `none` where it was never finished.

    A block of footnotes without its stamp was edited.
    """
    found = STAMP.search(text)
    if found is None:
        return "void" if BEGIN in text else "none"
    return "valid" if digest(text[: found.start()]) == found[1] else "void"


def digest(text: str) -> str:
    """The sha256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def block_of(definitions: Sequence[str]) -> str:
    """The generated block for these footnote definitions."""
    return "\n\n" + "\n".join([BEGIN, *definitions, END]) + "\n"


def marks(text: str) -> list[str]:
    """The labels of all footnote marks in a text, each once, in the order of first mention; definitions are none."""
    defined = {match.end() for match in DEFINITION.finditer(text)}
    return list(dict.fromkeys(match[1] for match in ANY_MARK.finditer(text) if match.end() + 1 not in defined))


def own_definitions(text: str) -> list[str]:
    """Footnote definitions that the writer made: the label of each."""
    return [match[0].strip()[2:-2] for match in DEFINITION.finditer(text)]


def sentences(text: str) -> list[Sentence]:
    """The sentences of the writer's prose: no headings, tables, fences or definitions, which state nothing by themselves."""
    found = []
    fenced = False
    position = 0
    for paragraph in re.split(r"(\n[ \t]*\n)", text):
        if re.match(r"\s*(?:```|~~~)", paragraph) or fenced:
            fenced = (len(re.findall(r"^\s*(?:```|~~~)", paragraph, re.MULTILINE)) % 2 == 1) != fenced
        else:
            found += paragraph_sentences(paragraph, position)
        position += len(paragraph)
    return found


def paragraph_sentences(paragraph: str, offset: int) -> list[Sentence]:
    """The sentences of one paragraph, list item by list item and table row by table row; the head of a table is none."""
    found: list[Sentence] = []
    if head := table_head(paragraph):
        found = paragraph_sentences(paragraph[: head[0]], offset)
        for row in re.finditer(r"[^\n]+", paragraph[head[1] :]):
            found += paragraph_sentences(row[0], offset + head[1] + row.start())
        return found
    for item in re.finditer(r"(?:^|\n)(?:[^\n]*)(?:\n(?![ \t]*(?:[-*+]|[0-9]+[.)])\s|[ \t]*[|#])[^\n]*)*", paragraph):
        text = item[0]
        if PLAIN_LINE.match(text.lstrip("\n")) and not text.lstrip().startswith("|"):
            continue
        begin = LIST_MARK.match(text).end()  # type: ignore[union-attr]
        for start, end in ((begin + one, begin + other) for one, other in spans(text[begin:])):
            piece = text[start:end]
            clean = ANY_MARK.sub("", piece).strip()
            cites = tuple(label for label in marks(piece) if EVIDENCE.fullmatch(label))
            if re.search(r"\w", clean) or cites:
                found.append(
                    Sentence(re.sub(r"\s+(?=[.,;:!?])", "", " ".join(clean.split())), offset + item.start() + start, cites)
                )
    return found


def table_head(paragraph: str) -> tuple[int, int] | None:
    """Where the names of a table's columns begin, and where the rule under them ends; None where no table begins."""
    start, above = 0, ""
    for line in paragraph.splitlines(keepends=True):
        if "|" in above and "|" in line and TABLE_RULE.match(line):
            return start - len(above), start + len(line)
        start, above = start + len(line), line
    return None


def spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end."""
    found, start = [], 0
    for match in SENTENCE_END.finditer(text):
        before = text[start : match.start() + 1]
        if ABBREVIATION.search(before[-12:]) and match[0].rstrip() == ".":
            continue
        found.append((start, match.end()))
        start = match.end()
    if text[start:].strip():
        found.append((start, len(text)))
    return found
