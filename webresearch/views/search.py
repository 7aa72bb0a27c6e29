"""A search, for programs and for people."""

import shutil
from urllib.parse import urlsplit

from webresearch.models import RankedResult
from webresearch.pipeline.search import SearchReport
from webresearch.safetext import one_line
from webresearch.views.answers import Document


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
        lines.append("     " + one_line(f"{host} {date} {hit.result.url}", 400))
        if hit.result.snippet:
            lines.append("     " + one_line(hit.result.snippet, width - 6))
    return "\n".join(["", *lines]).lstrip("\n")
