"""What the doctor found, for programs and for people."""

import shutil
import textwrap

from webresearch.config import Settings
from webresearch.pipeline.doctor import Diagnosis
from webresearch.safetext import one_line
from webresearch.views.answers import Document

VERDICTS = ("all good", "something is wrong, work is possible", "no work is possible")
MARKS = {"ok": "ok", "warn": "WARN", "fail": "FAIL"}


def doctor_document(diagnosis: Diagnosis, settings: Settings) -> Document:
    """A diagnosis as JSON."""
    rows = []
    for check in diagnosis.checks:
        row: Document = {"id": check.id, "state": check.state, "said": one_line(check.said, 600)}
        rows.append(row | ({"fix": check.fix} if check.fix else {}))
    where = {"searxng": settings.searxng_url, "scraper": settings.firecrawl_url}
    document: Document = {"command": "doctor", "verdict": VERDICTS[diagnosis.code], "exit_code": diagnosis.code}
    return document | {"engine": diagnosis.engine, "addresses": where, "checks": rows, "seconds": diagnosis.seconds}


def doctor_text(diagnosis: Diagnosis) -> str:
    """A diagnosis as a table; below each fault what mends it."""
    width = max(60, min(140, shutil.get_terminal_size((120, 24)).columns))
    names = max(len(check.id) for check in diagnosis.checks)
    lines = []
    for check in diagnosis.checks:
        head = f"{MARKS[check.state]:4}  {check.id:{names}}  "
        lines += wrapped(head, one_line(check.said, 600), width)
        if check.fix:
            lines += wrapped(" " * (len(head) - 5) + "fix: ", check.fix, width)
    return "\n".join([*lines, "", f"{VERDICTS[diagnosis.code]} (engine {diagnosis.engine}, {diagnosis.seconds} s)"])


def wrapped(head: str, text: str, width: int) -> list[str]:
    """A text in lines behind its head. Commands in it are not broken at their hyphens."""
    return textwrap.wrap(
        text, width, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False, break_long_words=False
    )
