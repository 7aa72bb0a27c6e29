"""Kill the main job at random instants, run it again, and compare with an undisturbed run.

usage: python tests/crash.py [--kills 30] [--seed N] [--services]      one JSON line; exit 1 when anything was torn or lost

The job is begin, a search of five queries, a scrape of twelve picks and status, as processes of their own, against the
scripted box on loopback. Page addresses are public IPv4 literals: no name is resolved and nothing but the box is dialled.
With --services it runs against the configured services instead, e.g. inside `python tests/stack/run.py -- ...`.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from box import LONG_TEXT, Box, running_box, scraped

ROOT = Path(__file__).resolve().parent.parent
QUERIES = [f"query {number}" for number in range(5)]
URLS = [f"http://93.184.{host}.77/page-{number}" for host in range(6) for number in range(4)]
PICKS = json.dumps(
    [*[{"id": f"R{number:03d}", "relevance": f"reason {number}"} for number in range(1, 13)], {"rest": "not needed"}]
)
REAL_QUERIES = ["heap queue", "regular expressions", "json encoder", "demon hierarchy", "temporary files"]


def commands(queries: list[str]) -> list[tuple[list[str], str]]:
    """The job: what is called, and what it reads on stdin."""
    return [
        (["begin", "--topic", "t", "--goal", "what survives?"], ""),
        (["search", "--topic", "t", "-"], "\n".join(queries)),
        (["scrape", "--topic", "t", "--picks", "-"], PICKS),
        (["status", "--topic", "t"], ""),
    ]


TIME = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def script(box: Box) -> None:
    """What the box answers: twenty-four pages, found by five queries, each taking a moment."""
    for number, query in enumerate(QUERIES):
        box.find(query, *URLS[number * 4 : number * 4 + 8])
    for url in URLS:
        box.pages[url] = scraped(url, f"{LONG_TEXT} {url}", title=f"Title of {url[-8:]}")
        box.pages[url].wait = 0.05


def project(folder: Path) -> Path:
    """A project folder whose web.py is a link to the real one, with an md/ of its own."""
    (folder / "md").mkdir(parents=True)
    (folder / "web.py").symlink_to(ROOT / "web.py")
    return folder


def job(folder: Path, environment: dict[str, str], queries: list[str], kill_after: float | None = None) -> float:
    """Run the commands one after another; kill the one that runs after that many seconds. Returns the seconds it took."""
    began = time.monotonic()
    for argv, stdin in commands(queries):
        command = [sys.executable, str(folder / "web.py"), *argv, "--quiet"]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=folder,
            text=True,
        )
        try:
            left = None if kill_after is None else max(0.0, began + kill_after - time.monotonic())
            _, error = process.communicate(stdin, timeout=left if left is not None else 120)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            return time.monotonic() - began
        if process.returncode != 0:
            raise SystemExit(f"{argv[0]} ended with {process.returncode}: {error}")
    return time.monotonic() - began


def files(folder: Path) -> dict[str, str]:
    """The topic's files by name, times taken out; what no reader would see (lock, journal) left out."""
    web = folder / "md" / "t" / "web"
    return {path.name: TIME.sub("TIME", path.read_text()) for path in web.glob("*.md")} if web.is_dir() else {}


def saved(folder: Path) -> list[str]:
    """The URLs of pages that are saved and journalled."""
    path = folder / "md" / "t" / "web" / "_journal.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")] if path.exists() else []
    return [row["url"] for row in rows if row["kind"] == "page"]


def measure(kills: int, seed: int) -> dict[str, int | float]:
    """All kills against the scripted box."""
    with running_box() as (box, own):
        script(box)
        return measure_on(own, QUERIES, kills, seed)


def measure_on(own: dict[str, str], queries: list[str], kills: int, seed: int) -> dict[str, int | float]:
    """All kills; what must be zero is counted. own: the variables that point at the services."""
    chance = random.Random(seed)
    wrong = {"torn": 0, "unequal": 0, "fetched_again": 0, "journal_bad": 0}
    kept = 0
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        environment = {**os.environ, **own, "XDG_CACHE_HOME": str(base / "cache")}
        whole = project(base / "whole")
        seconds = job(whole, environment, queries)
        expected = files(whole)
        for number in range(kills):
            shutil.rmtree(base / "cache", ignore_errors=True)
            folder = project(base / str(number))
            job(folder, environment, queries, chance.uniform(0.02, seconds))
            wrong["torn"] += sum(text != expected.get(name) for name, text in files(folder).items() if not name.startswith("_"))
            kept += len(saved(folder))
            job(folder, environment, queries)
            urls = saved(folder)
            wrong["fetched_again"] += len(urls) - len(set(urls))
            wrong["unequal"] += files(folder) != expected
            journal = (folder / "md/t/web/_journal.jsonl").read_bytes().splitlines()
            wrong["journal_bad"] += any(not line.endswith(b"}") for line in journal)
    return {"kills": kills, "job_seconds": round(seconds, 2), "pages_saved_before_the_kill": kept, **wrong}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=random.randrange(10_000))
    parser.add_argument("--services", action="store_true", help="the configured services in place of the scripted box")
    args = parser.parse_args()
    done = measure_on({}, REAL_QUERIES, args.kills, args.seed) if args.services else measure(args.kills, args.seed)
    result = done | {"seed": args.seed}
    print(json.dumps(result))
    return int(any(result[name] for name in ("torn", "unequal", "fetched_again", "journal_bad")))


if __name__ == "__main__":
    sys.exit(main())
