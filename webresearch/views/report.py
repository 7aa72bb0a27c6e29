"""A written report, for programs and for people."""

from webresearch.pipeline.report import Written
from webresearch.views.answers import Document, relative


def report_document(written: Written) -> Document:
    """Where the page is, and what it shows."""
    document: Document = {"command": "report", "report": relative(written.path), "characters": written.characters}
    if written.synthesis:
        document |= {"synthesis": written.synthesis, "passed": written.passed, "stamp": written.stamp}
        return document | {"citations": written.citations, "sources": written.sources}
    return document | {"topics": written.topics, "runs": written.runs, "sources": written.sources}


def report_text(written: Written) -> str:
    """The same in a line or two."""
    if not written.synthesis:
        return f"{relative(written.path)}: {written.topics} topics, {written.runs} runs, {written.sources} saved pages"
    check = "every citation holds" if written.passed else "the check fails: the report says why"
    counts = f"{written.citations} citations, {written.sources} sources"
    return f"{relative(written.path)}: {counts}; {check}; stamp {written.stamp}"
