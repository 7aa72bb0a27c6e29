"""The MCP server as a process, spoken to line by line, and through the official SDK's client."""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# web.py with a folder of its own, as the test's `call` has it.
START = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import web; sys.exit(web.main(sys.argv[2:], sys.argv[1]))"
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}

Message = dict[str, Any]


def command(root: Path, *options: str) -> list[str]:
    return [sys.executable, "-c", START, str(root), "mcp", *options]


class Session:
    """One server and what it has said."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.said: Queue[Message] = Queue()
        self.number = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.put(json.loads(line))

    def send(self, line: bytes | Message) -> None:
        assert self.process.stdin
        data = line if isinstance(line, bytes) else json.dumps({"jsonrpc": "2.0", **line}).encode() + b"\n"
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def next(self, seconds: float = 30) -> Message:
        return self.said.get(timeout=seconds)

    def nothing(self, seconds: float = 0.5) -> bool:
        try:
            self.said.get(timeout=seconds)
        except Empty:
            return True
        return False

    def ask(self, method: str, params: object = None, identity: object = None) -> Message:
        """The answer to a request; notifications that come before it are dropped."""
        self.number += 1
        asked = self.number if identity is None else identity
        self.send({"id": asked, "method": method, **({} if params is None else {"params": params})})
        while True:
            answer = self.next()
            if "method" not in answer:
                assert answer["id"] == asked
                return answer

    def tool(self, name: str, **given: object) -> Message:
        """The result of a call."""
        result: Message = self.ask("tools/call", {"name": name, "arguments": given})["result"]
        return result

    def children(self) -> list[int]:
        """The processes of calls under way."""
        if self.process.poll() is not None:
            return []
        found = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(word) for path in found for word in path.read_text().split()]

    def until(self, wanted: Any, seconds: float = 20) -> None:
        """Wait for something to become true."""
        end = time.monotonic() + seconds
        while not wanted():
            assert time.monotonic() < end, "it did not happen in time"
            time.sleep(0.02)


@contextmanager
def running_server(
    root: Path, *options: str, hello: bool = True, environment: dict[str, str] | None = None
) -> Iterator[Session]:
    """A server on a folder, greeted unless a test does that itself."""
    pipe = subprocess.PIPE
    given = {**os.environ, **(environment or {})}
    with subprocess.Popen(command(root, *options), stdin=pipe, stdout=pipe, stderr=pipe, env=given) as process:
        session = Session(process)
        try:
            if hello:
                session.ask("initialize", HELLO)
                session.send({"method": "notifications/initialized"})
            yield session
        finally:
            if process.stdin and not session.children():
                process.stdin.close()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(5)
            process.kill()
