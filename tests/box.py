"""A loopback stand-in for the box: SearXNG and the scrape service, as far as the tests need them, readable and scripted.

What a query or a page answers is put into `box.searches` and `box.pages`; what was asked is in `box.asked` and `box.scraped`.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

LONG_TEXT = "Dead rows stay in a table until vacuum removes them, and the space is used again by later rows. " * 12


@dataclass
class Answer:
    """One HTTP answer: JSON where `body` is no bytes."""

    body: object = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0

    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def hit(url: str, title: str = "A title", content: str = "A snippet", **more: object) -> dict[str, object]:
    """One row of SearXNG's results, in the form of 2026."""
    row: dict[str, object] = {"url": url, "title": title, "content": content, "engine": "one", "engines": ["one"]}
    row |= {"template": "default.html", "positions": [1], "score": 1.0, "category": "general", "publishedDate": None}
    return row | more


def results(query: str, *rows: dict[str, object], failed: tuple[tuple[str, str], ...] = ()) -> Answer:
    """SearXNG's answer to a query."""
    body = {"query": query, "results": list(rows), "answers": [], "unresponsive_engines": [list(pair) for pair in failed]}
    return Answer(body, headers={"Server-Timing": "total;dur=9, total_0_one;dur=8" if not failed or rows else "total;dur=9"})


def scraped(url: str, markdown: str = LONG_TEXT, status: int = 200, title: str = "A page", **data: object) -> Answer:
    """The scrape service's answer for a page."""
    metadata = {"title": title, "statusCode": status, "sourceURL": url}
    html = f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1><p>{markdown}</p></article></body></html>"
    return Answer({"success": True, "data": {"markdown": markdown, "rawHtml": html, "metadata": metadata, **data}})


class Box:
    """The scripted services."""

    def __init__(self) -> None:
        self.searches: dict[str, Answer | Callable[[dict[str, str]], Answer]] = {}
        self.pages: dict[str, Answer | list[Answer]] = {}
        self.config: Answer = Answer(
            {"categories": ["general", "it"], "locales": {"en": "English", "de": "Deutsch"}, "engines": []}
        )
        self.asked: list[dict[str, str]] = []
        self.asked_headers: list[dict[str, str]] = []
        self.scraped: list[str] = []
        self.bodies: list[dict[str, object]] = []
        self.running = self.most_running = 0
        self.lock = threading.Lock()

    def find(self, query: str, *urls: str) -> None:
        """Let a query find these URLs."""
        rows = [hit(url, f"Title of {url.rsplit('/', 1)[-1] or 'home'}") for url in urls]
        self.searches[query] = results(query, *rows)

    def search(self, params: dict[str, str], headers: dict[str, str]) -> Answer:
        """What SearXNG says."""
        self.asked.append(params)
        self.asked_headers.append(headers)
        scripted = self.searches.get(params.get("q", ""), results(params.get("q", "")))
        return scripted(params) if callable(scripted) else scripted

    def scrape(self, body: dict[str, object]) -> Answer:
        """What the scrape service says."""
        url = str(body.get("url"))
        with self.lock:
            self.scraped.append(url)
            self.bodies.append(body)
            self.running += 1
            self.most_running = max(self.most_running, self.running)
        scripted = self.pages.get(url, scraped(url))
        answer = scripted.pop(0) if isinstance(scripted, list) and len(scripted) > 1 else scripted
        answer = answer[0] if isinstance(answer, list) else answer
        time.sleep(answer.wait)
        with self.lock:
            self.running -= 1
        return answer


class Handler(BaseHTTPRequestHandler):
    """Routes of both services; one server plays SearXNG, another the scrape service."""

    protocol_version = "HTTP/1.1"
    box: Box

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        params = {name: values[0] for name, values in parse_qs(parts.query).items()}
        headers = {name.lower(): value for name, value in self.headers.items()}
        if parts.path == "/search":
            self.send(self.box.search(params, headers))
        elif parts.path == "/config":
            self.send(self.box.config)
        else:
            self.send(Answer(b"not found", 404, {"Content-Type": "text/html"}))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send(self.box.scrape(body) if self.path == "/v1/scrape" else Answer(b"not found", 404))

    def send(self, answer: Answer) -> None:
        data = answer.data()
        headers = {
            "Content-Type": "application/json",
            "Content-Length": str(len(data)),
            "Connection": "close",
            **answer.headers,
        }
        try:
            self.send_response(answer.status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # a client that gave up is some tests' point
        self.close_connection = True


@contextmanager
def running_box() -> Iterator[tuple[Box, dict[str, str]]]:
    """The box on two ports of loopback, and the environment that points there."""
    box = Box()
    handler = type("BoxHandler", (Handler,), {"box": box})
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), handler) for _ in range(2)]
    for server in servers:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    environment = {
        "WEBTOOLS_HOST": "127.0.0.1",
        "SEARXNG_PORT": str(servers[0].server_port),
        "FIRECRAWL_PORT": str(servers[1].server_port),
    }
    try:
        yield box, environment
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()
