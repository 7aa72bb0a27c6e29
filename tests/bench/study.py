"""What of a study of twelve pages reaches the main conversation, counted in the real client while a script plays the model.

usage: python tests/stack/run.py -- python tests/bench/study.py        prints one JSON object

Fixed scenario: twelve pages of 20,000 characters; eight quotes of at most 200 characters from each, or eight in all in the
quick tier. Counted: SKILL.md once, and every tool result of the main conversation, in characters / 4.
"""

import json
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from big_topic import page_text
from box import Answer, Box, hit, results, running_box
from client.run import ClientRun, run_client
from client.scripted_model import Actor, Blocks, Turn, bash, say, use

ROOT = Path(__file__).resolve().parent.parent.parent
WEB = ".venv/bin/python web.py"
GOAL = "what do the stations report about their pumps?"
SYNTHESIS = "md/stations/what-do-the-stations-report-about-their-pumps-synthesis.md"
PAGES, CHARACTERS, QUOTES, QUOTE = 12, 20_000, 8, 200
QUERIES = ("station pump reports", "pump delivery logs of stations", "criticism of station logs", "official pump statistics")
SNIPPET = 200  # characters; 203 in the mean of 308 recorded hits, whose titles have 35 and whose addresses 52
HITS, NEW = 10, 7  # hits a query, and how many of them no query before has found: engines overlap


def url_of(number: int) -> str:
    return f"https://reports-{number % 9}.example.org/stations/report-{number:03d}"


def script(box: Box) -> None:
    """Four queries of ten hits each, and the pages behind them."""
    for turn, query in enumerate(QUERIES):
        rows = []
        for number in range(turn * NEW, turn * NEW + HITS):
            words = page_text(number, 600).split("\n\n")[2]
            title = f"Report {number:03d} of the stations on pumps"
            rows.append(hit(url_of(number), title, words[:SNIPPET], engines=["one", "two"], positions=[1, 3]))
        box.searches[query] = results(query, *rows)
    for number in range(len(QUERIES) * NEW + HITS):
        box.pages[url_of(number)] = page(number)


def page(number: int) -> Answer:
    """A page as the scrape service gives it, its headings in the HTML."""
    markdown = page_text(number, CHARACTERS)
    parts = re.sub(r"^(?!#)(.+)$", r"<p>\1</p>", markdown, flags=re.MULTILINE)
    body = re.sub(r"^(#+) (.+)$", lambda found: f"<h{len(found[1])}>{found[2]}</h{len(found[1])}>", parts, flags=re.MULTILINE)
    html = f"<html lang=en><head><title>Report {number}</title></head><body><main>{body}</main></body></html>"
    metadata = {"title": f"Report {number}", "statusCode": 200, "sourceURL": url_of(number)}
    return Answer({"success": True, "data": {"markdown": markdown, "rawHtml": html, "metadata": metadata}})


def quotes_of(number: int) -> list[str]:
    """Eight quotes of a page, each the beginning of a paragraph."""
    paragraphs = [part for part in page_text(number, CHARACTERS).split("\n\n") if not part.startswith("#")]
    return [shortened(paragraphs[place * len(paragraphs) // QUOTES]) for place in range(QUOTES)]


def shortened(text: str) -> str:
    """At most 200 characters of whole words."""
    return text[: text.rindex(" ", 0, QUOTE + 1)]


def heredoc(command: str, text: str) -> Blocks:
    return bash(f"{WEB} {command} <<'EOF'\n{text}\nEOF")


def answer_of(texts: list[str], command: str) -> dict:
    """The last answer of a command."""
    return json.loads([text for text in texts if text.startswith(f'{{"command":"{command}"')][-1])


def pick(texts: list[str]) -> Blocks:
    """Save the first twelve hits."""
    kept = [row["id"] for row in answer_of(texts, "search")["results"]][:PAGES]
    lines = [f"- id: {name}\n  relevance: a station's own report, names amounts and years" for name in kept]
    return heredoc("scrape --topic stations --json --picks -", "\n".join([*lines, "- rest: repeats of the above"]))


def sources(texts: list[str]) -> list[tuple[str, str, int]]:
    """Source id, file and number of each saved page."""
    rows = [row for row in answer_of(texts, "scrape")["pages"] if row.get("source")]
    return [(row["source"], row["file"], int(row["file"].split("-")[1])) for row in rows]


def readers(texts: list[str]) -> Blocks:
    """One reader for each saved page."""
    calls: Blocks = []
    for _, file, _ in sources(texts):
        prompt = f"md/stations/web/{file}\nGoal: {GOAL}"
        calls += use("Agent", subagent_type="page-reader", description="read one page", prompt=prompt)
    return calls


def note_all(texts: list[str]) -> Blocks:
    """Eight quotes of each page through the gate."""
    notes = [{"source": source, "quotes": quotes_of(number)} for source, _, number in sources(texts)]
    return heredoc("note --topic stations --json", json.dumps(notes))


def note_passages(texts: list[str]) -> Blocks:
    """Eight quotes out of the passages that were read."""
    return heredoc("note --topic stations --json", json.dumps(passages(texts)))


def passages(texts: list[str]) -> list[dict]:
    """Notes of eight quotes, the beginnings of paragraphs among the passages that were read."""
    notes: dict[str, list[str]] = {}
    for row in answer_of(texts, "read")["excerpts"]:
        for part in row["text"].split("\n\n"):
            if len(part) > QUOTE and not part.startswith("#") and sum(map(len, notes.values())) < QUOTES:
                notes.setdefault(row["source"], []).append(shortened(part))
    assert sum(map(len, notes.values())) == QUOTES
    return [{"source": source, "quotes": quotes} for source, quotes in notes.items()]


def write(project: Path) -> Callable[[list[str]], Blocks]:
    """A synthesis of eight sentences, each with one quote's words and its mark."""

    def turn(texts: list[str]) -> Blocks:
        if any(text.startswith('{"command":"evidence"') for text in texts):
            cited = [(row["id"], row["quote"]) for row in answer_of(texts, "evidence")["evidence"][:QUOTES]]
        else:
            quotes = [quote for note in passages(texts) for quote in note["quotes"]]
            cited = list(zip(answer_of(texts, "note")["accepted"], quotes, strict=True))
        lines = [f"{quote.split('. ')[0].rstrip('.')}.[^{identity}]" for identity, quote in cited]
        return use("Write", file_path=str(project / SYNTHESIS), content="# What the stations report\n\n" + "\n\n".join(lines))

    return turn


def more(texts: list[str]) -> Blocks:
    """The rest of the evidence, by the call that the answer names."""
    return bash(f".venv/bin/python {answer_of(texts, 'evidence')['left_out']['next']}")


def beginning(queries: int, most: str = "") -> list[Turn]:
    search = heredoc(f"search --topic stations{most} --json -", "\n".join(QUERIES[:queries]))
    return [heredoc("begin --topic stations --json --goal -", GOAL), search, pick]


def ending(project: Path, *evidence: Turn) -> list[Turn]:
    calls = [bash(f"{WEB} {command} {SYNTHESIS} --json") for command in ("check", "finish")]
    return [say("Shall I go on?"), *evidence, write(project), *calls, say("Done.")]


STATUS = bash(f"{WEB} status --topic stations --json")
EVIDENCE = bash(f"{WEB} evidence --topic stations --json")


def quick(project: Path) -> list[Actor]:
    """Two queries, no readers, the passages that answer, eight quotes."""
    tiers = use("Read", file_path=str(project / ".claude/skills/research/references/tiers.md"))
    read = heredoc("read --topic stations --budget 2000 --json --query -", "how much did the pump deliver in 1990?")
    return [Actor("main", [*beginning(2, " --max 10"), tiers, read, note_passages, *ending(project)])]


def reader(project: Path, number: int) -> Actor:
    """The reader of one page: it opens the file and answers with eight quotes."""

    def look(_: list[str]) -> Blocks:
        (path,) = project.glob(f"md/stations/web/report-{number:03d}-*.md")
        return use("Read", file_path=str(path))

    answer = say(json.dumps({"quotes": quotes_of(number), "flags": []}))
    return Actor(f"reader {number}", [look, answer], "You read one saved web page", f"web/report-{number:03d}-")


def study(project: Path) -> list[Actor]:
    """Four queries, a reader for each page, eight quotes from each."""
    everyone = [reader(project, number) for number in range(len(QUERIES) * NEW + HITS)]
    return [*everyone, Actor("main", [*beginning(4), readers, STATUS, *ending(project, EVIDENCE, more)])]


def whole(project: Path) -> list[Actor]:
    """Four queries, every page opened in the main conversation, eight quotes from each."""

    def open_all(texts: list[str]) -> Blocks:
        files = [str(project / "md/stations/web" / file) for _, file, _ in sources(texts)]
        return [block for file in files for block in use("Read", file_path=file)]

    return [Actor("main", [*beginning(4), open_all, note_all, STATUS, *ending(project, EVIDENCE, more)])]


TIERS: dict[str, Callable[[Path], list[Actor]]] = {"quick": quick, "readers": study, "whole pages": whole}


def project_at(folder: Path) -> Path:
    """The project as a user has it, with no topics yet."""
    shutil.copytree(ROOT / ".claude", folder / ".claude")
    shutil.copy(ROOT / "web.py", folder / "web.py")
    for name in ("webresearch", ".venv"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "md").mkdir()
    return folder


def run_tier(play: Callable[[Path], list[Actor]]) -> ClientRun:
    """One tier in the real client, on a project of its own."""
    with running_box() as (box, variables), tempfile.TemporaryDirectory() as temporary:
        script(box)
        project = project_at(Path(temporary) / "project")
        environment = {**variables, "XDG_CACHE_HOME": f"{temporary}/cache"}
        prompts = [f"/research {GOAL} --topic stations", "Go on."]
        run = run_client(project, play(project), prompts, share_net=True, environment=environment, seconds=300)
        bad = [result.text[:300] for result in run.tool_results if result.failed or result.refused]
        if bad or not (project / SYNTHESIS).is_file() or ']: "' not in (project / SYNTHESIS).read_text():
            raise SystemExit(f"the study did not come to its end: {bad} {[one.text[:300] for one in run.tool_results][-2:]}")
        return run


def name_of(tool: str, given: dict) -> str:
    """What a tool call was: the command of web.py, or the tool."""
    found = re.search(r"web\.py ([a-z]+)", str(given.get("command", "")))
    return found[1] if found else tool


def counted(run: ClientRun) -> dict[str, int]:
    """Tokens by what brought them, and in all."""
    sizes = Counter({"SKILL.md": len((ROOT / ".claude/skills/research/SKILL.md").read_text())})
    for result in run.tool_results:
        sizes[name_of(result.tool, result.given)] += len(result.text)
    tokens = {name: round(size / 4) for name, size in sizes.most_common()}
    return {"all": round(sum(sizes.values()) / 4), **tokens}


def main() -> int:
    print(json.dumps({name: counted(run_tier(play)) for name, play in TIERS.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
