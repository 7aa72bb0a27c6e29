"""The demo, for people."""

import shlex
import textwrap

from webresearch.pipeline.demo import Step

OPENING = (
    "This is a demo. It needs no network: its pages are the documentation of the Python on this machine, under addresses\n"
    "that lead nowhere (https://pydoc.invalid/...). Everything else is real: each command below is run as it stands, and the\n"
    "files are in md/demo/."
)
ENDING = (
    "That was the demo; nothing of it came from the web. For the real web: set up a box (docs/services.md) and prove it with "
    "web.py doctor, or use this machine alone: WEBTOOLS_ENGINE=embedded. "
    "Then open this folder in Claude Code and type /research."
)
MOST_LINES = 14  # of one answer; the rest is the same again, and can be had by typing the command


def step_text(number: int, step: Step, answer: str) -> str:
    """One step: what is typed, and what comes back."""
    if step.file:
        typed = f"# in an editor: {step.file}"
        return "\n".join(["", f"== {number}. {step.title}", typed, *("| " + line for line in step.stdin.splitlines())])
    command = "$ .venv/bin/python web.py " + " ".join(quoted(word) for word in step.words)
    if step.stdin:
        command += f" <<'EOF'\n{step.stdin.rstrip()}\nEOF"
    lines = answer.splitlines()
    more = [f"[{len(lines) - MOST_LINES} more lines]"] if len(lines) > MOST_LINES else []
    return "\n".join(["", f"== {number}. {step.title}", command, "", *lines[:MOST_LINES], *more])


def quoted(word: str) -> str:
    """A word as a person would quote it for a shell."""
    return f'"{word}"' if " " in word and not set(word) & set('"$`\\!') else shlex.quote(word)


def ending(seconds: float) -> str:
    """The last words."""
    return f"\nDone in {seconds} s. Look at md/demo/.\n\n" + textwrap.fill(ENDING, 120)
