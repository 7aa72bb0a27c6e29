"""The evaluation sets, where they are: recall, extraction, hard pages, quotes, claims, URL keys, hostile pages, address guard.

usage: python tests/evaluate.py [NAME...]      DATA names the folder of the sets; without it nothing is measured

Each line names a set, how it is asked, and a floor. A floor is what was reached when it was written, less the noise of the
measure; it is raised when a figure rises and never lowered without a word in the commit.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
WEB = f"{PYTHON} {ROOT / 'web.py'}"

# name -> arguments of the set's score.py (relative to its folder), and the floor as its --floor takes it
SETS: dict[str, list[str]] = {
    "urls": ["urls/score.py", "--module", f"{ROOT}/webresearch/ranking/urls.py:key", "--floor", "0.95", "--false-merges", "1"],
    "ssrf": ["ssrf/score.py", "--cmd", f"{WEB} scrape {{url}} --engine embedded", "--floor", "1"],
    "ssrf-service": ["ssrf/score.py", "--cmd", f"{WEB} scrape {{url}}", "--service", "10.10.20.37:3002", "--floor", "1"],
    "injection": ["injection/score.py", "--module", f"{ROOT}/tests/injection_adapter.py:adapt", "--floor", "1"],
    "injection-commands": [
        "injection/score.py",
        *("--cmd", f"{WEB} convert {{file}} --url {{url}}"),
        *("--scrape-cmd", f"{WEB} scrape {{url}} --out {{out}}"),
        *("--search-cmd", f"{WEB} search {{query}}"),
        *("--floor", "1"),
    ],
    "encodings": ["encodings/score.py", "--cmd", f"{WEB} convert {{file}} --url {{url}}", "--floor", "1"],
    "aeb": ["extraction/score.py", "--set", "aeb", "--cmd", f"{WEB} convert {{file}} --url {{url}}", "--floor", "0.955"],
    "wcxb": ["extraction/score.py", "--set", "wcxb", "--cmd", f"{WEB} convert {{file}} --url {{url}}", "--floor", "0.83"],
    "docs": ["extraction/score.py", "--set", "docs", "--cmd", f"{WEB} convert {{file}} --url {{url}}", "--floor", "0.985"],
    "reading": ["reading/score.py", "--module", f"{ROOT}/tests/measure_reading.py:ours", "--floor", "93"],
    "quotes": ["quotes/score.py", "quotes/quotes.jsonl", f"{ROOT}/webresearch/evidence/quotes.py:stands"],
    "quotes-hard": ["quotes/score.py", "quotes/hard.jsonl", f"{ROOT}/webresearch/evidence/quotes.py:stands"],
    "claims": ["claims/score.py", "claims/hand.jsonl", f"{ROOT}/webresearch/evidence/risk.py:review"],
}
QUOTE_BARS = {"quotes": 99.5, "quotes-hard": 98.0}  # percent right, at no false accept
CLAIMS_BAR = 0.75  # share of mechanical faults listed, less the share of sound sentences listed


def main(names: list[str]) -> int:
    """Run the named sets, or all of them; exit 1 when one is below its floor."""
    data = Path(os.environ.get("DATA", ""))
    if not os.environ.get("DATA") or not data.is_dir():
        print(f"no evaluation sets at {data}: nothing was measured (set DATA to their folder)")
        return 0
    below = []
    for name in names or SETS:
        script, *arguments = SETS[name]
        arguments = [str(data / part) if part.startswith(("quotes/", "claims/")) else part for part in arguments]
        print(f"\n== {name}", flush=True)
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [PYTHON, str(data / script), *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        lines = done.stdout.strip().splitlines()
        print("\n".join(lines[-12:]) or done.stderr[-500:])
        if done.returncode or not passed(name, lines):
            below.append(name)
    print(json.dumps({"below_floor": below}))
    return int(bool(below))


def passed(name: str, lines: list[str]) -> bool:
    """The bars of scorers that take no floor: no false accept at all, and the share that is right."""
    last = lines[-1] if lines else ""
    if name in QUOTE_BARS:
        found = re.search(r"accuracy ([0-9.]+)%  false accepts ([0-9]+)/", last)
        return bool(found and float(found[1]) >= QUOTE_BARS[name] and found[2] == "0")
    if name == "claims":
        result = json.loads(last)
        return float(result["listed_mechanical"]) - float(result["false_alarms"]) >= CLAIMS_BAR
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
