"""Recall and reduction on the evaluation sets, beside the usual methods; nothing is measured where the sets are not."""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import fmean

from measure_reading import BUDGETS, load, measure, ours

from bench.measure import Row
from bench.peers import best_paragraphs

ROOT = Path(__file__).resolve().parent.parent.parent
PEERS = ROOT / "tests/bench/peers.py"
METHODS = {"this tool": "ours", "trafilatura": "trafilatura", "the whole page": "whole_page"}
WORDS = {"aeb": "news and blog articles", "wcxb": "seven types of pages", "docs": "documentation"}


def rows(data: Path) -> list[Row]:
    """Reading, then extraction. data: the folder of the sets."""
    if not data.is_dir():
        return [Row("recall and extraction", "not measured: the evaluation sets are not here")]
    return [*reading_rows(data / "reading/dev"), *extraction_rows(data / "extraction/score.py")]


def reading_rows(folder: Path) -> list[Row]:
    """The share of evidence that comes back whole at each budget, and the share of the page that is not sent."""
    questions, pages = load(folder, "")
    budgets = " / ".join(map(str, BUDGETS))
    found = []
    for name, reader in (("this tool", ours), ("TF-IDF cosine, five best paragraphs", best_paragraphs)):
        result = measure(reader, questions, pages)
        recalls = [fmean(values[place] for values in result["recall"].values()) for place in range(len(BUDGETS))]
        recall, reduction = (" / ".join(f"{value:.1f}" for value in values) for values in (recalls, result["reduction"]))
        said = f"recall {recall} (mean {fmean(recalls):.1f}), reduction {reduction} %"
        found.append(Row(f"reading, {len(questions)} questions, {budgets} tokens: {name}", said))
    return [*found, Row("reading: the whole page", "recall 100, reduction 0 %")]


def extraction_rows(script: Path) -> list[Row]:
    """F1 of each method on each set, and on documentation the structure kept."""
    return [
        Row(f"extraction, {words}: {name}", score(script, key, function))
        for key, words in WORDS.items()
        for name, function in METHODS.items()
    ]


def score(script: Path, key: str, function: str) -> str:
    """What the set's scorer says of a method, its own table's first line in words."""
    command = [sys.executable, str(script), "--set", key, "--module", f"{PEERS}:{function}"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    if done.returncode:
        return f"not measured: {done.stderr.strip()[-100:]}"
    result = json.loads(done.stdout.strip().splitlines()[-1])
    said = f"F1 {result['f1']:.3f} (precision {result['precision']:.3f}, recall {result['recall']:.3f})"
    structure = f", structure {result['structure']:.3f}" if "structure" in result else ""
    return f"{said}{structure}, {result['pages_per_cpu_s']:.0f} pages a second of processor"
