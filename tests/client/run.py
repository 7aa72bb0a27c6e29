"""Runs the real client on a project: no network but the model's, no account, none of this machine's own settings."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stack import namespace

from client import inside
from client.get_client import client_program
from client.scripted_model import Actor, Request, Script, playing, text_of

SETTINGS_OF_THIS_MACHINE = "/etc/claude-code"  # an administrator's, which no other HOME would hide
EXIT_SECONDS = 10
NO_TOOL = "No such tool available"  # a tool that a rule has taken away is the one refusal the client keeps no account of

# No request may leave for anything but the model, and none may depend on the day.
QUIET = {
    "ANTHROPIC_API_KEY": "scripted",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
}


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What one tool call of the main conversation came to.

    refused: the client did not run it (a rule, a hook, a missing permission), as opposed to a call that ran and failed.
    """

    tool: str
    given: dict[str, Any]
    text: str
    failed: bool
    refused: bool


@dataclass(frozen=True, slots=True)
class ClientRun:
    """All that can be seen of a run. Judge by this, never by the exit status: it is 0 for a skill that was refused."""

    requests: list[Request]
    stream: list[dict[str, Any]]
    stderr: str
    exit_status: int
    seconds: float

    @property
    def started(self) -> dict[str, Any]:
        """The client's first event: skills, agents, tools, MCP servers it has found."""
        return next(event for event in self.stream if event.get("subtype") == "init")

    @property
    def answers(self) -> list[str]:
        """What the model's last words to each user message were."""
        return [event.get("result", "") for event in self.stream if event["type"] == "result"]

    @property
    def tool_results(self) -> list[ToolResult]:
        """Results of the main conversation's tool calls, in the order of the calls; those of subagents are left out."""
        denied = {
            denial["tool_use_id"]
            for event in self.stream
            if event["type"] == "result"
            for denial in event["permission_denials"]
        }
        parts = list(self.main_parts())
        came = {part["tool_use_id"]: part for part in parts if part["type"] == "tool_result"}
        results = []
        for call in parts:
            if call["type"] == "tool_use" and call["id"] in came:
                text, failed = text_of(came[call["id"]].get("content")), bool(came[call["id"]].get("is_error"))
                refused = call["id"] in denied or NO_TOOL in text
                results.append(ToolResult(call["name"], call["input"], text, failed, refused))
        return results

    @property
    def refused(self) -> list[ToolResult]:
        """The calls of the main conversation that the client did not run."""
        return [result for result in self.tool_results if result.refused]

    def of(self, actor: str) -> list[Request]:
        """The requests that one actor answered."""
        return [request for request in self.requests if request.actor == actor]

    def main_parts(self) -> Iterator[dict[str, Any]]:
        """The blocks of the main conversation's messages."""
        for event in self.stream:
            if event["type"] in ("user", "assistant") and not event.get("parent_tool_use_id"):
                content = event["message"]["content"]
                yield from content if isinstance(content, list) else []


def run_client(
    project: Path,
    actors: Sequence[Actor],
    prompts: Sequence[str],
    *,
    trust: bool = True,
    share_net: bool = False,
    resume: bool = False,
    environment: dict[str, str] | None = None,
    flags: Sequence[str] = (),
    seconds: float = 120,
) -> ClientRun:
    """Run the client on a project, in place, and play the model's part.

    actors: who answers; the first whose words are in a request counts. prompts: the user's messages; each but the first is sent
    when the one before has been answered. trust: has the user said that they trust this folder? Without, the client ignores the
    project's own `allow` rules. share_net: stay in the present network, which has to be the stack's; otherwise there is none
    but for the model. resume: a new process continues the conversation for each message, instead of one process reading them
    all. environment: further variables. flags: further words for the client. seconds: for the whole run.
    Raises Unavailable (of stack.packages) where the client or a namespace cannot be had, TimeoutError when it takes longer.
    """
    if share_net and "WEB_RESEARCH_STACK" not in os.environ:
        raise ValueError("share_net is for a run inside the stack: this network may lead outside")
    program, enter = client_program(), namespace.entering(own_network=not share_net)
    folder = Path(tempfile.mkdtemp(prefix="client-"))  # short: a socket's path may have 107 characters
    script, started = Script(list(actors)), time.monotonic()
    hidden = [SETTINGS_OF_THIS_MACHINE] if Path(SETTINGS_OF_THIS_MACHINE).is_dir() else []
    outer = [*enter, sys.executable, inside.__file__, str(folder / "model"), "no" if share_net else "yes", *hidden, "--"]
    told = client_environment(folder, environment or {})
    stream: list[dict[str, Any]] = []
    errors, status = "", 0
    try:
        lay_home(folder, project if trust else None)
        with playing(script, folder / "model"):
            for command, messages in processes(program, prompts, flags, resume, stream):
                left = seconds - (time.monotonic() - started)
                process = start([*outer, *command], told, project, asked=bool(messages))
                status, said = converse(process, messages, left, stream)
                errors += said
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if script.errors:
        raise script.errors[0]
    return ClientRun(script.requests, stream, errors, status, time.monotonic() - started)


def client_environment(folder: Path, further: dict[str, str]) -> dict[str, str]:
    """Every variable the client sees."""
    own = {"HOME": f"{folder}/home", "TMPDIR": f"{folder}/tmp", "CLAUDE_CODE_TMPDIR": f"{folder}/tmp"}
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", **own, **QUIET, **further}


def lay_home(folder: Path, trusted: Path | None) -> None:
    """A home of the client's own, in which one project may be trusted."""
    for name in ("home", "tmp"):
        (folder / name).mkdir()
    projects = {str(trusted.resolve()): {"hasTrustDialogAccepted": True}} if trusted else {}
    (folder / "home" / ".claude.json").write_text(json.dumps({"projects": projects}))


def processes(
    program: Path, prompts: Sequence[str], flags: Sequence[str], resume: bool, stream: list[dict[str, Any]]
) -> Iterator[tuple[list[str], list[str]]]:
    """The command of each process to run, and the messages to give it on its standard input; none where the command holds it.

    stream: the events so far, from which a resumed conversation's id is taken.
    """
    base = [str(program), "-p", "--output-format", "stream-json", "--verbose", *flags]
    if not resume and len(prompts) > 1:
        yield [*base, "--input-format", "stream-json"], list(prompts)
        return
    for prompt in prompts:
        session = next((event["session_id"] for event in stream if "session_id" in event), "")
        yield [*base, *(["--resume", session] if session else []), prompt], []


def start(command: list[str], environment: dict[str, str], project: Path, asked: bool) -> subprocess.Popen[str]:
    """Start one process; asked: it reads its messages from its standard input."""
    given, pipe = subprocess.PIPE if asked else subprocess.DEVNULL, subprocess.PIPE
    return subprocess.Popen(command, cwd=project, env=environment, stdin=given, stdout=pipe, stderr=pipe, text=True)


def converse(
    process: subprocess.Popen[str], messages: list[str], seconds: float, stream: list[dict[str, Any]]
) -> tuple[int, str]:
    """Follow one process to its end: exit status and standard error. Events are added to `stream`."""
    errors: list[str] = []
    with process:
        assert process.stdout and process.stderr
        guard = threading.Timer(max(0.0, seconds), process.kill)
        listener = threading.Thread(target=lambda: errors.extend(process.stderr or []), daemon=True)
        guard.start()
        listener.start()
        try:
            send_next(process, messages)
            for line in process.stdout:
                stream.append(json.loads(line))
                if stream[-1]["type"] == "result":
                    send_next(process, messages)
            status = process.wait(EXIT_SECONDS)
        finally:
            in_time = guard.is_alive()
            guard.cancel()
            process.kill()
            listener.join(EXIT_SECONDS)
    if not in_time:
        raise TimeoutError(f"the client took longer than its time; stderr: {''.join(errors)[-500:]}")
    return status, "".join(errors)


def send_next(process: subprocess.Popen[str], left: list[str]) -> None:
    """Send the next user message, or say that there is none."""
    if process.stdin is None or process.stdin.closed:
        return
    if left:
        message = {"type": "user", "message": {"role": "user", "content": left.pop(0)}}
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        return
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
