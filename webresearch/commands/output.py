"""How a command's answer is printed, and how its input is read."""

import sys
from argparse import Namespace
from pathlib import Path

from webresearch.errors import CannotWrite, UsageError
from webresearch.pipeline.context import Context
from webresearch.views.answers import Document, bounded, to_json


def show(args: Namespace, context: Context, document: Document, text: str, name: str = "", again: str = "") -> None:
    """Print an answer: bounded JSON, with `again` as the call that gets the rest of its list `name`; or text for people."""
    if args.json:
        print(to_json(bounded(document, name, context.settings.limits.json_characters, again)))
    elif text:
        print(text)


def lines_of(words: list[str]) -> list[str]:
    """The words of a call, and for "-" the lines of stdin."""
    return [line for word in words for line in (sys.stdin.read().splitlines() if word == "-" else [word])]


def read_queries(args: Namespace) -> list[str]:
    """The queries of a call. Raises UsageError for a run without the topic it is of."""
    if args.run and not args.topic:
        raise UsageError("--run needs --topic T, whose run it is", hint=f"web.py {args.command} --help")
    return lines_of(args.query)


def read_text(name: str) -> str:
    """A file's text, or that of stdin for "-". Raises CannotWrite where it cannot be read."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text, or no file has such a name"
        raise CannotWrite(f"cannot read the file: {why}", name, "give a readable file, or - for stdin") from None
