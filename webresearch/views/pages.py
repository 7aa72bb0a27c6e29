"""Fetched pages and picks, for programs and for people."""

from collections.abc import Callable

from webresearch.errors import NothingFound, ResearchError, UsageError
from webresearch.models import FailedPage, Page
from webresearch.pipeline.decide import Verdict
from webresearch.pipeline.scrape import PicksReport
from webresearch.reading.tokens import tokens_of
from webresearch.views.answers import Document, bounded, cut, relative, to_json


def page_document(outcome: Page | FailedPage, path: str | None, limit: int) -> Document:
    """One fetched page as JSON: its text, or where it was written; bounded."""
    document: Document = {"command": "scrape", "url": outcome.url, "final_url": outcome.final_url, "status": outcome.status}
    document |= {"verdict": outcome.verdict, "reason": outcome.reason, "engine": outcome.engine}
    if outcome.tried:
        document["tried"] = [list(pair) for pair in outcome.tried]
    if isinstance(outcome, FailedPage):
        return bounded(document, "", limit, "")
    document |= page_facts(outcome)
    if path:
        return bounded(document | {"out": path}, "", limit, "")
    return with_text(document, outcome.markdown, limit, f"web.py scrape '{outcome.url}' --out FILE.md")


def converted_document(outcome: Page | FailedPage, given: str, path: str | None, limit: int) -> Document:
    """One converted file as JSON: its text, or where it was written; bounded. Every key is there, also of a failure."""
    document: Document = {"command": "convert", "file": given, "verdict": outcome.verdict, "reason": outcome.reason}
    if isinstance(outcome, FailedPage):
        document |= {"title": "", "published": None, "removed": {}, "flags": [], "warnings": [], "markdown": ""}
        return bounded(document, "", limit, "")
    document |= {"title": outcome.title, "published": outcome.published, "removed": outcome.removed}
    document |= {"flags": list(outcome.flags), "warnings": list(outcome.warnings)} | page_facts(outcome)
    if path:
        return bounded(document | {"out": path}, "", limit, "")
    return with_text(document, outcome.markdown, limit, f"web.py convert '{given}' --out FILE.md")


def with_text(document: Document, markdown: str, limit: int, again: str) -> Document:
    """The document with the text, cut where the JSON would have more than `limit` characters; `again` gets the whole."""
    whole = document | {"markdown": markdown}
    if len(to_json(whole)) <= limit:
        return whole
    left = {"characters": len(markdown), "next": again}
    shown = cut(markdown, limit - len(to_json(document | {"left_out": left})) - 20)
    cut_document = document | {"left_out": {**left, "characters": len(markdown) - len(shown)}, "markdown": shown}
    return bounded(cut_document, "", limit, again)


def page_facts(page: Page) -> Document:
    """What is known of a page beside its text; empty values are left out."""
    facts: Document = {"title": page.title, "author": page.author, "published": page.published, "language": page.language}
    facts |= {"published_guessed": page.published_guessed, "canonical": page.canonical, "content_type": page.content_type}
    facts |= {"removed": page.removed, "flags": list(page.flags), "warnings": list(page.warnings)}
    if not page.resolved:
        facts["resolved"] = "not here: only the service knew the host's address, which could not be judged"
    sizes: Document = {"characters": len(page.markdown), "tokens": tokens_of(len(page.markdown))}
    return sizes | {name: value for name, value in facts.items() if value}


def page_error(failed: FailedPage) -> ResearchError:
    """The error that a single page without usable text ends in."""
    if failed.verdict == "refused":
        return UsageError(f"refused: {failed.reason}", failed.url, "give the address of a public web page")
    return NothingFound(f"{failed.verdict}: {failed.reason}", failed.url, "pick another page on the subject")


def file_error(given: str) -> Callable[[FailedPage], ResearchError]:
    """What makes the error that a file without usable text ends in."""
    return lambda failed: NothingFound(f"{failed.verdict}: {failed.reason}", given, "give an HTML, PDF or text file")


def verdict_document(verdict: Verdict) -> Document:
    """What became of one page, for programs; empty values are left out, and so is why a page is ok."""
    fields: Document = {"id": verdict.id, "what": verdict.what, "source": verdict.source, "verdict": verdict.verdict}
    fields |= {"reason": "" if verdict.verdict == "ok" else verdict.reason, "file": verdict.file, "title": verdict.title}
    return {name: value for name, value in (fields | {"characters": verdict.characters}).items() if value}


def verdict_line(verdict: Verdict) -> str:
    """What became of one page, for people."""
    size = f"{verdict.characters} characters" if verdict.characters else ""
    parts = (verdict.source or verdict.id, verdict.what, verdict.verdict, verdict.file, size, verdict.reason)
    return "  ".join(part for part in parts if part)


def picks_document(report: PicksReport) -> Document:
    """A scrape into a topic as JSON: one verdict row a page."""
    rows = [verdict_document(verdict) for verdict in report.verdicts]
    document: Document = {"command": "scrape", "topic": report.topic.name, "run": report.run.number, "pages": rows}
    document |= {"saved": len(report.run.saved()), "max_sources": report.run.limits["max_sources"]}
    if report.errors:
        document["errors"] = list(report.errors)
    if report.stopped:
        document["stopped"] = report.stopped.what
    return document | {"manifest": str(relative(report.topic.manifest)), "stats": report.stats.as_dict()}


def picks_text(report: PicksReport) -> str:
    """A scrape into a topic as lines for people."""
    lines = [verdict_line(verdict) for verdict in report.verdicts]
    lines += [f"! {error}" for error in report.errors]
    lines.append(
        f"saved {len(report.run.saved())} of at most {report.run.limits['max_sources']}: {relative(report.topic.manifest)}"
    )
    return "\n".join(lines)


def picks_error(report: PicksReport, where: str) -> ResearchError | None:
    """The error that a scrape into a topic ends in: the service's fault, wrong picks, or nothing saved."""
    if report.stopped is not None:
        return report.stopped
    if report.errors:
        what = f"{len(report.errors)} of the picks were not done: {report.errors[0]}"
        return UsageError(what, where, "mend them and run the same call again")
    failed = any(row.what == "failed" for row in report.verdicts)
    if failed and not any("saved" in row.what for row in report.verdicts):
        return NothingFound("none of the picked pages could be saved", relative(report.topic.manifest), "pick other hits")
    return None
