"""One call of a tool is one process: so that cancelling ends its work at once, and no page can harm the server."""

import contextlib
import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from webresearch.errors import ResearchError
from webresearch.views.messages import error_lines

AT_ONCE = 4  # calls; each may fetch six pages at once

Progress = Callable[[str, int], None]
TURNS = threading.BoundedSemaphore(AT_ONCE)


class Outcome(NamedTuple):
    """What a call came to: a document, or in words why there is none."""

    document: dict[str, Any] | None
    error: str = ""

    def result(self) -> dict[str, object]:
        """The result of `tools/call`: structured, and the same as JSON text for clients that know no other."""
        if self.document is None:
            return {"content": [{"type": "text", "text": self.error}], "isError": True}
        text = json.dumps(self.document, ensure_ascii=False, separators=(",", ":"))
        return {"content": [{"type": "text", "text": text}], "structuredContent": self.document, "isError": False}


class Call:
    """A call under way.

    command: starts the process that does it. request: what it is given on its standard input, which stays open: its end tells
    the process that nobody waits any more. seconds: after which it is ended.
    """

    def __init__(self, command: Sequence[str], request: dict[str, object], seconds: float) -> None:
        self.command, self.request, self.seconds = command, request, seconds
        self.cancelled = self.late = False
        self.process: subprocess.Popen[bytes] | None = None
        self.lock = threading.Lock()

    def start(self, progress: Progress, done: Callable[[Outcome | None], None]) -> None:
        """Work in the background; `done` gets the outcome, None for a cancelled call."""

        def work() -> None:
            with TURNS:
                outcome = None if self.cancelled else self.run(progress)
            with contextlib.suppress(OSError):  # the client went away
                done(None if self.cancelled else outcome)

        threading.Thread(target=work, daemon=True).start()

    def cancel(self) -> None:
        """End the work, and whatever it has started."""
        with self.lock:
            self.cancelled = True
            self.kill()

    def expire(self) -> None:
        """End the work because its time is over."""
        with self.lock:
            self.late = True
            self.kill()

    def kill(self) -> None:
        """End the process and its group, where it runs."""
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def run(self, progress: Progress) -> Outcome:
        """Start the process and follow it to its end."""
        with self.lock:
            if self.cancelled:
                return Outcome(None)
            pipe = subprocess.PIPE
            # A session of its own: an interrupt at the terminal is ours to deal with, and the group can be ended as a whole.
            self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, start_new_session=True)  # noqa: S603
        timer = threading.Timer(self.seconds, self.expire)
        timer.daemon = True
        timer.start()
        try:
            with self.process as process:
                return self.followed(process, progress)
        finally:
            timer.cancel()

    def followed(self, process: "subprocess.Popen[bytes]", progress: Progress) -> Outcome:
        """Hand the request over, pass progress on, return what it came to."""
        assert process.stdin and process.stdout
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(json.dumps(self.request).encode() + b"\n")
            process.stdin.flush()
        number = 0
        for line in process.stdout:
            said = json.loads(line) if line.endswith(b"\n") else {}
            if "progress" in said:
                number += 1
                with contextlib.suppress(OSError):
                    progress(said["progress"], number)
            elif said:
                return Outcome(said.get("document"), said.get("error", ""))
        if self.late:
            return Outcome(None, f"no answer within {self.seconds:g} s; try: a smaller limit, or fewer things at once")
        return Outcome(None, "the call ended without an answer; try: once more, then web.py doctor")


def error_text(error: ResearchError) -> str:
    """An error in its three parts: what, where, what to try."""
    return "\n".join(error_lines(error))
