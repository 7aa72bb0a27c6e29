"""A model that says what a test has written down: the Anthropic Messages API, as far as the client uses it.

It listens on a Unix socket, which reaches across network namespaces: so it can live in the test's own process, where
its turns may be computed and every request be looked at.
"""

import itertools
import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

Block = dict[str, Any]
Blocks = list[Block]
Turn = Blocks | Callable[[list[str]], Blocks]

NUMBERS = itertools.count(1)
USAGE = {"input_tokens": 1, "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
OVER = "The script has no further turn."


def say(text: str) -> Blocks:
    """A turn that only speaks, which ends the model's work until the next user message."""
    return [{"type": "text", "text": text}]


def use(tool: str, **given: object) -> Blocks:
    """A turn that calls one tool; turns can be added up to call several at once."""
    return [{"type": "tool_use", "name": tool, "input": given}]


def bash(command: str) -> Blocks:
    """A turn that runs a command."""
    return use("Bash", command=command, description="a step of the script")


@dataclass(frozen=True, slots=True)
class Actor:
    """One part in the play: whose requests hold these words in the system prompt and in the first message.

    turns: what is said at the first request, the second and so on. A turn may be a function of the texts of all tool results
    the conversation has brought so far, for what is known only then (an id, a count).
    """

    name: str
    turns: list[Turn]
    in_system: str = ""
    in_first_message: str = ""

    def plays(self, request: dict[str, Any]) -> bool:
        """Is this request this actor's?"""
        first = json.dumps(request["messages"][:1], ensure_ascii=False)
        return self.in_system in text_of(request.get("system")) and self.in_first_message in first


@dataclass(frozen=True, slots=True)
class Request:
    """What the client sent: whose turn it was, and the body as it came."""

    actor: str
    body: dict[str, Any]

    @property
    def tools(self) -> list[str]:
        """Names of the tools that the model may use."""
        return [tool["name"] for tool in self.body.get("tools", [])]

    @property
    def sent(self) -> str:
        """All that the messages hold, as one text."""
        return "\n".join(text_of(message["content"]) for message in self.body["messages"])

    @property
    def system(self) -> str:
        """The system prompt as one text."""
        return text_of(self.body.get("system"))


def text_of(content: object) -> str:
    """All text in a content of the API: a string, a block or a list of them."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(text_of(part) for part in content)
    if isinstance(content, dict):
        inner = content.get("text") or content.get("content") or content.get("input") or ""
        return json.dumps(inner, ensure_ascii=False) if isinstance(inner, dict) else text_of(inner)
    return ""


def results_in(request: dict[str, Any]) -> list[str]:
    """Texts of the tool results in a request, in order."""
    contents = [message["content"] for message in request["messages"] if message["role"] == "user"]
    parts = [part for content in contents if isinstance(content, list) for part in content]
    return [text_of(part.get("content")) for part in parts if part["type"] == "tool_result"]


@dataclass
class Script:
    """The play: who says what, and what has been asked so far."""

    actors: list[Actor]
    requests: list[Request] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)  # of computed turns
    lock: threading.Lock = field(default_factory=threading.Lock)

    def reply(self, request: dict[str, Any]) -> Blocks:
        """The turn for a request.

        Which one it is follows from the request alone (how often the assistant has spoken in it), so that a request sent twice
        gets the same answer and conversations side by side do not take each other's turns.
        """
        spoken = sum(message["role"] == "assistant" for message in request["messages"])
        # Requests without tools are titles, summaries, probes, unless a part is named by its system prompt.
        parts = (each for each in self.actors if request.get("tools") or each.in_system)
        actor = next((each for each in parts if each.plays(request)), None)
        with self.lock:
            self.requests.append(Request(actor.name if actor else "", request))
        if actor is None:  # titles, summaries, probes
            return say("ok")
        turn = actor.turns[spoken] if spoken < len(actor.turns) else say(OVER)
        try:
            return turn(results_in(request)) if callable(turn) else turn
        except Exception as error:
            self.errors.append(error)
            return say(f"The script failed: {error!r}")


def message_of(model: str, blocks: Blocks) -> dict[str, Any]:
    """The assistant's message."""
    content = [block | ({"id": f"toolu_{next(NUMBERS):024d}"} if block["type"] == "tool_use" else {}) for block in blocks]
    stop = "tool_use" if any(block["type"] == "tool_use" for block in blocks) else "end_turn"
    head = {"id": f"msg_{next(NUMBERS):024d}", "type": "message", "role": "assistant", "model": model}
    return {**head, "content": content, "stop_reason": stop, "stop_sequence": None, "usage": USAGE}


def events_of(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same message as the events of a stream."""
    yield {"type": "message_start", "message": message | {"content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty, delta = block | {"input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def handler_of(script: Script) -> type[BaseHTTPRequestHandler]:
    """Answers the client's requests from a script."""

    class ModelHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_HEAD(self) -> None:
            self.send(200, "text/plain", b"")

        def do_GET(self) -> None:
            self.send(404, "application/json", b'{"type":"error","error":{"type":"not_found_error","message":"no such path"}}')

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
            path = self.path.partition("?")[0]
            if path.endswith("/count_tokens"):
                return self.send(200, "application/json", b'{"input_tokens": 1}')
            if path != "/v1/messages":
                return self.do_GET()
            message = message_of(body.get("model", ""), script.reply(body))
            if not body.get("stream"):
                return self.send(200, "application/json", json.dumps(message).encode())
            stream = "".join(f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in events_of(message))
            return self.send(200, "text/event-stream", stream.encode())

        def send(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return ModelHandler


class SocketServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """An HTTP server on a Unix socket."""

    daemon_threads = True

    def get_request(self) -> tuple[Any, Any]:
        """A connection; the handler wants an address, which these have not."""
        connection, _ = super().get_request()
        return connection, ("client", 0)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no news."""


@contextmanager
def playing(script: Script, socket_path: Path) -> Iterator[None]:
    """The model, for as long as a run lasts."""
    with SocketServer(str(socket_path), handler_of(script)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
