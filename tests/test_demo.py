"""The demo walks the whole path on documentation of this machine, without any network, and says that it is a demo."""

import json
import re
import shlex
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import Call

from webresearch.arguments import parser
from webresearch.engines.demo import HOST, MODULES, SITE, DemoEngine
from webresearch.models import FailedPage, Page
from webresearch.net import guard
from webresearch.pipeline import demo


@pytest.fixture
def engine() -> DemoEngine:
    return DemoEngine(500)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that anybody connects is a failure. (Libraries open one, unconnected, to see whether there is IPv6.)"""

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("the demo used the network")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)


def test_the_whole_path_ends_in_a_finished_synthesis(call: Call, root: Path, no_network: None) -> None:
    ran = call("demo")
    assert ran.code == 0
    assert ran.out.startswith("This is a demo.")
    assert "nothing of it came from the web" in " ".join(ran.out.split())
    assert "refused quote 3 of S01: does not stand in the page" in ran.out
    assert "accepted 4: E001, E002, E003, E004" in ran.out
    (synthesis,) = (root / "md" / "demo").glob("*-synthesis.md")
    text = synthesis.read_text()
    assert text.count("\n[^E") == 4
    assert "<!-- stamp: sha256 " in text
    assert call("check", str(synthesis)).code == 0


def test_each_page_names_itself_for_what_it_is(call: Call, root: Path) -> None:
    call("demo")
    pages = [path for path in (root / "md" / "demo" / "web").glob("*.md") if path.name != "_manifest.md"]
    assert len(pages) == 3
    for path in pages:
        head, body = path.read_text().split("\n\n", 1)
        assert head.startswith(f"> source: {SITE}")
        assert "not a page of the web" in head.splitlines()[3]
        assert "A page of the demo" in body
    manifest = (root / "md" / "demo" / "web" / "_manifest.md").read_text()
    assert "engine: demo" in manifest


def test_the_demo_may_run_again_and_changes_nothing(call: Call, root: Path) -> None:
    call("demo")
    (synthesis,) = (root / "md" / "demo").glob("*-synthesis.md")
    before = synthesis.read_bytes()
    ran = call("demo")
    assert ran.code == 0
    assert "already saved" in ran.out
    assert synthesis.read_bytes() == before


def test_as_json_it_is_one_object_with_every_answer(call: Call) -> None:
    ran = call("demo", "--json")
    document = json.loads(ran.out)
    assert ran.err == ""
    assert document["seconds"] < 60
    steps = {step["typed"].split()[1]: step["answer"] for step in document["steps"]}
    assert steps["begin"]["engine"] == "demo"
    assert [row["found"] for row in steps["quote"]] == [True, True]
    assert steps["finish"]["passed"] is True
    assert len(ran.out) < 25_000


def test_every_command_that_is_shown_can_be_typed(call: Call) -> None:
    out = call("demo").out
    commands = re.findall(r"^\$ \.venv/bin/python web\.py (.*?)(?: <<'EOF')?$", out, re.MULTILINE)
    assert [shlex.split(line)[0] for line in commands][:9] == (
        ["begin", "search", "scrape", "read", "quote", "note", "evidence", "check", "finish"]
    )
    for line in commands:
        parser().parse_args(shlex.split(line))


def test_a_topic_of_the_same_name_is_left_alone(call: Call, root: Path) -> None:
    call("begin", "--topic", "demo", "--goal", "my own question")
    before = sorted((path, path.read_bytes()) for path in (root / "md").rglob("*") if path.is_file())
    ran = call("demo")
    assert ran.code == 2
    assert "rename that folder" in ran.err
    assert sorted((path, path.read_bytes()) for path in (root / "md").rglob("*") if path.is_file()) == before


def test_a_python_without_documentation_ends_in_words(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webresearch.engines.demo.MODULES", [])
    ran = call("demo")
    assert ran.code == 5
    assert "no documentation in it" in ran.err


def test_a_page_that_was_not_saved_is_named(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "KEPT", {"queue": "alone"})
    ran = call("demo")
    assert ran.code == 5
    assert "heapq" in ran.err


# The engine.


def test_the_guard_passes_the_demos_addresses_as_they_are_and_they_lead_nowhere(engine: DemoEngine) -> None:
    for hit in engine.search("module").results:
        assert guard.gate(hit.url) == hit.url
        host = urlsplit(hit.url).hostname or ""
        assert host == HOST
        assert host.endswith(".invalid")  # RFC 6761


def test_a_search_orders_by_what_is_asked(engine: DemoEngine) -> None:
    assert engine.search("priority queue heap").results[0].url == SITE + "heapq"
    assert engine.search("comma separated values").results[0].url == SITE + "csv"
    assert engine.search("temporary directory").results[0].url == SITE + "tempfile"
    assert engine.search("qqqzzz").outcome == "true_zero"
    assert len(engine.search("module function class", count=3).results) == 3


def test_every_module_has_a_page_of_its_own_words(engine: DemoEngine) -> None:
    assert set(engine.entries) == set(MODULES)
    for name in MODULES:
        page = engine.scrape(SITE + name)
        assert isinstance(page, Page), name
        assert page.verdict == "ok", (name, page.reason)
        assert " at 0x" not in page.markdown
        assert page.markdown == DemoEngine(500).scrape(SITE + name).markdown  # type: ignore[union-attr]


@pytest.mark.parametrize("url", [SITE, SITE + "os", "https://example.com/heapq", SITE + "../heapq", "file:///etc/passwd"])
def test_the_engine_has_no_other_page(engine: DemoEngine, url: str) -> None:
    outcome = engine.scrape(url)
    assert isinstance(outcome, FailedPage)
    assert outcome.verdict == "http_error"


def test_every_engine_of_the_demo_is_the_demos(root: Path) -> None:
    from webresearch.config import load
    from webresearch.pipeline.context import Context

    context = demo.demo_context(Context(load(root, {"WEBTOOLS_JINA": "1"})), root / "cache")
    engines = (context.search_engine(), context.scrape_engine(), context.embedded_fetcher(1.0))
    assert {engine.name for engine in engines} == {"demo"}
    assert not context.settings.jina
