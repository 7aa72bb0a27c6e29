"""The tokens of a whole study, measured by bench/study.py inside the stack, beside what is reported of the built-in one."""

import json
import subprocess
import sys
from pathlib import Path

from bench.measure import Row

TESTS = Path(__file__).resolve().parent.parent
BARS = {"quick": 8_000, "readers": 25_000}
NAMES = {
    "quick": "quick tier: two queries, `read --budget 2000`, eight quotes",
    "readers": "reader tier: four queries, twelve readers, 96 quotes",
    "whole pages": "every page opened whole, 96 quotes",
}
BUILT_IN = Row("the client's built-in deep research", "700,000 to 4,300,000, as its users report; not measured here")


def rows() -> list[Row]:
    """Tokens that reach the main conversation, by tier."""
    command = [sys.executable, str(TESTS / "stack/run.py"), "--", sys.executable, str(TESTS / "bench/study.py")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        said = f"not measured: {(done.stderr.strip() or 'no reason given').splitlines()[-1][:120]}"
        return [Row(name, said, None, BARS.get(tier), "tokens") for tier, name in NAMES.items()]
    found = []
    for tier, tokens in json.loads(done.stdout.strip().splitlines()[-1]).items():
        total = tokens.pop("all")
        parts = ", ".join(f"{name} {count:,}" for name, count in list(tokens.items())[:5])
        found.append(Row(NAMES[tier], f"{total:,} ({parts}, …)", total, BARS.get(tier), "tokens"))
    return [*found, BUILT_IN]
