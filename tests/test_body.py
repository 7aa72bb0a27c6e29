"""Decoding bodies: any cutting into pieces gives the same text, and no part passes for the whole."""

import contextlib
import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webresearch.net.body import BadBody, decoder_for

ROOM = 1 << 20
TEXT = b"The tide follows the moon. " * 40


def decoded(coding: str, pieces: list[bytes]) -> bytes:
    decoder = decoder_for(coding)
    body = b"".join(decoder.feed(piece, ROOM) for piece in pieces)
    decoder.finish()
    return body


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def encoded(coding: str, text: bytes) -> bytes:
    if coding == "gzip":
        return gzip.compress(text[:9]) + gzip.compress(text[9:])
    return zlib.compress(text)[2:-4] if coding == "bare" else zlib.compress(text)


def header(coding: str) -> str:
    return "gzip" if coding == "gzip" else "deflate"


@given(st.sampled_from(["gzip", "deflate", "bare"]), st.binary(max_size=400), st.integers(1, 60))
def test_a_body_is_the_same_however_it_is_cut_into_pieces(coding: str, text: bytes, size: int) -> None:
    assert decoded(header(coding), cut(encoded(coding, text), size)) == text


@given(st.sampled_from(["gzip", "deflate", "bare"]), st.integers(1, 60), st.integers(1, 200))
def test_a_body_without_its_end_is_bad(coding: str, size: int, missing: int) -> None:
    whole = gzip.compress(TEXT) if coding == "gzip" else encoded(coding, TEXT)
    kept = whole[: max(1, len(whole) - missing)]
    with pytest.raises(BadBody):
        decoded(header(coding), cut(kept, size))


@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate", "", "x-gzip"]), st.integers(1, 40))
def test_any_bytes_are_decoded_or_bad(data: bytes, coding: str, size: int) -> None:
    with contextlib.suppress(BadBody):
        decoded(coding, cut(data, size))


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_no_more_than_the_room_comes_out(coding: str) -> None:
    bomb = encoded(coding, b"0" * 5_000_000)
    assert len(decoder_for(coding).feed(bomb, 1000)) == 1000


@pytest.mark.parametrize("coding", ["", "identity", "None", "UTF-8", "identity, identity"])
def test_words_for_no_coding_leave_the_body_alone(coding: str) -> None:
    assert decoded(coding, [TEXT]) == TEXT


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_no_body_at_all_is_none(coding: str) -> None:
    assert decoded(coding, []) == b""


@pytest.mark.parametrize("junk", [b"\0", b"\0" * 500, b"junk after the end"])
@pytest.mark.parametrize("size", [1, 7, 5000])
def test_junk_after_the_end_is_ignored_as_browsers_do(junk: bytes, size: int) -> None:
    assert decoded("gzip", cut(gzip.compress(TEXT) + junk, size)) == TEXT
    assert decoded("deflate", cut(zlib.compress(TEXT) + junk, size)) == TEXT


@pytest.mark.parametrize("coding", ["br", "zstd", "compress", "gzip, gzip", "gzip,br", "x" * 500])
def test_what_was_not_offered_is_refused_before_it_is_read(coding: str) -> None:
    with pytest.raises(BadBody):
        decoder_for(coding)
