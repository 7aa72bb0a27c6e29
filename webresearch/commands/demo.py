"""`demo`: the whole path on a machine with no box and no network, each step as the command a person would type."""

import io
import json
import shlex
import sys
import time
from argparse import Namespace
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from webresearch.arguments import parser
from webresearch.pipeline.context import Context
from webresearch.pipeline.demo import DemoContext, Step, demo_context, steps
from webresearch.topic.store import write_whole
from webresearch.views.answers import Document, to_json
from webresearch.views.demo import ENDING, OPENING, ending, step_text


def run(args: Namespace, context: Context) -> int:
    """Run every step, and show it."""
    began = time.monotonic()
    shown: list[Document] = []
    if not args.json:
        print(OPENING)
    with TemporaryDirectory() as cache:
        inner = demo_context(context, Path(cache))
        for number, step in enumerate(steps(inner), 1):
            answer = done(step, inner, args.json)
            if args.json:
                shown.append(step_document(step, answer))
            else:
                print(step_text(number, step, answer), flush=True)
    seconds = round(time.monotonic() - began, 1)
    print(to_json({"command": "demo", "note": ENDING, "seconds": seconds, "steps": shown}) if args.json else ending(seconds))
    return 0


def done(step: Step, context: DemoContext, as_json: bool) -> str:
    """What a step prints: the very command is run, in this process, with the demo's engine."""
    if step.file:
        write_whole(context.settings.root / step.file, step.stdin)
        return ""
    words = [here(context, word) for word in step.words]
    args = parser().parse_args([*words, *(["--json"] if as_json else [])])
    printed, stdin = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(step.stdin)
    try:
        with redirect_stdout(printed):
            import_module(f"webresearch.commands.{args.command}").run(args, context)
    finally:
        sys.stdin = stdin
    return printed.getvalue().strip()


def here(context: DemoContext, word: str) -> str:
    """A word of a command line; a path is made absolute, since the caller may be in another folder."""
    return str(context.settings.root / word) if word.startswith("md/") else word


def step_document(step: Step, answer: str) -> Document:
    """A step as JSON: what was typed, and the answer of that command."""
    typed = shlex.join(["web.py", *step.words]) if step.words else f"write {step.file}"
    lines = [json.loads(line) for line in answer.splitlines()]
    return {"title": step.title, "typed": typed, "stdin": step.stdin, "answer": lines[0] if len(lines) == 1 else lines}
