"""The scrape service's other routes: map, crawl jobs and answered searches, beside the scripted box.

What a route answers is put into `routes`: "POST /v1/map" -> an answer, a list of answers in turn, or a function of the body.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from urllib.parse import urlsplit

from box import LONG_TEXT, Answer, Box, Handler

Scripted = Answer | list[Answer] | Callable[[dict[str, object]], Answer]
JOB = "8f23-41e6"
STATUS = f"GET /v1/crawl/{JOB}"


class SiteBox:
    """The scripted routes, and what was asked of them: method, path with its query, body."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.routes: dict[str, Scripted] = {}
        self.asked: list[tuple[str, str, object]] = []

    def crawl(self, *statuses: Answer) -> None:
        """Let a crawl begin, and its job answer these in turn."""
        self.routes["POST /v1/crawl"] = Answer({"success": True, "id": JOB})
        self.routes[STATUS] = list(statuses)
        self.routes[f"DELETE /v1/crawl/{JOB}"] = Answer({"success": True})

    def calls(self, method: str) -> list[str]:
        return [path for name, path, _ in self.asked if name == method]


def item(url: str, text: str = LONG_TEXT, title: str = "A page", status: int = 200, **more: object) -> dict[str, object]:
    """One page of a crawl job."""
    html = f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1><p>{text}</p></article></body></html>"
    return {"markdown": text, "rawHtml": html, "metadata": {"sourceURL": url, "statusCode": status, "title": title}, **more}


def job(status: str, *items: dict[str, object], total: int = 0, **more: object) -> Answer:
    """A crawl job's status."""
    count = total or len(items)
    return Answer({"success": True, "status": status, "completed": len(items), "total": count, "data": list(items), **more})


@contextmanager
def running_site_box(box: Box) -> Iterator[tuple[SiteBox, int]]:
    """The scrape service on a port of loopback; /v1/scrape is the box's own."""
    site = SiteBox(box)

    class SiteHandler(Handler):
        def route(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(size)) if size else None
            if self.path == "/v1/scrape":
                self.send(site.box.scrape(body))
                return
            site.asked.append((self.command, self.path, body))
            scripted = site.routes.get(f"{self.command} {urlsplit(self.path).path}", Answer({"success": False}, 404))
            if isinstance(scripted, list):
                scripted = scripted.pop(0) if len(scripted) > 1 else scripted[0]
            self.send(scripted(body or {"path": self.path}) if callable(scripted) else scripted)

        do_GET = do_POST = do_DELETE = route  # noqa: N815 - the server's names

    server = ThreadingHTTPServer(("127.0.0.1", 0), type("SiteBoxHandler", (SiteHandler,), {"box": box}))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield site, server.server_port
    finally:
        server.shutdown()
        server.server_close()
