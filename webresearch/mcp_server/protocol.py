"""The loop: JSON-RPC lines in, JSON-RPC lines out, as MCP over stdio wants it.

It is small and of our own because it has to answer in the client's first moments: the official SDK takes about a second to
import, longer on a busy machine than the client's first probe waits. That SDK's client is what tests it.
"""

import json
import os
import select
import threading
from collections.abc import Callable, Sequence
from typing import BinaryIO, TypeGuard

from webresearch import __version__
from webresearch.errors import UsageError
from webresearch.mcp_server.calls import Call, Outcome, error_text
from webresearch.mcp_server.schemas import INSTRUCTIONS, Schema, Tool, named

VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
LONGEST_LINE = 1 << 20  # bytes; the longest honest call has some thousand
MOST_CALLS = 64  # under way and waiting; a client that sends more does not read its answers

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, BUSY = -32700, -32600, -32601, -32602, -32000

Id = str | int
Key = tuple[type, Id]  # 1 and "1" are two ids


class Fault(Exception):
    """A request that cannot be answered with a result."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


class Server:
    """One client's session.

    name: the server's own. tools: what it offers. begin: starts a call of a tool. output: the descriptor answers go to.
    """

    def __init__(self, name: str, tools: Sequence[Tool], begin: Callable[[Tool, object], Call], output: int) -> None:
        self.name, self.tools, self.begin, self.output = name, tools, begin, output
        self.calls: dict[Key, Call] = {}
        self.lock = threading.Lock()  # of calls
        self.writing = threading.Lock()
        self.methods: dict[str, Callable[[dict[str, object]], Schema]] = {
            "initialize": self.initialize,
            "ping": lambda _: {},
            "tools/list": lambda _: {"tools": [tool.listed() for tool in self.tools]},
        }

    def serve(self, source: BinaryIO) -> None:
        """Answer line after line until the client is gone; calls under way are ended then, unless somebody still reads."""
        try:
            while line := source.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    while line and not line.endswith(b"\n"):
                        line = source.readline(LONGEST_LINE)
                    self.refuse(None, Fault(PARSE_ERROR, f"the line is longer than {LONGEST_LINE} bytes"))
                elif line.strip():
                    self.take(line)
            self.finish()
        finally:
            for call in list(self.calls.values()):
                call.cancel()

    def finish(self) -> None:
        """Wait for the calls under way, for as long as there is a reader of their answers."""
        reader = select.poll()
        reader.register(self.output, 0)  # only that it has gone
        while self.calls:
            if reader.poll(100):
                return

    def take(self, line: bytes) -> None:
        """One line: a request is answered, a notification obeyed, all else refused."""
        try:
            message = json.loads(line.decode("utf-8"), parse_constant=no_constant)
        except (ValueError, RecursionError):
            self.refuse(None, Fault(PARSE_ERROR, "the line is no JSON"))
            return
        if not isinstance(message, dict):
            self.refuse(None, Fault(INVALID_REQUEST, "a message is one JSON object; there are no batches"))
            return
        if "method" not in message and ("result" in message or "error" in message):
            return  # an answer, and we asked nothing
        identity = message.get("id")
        known = identity if is_id(identity) else None
        method, params = message.get("method"), message.get("params", {})
        if message.get("jsonrpc") != "2.0" or not isinstance(method, str) or ("id" in message and known is None):
            self.refuse(known, Fault(INVALID_REQUEST, 'a request has jsonrpc "2.0", a method and an id of text or digits'))
        elif known is None:
            self.notice(method, params)
        else:
            self.answer(known, method, params)

    def answer(self, identity: Id, method: str, params: object) -> None:
        """Answer one request; a call's answer comes when it is done."""
        try:
            if method != "tools/call" and method not in self.methods:
                raise Fault(NO_METHOD, f"there is no method {method[:80]!r}")
            if not isinstance(params, dict):
                raise Fault(INVALID_PARAMS, "params is no object")
            if method == "tools/call":
                self.call(identity, params)
            else:
                self.write({"id": identity, "result": self.methods[method](params)})
        except Fault as fault:
            self.refuse(identity, fault)

    def notice(self, method: str, params: object) -> None:
        """Obey a notification; nothing is ever answered to one."""
        if method == "notifications/cancelled" and isinstance(params, dict):
            identity = params.get("requestId")
            call = self.calls.get((type(identity), identity)) if is_id(identity) else None
            if call:
                call.cancel()

    def initialize(self, params: dict[str, object]) -> Schema:
        """The handshake: the client's protocol version where we know it, else our newest."""
        asked = params.get("protocolVersion")
        version = asked if asked in VERSIONS else VERSIONS[0]
        info = {"name": self.name, "version": __version__}
        capabilities = {"tools": {"listChanged": False}}
        return {
            "protocolVersion": version,
            "capabilities": capabilities,
            "serverInfo": info,
            "instructions": INSTRUCTIONS[self.name],
        }

    def call(self, identity: Id, params: dict[str, object]) -> None:
        """Begin a call of a tool."""
        tool = named(self.tools, params.get("name"))
        if tool is None:
            raise Fault(INVALID_PARAMS, f"there is no such tool; there are {', '.join(tool.name for tool in self.tools)}")
        try:
            tool.read(params.get("arguments"))
        except UsageError as error:  # an answer that the model can act on, and needs no process
            self.write({"id": identity, "result": Outcome(None, error_text(error)).result()})
            return
        key: Key = (type(identity), identity)
        with self.lock:
            if key in self.calls:
                raise Fault(INVALID_REQUEST, "a call with that id is under way")
            if len(self.calls) >= MOST_CALLS:
                raise Fault(BUSY, f"{len(self.calls)} calls are under way; wait for some of them")
            call = self.calls[key] = self.begin(tool, params.get("arguments"))
        call.start(lambda line, number: self.progress(params, line, number), lambda outcome: self.done(key, outcome))

    def progress(self, params: dict[str, object], line: str, number: int) -> None:
        """Say how far a call is, to a client that asked for it."""
        meta = params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        if is_id(token):
            note = {"progressToken": token, "progress": number, "message": line}
            self.write({"method": "notifications/progress", "params": note})

    def done(self, key: Key, outcome: Outcome | None) -> None:
        """Answer a call; None: it was cancelled, and nothing is said."""
        try:
            if outcome is not None:
                self.write({"id": key[1], "result": outcome.result()})
        finally:
            with self.lock:
                del self.calls[key]

    def refuse(self, identity: Id | None, fault: Fault) -> None:
        """Answer with an error."""
        self.write({"id": identity, "error": {"code": fault.code, "message": fault.message}})

    def write(self, message: dict[str, object]) -> None:
        """One line, at once. ASCII, so that no character of a page can end or hide in it."""
        data = memoryview(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode("ascii") + b"\n")
        with self.writing:
            while data:
                data = data[os.write(self.output, data) :]


def is_id(value: object) -> TypeGuard[Id]:
    """Whether a value can name a request: text or a whole number."""
    return isinstance(value, str | int) and not isinstance(value, bool)


def no_constant(name: str) -> object:
    """NaN and the infinities, which Python reads and JSON has not."""
    raise ValueError(name)
