"""Maps and crawls, for programs and for people."""

from webresearch.engines.site import Mapped
from webresearch.errors import NothingFound, ResearchError
from webresearch.pipeline.site import CrawlReport
from webresearch.safetext import one_line
from webresearch.views.answers import Document, relative
from webresearch.views.pages import verdict_document, verdict_line


def map_document(url: str, engine: str, mapped: Mapped) -> Document:
    """What a site exposes as JSON: each address with a number to go on from."""
    links = [{"id": f"L{number:04d}", "url": link} for number, link in enumerate(mapped.links, 1)]
    return {"command": "map", "url": url, "engine": engine, "note": mapped.note, "count": len(links), "links": links}


def map_text(mapped: Mapped) -> str:
    """The addresses, one a line."""
    return "\n".join(one_line(link, 2048) for link in mapped.links)


def crawl_document(report: CrawlReport) -> Document:
    """A crawl as JSON: one verdict row a page."""
    rows = [verdict_document(verdict) for verdict in report.verdicts]
    document: Document = {"command": "crawl", "topic": report.topic.name, "run": report.run.number, "url": report.url}
    document |= {"engine": report.engine, "pages": rows, "outside": report.outside}
    if report.note:
        document["note"] = report.note
    if report.stopped:
        document["stopped"] = report.stopped.what
    document |= {"saved": len(report.run.saved()), "max_sources": report.run.limits["max_sources"]}
    return document | {"manifest": relative(report.topic.manifest), "stats": report.stats.as_dict()}


def crawl_text(report: CrawlReport) -> str:
    """A crawl as lines for people."""
    lines = [verdict_line(verdict) for verdict in report.verdicts]
    lines += [f"! {report.note}"] if report.note else []
    saved, limit = len(report.run.saved()), report.run.limits["max_sources"]
    return "\n".join([*lines, f"saved {saved} of at most {limit}: {relative(report.topic.manifest)}"])


def crawl_error(report: CrawlReport) -> ResearchError | None:
    """The error that a crawl ends in: the engine's fault, or nothing saved."""
    if report.stopped is not None:
        return report.stopped
    if not any("saved" in row.what for row in report.verdicts):
        return NothingFound("no page could be saved", report.url, report.note or "see what the site exposes: web.py map URL")
    return None
