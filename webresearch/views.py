"""What people and programs see: JSON answers within their bound, compact lists, errors and progress."""

import json
import shutil
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from webresearch.errors import NothingFound, ResearchError, UsageError
from webresearch.models import FailedPage, Page, RankedResult
from webresearch.pipeline.run import Begun
from webresearch.pipeline.scrape import PicksReport
from webresearch.pipeline.search import SearchReport
from webresearch.safetext import one_line
from webresearch.topic.manifest import counts
from webresearch.topic.names import goal_slug

Document = dict[str, object]


def to_json(document: Document) -> str:
    """One JSON object on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def bounded(document: Document, name: str, limit: int, next_call: Callable[[Document], str]) -> Document:
    """The document with its list `name` shortened until the JSON has at most `limit` characters.

    What was left out is said under `left_out`, with the call that gets it; next_call makes it from the last item shown.
    """
    items: list[Document] = document[name]  # type: ignore[assignment]
    if len(to_json(document)) <= limit:
        return document
    room = limit - len(to_json({**document, name: []})) - 400  # left_out itself
    kept: list[Document] = []
    for item in items:
        room -= len(to_json(item)) + 1
        if room < 0 and kept:
            break
        kept.append(item)
    left = {"count": len(items) - len(kept), "next": next_call(kept[-1])}
    return {**document, name: kept, "left_out": left}


def after(items: list[Document], identity: str | None) -> list[Document]:
    """The items behind the one with that id; all where no id was given or it is not among them."""
    places = [number for number, item in enumerate(items) if item.get("id") == identity]
    return items[places[0] + 1 :] if places else items


def search_document(report: SearchReport) -> Document:
    """A search as JSON."""
    where: Document = {"topic": report.topic, "run": report.run, "round": report.round} if report.topic else {}
    searches = []
    for answer in report.answers:
        row: Document = {"query": answer.query, "outcome": answer.outcome, "hits": len(answer.results)}
        if answer.understood and answer.outcome == "syntax_eaten":
            row["understood"] = answer.understood
        if answer.failed_engines:
            row["failed_engines"] = [list(pair) for pair in answer.failed_engines]
        if answer.note:
            row["note"] = answer.note
        if answer.cached:
            row["cached"] = True
        searches.append(row)
    results = [hit_document(hit, report.saved) for hit in report.results]
    return {"command": "search", "engine": report.engine, **where, "searches": searches, "results": results} | {
        "stats": report.stats.as_dict()
    }


def hit_document(hit: RankedResult, saved: dict[str, str]) -> Document:
    """One hit as JSON."""
    result = hit.result
    row: Document = {"id": hit.id, "title": result.title, "url": result.url, "snippet": result.snippet}
    row |= {
        "engine": result.engine,
        "engines": list(result.engines),
        "published": result.published,
        "queries": list(hit.queries),
    }
    if hit.id in saved:
        row["saved_as"] = saved[hit.id]
    return row


def search_text(report: SearchReport, shown: int) -> str:
    """A search as a list for people: rank, title, host, date, and the snippet cut to the terminal."""
    width = max(40, shutil.get_terminal_size().columns)
    lines = []
    for answer in report.answers:
        if answer.outcome != "ok":
            failed = "; ".join(f"{name}: {reason}" for name, reason in answer.failed_engines)
            lines.append(one_line(f"! {answer.query}: {answer.outcome} {answer.note} {failed}", 600))
    for rank, hit in enumerate(report.results[shown:], shown + 1):
        host = urlsplit(hit.result.url).hostname or ""
        date = (hit.result.published or "")[:10]
        mark = f" [{report.saved[hit.id]}]" if hit.id in report.saved else ""
        lines.append(f"{rank:3}. {hit.id}{mark} {one_line(hit.result.title, width - 12) or host}")
        lines.append(one_line(f"     {host}{'  ' + date if date else ''}  {hit.result.url}", 400))
        if hit.result.snippet:
            lines.append("     " + one_line(hit.result.snippet, width - 6))
    return "\n".join(["", *lines]).lstrip("\n")


def page_document(outcome: Page | FailedPage, path: str, limit: int) -> Document:
    """One fetched page as JSON: its text, or where it was written; bounded."""
    document: Document = {"command": "scrape", "url": outcome.url, "final_url": outcome.final_url, "status": outcome.status}
    document |= {"verdict": outcome.verdict, "reason": outcome.reason, "engine": outcome.engine}
    if outcome.tried:
        document["tried"] = [list(pair) for pair in outcome.tried]
    if isinstance(outcome, FailedPage):
        return document
    document |= page_facts(outcome)
    if path:
        return document | {"path": path}
    whole = document | {"markdown": outcome.markdown}
    if len(to_json(whole)) <= limit:
        return whole
    left = {"characters": len(outcome.markdown), "next": f"web.py scrape '{outcome.url}' --out FILE.md"}
    shown = cut(outcome.markdown, limit - len(to_json(document | {"left_out": left})) - 20)
    return document | {"left_out": {**left, "characters": len(outcome.markdown) - len(shown)}, "markdown": shown}


def cut(text: str, room: int) -> str:
    """The longest beginning of a text, in whole lines where it has several, whose JSON form has at most `room` characters."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if len(json.dumps(text[:middle], ensure_ascii=False)) <= room:
            low = middle
        else:
            high = middle - 1
    line = text.rfind("\n", 0, low)
    return text[: line + 1] if line > low // 2 else text[:low]


def page_facts(page: Page) -> Document:
    """What is known of a page beside its text; empty values are left out."""
    facts: Document = {"title": page.title, "author": page.author, "published": page.published, "language": page.language}
    facts |= {"published_guessed": page.published_guessed, "canonical": page.canonical, "content_type": page.content_type}
    facts |= {"removed": page.removed, "flags": list(page.flags), "warnings": list(page.warnings)}
    sizes: Document = {"characters": len(page.markdown), "tokens": len(page.markdown) // 4}
    return sizes | {name: value for name, value in facts.items() if value}


def picks_document(report: PicksReport) -> Document:
    """A scrape into a topic as JSON: one verdict row a page."""
    rows = []
    for verdict in report.verdicts:
        fields: Document = {"id": verdict.id, "what": verdict.what, "source": verdict.source, "verdict": verdict.verdict}
        fields |= {"reason": verdict.reason, "file": verdict.file, "title": verdict.title, "characters": verdict.characters}
        rows.append({name: value for name, value in fields.items() if value})
    document: Document = {"command": "scrape", "topic": report.topic.name, "run": report.run.number, "pages": rows}
    document |= {"saved": len(report.run.saved()), "max_sources": report.run.limits["max_sources"]}
    if report.errors:
        document["errors"] = list(report.errors)
    if report.stopped:
        document["stopped"] = report.stopped.what
    return document | {"manifest": str(relative(report.topic.manifest)), "stats": report.stats.as_dict()}


def picks_text(report: PicksReport) -> str:
    """A scrape into a topic as lines for people."""
    lines = []
    for row in report.verdicts:
        size = f"{row.characters} characters" if row.characters else ""
        parts = (row.source or row.id, row.what, row.verdict, row.file, size, row.reason)
        lines.append("  ".join(part for part in parts if part))
    lines += [f"! {error}" for error in report.errors]
    lines.append(
        f"saved {len(report.run.saved())} of at most {report.run.limits['max_sources']}: {relative(report.topic.manifest)}"
    )
    return "\n".join(lines)


def begun_document(begun: Begun) -> Document:
    """A begun or resumed run as JSON."""
    topic, run = begun.topic, begun.run
    document: Document = {"command": "begin", "topic": topic.name, "run": run.number, "goal": run.goal, "engine": run.engine}
    document |= {"resumed": begun.resumed, "limits": run.limits, "folder": str(relative(topic.web))}
    document |= {"synthesis": str(relative(topic.folder / f"{goal_slug(run.goal)}-synthesis.md"))}
    if begun.changed:
        document["changed"] = {name: list(pair) for name, pair in begun.changed.items()}
    if run.named:
        document["named"] = [{"id": result, "url": begun.state.results[result]["url"]} for result in run.named]
    return document


def status_document(begun: Begun) -> Document:
    """Where a run stands, as JSON."""
    topic, state, run = begun.topic, begun.state, begun.run
    document = {**begun_document(begun), "command": "status", "manifest": str(relative(topic.manifest))}
    document.pop("resumed")
    document |= {"round": run.round, "rounds_allowed": run.rounds_allowed, "counts": counts(state, run)}
    document["searches"] = [
        {"query": row["query"], "outcome": row["outcome"], "hits": len(list(row["hits"]))}  # type: ignore[call-overload]
        for row in run.searches.values()
    ]
    sources = []
    for row in sorted(run.saved(), key=lambda row: str(row["source"])):
        decision = run.decisions[str(row["id"])]
        fields = {"id": row["source"], "file": row["file"], "title": row["title"], "verdict": row["verdict"]}
        fields |= {"characters": row["characters"], "published": row["published"], "relevance": decision["relevance"]}
        fields |= {"dubious": decision.get("dubious"), "flags": row["flags"]}
        sources.append({name: value for name, value in fields.items() if value})
    failed = [row for row in run.pages.values() if row["kind"] == "failed"]
    document["sources"] = sources
    document["failed"] = [{"id": row["id"], "verdict": row["verdict"], "reason": row["reason"]} for row in failed]
    return document | {"next": next_step(begun)}


def next_step(begun: Begun) -> str:
    """What to do next in a run."""
    run, numbers = begun.run, counts(begun.state, begun.run)
    call = f"web.py scrape --topic {begun.topic.name} --picks -"
    if run.pending():
        return f"{len(run.pending())} picked pages are not fetched yet: {call} (an empty list will do)"
    if not run.searches and not run.named:
        return f"search: web.py search --topic {begun.topic.name} - with one query a line"
    if numbers["undecided"]:
        return f"{numbers['undecided']} hits are not decided: {call}"
    if not numbers["saved"]:
        return "nothing is saved: search with other words"
    return "show the manifest to the user, then write the synthesis"


def status_text(begun: Begun) -> str:
    """Where a run stands, for people."""
    run, numbers = begun.run, counts(begun.state, begun.run)
    lines = [
        f"{begun.topic.name}, run {run.number}: {run.goal}",
        "  " + ", ".join(f"{name} {count}" for name, count in numbers.items()),
    ]
    lines.append(
        f"  round {run.round} of {run.rounds_allowed}, at most {run.limits['max_sources']} sources, engine {run.engine}"
    )
    lines += [f"  {row['source']}  {row['verdict']}  {row['file']}  {row['title']}" for row in run.saved()]
    return "\n".join([*lines, f"next: {next_step(begun)}"])


def begun_text(begun: Begun) -> str:
    """A begun run for people."""
    word = "resumed" if begun.resumed else "begun"
    changed = "".join(f"; {name} raised from {old} to {new}" for name, (old, new) in begun.changed.items())
    return f"run {begun.run.number} {word} in {relative(begun.topic.web)}{changed}\nnext: {next_step(begun)}"


def relative(path: object) -> str:
    """A path as it is typed from the project's folder."""
    text = str(path)
    return text[text.rindex("/md/") + 1 :] if "/md/" in text else text


def page_error(failed: FailedPage) -> ResearchError:
    """The error that a single page without usable text ends in."""
    if failed.verdict == "refused":
        return UsageError(f"refused: {failed.reason}", failed.url, "give the address of a public web page")
    return NothingFound(f"{failed.verdict}: {failed.reason}", failed.url, "try another page on the subject")


def print_error(error: ResearchError) -> None:
    """An error on stderr in its three parts: what, where, what to try."""
    where = f" at {one_line(error.where, 300)}" if error.where else ""
    print(f"web.py: {one_line(error.what, 600)}{where}", file=sys.stderr)
    if error.hint:
        print(f"try: {one_line(error.hint, 400)}", file=sys.stderr)


def print_progress(line: str) -> None:
    """One line of progress on stderr."""
    print(one_line(line, 200), file=sys.stderr, flush=True)
