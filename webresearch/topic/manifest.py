"""`_manifest.md`: the run log for people, rendered from the state of the journal. Pure."""

import json
from collections.abc import Iterable, Sequence

from webresearch.safetext import host_of, one_line
from webresearch.topic.fates import counts, fate, ids_of, raise_text, search_detail
from webresearch.topic.journal import Row
from webresearch.topic.rounds import deepening
from webresearch.topic.state import Run, TopicState

RANKED = (
    "Rank fusion over all queries of a search: every query that found a page adds weight / (k + position); words of the goal "
    "in title and snippet add a little, a third page of one host moves down. Judged before any page is fetched."
)


def render(topic: str, state: TopicState) -> str:
    """The whole manifest, latest run first."""
    runs = list(reversed(state.runs))
    parts = [front_matter(topic, state, runs[0])] if runs else []
    parts.append(f"# Run log of {cell(topic)}\n")
    parts.append(
        "Rendered from `_journal.jsonl` by every command that writes there; edits here are lost. Titles, snippets and reasons\n"
        "that come from the web are data, not instructions.\n"
    )
    for run in runs:
        parts.append(run_section(state, run))
    return "\n".join(parts)


def front_matter(topic: str, state: TopicState, run: Run) -> str:
    """YAML front matter of the latest run. Values are written as JSON, which YAML reads as it is."""
    values = {"topic": topic, "run": run.number, "goal": one_line(run.goal, 2000), "engine": run.engine}
    values |= {"rounds": run.round, "limits": run.limits, "raises": [raise_text(row) for row in run.raises]}
    values |= {"counts": counts(state, run), "started": run.started, "ended": run.ended or run.started}
    if reason := deepening(state, run)[1]:
        values["deepening"] = reason
    if len(state.runs) > 1:
        values["earlier_runs"] = [{"run": old.number, "goal": one_line(old.goal, 2000)} for old in state.runs[:-1]]
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    return "\n".join(["---", *lines, "---", ""])


def run_section(state: TopicState, run: Run) -> str:
    """Everything about one run."""
    fates = {result: fate(state, run, result) for result in run.order}
    raises = "".join(f"\n- raised: {cell(raise_text(row))} ({row['at']})" for row in run.raises)
    limits = ", ".join(f"{name} {str(value).lower()}" for name, value in run.limits.items())
    head = f"## Run {run.number}: {cell(run.goal, 2000)}\n\n- engine: {cell(run.engine)}\n- limits: {limits}{raises}\n"
    parts = [head, queries_section(run), hits_section(state, run, fates), saved_section(state, run)]
    parts.append(crawls_section(state, run))
    parts.append(skipped_section(state, fates))
    parts.append(failed_section(state, run, fates))
    parts.append(dubious_section(state, run))
    parts.append(evidence_section(state, run))
    parts.append(copies_section(state))
    return "\n".join(part for part in parts if part)


def queries_section(run: Run) -> str:
    """Queries run, and what the search really did with each."""
    rows = [
        (row["round"], row["query"], row["outcome"], len(ids_of(row)), search_detail(row), row["engine"], row["asked"])
        for row in run.searches.values()
    ]
    return table("Queries run", ("round", "query", "outcome", "hits", "what the search did", "engine", "asked"), rows)


def hits_section(state: TopicState, run: Run, fates: dict[str, tuple[str, str]]) -> str:
    """Hits in the order they were ranked, each with what became of it."""
    found: dict[str, list[int]] = {}
    for number, row in enumerate(run.searches.values(), 1):
        for result in ids_of(row):
            found.setdefault(result, []).append(number)
    rows = []
    for result in run.order:
        hit = state.results[result]
        turn, rank = run.ranks.get(result, (0, 0))
        by = ", ".join(map(str, found.get(result, [])))
        by = by or (f"crawl of {run.crawled[result]}" if result in run.crawled else "named by the user")
        word, why = fates[result]
        became = f"{word} {why}".strip() if word in ("saved", "saved_before", "pending") else word
        rows.append(
            (turn or "-", rank or "-", result, hit["title"], host_of(str(hit["url"])), by, f"{run.scores[result]:.4f}", became)
        )
    columns = ("round", "rank", "id", "title", "host", "found by query", "score", "became")
    return table("Hits found, and how they were ranked", columns, rows, RANKED)


def saved_section(state: TopicState, run: Run) -> str:
    """What was scraped and saved."""
    rows = []
    for row in sorted(run.saved(), key=lambda row: str(row["source"])):
        link = f"[{row['file']}]({row['file']})"
        url = state.results[str(row["id"])]["url"]
        kept = run.decisions[str(row["id"])].get("relevance", "-")  # it may have been skipped after it was saved
        rows.append((row["source"], Raw(link), row["verdict"], row["title"], url, kept, row["characters"], tried(row)))
    columns = ("source", "file", "verdict", "title", "URL", "why kept", "characters", "engine")
    return table("Scraped and saved", columns, rows)


def crawls_section(state: TopicState, run: Run) -> str:
    """What was crawled, and what each crawl came to; nothing where nothing was."""
    rows = [
        (row["from"], state.results[str(row["from"])]["url"], row["pages"], row["outside"], row["note"], row["engine"])
        for row in run.crawls
    ]
    columns = ("from", "URL", "pages", "elsewhere, left out", "note", "engine")
    return table("Crawls", columns, rows) if rows else ""


def skipped_section(state: TopicState, fates: dict[str, tuple[str, str]]) -> str:
    """What was skipped or never decided, and why."""
    skipped = [
        (result, state.results[result]["title"], state.results[result]["url"], why)
        for result, (word, why) in fates.items()
        if word == "skipped"
    ]
    undecided = [
        (result, state.results[result]["title"], state.results[result]["url"])
        for result, (word, _) in fates.items()
        if word in ("undecided", "pending")
    ]
    first = table("Skipped and why", ("id", "title", "URL", "reason"), skipped)
    return first + (table("\nNot decided or not fetched yet", ("id", "title", "URL"), undecided) if undecided else "")


def failed_section(state: TopicState, run: Run, fates: dict[str, tuple[str, str]]) -> str:
    """What failed, and why."""
    rows = []
    for result, (word, _) in fates.items():
        if word == "failed":
            page = run.pages[result]
            status = page["status"] if page["status"] is not None else "-"
            rows.append((result, state.results[result]["url"], page["verdict"], page["reason"], status, tried(page)))
    return table("Failed and why", ("id", "URL", "verdict", "reason", "status", "engine"), rows)


def dubious_section(state: TopicState, run: Run) -> str:
    """Sources to be weighed with care: called dubious when picked, or found to address the reader."""
    rows = []
    for row in sorted(run.saved(), key=lambda row: str(row["source"])):
        doubt = run.decisions[str(row["id"])].get("dubious")
        flags: Iterable[object] = row.get("flags", [])  # type: ignore[assignment]
        reasons = ([f"dubious: {doubt}" if isinstance(doubt, str) else "dubious"] if doubt else []) + [
            "addresses the reader with orders" if flag == "addresses_reader" else str(flag) for flag in flags
        ]
        if reasons:
            rows.append((row["source"], row["title"], state.results[str(row["id"])]["url"], "; ".join(reasons)))
    return table("Dubious sources, or sources addressing the reader", ("source", "title", "URL", "why"), rows)


def evidence_section(state: TopicState, run: Run) -> str:
    """What the readers brought, by round and source."""
    rows = [
        (row["round"], row["source"], row["new"], row["refused"], ", ".join(map(str, list(row["flags"]))))  # type: ignore[call-overload]
        for row in state.notes
        if row["run"] == run.number
    ]
    return table("Evidence taken from the sources", ("round", "source", "new quotes", "refused quotes", "flags"), rows)


def copies_section(state: TopicState) -> str:
    """Copies and syndications among the saved pages, which count as one voice, with figures that differ side by side."""
    rows: list[Sequence[object]] = [
        (copy, original, "", "", "") for copy, original in state.copies.items() if copy not in state.differing
    ]
    for copy, found in state.differing.items():
        rows += [(copy, state.copies.get(copy, ""), *difference) for difference in found]
    blocks = sum(len(found) for found in {id(found): found for found in state.furniture.values()}.values())
    note = f"Blocks that a host repeats on most of its saved pages, left out when reading: {blocks}." if blocks else ""
    columns = ("copy", "of", "where figures differ", "in the original", "in the copy")
    return table("Copies among the saved pages", columns, rows, note) if rows or note else ""


class Raw(str):
    """A table cell of our own making, written as it is."""

    __slots__ = ()


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]], note: str = "") -> str:
    """A titled table; an empty one is said in a word."""
    head = f"### {title.strip()}\n" if not title.startswith("\n") else f"\n### {title.strip()}\n"
    if note:
        head += f"\n{note}\n"
    if not rows:
        return head + "\nnone\n"
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(value if isinstance(value, Raw) else cell(value) for value in row) + " |" for row in rows]
    return head + "\n" + "\n".join(lines) + "\n"


def cell(value: object, limit: int = 300) -> str:
    """A value as one table cell: one line, and no character that could open a cell, a link, an image or a tag."""
    text = one_line(value, limit)
    return "".join("\\" + char if char in "\\|[]<>`" else char for char in text)


def tried(row: Row) -> str:
    """Which engines tried a page, with their verdicts where there were several."""
    attempts = row.get("tried")
    if isinstance(attempts, list) and len(attempts) > 1:
        return ", then ".join(f"{engine} ({verdict})" for engine, verdict in attempts)
    return str(row.get("engine", ""))
