"""The real Claude Code client with both servers of `.mcp.json`, and the same client as the answerer behind one of them."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from box import LONG_TEXT, Box, running_box, scraped
from client.get_client import client_program
from client.run import ClientRun, run_client
from client.scripted_model import Actor, Blocks, say, use
from site_box import SiteBox, running_site_box
from test_answerer import CITED, FACT, GOOD, MINE, ORDERS, answered

from webresearch.mcp_server.schemas import ANSWER, INSTRUCTIONS, RAW

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("claude_client")]

ROOT = Path(__file__).resolve().parent.parent
PAGE = "http://192.0.1.7/one"
SEARCH, ASK = "mcp__web__web_search", "mcp__web-answer__search_answer"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project as a user has it."""
    shutil.copytree(ROOT / ".claude", tmp_path / ".claude")
    for name in ("web.py", ".mcp.json"):
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("webresearch", ".venv"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "md").mkdir()
    # What docs/mcp.md tells a user to write who wants these two unasked; the project's own settings allow no MCP tool.
    own = {"permissions": {"allow": [SEARCH, ASK]}}
    (tmp_path / ".claude" / "settings.local.json").write_text(json.dumps(own))
    return tmp_path


@pytest.fixture
def world(tmp_path: Path) -> Iterator[tuple[Box, SiteBox, dict[str, str]]]:
    """The scripted services, and the variables that point there."""
    with running_box() as (box, variables), running_site_box(box) as (site, port):
        box.find("q", PAGE)
        box.pages[PAGE] = scraped(PAGE, f"{FACT} {ORDERS} {LONG_TEXT}", title="Routine vacuuming")
        yield box, site, {**variables, "FIRECRAWL_PORT": str(port), "XDG_CACHE_HOME": str(tmp_path / "cache")}


def play(project: Path, environment: dict[str, str], *turns: Blocks, others: tuple[Actor, ...] = ()) -> ClientRun:
    actors = [*others, Actor("main", [*turns, say("done")])]
    return run_client(project, actors, ["go"], share_net=True, environment=environment)


def test_the_tools_are_there_in_the_first_turn_and_both_servers_are_called(
    project: Path, world: tuple[Box, SiteBox, dict[str, str]]
) -> None:
    box, site, environment = world
    site.routes["POST /v1/search"] = answered(MINE, CITED, texts=(f"{FACT} {ORDERS}",))
    run = play(project, environment, use(SEARCH, query="q"), use(ASK, query="when does it start?"))
    first = run.of("main")[0]
    assert {f"mcp__web__{tool.name}" for tool in RAW} | {f"mcp__web-answer__{tool.name}" for tool in ANSWER} <= set(first.tools)
    assert all(text in first.system or text in first.sent for text in INSTRUCTIONS.values())
    search, answer = run.tool_results
    assert (search.refused, search.failed, answer.refused, answer.failed) == (False, False, False, False)
    assert json.loads(search.text)["results"][0]["url"] == PAGE
    assert "Sources:" in json.loads(answer.text)["answer"]
    assert box.asked
    assert {server["name"]: server["status"] for server in run.started["mcp_servers"]} == {
        "web": "connected",
        "web-answer": "connected",
    }


def test_tools_that_reach_a_given_address_or_write_are_not_allowed_unasked(
    project: Path, world: tuple[Box, SiteBox, dict[str, str]]
) -> None:
    _, _, environment = world
    turns = [
        use("mcp__web__web_fetch", url=PAGE),
        use("mcp__web__web_map", url=PAGE),
        use("mcp__web__web_crawl", url=PAGE, topic="t", goal="g"),
    ]
    run = play(project, environment, *turns)
    assert [result.refused for result in run.tool_results] == [True] * 3


def test_the_client_itself_answers_without_tools_on_its_own_subscription(
    project: Path, world: tuple[Box, SiteBox, dict[str, str]], tmp_path: Path
) -> None:
    _, _, environment = world
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "claude").symlink_to(client_program())
    environment |= {"WEBTOOLS_ANSWERER": "claude", "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin"}
    reply = {"answer": f"{GOOD} {ORDERS}", "citations": [{"source": 1, "quote": FACT}]}
    answerer = Actor("answerer", [say(json.dumps(reply))], in_system="You answer a question from passages of web pages.")
    run = play(project, environment, use(ASK, query="q"), others=(answerer,))
    [asked] = run.of("answerer")
    assert asked.tools == []
    assert FACT in asked.sent
    assert FACT not in asked.system
    [answer] = run.tool_results
    assert not answer.failed, answer.text
    assert json.loads(answer.text)["answer"] == f"{GOOD}\n\nSources:\n[1] Routine vacuuming — {PAGE}"
    main = "".join(request.sent for request in run.of("main"))
    assert GOOD in main
    for passage in (FACT, ORDERS[:40], LONG_TEXT[:60]):
        assert passage not in main
