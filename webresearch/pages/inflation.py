"""Whether a PDF unpacks to more than its size lets expect: PDFium unpacks a page's content whole, without a bound."""

import re
import zlib

# A stream of 4 KB unpacks to 4 MB at most; longer ones are unpacked here first, to be counted.
HARMLESS_BYTES = 4 * 1024
# PDFium took 515 MB of memory and 3 s for 45 MB of drawing (measured); a page of a detailed map has some 20 MB.
MOST_BYTES = 64 * 1024 * 1024
MOST_BYTES_IN_ALL = 4 * MOST_BYTES
STEP_BYTES = 1024 * 1024
DICTIONARY_BYTES = 600

STREAM = re.compile(rb"(?<!end)stream\r?\n")
TWICE_PACKED = re.compile(rb"/(?:FlateDecode|Fl|LZWDecode|LZW)\s{0,9}/(?:FlateDecode|Fl|LZWDecode|LZW)\b")


def inflates_too_much(body: bytes) -> bool:
    """Whether a stream of a PDF is packed twice or unpacks beyond the limit; images are left out, text needs none."""
    if TWICE_PACKED.search(body):
        return True
    total = 0
    for stream in STREAM.finditer(body):
        dictionary = body[max(0, stream.start() - DICTIONARY_BYTES) : stream.start()].rpartition(b"obj")[2]
        end = body.find(b"endstream", stream.end())
        packed = body[stream.end() : end if end >= 0 else len(body)]
        if b"/Image" not in dictionary and len(packed) > HARMLESS_BYTES:
            size = unpacked_bytes(packed)
            total += size
            if size > MOST_BYTES or total > MOST_BYTES_IN_ALL:
                return True
        if end < 0:
            return False
    return False


def unpacked_bytes(packed: bytes) -> int:
    """How long a Flate stream is when unpacked, counted a little beyond the limit at most; 0 for any other stream."""
    unpacker, size = zlib.decompressobj(), 0
    try:
        while packed and not unpacker.eof and size <= MOST_BYTES:
            size += len(unpacker.decompress(packed, STEP_BYTES))
            packed = unpacker.unconsumed_tail
    except zlib.error:
        pass  # not Flate, or broken: PDFium gives up there too
    return size
