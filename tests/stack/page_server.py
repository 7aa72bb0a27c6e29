"""The web of the namespace: pages under several host names, the index behind SearXNG, and a name server that knows nothing."""

import json
import socket
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from stack.addresses import GUIDE_HOST, INDEX_PORT, PAGES_ADDRESS, PYDOC_HOST
from stack.fault_pages import HTML, WITHDRAWN, Answer, fault, page, refusal
from stack.library_pages import guide_pages, pydoc_pages
from stack.page_index import Index, indexed

HANG_SECONDS = 20  # longer than any engine's timeout


class QuietServer(ThreadingHTTPServer):
    """A server whose threads end with the process and which says nothing of connections that went away."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no news."""


class Handler(BaseHTTPRequestHandler):
    """Leaves the answer to each request to a subclass."""

    protocol_version = "HTTP/1.1"
    body = b""  # what was posted

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def answer(self) -> Answer | None:
        """Status, headers and body; None drops the connection."""
        raise NotImplementedError

    def do_POST(self) -> None:
        """Read what was posted, then answer as to a GET."""
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.do_GET()

    def do_GET(self) -> None:
        """Send the answer."""
        answer = self.answer()
        if answer is None:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        status, headers, body = answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def load_pages(folders: dict[str, Path]) -> dict[str, dict[str, str]]:
    """HTML by host and path: what the folders hold, and the generated documentation."""
    pages = {GUIDE_HOST: dict(guide_pages()), PYDOC_HOST: dict(pydoc_pages())}
    for host, folder in folders.items():
        found = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))}
        pages[host] = pages.get(host, {}) | found
    return pages


def build_index(pages: dict[str, dict[str, str]]) -> Index:
    """The index of all pages but tables of contents, and of the pages that cannot be had."""
    every = [
        indexed(f"http://{host}/{path}", markup)
        for host, of_host in pages.items()
        for path, markup in of_host.items()
        if path != "index.html"
    ]
    gone = [indexed(f"http://{GUIDE_HOST}/fault/{name}", page(title, title).decode()) for name, title in WITHDRAWN.items()]
    return Index(every + gone)


def pages_handler(pages: dict[str, dict[str, str]]) -> type[Handler]:
    """Serves each host's pages."""

    class PagesHandler(Handler):
        def answer(self) -> Answer | None:
            host = (self.headers.get("Host") or "").split(":")[0]
            path = urlsplit(self.path).path.removeprefix("/") or "index.html"
            if path.startswith("fault/"):
                return fault(path.removeprefix("fault/"))
            if path == "robots.txt":
                return 200, {"Content-Type": "text/plain"}, b"User-agent: *\nAllow: /\n"
            found = pages.get(host, {}).get(path)
            return refusal(404) if found is None else (200, HTML, found.encode())

    return PagesHandler


def index_handler(index: Index) -> type[Handler]:
    """Answers /search?q=&page=&host=&mark= and breaks on purpose below /broken/."""

    class IndexHandler(Handler):
        def answer(self) -> Answer | None:
            parts = urlsplit(self.path)
            if parts.path.startswith("/broken/"):
                return broken(parts.path.removeprefix("/broken/"))
            given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
            hits = index.search(given.get("q", ""), int(given.get("page", "1")), given.get("host", ""))
            marked = [{**hit, "url": hit["url"] + given.get("mark", "")} for hit in hits]
            return 200, {"Content-Type": "application/json"}, json.dumps({"results": marked}).encode()

    return IndexHandler


def broken(how: str) -> Answer | None:
    """A search engine's failure."""
    if how == "hang":
        time.sleep(HANG_SECONDS)
    if how == "html":
        return 200, HTML, page("Welcome", "This is not JSON.")
    return refusal(int(how)) if how.isdigit() else None


def no_such_name(query: bytes) -> bytes:
    """The answer NXDOMAIN (RFC 1035, response code 3) to any question."""
    identifier, flags = struct.unpack(">HH", query[:4])
    return struct.pack(">HHHHHH", identifier, 0x8003 | (flags & 0x0100) | 0x0080, 1, 0, 0, 0) + query[12:]


def answer_names() -> None:
    """Say to every question that there is no such name: the known ones stand in the hosts file."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 53))
        while True:
            query, sender = server.recvfrom(1024)
            if len(query) > 12:
                server.sendto(no_such_name(query), sender)


def serve(server: QuietServer) -> None:
    """Serve in the background until the process ends."""
    threading.Thread(target=server.serve_forever, daemon=True).start()


def start(folders: dict[str, Path]) -> None:
    """Start the pages, the index and the name server."""
    pages = load_pages(folders)
    serve(QuietServer((PAGES_ADDRESS, 80), pages_handler(pages)))
    serve(QuietServer(("127.0.0.1", INDEX_PORT), index_handler(build_index(pages))))
    threading.Thread(target=answer_names, daemon=True).start()
