"""Pages that misbehave on purpose, the same below /fault/ on every host."""

import http.client
import json
import time

from stack.addresses import GUIDE_HOST, PRIVATE_ADDRESS

SLOW_SECONDS = 15  # longer than the scrape engine waits unasked, which is 8 s
STATUSES = (403, 404, 410, 429, 500, 503)
RETRY_AFTER = {429: "7", 503: "3"}

Answer = tuple[int, dict[str, str], bytes]
HTML = {"Content-Type": "text/html; charset=utf-8"}

# In the index too, so that a search can lead to a page that then cannot be had.
WITHDRAWN = {
    "404": "Withdrawn chapter: the lost appendix",
    "403": "Withdrawn chapter: members only",
    "500": "Withdrawn chapter: the broken printing press",
    "challenge": "Withdrawn chapter: behind the turnstile",
    "moved": "Withdrawn chapter: moved to a new shelf",
}


def fault(name: str) -> Answer | None:
    """Status, headers and body of a fault page; None means that the connection is to be dropped."""
    redirects = {
        "moved": (301, f"http://{GUIDE_HOST}/heapq.html"),
        "loop": (302, "/fault/loop"),
        "to-private": (302, f"http://{PRIVATE_ADDRESS}/secret"),
        "to-loopback": (302, "http://127.0.0.1:8089/search?q=secret"),
    }
    if name in redirects:
        status, target = redirects[name]
        return status, {"Location": target, **HTML}, b""
    if name.isdigit() and int(name) in STATUSES:
        return refusal(int(name))
    if name == "slow":
        time.sleep(SLOW_SECONDS)
    bodies: dict[str, Answer | None] = {
        "drop": None,
        "empty": (200, HTML, b""),
        "json": (200, {"Content-Type": "application/json"}, json.dumps({"shelf": 3, "books": ["a", "b"]}).encode()),
        "image": (200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n" + bytes(200)),
        "slow": (200, HTML, page("A slow page", "It came at last. " * 40)),
        "script": (200, HTML, APPLICATION),
        "challenge": (403, {"cf-mitigated": "challenge", **HTML}, page("Just a moment...", "Checking your browser.")),
        "pdf": (200, {"Content-Type": "application/pdf"}, pdf(["A paper on shelves", *PAPER])),
    }
    return bodies.get(name, refusal(404))


def refusal(status: int) -> Answer:
    """An error page as web servers write them by themselves."""
    reason = http.client.responses[status]
    after = {"Retry-After": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    return status, {**HTML, **after}, page(f"{status} {reason}", reason)


def page(title: str, text: str) -> bytes:
    """A bare page."""
    return f"<!doctype html><html><head><title>{title}</title></head><body><h1>{title}</h1><p>{text}</p></body></html>".encode()


# Nothing to read until a browser has run it.
APPLICATION = b"""<!doctype html><html><head><title>Shelf viewer</title></head><body><div id="root"></div><script>
const lines = Array.from({length: 30}, (_, n) => "<p>Line " + n + " was written after the page had come.</p>");
document.getElementById("root").innerHTML = "<main>" + lines.join("") + "</main>";
</script></body></html>"""

PAPER = [
    "A shelf that is read from the left is ordered by habit, not by need.",
    "We moved forty books by how often they were asked for in one winter.",
    "The mean walk to a book fell from nine steps to four.",
    "Nothing else about the room was changed, and no reader was told.",
]


def pdf(lines: list[str]) -> bytes:
    """A PDF of one page with some lines of text."""
    shown = "".join(f"({line}) Tj 0 -20 Td " for line in lines)
    drawing = f"BT /F1 12 Tf 60 760 Td {shown}ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(drawing), drawing),
    ]
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return body + table + b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(body)
