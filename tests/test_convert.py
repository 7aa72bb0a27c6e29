"""`web.py convert`: local files through the page pipeline, without the network."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Call
from handmade_pdf import make_pdf
from site_of_pages import SENTENCE, html_page

from webresearch.config import Limits, load
from webresearch.errors import CannotWrite
from webresearch.models import FailedPage, Page
from webresearch.pipeline.context import Context
from webresearch.pipeline.convert import convert

ROOT = Path(__file__).resolve().parent.parent
PAGE = html_page("Vacuuming", SENTENCE * 12 + '<a href="/next">the next page</a>')[2]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    return path


def test_a_file_is_printed_as_markdown(file: Path, call: Call) -> None:
    run = call("convert", file)
    assert (run.code, run.err) == (0, "")
    assert SENTENCE.strip() in run.out
    assert "<p>" not in run.out


def test_the_json_object_has_every_key(file: Path, call: Call) -> None:
    document = json.loads(call("convert", file, "--json").out)
    assert set(document) >= {"command", "markdown", "title", "published", "verdict", "removed", "flags", "warnings"}
    assert (document["command"], document["title"], document["verdict"]) == ("convert", "Vacuuming", "ok")


def test_links_become_absolute_where_the_address_is_known(file: Path, call: Call) -> None:
    assert "https://docs.example.org/next" in call("convert", file, "--url", "https://docs.example.org/a/b").out


def test_out_takes_the_markdown_alone(file: Path, call: Call, tmp_path: Path) -> None:
    out = tmp_path / "page.md"
    document = json.loads(call("convert", file, "--out", out, "--json").out)
    assert (document["out"], "markdown" in document) == (str(out), False)
    text = out.read_text()
    assert SENTENCE.strip() in text
    assert not text.startswith(">")
    assert text.endswith("\n")
    assert call("convert", file, "--out", out).code == 2, "what is there already is nobody's page: it stays"
    assert str(out.with_name("new.md")) in call("convert", file, "--out", out.with_name("new.md")).out


def test_a_text_too_long_for_the_json_bound_is_cut_and_that_is_said(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "long.html"
    path.write_bytes(html_page("Long", "<p>".join(f"{number} {SENTENCE}" for number in range(600)))[2])
    run = call("convert", path, "--json")
    document = json.loads(run.out)
    assert len(run.out) <= 25_000
    assert document["left_out"]["characters"] > 10_000
    assert document["left_out"]["next"] == f"web.py convert '{path}' --out FILE.md"
    assert len(call("convert", path).out) > 40_000


# bytes of a file -> verdict, exit code, a word of the text or of the reason
KINDS = {
    "a PDF": (make_pdf([["Dead rows stay until they are vacuumed, which takes its time."] * 20]), "ok", 0, "## Page 1"),
    "an encrypted PDF": (make_pdf([["x"]], encrypted=True), "no_text", 5, "PDF"),
    "plain text": ((SENTENCE * 12).encode(), "ok", 0, SENTENCE.strip()),
    "JSON": (json.dumps({"rows": [SENTENCE] * 12}).encode(), "ok", 0, "```json"),
    "an image": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "wrong_type", 5, "PNG"),
    "a short page": (html_page("Short", SENTENCE)[2], "thin", 0, SENTENCE.strip()),
    "an empty file": (b"", "thin", 5, "0 characters"),
}


@pytest.mark.parametrize("case", KINDS)
def test_the_kind_of_a_file_is_told_by_its_bytes(case: str, call: Call, tmp_path: Path) -> None:
    body, verdict, code, word = KINDS[case]
    path = tmp_path / "file.html"
    path.write_bytes(body)
    run = call("convert", path, "--json")
    document = json.loads(run.out)
    assert (document["verdict"], run.code) == (verdict, code)
    assert word in document["markdown"] + document["reason"]
    assert (str(path) in run.err) == bool(code)


def test_a_failure_writes_nothing(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "image"
    path.write_bytes(KINDS["an image"][0])
    assert call("convert", path, "--out", tmp_path / "page.md").code == 5
    assert not (tmp_path / "page.md").exists()


@pytest.mark.parametrize("name", ["missing.html", ".", "a\x00b"])
def test_a_file_that_cannot_be_read_is_told_as_such(name: str, call: Call, tmp_path: Path) -> None:
    run = call("convert", f"{tmp_path}/{name}")
    assert run.code == 6
    assert "cannot read the file" in run.err


@pytest.mark.parametrize("url", ["file:///etc/passwd", "docs.example.org", "https://a.example/\u202e"])
def test_an_address_that_is_none_is_a_usage_error(url: str, file: Path, call: Call) -> None:
    assert call("convert", file, "--url", url).code == 2


def test_out_is_checked_before_anything_is_read(call: Call, tmp_path: Path) -> None:
    assert call("convert", tmp_path / "missing", "--out", tmp_path / "CLAUDE.md").code == 2
    assert call("convert", tmp_path / "missing", "--out", tmp_path).code == 6


def test_stdin_is_read_as_bytes() -> None:
    command = [sys.executable, "web.py", "convert", "-", "--json"]
    body = ("<html><head><meta charset=iso-8859-1></head><body><p>" + "Größe über alles, für Übung. " * 30).encode("latin-1")
    run = subprocess.run(command, input=body, capture_output=True, cwd=ROOT, timeout=60)
    assert run.returncode == 0, run.stderr
    assert "Größe über alles" in json.loads(run.stdout)["markdown"]


def bounded(tmp_path: Path, body: bytes, **limits: int) -> Page | FailedPage:
    context = Context(load(tmp_path, {}))
    small = Context(type(context.settings)(root=tmp_path, limits=Limits(**limits)))
    return convert(small, "-", io.TextIOWrapper(io.BytesIO(body)), "", None)


def test_a_file_above_the_limit_is_cut_and_called_partial(tmp_path: Path) -> None:
    page = bounded(tmp_path, (SENTENCE * 100).encode(), body_bytes=2000, pdf_bytes=3000)
    assert (page.verdict, isinstance(page, Page) and len(page.markdown) <= 2010) == ("partial", True)


def test_a_pdf_has_a_limit_of_its_own(tmp_path: Path) -> None:
    body = make_pdf([["Dead rows stay until they are vacuumed, which takes its time."] * 20])
    assert bounded(tmp_path, body, body_bytes=100, pdf_bytes=len(body)).verdict == "ok"
    cut = bounded(tmp_path, body, body_bytes=100, pdf_bytes=len(body) // 2)
    assert cut.verdict in ("no_text", "partial")


def test_a_file_is_never_read_beyond_the_limits(tmp_path: Path) -> None:
    context = Context(type(load(tmp_path, {}))(root=tmp_path, limits=Limits(body_bytes=1000, pdf_bytes=1000)))
    assert convert(context, "/dev/zero", io.TextIOWrapper(io.BytesIO()), "", None).verdict == "wrong_type"
    with pytest.raises(CannotWrite):
        convert(context, str(tmp_path), io.TextIOWrapper(io.BytesIO()), "", None)
