"""What a body really is, by its first bytes: servers and file names are often wrong about it."""

import json
import re

from webresearch.pages.decode import BYTE_ORDER_MARKS, wide_encoding
from webresearch.pages.plaintext import is_markdown

# First bytes, and what they are: nothing here can be read as a page.
SIGNATURES = {
    "a PNG image": (b"\x89PNG\r\n\x1a\n",),
    "a JPEG image": (b"\xff\xd8\xff",),
    "a GIF image": (b"GIF87a", b"GIF89a"),
    "a TIFF image": (b"II*\x00", b"MM\x00*"),
    "a BMP image": (b"BM",),
    "an icon": (b"\x00\x00\x01\x00",),
    "a Photoshop file": (b"8BPS",),
    "a ZIP archive or office document": (b"PK\x03\x04", b"PK\x05\x06"),
    "an old office document": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
    "an RTF document": (b"{\\rtf",),
    "a PostScript file": (b"%!PS",),
    "a compressed file": (b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"7z\xbc\xaf\x27\x1c", b"\x28\xb5\x2f\xfd", b"Rar!\x1a\x07"),
    "a program": (b"\x7fELF", b"MZ\x90\x00", b"\x00asm", b"\xca\xfe\xba\xbe"),
    "a software package": (b"!<arch>\n",),
    "a database": (b"SQLite format 3\x00",),
    "sound": (b"ID3", b"OggS", b"fLaC", b"\xff\xfb", b"\xff\xf3"),
    "video": (b"\x1aE\xdf\xa3",),
    "a font": (b"wOFF", b"wOF2", b"\x00\x01\x00\x00\x00", b"OTTO"),
}
# Short signatures are also words: they count only before bytes that are no text.
WORD_BYTES = 3
# Signatures that stand elsewhere: offset, bytes, what it is.
INNER_SIGNATURES = (
    (4, b"ftyp", "video or an image"),
    (8, b"WEBP", "a WebP image"),
    (8, b"WAVE", "sound"),
    (257, b"ustar", "a tar archive"),
)
# PDF allows other bytes before its mark; readers look in the first 1,024.
PDF_BYTES = 1024
HEAD_BYTES = 4096
# Text has tabs, line ends and the odd form feed or escape; more controls than one in fifty are another format's bytes.
CONTROLS = bytes([*range(0x09), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F])
CONTROL_SHARE = 0.02

HTML_START = re.compile(
    r"<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|div|p|span|h[1-6]|table|ul|ol|main|article|section|header|nav"
    r"|a|b|i|br|hr|img|form|center|font|base|iframe|noscript|!--)\b",
    re.I,
)
PROLOGUE = re.compile(r"(?:<\?xml\b[^>]{0,500}\?>|<!--.{0,3000}?-->|\s)*", re.S)
ROOT = re.compile(
    r"(?:<!doctype\s+([\w:-]+)[^>\[]{0,500}(?:\[[^\]]{0,3000}\])?\s*>\s*(?:<!--.{0,3000}?-->\s*)*)?<(?:[\w-]+:)?([\w-]+)",
    re.I | re.S,
)
FEEDS = ("rss", "feed", "rdf")


def binary_kind(body: bytes) -> str:
    """What a body is that can't be read as text, e.g. "a PNG image"; "" for text of any kind and for PDF."""
    for name, signatures in SIGNATURES.items():
        for signature in signatures:
            if body.startswith(signature) and (len(signature) > WORD_BYTES or has_controls(body)):
                return name
    for offset, signature, name in INNER_SIGNATURES:
        if body[offset : offset + len(signature)] == signature and has_controls(body):
            return name
    if any(body.startswith(mark) for mark, _ in BYTE_ORDER_MARKS) or wide_encoding(body):
        return ""
    return "binary data" if has_controls(body) else ""


def has_controls(body: bytes) -> bool:
    """Whether the first bytes hold more control characters than text does."""
    head = body[:HEAD_BYTES]
    return len(head) - len(head.translate(None, CONTROLS)) > CONTROL_SHARE * len(head)


def is_pdf(body: bytes) -> bool:
    """Whether a body is a PDF, whatever stands before its mark."""
    return b"%PDF-" in body[:PDF_BYTES] and not HTML_START.match(body[:HEAD_BYTES].decode("latin-1").lstrip())


def text_kind(text: str, media_type: str = "") -> str:
    """What a decoded text is: html, json, feed, xml, svg, markdown or text.

    media_type: what the server says, without parameters; it decides only between kinds that look alike.
    """
    prologue = PROLOGUE.match(text[:20_000])
    start = text[prologue.end() if prologue else 0 :][:8000]
    if start[:1] in ("{", "[") and is_json(text):
        return "json"
    if start.startswith("<"):
        return markup_kind(start, text, media_type)
    if media_type in ("text/html", "application/xhtml+xml"):
        return "html"
    if media_type in ("text/markdown", "text/x-markdown"):
        return "markdown"
    if not media_type and re.search(r"</(?:p|div|html|body|a|h[1-6]|table)\s*>", text[:HEAD_BYTES], re.I):
        return "html"
    return "markdown" if media_type in ("", "text/plain") and is_markdown(text) else "text"


def markup_kind(start: str, text: str, media_type: str) -> str:
    """What a text is that begins with a tag."""
    root = ROOT.match(start)
    names = {name.lower() for name in root.groups() if name} if root else set()
    if names & {"html"} or media_type in ("text/html", "application/xhtml+xml"):
        return "html"
    if names & set(FEEDS):
        return "feed"
    if "svg" in names:
        return "svg"
    if text.lstrip().startswith("<?xml") or media_type.endswith(("/xml", "+xml")):
        return "xml"
    return "html" if HTML_START.match(start) else "text"


def is_json(text: str) -> bool:
    """Whether a text is one JSON value, or one a line."""
    try:
        json.loads(text)
    except RecursionError:
        return True
    except ValueError:
        return is_json_lines(text)
    return True


def is_json_lines(text: str) -> bool:
    """Whether the first lines of a text are JSON objects of their own."""
    lines = [line for line in text[:HEAD_BYTES].split("\n")[:3] if line.strip()]
    try:
        return len(lines) > 1 and all(isinstance(json.loads(line), dict) for line in lines[:2])
    except (ValueError, RecursionError):
        return False
