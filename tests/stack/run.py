"""Runs a command beside a real SearXNG, a real scrape engine and real pages, in a network of its own.

    python tests/stack/run.py [--searx 2025|2026] [--json off] [--sites FOLDER] [--life SECONDS] -- COMMAND

The exit status is the command's own; 77 where this machine cannot give the stack, with the reason in one line; 124 where
the command took longer than its time. Everything ends with the command. See README.md.
"""

import argparse
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # run as a file, this one knows nothing of its neighbours

from stack import inside, namespace, packages, searxng  # noqa: E402

UNAVAILABLE = 77  # what automake's test runner calls a skipped test


def arguments(words: list[str]) -> argparse.Namespace:
    """The command line, with the words after `--` as `command`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searx", choices=searxng.GENERATIONS, default="2026", help="which SearXNG listens (2026)")
    parser.add_argument("--json", choices=("on", "off"), default="on", help="off: SearXNG's own default, JSON refused")
    parser.add_argument("--sites", action="append", default=[], help="a folder of further hosts, each a folder of HTML pages")
    parser.add_argument("--life", type=float, default=900, help="seconds the command may take (900)")
    if "--" not in words or words[-1] == "--":
        parser.error("the command to run is missing: run.py [options] -- COMMAND")
    parted = words.index("--")
    return parser.parse_args(words[:parted], argparse.Namespace(command=words[parted + 1 :]))


def install(wanted: str) -> list[str]:
    """Have everything in the cache; the generations of SearXNG that are there.

    wanted: the generation that has to be; the other one is for tests that start a second server.
    """
    with ThreadPoolExecutor(3) as pool:
        engine = pool.submit(packages.scrape_engine)
        environments = {name: pool.submit(packages.searxng_python, name) for name in searxng.GENERATIONS}
    engine.result()
    environments[wanted].result()
    return [name for name, future in environments.items() if future.exception() is None]


def run(given: argparse.Namespace) -> int:
    """Install, enter the namespace, run the command there; its exit status."""
    enter = namespace.entering()
    available = install(given.searx)
    folder = Path(tempfile.mkdtemp(prefix="web-research-stack-"))
    plan = inside.Plan(str(folder), given.searx, given.json == "on", available, given.sites, given.life, given.command)
    command = [*enter, sys.executable, inside.__file__, json.dumps(asdict(plan))]
    try:
        return subprocess.run(command).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    """Run; tell a machine that cannot from a command that failed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that `finally` happens
    try:
        return run(arguments(sys.argv[1:]))
    except packages.Unavailable as reason:
        print(f"stack: not available here: {reason}", file=sys.stderr)
        return UNAVAILABLE
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
