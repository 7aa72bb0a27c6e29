"""A search, for programs and for people."""

import shutil

from webresearch.models import RankedResult
from webresearch.pipeline.search import SearchReport
from webresearch.safetext import host_of, one_line
from webresearch.views.answers import Document


def search_document(report: SearchReport) -> Document:
    """A search as JSON."""
    where: Document = {"topic": report.topic, "run": report.run, "round": report.round} if report.topic else {}
    searches = []
    for number, answer in enumerate(report.answers, 1):
        row: Document = {"n": number, "query": answer.query, "outcome": answer.outcome, "hits": len(answer.results)}
        if answer.understood and answer.outcome == "syntax_eaten":
            row["understood"] = answer.understood
        if answer.failed_engines:
            row["failed_engines"] = [list(pair) for pair in answer.failed_engines]
        if answer.note:
            row["note"] = answer.note
        if answer.cached:
            row["cached"] = True
        searches.append(row)
    numbers = {answer.query: number for number, answer in enumerate(report.answers, 1)}
    results = [hit_document(hit, report, numbers) for hit in report.results]
    return {"command": "search", "engine": report.engine, **where, "searches": searches, "results": results} | {
        "stats": report.stats.as_dict()
    }


def hit_document(hit: RankedResult, report: SearchReport, numbers: dict[str, int]) -> Document:
    """One hit as JSON, without snippet where it was decided before. queries: the numbers of the searches that found it."""
    result = hit.result
    row: Document = {"id": hit.id, "title": result.title, "url": result.url}
    queries = [numbers[query] for query in hit.queries]
    if hit.id in report.saved:
        return row | {"queries": queries, "saved_as": report.saved[hit.id]}
    if hit.id in report.skipped:
        return row | {"queries": queries, "skipped": True}
    row |= {"snippet": result.snippet, "engine": result.engine, "engines": list(result.engines)}
    return row | {"published": result.published, "queries": queries}


def search_text(report: SearchReport, shown: int) -> str:
    """A search as a list for people: rank, title, host, date, and the snippet cut to the terminal."""
    width = max(40, shutil.get_terminal_size().columns)
    lines = []
    for answer in report.answers:
        if answer.outcome != "ok" or answer.note:
            failed = "; ".join(f"{name}: {reason}" for name, reason in answer.failed_engines)
            lines.append(one_line(f"! {answer.query}: {answer.outcome} {answer.note} {failed}", 600))
    for rank, hit in enumerate(report.results[shown:], shown + 1):
        host = host_of(hit.result.url)
        date = (hit.result.published or "")[:10]
        mark = f" [{report.saved[hit.id]}]" if hit.id in report.saved else ""
        lines.append(f"{rank:3}. {hit.id}{mark} {one_line(hit.result.title, width - 12) or host}")
        lines.append("     " + one_line(f"{host} {date} {hit.result.url}", 400))
        if hit.result.snippet:
            lines.append("     " + one_line(hit.result.snippet, width - 6))
    return "\n".join(["", *lines]).lstrip("\n")
