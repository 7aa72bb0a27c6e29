"""The process of one call: a request on standard input, lines of progress and one outcome on standard output."""

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from webresearch.errors import ResearchError
from webresearch.mcp_server.calls import error_text
from webresearch.mcp_server.schemas import Tool, named
from webresearch.pipeline.context import Context
from webresearch.safetext import one_line
from webresearch.views.answers import Document

Work = Callable[[Context, str, dict[str, object]], Document]


def private(output: int) -> BinaryIO:
    """The pipe to the server, away from where a library could print: that goes to standard error from now on."""
    sink = os.fdopen(os.dup(output), "wb")
    os.dup2(2, output)
    return sink


def serve_one(context: Context, tools: Sequence[Tool], work: Work, source: BinaryIO, sink: BinaryIO) -> None:
    """Do the one call that `source` asks for. work: does the call of a tool with read arguments."""
    request, done = json.loads(source.readline()), threading.Event()
    threading.Thread(target=end_with, args=(source.fileno(), done), daemon=True).start()

    def write(message: dict[str, object]) -> None:
        sink.write(json.dumps(message).encode("ascii") + b"\n")
        sink.flush()

    def say(line: str) -> None:
        write({"progress": one_line(line, 200)})

    settings = replace(context.settings, root=Path(request["root"]))
    found = outcome(context._replace(settings=settings, say=say), tools, work, request["tool"], request["arguments"])
    done.set()
    write(found)


def outcome(context: Context, tools: Sequence[Tool], work: Work, name: str, given: object) -> dict[str, object]:
    """The document of a call, or in words why there is none; never a traceback."""
    tool = named(tools, name)
    assert tool is not None
    try:
        return {"document": work(context, name, tool.read(given))}
    except ResearchError as error:
        return {"error": error_text(error)}
    except ModuleNotFoundError as error:
        return {"error": f"the package {error.name} is not installed; try: make install in the project's folder"}
    except Exception as error:  # a defect of ours: the model is told that much, and the log which
        print(f"web.py mcp: {name}: {error!r}", file=sys.stderr)  # noqa: T201
        return {"error": f"internal error ({type(error).__name__}); try: other arguments, or web.py doctor"}


def end_with(source: int, done: threading.Event) -> None:
    """End this process and all it has started when the server has gone before the work was done: its input ends then.

    It reads the descriptor: a thread that waits in a buffered reader would hold its lock when the process ends.
    """
    with contextlib.suppress(OSError):
        while os.read(source, 1):
            pass
    if not done.is_set() and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
