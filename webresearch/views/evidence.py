"""Quotes, notes, evidence and checks, for programs and for people."""

from typing import TYPE_CHECKING

from webresearch.pipeline.cite import Ledger, NoteReport
from webresearch.pipeline.sources import source_of
from webresearch.safetext import one_line
from webresearch.views.answers import Document, relative

if TYPE_CHECKING:
    from webresearch.pipeline.finish import Checked  # loading the review would cost `note` and `quote` a third of their time

TITLE_LIMIT = 200
SENTENCE_LIMIT = 400


def note_document(report: NoteReport) -> Document:
    """What a note came to: ids and counts, and no word of the note."""
    refused = [{"source": source, "quote": number, "reason": reason} for source, number, reason in report.refused]
    document: Document = {"command": "note", "topic": report.topic.name, "accepted": report.accepted, "refused": refused}
    return document | ({"flags": {source: list(flags) for source, flags in report.flags.items()}} if report.flags else {})


def note_text(report: NoteReport) -> str:
    """What a note came to, in lines."""
    lines = [f"accepted {len(report.accepted)}: {', '.join(report.accepted) or 'none'}"]
    return "\n".join(lines + [f"refused quote {number} of {source}: {reason}" for source, number, reason in report.refused])


def evidence_document(ledger: Ledger) -> Document:
    """What may be cited: ids, sources, headings and quotes, and the sources' titles once each."""
    rows: list[Document] = [
        {name: row[name] for name in ("id", "source", "heading", "quote") if row[name]} for row in ledger.rows
    ]
    names = dict.fromkeys(str(row["source"]) for row in ledger.rows)
    titles = {
        name: one_line(source.title, TITLE_LIMIT) for name in names if (source := source_of(ledger.topic, ledger.state, name))
    }
    flags: dict[str, list[str]] = {}
    for note in ledger.state.notes:
        for flag in list(note["flags"]):  # type: ignore[call-overload]
            if flag not in flags.setdefault(str(note["source"]), []):
                flags[str(note["source"])].append(flag)
    shown = {source: found for source, found in flags.items() if found}
    document: Document = {"command": "evidence", "topic": ledger.topic.name, "titles": titles}
    return document | ({"flags": shown} if shown else {}) | {"evidence": rows}


def evidence_text(ledger: Ledger) -> str:
    """What may be cited, a quote a line."""
    return "\n".join(f"{row['id']}  {row['source']}  {row['quote']}" for row in ledger.rows) or "no evidence yet"


def check_document(checked: "Checked", command: str) -> Document:
    """A check: problems, the review list riskiest first, and how much of the text is cited."""
    judgement = checked.judgement
    review = [
        {"sentence": one_line(doubt.sentence, SENTENCE_LIMIT), "cites": list(doubt.cites), "flags": list(doubt.flags)}
        for doubt in judgement.doubts
    ]
    total = judgement.cited + len(judgement.uncited)
    share = round(judgement.cited / total, 3) if total else 0.0
    coverage: Document = {"sentences": total, "cited": judgement.cited, "share_cited": share}
    coverage["uncited"] = [one_line(sentence, 120) for sentence in judgement.uncited[:20]]
    quoted = {str(row["source"]) for row in checked.state.evidence.values()}
    sources: Document = {
        "cited": list(judgement.sources),
        "uncited": sorted(quoted - set(judgement.sources)),
        "unread": list(checked.unread),
    }
    if checked.one_host:
        sources["one_host"] = checked.one_host
    document: Document = {
        "command": command,
        "synthesis": relative(checked.path),
        "passed": checked.passed,
        "stamp": checked.stamp,
    }
    document |= {"report": relative(checked.report)} if checked.report else {}
    return document | {
        "problems": [one_line(line) for line in checked.problems],
        "sources": sources,
        "coverage": coverage,
        "review": review,
    }


def check_text(checked: "Checked") -> str:
    """A check for people."""
    judgement = checked.judgement
    word = "passed" if checked.passed else "failed"
    lines = [f"{word}: {judgement.cited} sentences with a citation, {len(judgement.uncited)} without"]
    lines += [f"! {one_line(line)}" for line in checked.problems]
    lines += [f"? {', '.join(doubt.flags)}: {one_line(doubt.sentence, 200)}" for doubt in judgement.doubts]
    lines += [f"all cited sources are from one host: {checked.one_host}"] if checked.one_host else []
    lines += [f"saved but never quoted: {', '.join(checked.unread)}"] if checked.unread else []
    return "\n".join(lines)


def finished_document(checked: "Checked") -> Document:
    """A finished synthesis as JSON; `check` has the whole review."""
    judgement = checked.judgement
    document: Document = {
        "command": "finish",
        "synthesis": relative(checked.path),
        "passed": checked.passed,
        "stamp": checked.stamp,
    }
    return document | {
        "cited_sentences": judgement.cited,
        "sources": list(judgement.sources),
        "for_review": len(judgement.doubts),
        "report": relative(checked.report) if checked.report else "",
    }


def finished_text(checked: "Checked") -> str:
    """A finished synthesis, for people."""
    judgement = checked.judgement
    done = f"finished: {relative(checked.path)}; cited sentences: {judgement.cited}, sources: {len(judgement.sources)}"
    if judgement.doubts:
        done += f"\nto look at again: {len(judgement.doubts)} (web.py check lists them)"
    return f"{done}\nreport: {relative(checked.report)}" if checked.report else done
