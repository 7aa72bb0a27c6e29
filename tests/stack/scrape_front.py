"""A `/v1` HTTP front, of our own writing, for the scrape engine, which by itself speaks MCP on its standard streams only.

Statuses and envelope follow what the engine's project documents for its own HTTP server; messages, pages and verdicts
are the engine's. What only a front can do (authentication, rate limits, batches, v2) is not here, so a test that passes
on it says nothing about those.
"""

import itertools
import json
import queue
import subprocess
from collections.abc import Callable
from pathlib import Path

from stack.addresses import SCRAPER_PORT, SERVICE_ADDRESS
from stack.fault_pages import Answer
from stack.packages import ENGINE_VERSION
from stack.page_server import Handler, QuietServer, serve

ENGINES = 6  # as many pages as the product asks for at once
BODY_BYTES = 1 << 20
SMALL_PAGE = 2500  # characters: above this the engine's project calls an error page a success
Judge = Callable[[dict], tuple[int, dict[str, object]]]
WITHHELD = ("markdown", "html", "rawHtml", "plainText", "links")  # of a page that the engine calls blocked

# What the engine's messages begin with or hold, the status and the code that go with it; the first that fits counts.
FAILURES = (
    ("Timeout after", 504, "timeout"),
    ("Target unreachable", 422, "target_unreachable"),
    ("HTTP request failed", 502, "http_error"),
    ("Extraction error", 422, "extraction_error"),
    ("Rate limited", 429, "rate_limited"),
    (" not found", 404, "not_found"),
    ("Unsupported content type", 500, "internal_error"),
    ("Renderer error", 500, "renderer_error"),
    ("not allowed", 400, "invalid_request"),
    ("Invalid", 400, "invalid_request"),
    ("invalid", 400, "invalid_request"),
    ("missing field", 400, "invalid_request"),
    ("Only http", 400, "invalid_request"),
)


class Engine:
    """One engine process, which answers one call after the other."""

    def __init__(self, program: Path) -> None:
        # An empty PATH ends its search for a browser; CRW_LOCAL keeps it from asking its hosted edition.
        environment = {"PATH": "/nonexistent", "HOME": "/nonexistent", "CRW_LOCAL": "1"}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        self.numbers = itertools.count(1)
        client = {"name": "front", "version": "1"}
        hello = self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self.version = hello["result"]["serverInfo"]["version"]

    def ask(self, method: str, params: dict[str, object]) -> dict:
        """One JSON-RPC call."""
        assert self.process.stdin and self.process.stdout
        message = {"jsonrpc": "2.0", "id": next(self.numbers), "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def call(self, tool: str, arguments: dict[str, object]) -> dict:
        """What a tool answers; {"failure": message} when it refuses."""
        reply = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if "error" in reply:
            return {"failure": reply["error"]["message"]}
        result = reply["result"]
        text = "".join(part.get("text", "") for part in result["content"])
        if result.get("isError"):
            return {"failure": text}
        return result.get("structuredContent") or json.loads(text)


class Pool:
    """Engines for pages, started when first needed, and one of its own for crawls, whose jobs live in its memory."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self.free: queue.Queue[Engine | None] = queue.Queue()
        for _ in range(ENGINES):
            self.free.put(None)
        self.crawler: queue.Queue[Engine | None] = queue.Queue()
        self.crawler.put(None)

    def call(self, tool: str, arguments: dict[str, object]) -> dict:
        """Call a tool on the next free engine; a dead engine is replaced by the next call."""
        line = self.crawler if "crawl" in tool else self.free
        engine = line.get()
        try:
            if engine is None or engine.process.poll() is not None:
                engine = Engine(self.program)
            return engine.call(tool, arguments)
        except (OSError, ValueError) as error:  # it died while it worked
            return {"failure": f"engine: {error}"}
        finally:
            line.put(engine)


def failed(message: str) -> tuple[int, dict[str, object]]:
    """Status and body for a refusal of the engine."""
    status, code = next(((status, code) for part, status, code in FAILURES if part in message), (500, "internal_error"))
    shown = f"Invalid request: {message}" if code == "invalid_request" else message
    return status, {"success": False, "error": shown, "errorCode": code}


def as_it_is(answer: dict) -> tuple[int, dict[str, object]]:
    """Status and body of an answer that needs no judgement."""
    return failed(answer["failure"]) if "failure" in answer else (200, answer)


def scraped(answer: dict) -> tuple[int, dict[str, object]]:
    """Status and body of a scrape: a page that is not worth its name is answered 200 with `success` false."""
    if "failure" in answer:
        return failed(answer["failure"])
    status = (answer.get("metadata") or {}).get("statusCode") or 0
    block = answer.get("block") or {}
    text = answer.get("markdown") or answer.get("rawHtml") or answer.get("html") or ""
    body: dict[str, object] = {"success": True, "data": answer}
    if status >= 400 and len(text) < SMALL_PAGE:
        error = answer.get("warning") or f"Target returned HTTP {status}"
        body = {"success": False, "data": answer, "error": error, "errorCode": "http_error"}
    elif block:
        kept = {
            name: value for name, value in answer.items() if name not in ("markdown", "html", "rawHtml", "plainText", "links")
        }
        unusable = block.get("vendor") in ("structural_failure", "parked_domain")
        code = "no_usable_content" if unusable else "anti_bot"
        body = {"success": False, "data": kept, "error": block.get("reason", "blocked"), "errorCode": code}
    return 200, body


def front_handler(pool: Pool) -> type[Handler]:
    """The routes."""
    posts: dict[str, tuple[str, dict[str, object], Judge]] = {
        "/v1/scrape": ("crw_scrape", {"maxLength": 0}, scraped),  # 0: as long as the page is
        "/v1/map": ("crw_map", {}, as_it_is),
        "/v1/crawl": ("crw_crawl", {}, as_it_is),
    }

    class FrontHandler(Handler):
        def answer(self) -> Answer:
            if self.path == "/health":
                return as_json(200, {"status": "ok", "version": ENGINE_VERSION, "active_crawl_jobs": 0})
            if self.path.startswith("/v1/crawl/"):
                job = {"id": self.path.rpartition("/")[2], "maxLength": 0}
                return as_json(*as_it_is(pool.call("crw_check_crawl_status", job)))
            if self.path not in posts:
                return as_json(404, {"success": False, "error": "Not found"})
            if self.command != "POST":
                return as_json(405, {"success": False, "error": "Method not allowed"})
            return self.posted(*posts[self.path])

        def posted(self, tool: str, added: dict[str, object], judge: Judge) -> Answer:
            if len(self.body) > BODY_BYTES:
                return as_json(413, {"success": False, "error": "length limit exceeded"})
            if "application/json" not in (self.headers.get("Content-Type") or ""):
                return as_json(*failed("missing field: Content-Type application/json"))
            try:
                body = json.loads(self.body)
            except ValueError:
                return as_json(*failed("Invalid JSON syntax in request body"))
            if not isinstance(body, dict):
                return as_json(*failed("Invalid request body"))
            return as_json(*judge(pool.call(tool, {**body, **added})))

    return FrontHandler


def as_json(status: int, body: dict[str, object]) -> Answer:
    """An answer in JSON."""
    return status, {"Content-Type": "application/json"}, json.dumps(body, ensure_ascii=False).encode()


def start(program: Path) -> None:
    """Start the front at the product's default address."""
    serve(QuietServer((SERVICE_ADDRESS, SCRAPER_PORT), front_handler(Pool(program))))
