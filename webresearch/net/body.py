"""Decoding a body: gzip and deflate only, bounded in what comes out, and never taken for whole when it was cut."""

import zlib
from collections.abc import Iterator

# What a request offers. Brotli and zstd would need decoders whose output cannot be bounded here.
OFFERED = "gzip, deflate"

# Words that misconfigured servers put into Content-Encoding for a body that is not encoded at all.
NOT_ENCODED = frozenset({"", "identity", "none", "utf-8", "utf8", "binary"})

GZIP_MAGIC = b"\x1f\x8b"
BLOCK = 262_144  # most bytes that come out at once, whatever goes in
MOST_MEMBERS = 1000  # bgzip cuts at 64 KiB, so a 10 MiB body has 160; more is an attack on the processor


class BadBody(Exception):
    """The body is not what its headers say it is."""


class PlainDecoder:
    """A body that is sent as it is."""

    def blocks(self, piece: bytes) -> Iterator[bytes]:
        """The piece."""
        yield piece

    def finish(self) -> None:
        """A plain body has no end of its own; its framing has."""


class Inflater:
    """A gzip or deflate body. Raises BadBody for data that is neither, and for a stream without its end."""

    def __init__(self, gzip: bool) -> None:
        self._gzip = gzip
        self._stream: zlib._Decompress | None = None
        self._members = 0
        self._waiting = b""  # a byte that does not yet tell what begins with it
        self._over = False

    def blocks(self, piece: bytes) -> Iterator[bytes]:
        """What the piece decodes to, BLOCK bytes at a time, so that whoever has enough can stop."""
        data = self._waiting + piece
        self._waiting = b""
        while data and not self._over:
            stream = self._stream
            if stream is None or stream.eof:
                stream = self._stream = self._begin(data)
            if stream is None or stream.eof:
                break
            try:
                block = stream.decompress(data, BLOCK)
            except zlib.error as error:
                raise BadBody(f"not {'gzip' if self._gzip else 'deflate'} data: {error}") from None
            data = stream.unused_data if stream.eof else stream.unconsumed_tail
            yield block

    def finish(self) -> None:
        """Accept the end of the body, or raise BadBody when the compressed stream goes on. No body at all is none."""
        cut = bool(self._waiting) if self._stream is None else not self._stream.eof
        if cut:
            raise BadBody("the compressed stream was cut short")

    def _begin(self, data: bytes) -> "zlib._Decompress | None":
        """The stream that begins here; the old one (or None) while that can't be told, or when nothing begins here."""
        if len(data) < 2:
            self._waiting = data
            return self._stream
        if self._stream is not None and not (self._gzip and data.startswith(GZIP_MAGIC)):
            self._over = True  # junk after the end, which browsers ignore too
            return self._stream
        self._members += 1
        if self._members > MOST_MEMBERS:
            raise BadBody(f"more than {MOST_MEMBERS} gzip members")
        if self._gzip:
            return zlib.decompressobj(31)
        # Deflate means the zlib format, but some servers send it bare.
        wrapped = data[0] & 0x0F == 8 and (data[0] << 8 | data[1]) % 31 == 0
        return zlib.decompressobj(15 if wrapped else -15)


def decoder_for(content_encoding: str) -> PlainDecoder | Inflater:
    """The decoder for a Content-Encoding header; BadBody for a coding that was not offered, or several at once."""
    codings = [word for part in content_encoding.split(",") if (word := part.strip().lower()) not in NOT_ENCODED]
    if not codings:
        return PlainDecoder()
    if len(codings) > 1:
        raise BadBody(f"{len(codings)} codings on top of each other")
    if codings[0] in ("gzip", "x-gzip"):
        return Inflater(gzip=True)
    if codings[0] == "deflate":
        return Inflater(gzip=False)
    raise BadBody(f"a coding that was not offered: {codings[0][:40]}")
