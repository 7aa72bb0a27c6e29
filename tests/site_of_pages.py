"""A web site on loopback whose pages are put into `site.pages`: path -> (status, headers, body)."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = tuple[int, dict[str, str], bytes]

SENTENCE = "A table keeps its dead rows until they are vacuumed, and only then is their space used again. "


def html_page(title: str, text: str = SENTENCE * 12) -> Answer:
    """A page of HTML with one article."""
    html = f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1><p>{text}</p></article></body></html>"
    return 200, {"Content-Type": "text/html; charset=utf-8"}, html.encode()


class Site:
    """The pages, and the paths that were asked for."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.bodies: list[bytes] = []
        self.port = 0


class Handler(BaseHTTPRequestHandler):
    site: Site

    def log_message(self, *_: object) -> None: ...

    def do_GET(self) -> None:
        self.site.asked.append(self.path)
        status, headers, body = self.site.pages.get(self.path, (404, {}, b"no such page"))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.site.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.do_GET()


@contextmanager
def running_site() -> Iterator[Site]:
    """The site on a port of loopback."""
    site = Site()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("SiteHandler", (Handler,), {"site": site}))
    server.daemon_threads = True
    site.port = server.server_port
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
