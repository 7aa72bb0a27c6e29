"""Bytes become text: byte order marks, then what is provable, then what is declared, then a detector."""

import codecs
import re
from typing import NamedTuple

from webresearch.pages.alphabets import kana_or_hangul, latin_encoding, looks_latin

# Where a page may declare itself. HTML says 1,024 bytes; real pages put scripts first.
DECLARATION_BYTES = 8192
# What the detector sees: enough for stable letter statistics, little enough for 50 ms.
SAMPLE_BYTES = 24_000
# Up to two non-ASCII characters, a double-byte text can be valid UTF-8 by chance (14 % for each GB 2312 character).
CHANCE_CHARACTERS = 2

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Labels of the WHATWG Encoding Standard that Python does not know, or reads more narrowly than browsers do.
LABELS = {
    "big5": "big5hkscs", "big5-hkscs": "big5hkscs", "cn-big5": "big5hkscs", "x-x-big5": "big5hkscs",
    "gbk": "gb18030", "gb2312": "gb18030", "gb_2312-80": "gb18030", "x-gbk": "gb18030", "gb18030": "gb18030",
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932", "ms_kanji": "cp932",
    "x-euc-jp": "euc_jp", "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp_ext",
    "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "ksc5601": "cp949", "windows-949": "cp949",
    "iso-8859-8-i": "iso8859_8", "iso-8859-9": "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874", "windows-874": "cp874",
    "x-cp1250": "cp1250", "x-cp1251": "cp1251", "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman",
}  # fmt: skip
# The encodings the web uses: nothing else is believed or looked for (EBCDIC, DOS and escape codecs only make false friends).
SINGLE_BYTE = (
    *(f"cp{number}" for number in (*range(1250, 1259), 866, 874)),
    *(f"iso8859_{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    *("koi8_r", "koi8_u", "mac_cyrillic", "mac_roman"),
)
MULTI_BYTE = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")
STATEFUL = ("iso2022_jp_ext", "utf-16-le", "utf-16-be", "utf-16", "utf-32")
# Declared out of habit: server defaults and templates say these whatever the bytes are.
HABITUAL = ("utf-8", "iso8859-1", "ascii", "cp1252")
# What the detector chooses from, and those of them between which it can't tell.
DETECTABLE = (
    *(f"cp{number}" for number in range(1250, 1258)),
    *("cp866", "cp874", "iso8859_2", "iso8859_5", "iso8859_6", "iso8859_7", "koi8_r", "koi8_u"),
    *("gb18030", "big5", "big5hkscs", "cp932", "euc_jp", "cp949"),
)
LATIN = ("cp1250", "cp1252", "cp1254", "cp1257", "iso8859_2")

HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.I)
COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
META_CHARSET = re.compile(
    rb"<meta\b(?![^>]{0,300}\b(?:name|property|itemprop)\s*=)[^>]{0,300}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.I
)  # not that of a description
XML_ENCODING = re.compile(rb"^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*[\"']([A-Za-z0-9_.:-]{2,40})", re.I)
MARKUP = re.compile(rb"<(?:script|style)\b[^>]{0,500}>[^<]{0,20000}|<[^<>]{0,500}>", re.I)
JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B]|\x1b\(J")


class Decoded(NamedTuple):
    """A body as text. encoding: Python's name of what it was read as. replaced: places that could not be decoded."""

    text: str
    encoding: str
    replaced: int


def decode(body: bytes, content_type: str = "") -> Decoded:
    """The text of a body of unknown encoding.

    body: the whole body, or its beginning (a character cut in half at the end is dropped). content_type: the HTTP header.
    Order: byte order mark; zero bytes of UTF-16 and UTF-32; escapes of ISO-2022-JP; valid UTF-8; the declared encoding,
    unless it is one that is declared out of habit; mostly valid UTF-8; a detector; windows-1252.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return read(body[len(mark) :], encoding)
    return read(body, wide_encoding(body) or byte_encoding(body, content_type))


def read(body: bytes, encoding: str) -> Decoded:
    """The body in one encoding, undecodable places as U+FFFD and counted."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    text = decoder.decode(body)
    # A tail held back for want of bytes is a character cut in half, and no fault of the encoding.
    replaced = text.count("\ufffd")
    genuine = body.count(b"\xef\xbf\xbd") if replaced and encoding == "utf-8" else 0
    return Decoded(text, encoding, replaced - genuine)


def wide_encoding(body: bytes) -> str:
    """UTF-16 or UTF-32 without a mark, known by where the zero bytes of its ASCII markup stand; "" when it is neither."""
    head = body[:2048]
    if len(head) < 8 or head.count(0) * 5 < len(head):
        return ""
    share = [head[place::4].count(0) * 4 / len(head) for place in range(4)]
    if min(share[1:]) > 0.9 and share[0] < 0.5:
        return "utf-32-le"
    if min(share[:3]) > 0.9 and share[3] < 0.5:
        return "utf-32-be"
    even, odd = head[0::2].count(0) * 2 / len(head), head[1::2].count(0) * 2 / len(head)
    if odd > 0.3 and even < 0.05:
        return "utf-16-le"
    if even > 0.3 and odd < 0.05:
        return "utf-16-be"
    return ""


def byte_encoding(body: bytes, content_type: str) -> str:
    """The encoding of a body whose markup is plain ASCII."""
    declared = [name for name in declared_encodings(body, content_type) if name not in HABITUAL]
    if b"\x1b" in body and JAPANESE_ESCAPE.search(body) and not any(byte > 0x7F for byte in body[:SAMPLE_BYTES]):
        return "iso2022_jp_ext"
    if body.isascii():
        return "utf-8"
    valid, invalid = utf8_characters(body)
    believed = next((name for name in declared if name not in STATEFUL and decodes(body, name)), "")
    if not invalid and (valid > CHANCE_CHARACTERS or not believed):
        return "utf-8"
    if believed:
        return believed
    if valid >= 10 * invalid:
        return "utf-8"
    return detected(body)


def declared_encodings(body: bytes, content_type: str) -> list[str]:
    """What the HTTP header, the XML declaration and the meta element say, in this order, as Python's names."""
    head = COMMENT.sub(b"", body[:DECLARATION_BYTES])
    found = [match.group(1) for match in [HEADER_CHARSET.search(content_type)] if match]
    found += [match.group(1).decode("ascii") for match in (XML_ENCODING.search(head), META_CHARSET.search(head)) if match]
    return [name for name in map(python_name, found) if name]


def python_name(label: str) -> str:
    """Python's name of a declared encoding; "" for one the web does not use."""
    label = label.strip().lower()
    known = LABELS.get(label, label)
    try:
        name = codecs.lookup(known).name
    except (LookupError, ValueError):
        return ""
    name = re.sub(r"^iso8859-(?!1$)", "iso8859_", name.replace("koi8-", "koi8_").replace("mac-", "mac_"))
    return name if name in (*SINGLE_BYTE, *MULTI_BYTE, *STATEFUL, *HABITUAL) else ""


def utf8_characters(body: bytes) -> tuple[int, int]:
    """How many characters begin like UTF-8's longer ones, and how many places are not UTF-8."""
    leads = len(body.translate(None, bytes(range(0xC2))))
    return leads, read(body, "utf-8").replaced


def decodes(body: bytes, encoding: str) -> bool:
    """Whether a body is free of errors in an encoding, or has at most one in a thousand high bytes."""
    errors = codecs.getincrementaldecoder(encoding)("replace").decode(body).count("\ufffd")
    return errors == 0 or errors * 1000 <= len(body) - len(body.translate(None, bytes(range(128, 256))))


def detected(body: bytes) -> str:
    """What the letters between the tags say, and charset-normalizer where they say nothing."""
    sample = letters(body)
    if asian := kana_or_hangul(sample):
        return asian
    if looks_latin(sample):
        return latin_encoding(sample)
    from charset_normalizer import from_bytes

    best = None
    for threshold in (0.2, 0.5):  # its own "chaos": a page of many foreign names has more than the usual 0.2
        best = best or from_bytes(sample, threshold=threshold, cp_isolation=list(DETECTABLE), enable_fallback=False).best()
    if best is None or best.encoding in LATIN:
        return latin_encoding(sample)
    return LABELS.get(best.encoding, str(best.encoding))


def letters(body: bytes) -> bytes:
    """A sample of the text that has non-ASCII bytes, without its markup, which would drown them."""
    first = next(re.finditer(rb"[\x80-\xff]", body)).start()
    start = max(0, first - 200)
    text = MARKUP.sub(b" ", beginning(body[start:], 8 * SAMPLE_BYTES))
    parts = [part for part in re.split(rb"[\r\n]+|\s{2,}", text) if not part.isascii()]
    return beginning(b"\n".join(parts) or text, SAMPLE_BYTES)


def beginning(text: bytes, size: int) -> bytes:
    """The first bytes of a text, cut beside a sign: half a character at the end would rule out its encoding."""
    if len(text) <= size:
        return text
    end = max(text.rfind(sign, size - size // 4, size) for sign in (b" ", b"\n", b">", b"."))
    return text[: end + 1 if end >= 0 else size]
