"""How soon the quick commands answer, and the processor time that a search and a reading add beyond the service."""

import sys
from pathlib import Path

from big_topic import make_topic, page_text, sentences_of
from box import running_box
from crash import project

from bench.measure import Environment, Row, paired, program, typical

NOTHING = [sys.executable, "-c", "pass"]


def quick_commands(folder: Path) -> dict[str, tuple[list[str], str, float]]:
    """Name -> words, standard input, bar; on a topic of three pages."""
    synthesis = make_topic(folder, 3, 9, 5000, "small")
    page = sorted((folder / "md/small/web").glob("[!_.]*.md"))[0]
    quote = sentences_of(page_text(0, 5000))[0]
    note = f'{{"source": "S01", "quotes": ["{quote}"]}}'
    return {
        "--help": (["--help"], "", 4),
        "note": (["note", "--topic", "small", "--json"], note, 8),
        "quote": (["quote", str(page)], quote, 8),
        "check": (["check", str(synthesis), "--json"], "", 8),
    }


def rows(base: Path, environment: Environment) -> list[Row]:
    """Start of the quick commands beside Python doing nothing; processor time of a search and of a reading."""
    folder = project(base / "start")
    found = []
    for name, (words, stdin, bar) in quick_commands(folder).items():
        ratio = paired([*program(folder), *words], NOTHING, environment, stdin)
        cost = f"{ratio.wall:.1f} × ({1000 * ratio.first.wall:.0f} ms, {ratio.first.memory:.0f} MB)"
        said = f"{cost}; by processor time {ratio.cpu:.1f} ×"
        where = "" if name == "--help" else " on a small topic"
        found.append(Row(f"`{name}`{where} / `python3 -c pass`", said, ratio.wall, bar, "×"))
    read = [*program(folder), "read", "--topic", "small", "--query", "what did the pump deliver?", "--json"]
    cost = typical(read, environment, runs=9)
    found.append(Row("processor time of `read`, three pages", f"{cost.cpu:.2f} s", cost.cpu, 0.35, "s"))
    return [*found, search_row(folder, environment)]


def search_row(folder: Path, environment: Environment) -> Row:
    """One query with ten hits."""
    with running_box() as (box, own):
        box.find("vacuum", *[f"http://93.184.216.{number}/" for number in range(10)])
        command = [*program(folder), "search", "vacuum", "--fresh", "--json", "--quiet"]
        cost = typical(command, environment | own, runs=9)
    return Row("processor time of `search`, one query", f"{cost.cpu:.2f} s, {cost.memory:.0f} MB", cost.cpu, 0.35, "s")
