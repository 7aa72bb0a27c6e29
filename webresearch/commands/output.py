"""How a command's answer is printed, and how its input is read."""

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from webresearch.errors import ResearchError, UsageError
from webresearch.models import FailedPage, Page
from webresearch.pipeline.context import Context
from webresearch.views.answers import Document, bounded, to_json


def show(args: Namespace, context: Context, document: Document, text: str, name: str = "", again: str = "") -> None:
    """Print an answer: bounded JSON, with `again` as the call that gets the rest of its list `name`; or text for people."""
    if args.json:
        print(to_json(bounded(document, name, context.settings.limits.json_characters, again)))
    elif text:
        print(text)


def read_text(name: str) -> str:
    """A file's text, or that of stdin for "-"."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"cannot read the file: {why}", name, "give a readable file, or - for stdin") from None


def show_page(
    args: Namespace,
    outcome: Page | FailedPage,
    document: Callable[[], Document],
    error: Callable[[FailedPage], ResearchError],
) -> int:
    """Print one page: as JSON, as Markdown, or where it was written. Raises the `error` made of a FailedPage."""
    if args.json:
        print(to_json(document()))
    if isinstance(outcome, FailedPage):
        raise error(outcome)
    if not args.json:
        print(f"{outcome.verdict}: {len(outcome.markdown)} characters in {args.out}" if args.out else outcome.markdown)
    return 0
