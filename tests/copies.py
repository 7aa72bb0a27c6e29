"""Synthetic copies of pages, of the kinds that the web makes; run by itself it measures how well real ones are told apart.

usage: python tests/copies.py FOLDER      every *.md and *.txt file in FOLDER is a page, and no two of them may be copies

Prints for each kind of copy the recall and the lowest share of shingles, then the false positives among the pages
themselves with the highest shares, and the margin on both sides of the threshold.
Exit 1 unless recall is 1 and nothing is false.
"""

import random
import re
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from webresearch.ranking.duplicates import COPY, containment, copies

SYLLABLES = ["ka", "lo", "mi", "ren", "tu", "sa", "vel", "do", "qui", "nar", "pe", "shi", "bra", "fon", "ge", "zu"]
SYNONYMS = {
    "said": "stated",
    "also": "as well",
    "because": "since",
    "many": "numerous",
    "however": "yet",
    "use": "employ",
    "used": "employed",
    "show": "demonstrate",
    "large": "big",
    "may": "might",
    "such": "this kind",
    "must": "has to",
    "between": "among",
}


def trimmed(text: str, chance: random.Random) -> str:
    """The page cut to its first part, as aggregators do: whole paragraphs up to 30 to 60 per cent of its text."""
    kept: list[str] = []
    wanted = len(text) * chance.uniform(0.3, 0.6)
    for part in paragraphs(text):
        if sum(map(len, kept)) >= wanted:
            break
        kept.append(part)
    return "\n\n".join(kept)


def reordered(text: str, chance: random.Random) -> str:
    """The paragraphs in another order, a tenth of them lost."""
    parts = paragraphs(text)
    chance.shuffle(parts)
    return "\n\n".join(parts[: max(1, round(len(parts) * 0.9))])


def with_new_furniture(text: str, chance: random.Random) -> str:
    """The page on another site: its own menu, notices between the paragraphs and a long footer, a fifth of the page."""
    parts = paragraphs(text)
    budget = max(20, len(text.split()) // 5)
    menu = "\n".join(f"- [{name(chance)} {name(chance)}](/{name(chance)})" for _ in range(budget // 9))
    footer = " ".join(name(chance) for _ in range(budget // 3))
    every = max(1, len(parts) * 9 // budget)  # a third of the furniture stands between the paragraphs, three words at a time
    for place in range(len(parts), 0, -every):
        parts.insert(place, f"**{name(chance)} {name(chance)}:** {name(chance)}")
    return "\n\n".join([menu, *parts, footer])


def with_translated_quotes(text: str, chance: random.Random) -> str:
    """What stands in quotation marks, and every eighth sentence, in another language."""

    def translated(found: re.Match[str]) -> str:
        return '"' + " ".join(name(chance) for _ in found[1].split()) + '"'

    text = re.sub(r'["“]([^"“”\n]{10,400})["”]', translated, text)
    parts = re.split(r"(?<=[.!?。])(?=\s|[\u4e00-\u9fff])", text)
    return "".join(" ".join(name(chance) for _ in part.split()) + "." if chance.random() < 1 / 8 else part for part in parts)


def with_wire_edits(text: str, chance: random.Random) -> str:
    """An editor's hand: synonyms, one word in twenty-five changed or dropped, figures rounded, a new first paragraph."""
    words = re.split(r"(\s+)", text)
    for i in range(0, len(words), 2):
        bare = words[i].lower()
        if bare in SYNONYMS and chance.random() < 0.5:
            words[i] = SYNONYMS[bare]
        elif chance.random() < 1 / 25:
            words[i] = chance.choice(["", name(chance), re.sub(r"\d", "0", words[i])])
    return " ".join(name(chance) for _ in range(30)) + ".\n\n" + "".join(words)


def republished(text: str, chance: random.Random) -> str:
    """All at once, as a reworked agency report: cut, edited and dressed anew."""
    return with_new_furniture(with_wire_edits(trimmed(text, chance), chance), chance)


KINDS: dict[str, Callable[[str, random.Random], str]] = {
    "trimmed": trimmed,
    "reordered": reordered,
    "new furniture": with_new_furniture,
    "translated quotes": with_translated_quotes,
    "wire edits": with_wire_edits,
    "republished": republished,
}


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a page, or its lines where it has hardly any."""
    parts = [part for part in re.split(r"\n\s*\n", text) if part.strip()]
    return parts if len(parts) > 4 else [line for line in text.splitlines() if line.strip()]


def name(chance: random.Random) -> str:
    """A word that no page has."""
    return "".join(chance.choices(SYLLABLES, k=chance.randint(2, 4)))


def main(folder: str) -> int:
    """Measure over the pages of a folder and print; 1 when a copy is missed or a page is taken for one."""
    pages = {path.name: path.read_text("utf-8") for path in sorted(Path(folder).iterdir()) if path.suffix in (".md", ".txt")}
    missed = false = 0
    lowest = 1.0
    for kind, make in KINDS.items():
        made = {page: make(text, random.Random(f"{kind} {page}")) for page, text in pages.items()}
        found = copies(pages | {f"copy of {page}": text for page, text in made.items()})
        right = sum(found.get(f"copy of {page}") == page for page in pages)
        wrong = sum(found.get(f"copy of {page}", page) != page for page in pages)
        share, page = min((containment(pages[page], text), page) for page, text in made.items())
        print(f"{kind:20} recall {right / len(pages):.3f} of {len(pages)}  wrong {wrong}  lowest share {share:.3f} {page}")
        missed, false, lowest = missed + len(pages) - right, false + wrong, min(lowest, share)
    began = time.perf_counter()
    false += len(copies(pages))
    seconds = time.perf_counter() - began
    highest = sorted(
        ((containment(a, b), first, second) for (first, a), (second, b) in combinations(pages.items(), 2)), reverse=True
    )
    print(
        f"pages themselves     false positives {len(copies(pages))} of {len(highest)} pairs, {seconds:.2f} s; highest shares:"
    )
    print("".join(f"  {share:.3f}  {first}  {second}\n" for share, first, second in highest[:5]), end="")
    print(f"margin               {highest[0][0]:.3f} < {COPY} <= {lowest:.3f}")
    return 1 if missed or false else 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
