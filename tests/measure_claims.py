"""Measure the review of claims on rows `{id, page, claim, quote, expect[, mechanical]}`.

usage: python tests/measure_claims.py ROWS.jsonl ...
Prints one line a file, and one for each half of its pages: faulty rows listed, false alarms and the gap between them.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from webresearch.evidence.risk import review

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """The rows of a file, one JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def share(flags: Iterable[bool]) -> float:
    """The share of true ones, 0 for none at all."""
    found = list(flags)
    return sum(found) / len(found) if found else 0.0


def measure(part: Sequence[Row]) -> dict[str, float]:
    """Shares over rows: mechanical and other faults listed, right flag, false alarms, and the gap of first and last."""
    flags = [review(row["claim"], row["quote"]) for row in part]
    faulty = [(row, found) for row, found in zip(part, flags, strict=True) if row["expect"] != "ok"]
    alarms = share(bool(found) for row, found in zip(part, flags, strict=True) if row["expect"] == "ok")
    listed = share(bool(found) for row, found in faulty if row.get("mechanical", True))
    return {
        "rows": len(part),
        "listed_mechanical": round(listed, 3),
        "listed_other": round(share(bool(found) for row, found in faulty if not row.get("mechanical", True)), 3),
        "right_flag": round(share(row["expect"] in found for row, found in faulty), 3),
        "false_alarms": round(alarms, 3),
        "gap": round(listed - alarms, 3),
    }


def main(paths: Sequence[str]) -> int:
    """Print the measure of each file, whole and by halves of its pages."""
    for path in paths:
        all_rows = rows(Path(path))
        pages = sorted({row["page"] for row in all_rows})
        print(path, json.dumps(measure(all_rows)))
        for name, half in (("  first half of the pages", set(pages[::2])), ("  second half", set(pages[1::2]))):
            print(name, json.dumps(measure([row for row in all_rows if row["page"] in half])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
