"""Excerpts and outlines, for programs and for people."""

from webresearch.pipeline.read import Document as ReadSource
from webresearch.pipeline.read import ReadReport
from webresearch.pipeline.research import Researched
from webresearch.reading.focus import Excerpt
from webresearch.safetext import one_line
from webresearch.views.answers import Document, cut, relative, to_json

HEADING_LIMIT = 120
IN_STATUS = ("path", "topic", "fetched", "characters")  # said by `status` once; here they would be a fifth of the answer


def read_document(report: ReadReport, limit: int) -> Document:
    """What was read as JSON; a whole page that does not fit is answered by its path and size."""
    document: Document = {"command": "read", "mode": report.mode}
    topics = {one.facts.get("topic") for one in report.documents}
    shared = len(report.documents) > 1 and len(topics) == 1 and None not in topics
    if shared:
        document["topic"] = topics.pop()
    sources = []
    for one in report.documents:
        facts = {name: relative(value) if name == "path" else value for name, value in one.facts.items()}
        row = {"id": one.id, **facts, "characters": len(one.text)}
        sources.append({name: value for name, value in row.items() if not shared or name not in IN_STATUS})
    document["sources"] = sources
    if report.mode == "outline" and report.sections:
        document["sections"] = [
            {"source": identity, "id": found.id, "title": one_line(found.title, HEADING_LIMIT), "tokens": found.tokens}
            for identity, found in report.sections
        ]
        return document
    excerpts = [excerpt_document(identity, excerpt) for identity, excerpt in report.excerpts]
    if report.mode == "lossless" and len(to_json({**document, "excerpts": excerpts})) > limit:
        excerpts = [{**row, "text": "", "characters": len(row["text"])} for row in excerpts]
        document["note"] = "the whole page is longer than an answer may be: open its path, or read --query or --mode outline"
    return document | {"excerpts": excerpts, "stats": report.stats.as_dict()}


def excerpt_document(identity: str, excerpt: Excerpt) -> Document:
    """One excerpt as JSON."""
    row: Document = {"source": identity, "start": excerpt.start, "end": excerpt.end, "text": excerpt.text}
    if excerpt.heading:
        row["heading"] = [one_line(part, HEADING_LIMIT) for part in excerpt.heading]
    if excerpt.table_header:
        row["table_header"] = excerpt.table_header
    return row


def read_text(report: ReadReport) -> str:
    """What was read, for people: the Markdown itself, or the outline."""
    if report.mode == "outline" and report.sections:
        return "\n".join(
            f"{'  ' * found.level}{found.id}  {one_line(found.title)}  {found.tokens} tokens" for _, found in report.sections
        )
    if report.mode == "lossless":
        return "\n\n".join(excerpt.text for _, excerpt in report.excerpts)
    parts = []
    several = len(report.documents) > 1
    for identity, excerpt in report.excerpts:
        place = " > ".join(one_line(part, HEADING_LIMIT) for part in excerpt.heading)
        head = f"--- {identity + '  ' if several else ''}{place}".rstrip()
        parts.append("\n".join(part for part in (head, excerpt.table_header, excerpt.text) if part))
    return "\n\n".join(parts)


def research_document(done: Researched, limit: int) -> Document:
    """A research in one go as JSON: each source with its excerpts."""
    queries = [answer.query for answer in done.search.answers]
    document: Document = {"command": "research", "query": queries[0], "sub_queries": queries[1:]}
    outcomes = {answer.query: answer.outcome for answer in done.search.answers if answer.outcome != "ok"}
    if outcomes:
        document["outcomes"] = outcomes
    if notes := notes_of(done):
        document["notes"] = notes
    sources = []
    for one in read_documents(done):
        excerpts = [excerpt_document(identity, excerpt) for identity, excerpt in read_excerpts(done) if identity == one.id]
        for row in excerpts:
            del row["source"]
        facts = {name: relative(value) if name == "path" else value for name, value in one.facts.items()}
        sources.append({"id": one.id, **facts, "excerpts": excerpts})
    fit(sources, limit)
    failed = [{"url": page.url, "verdict": page.verdict, "reason": one_line(page.reason, 200)} for page in done.failed]
    return document | {"sources": sources, "failed": failed, "stats": done.stats.as_dict()}


def notes_of(done: Researched) -> dict[str, str]:
    """What a person should know of the searches, by query."""
    return {answer.query: answer.note for answer in done.search.answers if answer.note}


def read_documents(done: Researched) -> tuple[ReadSource, ...]:
    """The pages that were read; none where none could be had."""
    return done.reading.documents if done.reading else ()


def read_excerpts(done: Researched) -> tuple[tuple[str, Excerpt], ...]:
    """The excerpts of the pages that were read."""
    return done.reading.excerpts if done.reading else ()


def fit(sources: list[Document], limit: int) -> None:
    """Cut whole pages that are longer than an answer may be, each to its share, and say so."""
    share = (limit - 3000) // max(1, len(sources))
    for source in sources:
        for row in source["excerpts"]:
            if len(source["excerpts"]) == 1 and len(to_json(source)) > share:
                shown = cut(row["text"], max(200, share - 600))
                again = f"web.py read '{source.get('url', '')}' --query Q"
                row["left_out"] = {"characters": len(row["text"]) - len(shown), "next": again}
                row["text"] = shown


def research_text(done: Researched) -> str:
    """A research in one go, for people."""
    lines = [f"! {query}: {one_line(note, 300)}" for query, note in notes_of(done).items()]
    lines += [f"! {page.url}: {page.verdict} {one_line(page.reason, 200)}" for page in done.failed]
    titles = [f"{one.id}  {one.facts.get('title', '')}  {one.facts.get('url', '')}" for one in read_documents(done)]
    return "\n".join([*lines, *titles, "", read_text(done.reading) if done.reading else "nothing could be read"])
