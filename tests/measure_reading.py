"""How much of the answer comes back within a token budget, beside the usual method; run by `make eval` where the data exist.

usage: measure_reading.py FOLDER [--pages odd|even] [--no-floors]

FOLDER holds `questions.jsonl` (one object a line: set, doc, question, evidence: [{text}]) and the pages that `doc` names.
Recall is the part of a question's evidence that stands in the excerpts, whole; it is averaged over questions, then over
sets, so that a large set does not hide a small one. Reduction is the part of the page that was not sent. Both are printed
for our reader and for TF-IDF cosine over paragraphs, best five in reading order, cut at the budget.
Exit status 1 when a floor is missed or a budget exceeded.
"""

import argparse
import json
import math
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from webresearch.reading.focus import focus

BUDGETS = (400, 800, 1600, 3200)
SEPARATOR = "\n\n---\n\n"
# Percent. Never lowered without a word in the changelog on why.
FLOORS = {"mean": 93.0, 800: 91.0}
Reader = Callable[[str, str, int], list[str]]


def ours(page: str, question: str, budget: int) -> list[str]:
    """Our reader; a table head is charged like text."""
    return ["\n".join(filter(None, (found.table_header, found.text))) for found in focus(page, [question], budget)]


def usual(page: str, question: str, budget: int) -> list[str]:
    """The usual method: TF-IDF cosine, five paragraphs, cut at the budget."""
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n|\n(?=#)", page) if part.strip()]
    counts = [Counter(words(part)) for part in paragraphs]
    found = Counter(word for count in counts for word in count)
    rarity = {word: math.log(len(paragraphs) / number) + 1 for word, number in found.items()}
    query = vector(Counter(words(question)), rarity)
    order = sorted(range(len(paragraphs)), key=lambda i: (-cosine(query, vector(counts[i], rarity)), i))[:5]
    return [SEPARATOR.join(paragraphs[i] for i in sorted(order))[: 4 * budget]]


def words(text: str) -> list[str]:
    """The words of a text in small letters."""
    return re.findall(r"\w+", text.lower())


def vector(count: Counter[str], rarity: dict[str, float]) -> dict[str, float]:
    """TF-IDF weights of one text."""
    total = sum(count.values()) or 1
    return {word: number / total * rarity[word] for word, number in count.items() if word in rarity}


def cosine(one: dict[str, float], other: dict[str, float]) -> float:
    """The cosine of two sparse vectors."""
    length = math.hypot(*one.values()) * math.hypot(*other.values())
    return sum(weight * other.get(word, 0.0) for word, weight in one.items()) / length if length else 0.0


def normal(text: str) -> str:
    """A text without link targets, Markdown marks and differences of white space."""
    return re.sub(r"\s+", " ", re.sub(r"[\\`*\[\]]", "", re.sub(r"\]\([^)\n]*\)", "]", text))).strip()


def measure(reader: Reader, questions: Sequence[dict], pages: dict[str, str]) -> dict:
    """Recall by set and budget, reduction by budget, answers over their budget, and milliseconds a call."""
    recall = defaultdict(list)
    reduction = defaultdict(list)
    over, begun = 0, time.perf_counter()
    for question in questions:
        page = pages[question["doc"]]
        for budget in BUDGETS:
            answer = reader(page, question["question"], budget)
            size = len(SEPARATOR.join(answer))
            sent = normal("\n".join(answer))
            over += size > 4 * budget
            recall[question["set"], budget].append(fmean(normal(part["text"]) in sent for part in question["evidence"]))
            reduction[budget].append(max(0.0, 1 - size / len(page)))
    sets = sorted({question["set"] for question in questions})
    return {
        "recall": {name: [100 * fmean(recall[name, budget]) for budget in BUDGETS] for name in sets},
        "reduction": [100 * fmean(reduction[budget]) for budget in BUDGETS],
        "over": over,
        "ms": 1000 * (time.perf_counter() - begun) / (len(BUDGETS) * len(questions)),
    }


def report(name: str, result: dict) -> list[float]:
    """Print one method's table; the mean recall of the sets at each budget."""
    print(f"\n{name:24} " + " ".join(f"{budget:>7}" for budget in BUDGETS) + "    mean")
    means = [fmean(values[i] for values in result["recall"].values()) for i in range(len(BUDGETS))]
    for label, row in [*result["recall"].items(), ("recall, all sets", means), ("reduction", result["reduction"])]:
        print(f"  {label:22} " + " ".join(f"{value:7.1f}" for value in row) + f" {fmean(row):7.1f}")
    print(f"  over budget {result['over']} · {result['ms']:.0f} ms a call")
    return means


def load(folder: Path, half: str) -> tuple[list[dict], dict[str, str]]:
    """Questions and pages; with a half only every other page of each set, in the order of their names."""
    questions = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    if half:
        docs = defaultdict(set)
        for question in questions:
            docs[question["set"]].add(question["doc"])
        kept = {doc for names in docs.values() for doc in sorted(names)[half == "odd" :: 2]}
        questions = [question for question in questions if question["doc"] in kept]
    return questions, {doc: (folder / doc).read_text("utf-8") for doc in {question["doc"] for question in questions}}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", choices=("odd", "even"), default="", help="only half of the pages")
    parser.add_argument("--no-floors", action="store_true", help="print only")
    options = parser.parse_args(arguments)
    questions, pages = load(options.folder, options.pages)
    print(f"{len(questions)} questions on {len(pages)} pages")
    report("TF-IDF cosine, top 5", measure(usual, questions, pages))
    result = measure(ours, questions, pages)
    means = report("read", result)
    missed = [f"over budget: {result['over']}"] if result["over"] else []
    for name, floor in FLOORS.items():
        value = fmean(means) if name == "mean" else means[BUDGETS.index(int(name))]
        if value < floor:
            missed.append(f"recall {name}: {value:.1f} < {floor}")
    print("\n" + ("floors hold" if not missed else "; ".join(missed)))
    return int(bool(missed) and not options.no_floors)


if __name__ == "__main__":
    sys.exit(main())
