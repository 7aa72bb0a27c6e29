"""`map`, `crawl` and the MCP tools against the real scrape engine, the real SearXNG and real pages: `make integration`."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp_session import command, running_server
from stack.addresses import GUIDE_HOST, PRIVATE_NAME

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(
        not os.environ.get("WEB_RESEARCH_STACK"), reason="needs the real services: run it by `make integration`"
    ),
]

START = f"http://{GUIDE_HOST}/"


def web(root: Path, *words: str) -> tuple[int, dict[str, Any], str]:
    """One call of web.py: exit code, its JSON, its stderr."""
    start, folder = command(root)[2:4]
    done = subprocess.run([sys.executable, "-c", start, folder, *words, "--json"], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout or "{}"), done.stderr


@pytest.fixture
def project(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return root


@pytest.mark.parametrize("engine", ["services", "embedded"])
def test_a_real_site_is_mapped_and_a_section_of_it_saved(engine: str, project: Path) -> None:
    code, mapped, err = web(project, "map", START, "--engine", engine)
    assert (code, err) == (0, "")
    assert mapped["count"] > 5
    assert all(row["url"].startswith(START) for row in mapped["links"])
    web(project, "begin", "--topic", "t", "--goal", "g", "--url", START, "--max-sources", "4")
    code, crawled, err = web(project, "crawl", START, "--topic", "t", "--engine", engine)
    assert (code, err) == (0, "")
    assert crawled["saved"] == 4
    assert len(list((project / "md/t/web").glob("[!_.]*.md"))) == 4
    manifest = (project / "md/t/web/_manifest.md").read_text()
    assert manifest.count("crawl of R001") >= 3
    code, _, err = web(project, "crawl", START, "--topic", "t", "--engine", engine)
    assert (code, "over the run's limit" in err) == (2, True)


@pytest.mark.parametrize("engine", ["services", "embedded"])
def test_a_private_host_behind_a_public_name_is_not_asked_for(engine: str, project: Path) -> None:
    code, _, err = web(project, "map", f"http://{PRIVATE_NAME}/", "--engine", engine)
    assert (code, "refused" in err) == (2, True)


def test_the_raw_tools_answer_from_the_real_services(project: Path) -> None:
    with running_server(project) as server:
        hits = server.tool("web_search", query="priority queue heap")["structuredContent"]
        assert hits["results"]
        page = server.tool("web_fetch", url=f"{START}heapq.html")["structuredContent"]
        assert page["verdict"] == "ok"
        found = server.tool("web_research", query="priority queue heap", limit=2)["structuredContent"]
        assert found["sources"]
        assert server.tool("web_map", url=START)["structuredContent"]["count"] > 5
        crawled = server.tool("web_crawl", url=START, topic="m", goal="g", limit=2)["structuredContent"]
        assert crawled["saved"] == 2


@pytest.mark.filterwarnings("default")
def test_two_calls_of_the_official_client_at_once(project: Path) -> None:
    mcp = pytest.importorskip("mcp")

    async def talk() -> list[Any]:
        words = command(project)
        parameters = mcp.StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))
        async with mcp.Client(parameters) as client:
            calls = [client.call_tool("web_search", {"query": query}) for query in ("priority queue", "bisection")]
            return list(await asyncio.gather(*calls))

    assert all(not result.is_error for result in asyncio.run(asyncio.wait_for(talk(), 60)))


def test_a_service_without_a_model_says_that_nothing_was_synthesised(project: Path) -> None:
    with running_server(project, "--answer") as server:
        result = server.tool("search_answer", query="what is a heap?")
        assert result["isError"]
        assert "10.10.20.37" in result["content"][0]["text"]
