"""`web.py mcp`: the protocol, line by line, and the raw tools behind it, each call in a process of its own."""

import ast
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from box import LONG_TEXT, Answer, Box, hit, results, scraped
from mcp_session import HELLO, ROOT, Message, Session, command, running_server
from site_box import item, job, running_site_box

from webresearch.config import load
from webresearch.errors import UsageError
from webresearch.mcp_server.calls import Call, Outcome
from webresearch.mcp_server.protocol import LONGEST_LINE, MOST_CALLS, VERSIONS
from webresearch.mcp_server.schemas import ANSWER, RAW
from webresearch.mcp_server.worker import outcome
from webresearch.pipeline.context import Context

HOST = "http://192.0.1.7"  # a public address, so that no name has to be asked for; only the scripted box hears of it
PAGE = f"{HOST}/one"


@pytest.fixture
def server(box: Box, root: Path) -> Any:
    with running_server(root) as session:
        yield session


def text_of(result: Message) -> str:
    return str(result["content"][0]["text"])


def document_of(result: Message) -> Message:
    """The document of a good result, which is the same as its text."""
    assert not result["isError"], result
    assert json.loads(text_of(result)) == result["structuredContent"]
    assert len(text_of(result)) < 25_000
    document: Message = result["structuredContent"]
    return document


# --- the handshake -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("--answer",)])
def test_the_probe_is_refused_before_initialize_and_ids_may_be_text(root: Path, options: tuple[str, ...]) -> None:
    with running_server(root, *options, hello=False) as session:
        answer = session.ask("server/discover", {"_meta": {}}, "server-discover-probe-1")
        assert answer["error"]["code"] == -32601
        assert session.ask("initialize", HELLO, "a")["result"]["capabilities"] == {"tools": {"listChanged": False}}
        assert session.ask("ping", identity="b") == {"jsonrpc": "2.0", "id": "b", "result": {}}


@pytest.mark.parametrize(
    ("asked", "given"),
    [*[(version, version) for version in VERSIONS], ("2030-01-01", VERSIONS[0]), (7, VERSIONS[0]), ([], VERSIONS[0])],
)
def test_the_clients_protocol_version_is_taken_where_it_is_known(asked: object, given: str, root: Path) -> None:
    with running_server(root, hello=False) as session:
        assert session.ask("initialize", {**HELLO, "protocolVersion": asked})["result"]["protocolVersion"] == given


def test_initialize_is_answered_within_the_clients_first_moments(root: Path) -> None:
    times = []
    for _ in range(5):
        began = time.monotonic()
        with running_server(root):
            times.append(time.monotonic() - began)
    # 0.4 s is the promise for an idle machine; the middle of five takes some of a busy one's noise out.
    assert statistics.median(times) <= 0.4 or os.getloadavg()[0] > os.cpu_count()  # type: ignore[operator]


def test_nothing_heavy_is_loaded_before_a_call(root: Path) -> None:
    done = subprocess.run(
        [*command(root)[:1], "-X", "importtime", *command(root)[1:]],
        input=json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode(),
        capture_output=True,
    )
    loaded = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in done.stderr.decode().splitlines() if "|" in line}
    assert b"web_search" in done.stdout
    assert not loaded & {"requests", "lxml", "trafilatura", "selectolax", "yaml", "mcp", "asyncio", "ddgs", "slugify"}


def test_every_tool_is_described_typed_and_loaded_at_once(root: Path) -> None:
    for options, names in (((), [tool.name for tool in RAW]), (("--answer",), ["search_answer"])):
        with running_server(root, *options) as session:
            tools = session.ask("tools/list")["result"]["tools"]
        assert [tool["name"] for tool in tools] == names
        for tool in tools:
            assert tool["_meta"] == {"anthropic/alwaysLoad": True}
            assert set(tool["inputSchema"]["required"]) <= set(tool["inputSchema"]["properties"])
            assert all(field["type"] for field in tool["inputSchema"]["properties"].values())
            assert tool["annotations"]["readOnlyHint"] is (tool["name"] != "web_crawl")


def test_nothing_but_the_answering_server_loads_the_answerer() -> None:
    for path in [*(ROOT / "webresearch").rglob("*.py"), ROOT / "web.py"]:
        names = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
        if names & {"webresearch.answerer", "webresearch.engines.claude"}:
            assert path.relative_to(ROOT).as_posix() in ("webresearch/commands/mcp.py", "webresearch/answerer.py")


# --- what is wrong -------------------------------------------------------------------------------------------------------

WRONG: dict[str, tuple[bytes, int, object]] = {
    "no JSON": (b"{nope", -32700, None),
    "bytes": (b"\xff\xfe\x00", -32700, None),
    "an unknown number": (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', -32700, None),
    "a number without end": (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"ping"}', -32700, None),
    "nested without end": (b"[" * 200_000, -32700, None),
    "a text": (b'"ping"', -32600, None),
    "a batch": (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
    "no version": (b'{"id":5,"method":"ping"}', -32600, 5),
    "no method": (b'{"jsonrpc":"2.0","id":5}', -32600, 5),
    "a method that is no text": (b'{"jsonrpc":"2.0","id":5,"method":["ping"]}', -32600, 5),
    "an id of nothing": (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
    "an id of yes": (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
    "a broken id": (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
    "an unknown method": (b'{"jsonrpc":"2.0","id":5,"method":"resources/list"}', -32601, 5),
    "an unknown tool": (b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"rm"}}', -32602, 5),
    "a tool that is no name": (b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":{"a":1}}}', -32602, 5),
    "params that are none": (b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[1]}', -32602, 5),
    "a lone surrogate": (b'{"jsonrpc":"2.0","id":"\\ud800","method":"nope"}', -32601, "\ud800"),
    "a line without end": (b'{"a":"' + b"x" * (2 * LONGEST_LINE) + b'"}', -32700, None),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_refused_as_the_protocol_says(case: str, root: Path) -> None:
    line, code, identity = WRONG[case]
    with running_server(root) as session:
        session.send(line + b"\n")
        answer = session.next()
        assert (answer["error"]["code"], answer["id"]) == (code, identity)
        assert session.ask("ping")["result"] == {}


IGNORED = [
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
    b'{"jsonrpc":"2.0","method":"notifications/unheard-of","params":[1]}',
    b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"web_search"}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}',
    b'{"jsonrpc":"2.0","id":1,"result":{}}',
    b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
    b"   ",
    b"",
]


def test_notifications_and_answers_and_empty_lines_get_no_answer(root: Path) -> None:
    with running_server(root) as session:
        for line in IGNORED:
            session.send(line + b"\n")
        assert session.ask("ping")["result"] == {}
        assert session.nothing(0.1)


def hostile_lines(count: int, seed: int) -> list[bytes]:
    """Lines of every kind above, damaged at random; none is a good call of a tool."""
    chance = random.Random(seed)
    kinds = [line for case, (line, *_) in WRONG.items() if case not in ("a line without end", "nested without end")] + IGNORED
    lines = []
    for _ in range(count):
        line = bytearray(chance.choice(kinds)[:3000])
        for _ in range(chance.choice((0, 0, 1, 3, 20))):
            if line:
                line[chance.randrange(len(line))] = chance.randrange(256)
        if chance.random() < 0.2:
            line = line[: chance.randrange(len(line) + 1)]
        lines.append(bytes(line).replace(b"\n", b" ").replace(b"web_search", b"web_"))
    return lines


def expected(line: bytes) -> bool:
    """Whether a line has to be answered, after the protocol's own rules."""
    if not line.strip():
        return False
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=lambda name: 1 / 0)
    except (ValueError, ZeroDivisionError, RecursionError):
        return True
    if not isinstance(message, dict):
        return True
    if "method" not in message and ("result" in message or "error" in message):
        return False
    return "id" in message or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str)


def test_a_thousand_hostile_lines_are_each_answered_or_ignored_and_the_server_lives(root: Path) -> None:
    lines = hostile_lines(1000, seed=8)
    with running_server(root) as session:
        answers = 0
        for line in lines:
            session.send(line + b"\n")
        session.send({"id": "last", "method": "ping"})
        while (answer := session.next())["id"] != "last":
            assert answer["jsonrpc"] == "2.0"
            assert ("error" in answer) != ("result" in answer)
            answers += 1
        assert answers == sum(expected(line) for line in lines)
        assert session.process.poll() is None
        assert session.children() == []


# --- the raw tools -------------------------------------------------------------------------------------------------------


def test_a_search_answers_with_hits_and_a_limit_that_is_clamped(box: Box, server: Session) -> None:
    box.searches["q"] = results("q", *[hit(f"{HOST}/{number}") for number in range(20)])
    for given, count in (({}, 3), ({"limit": 99}, 8)):
        document = document_of(server.tool("web_search", query="q", **given))
        assert len(document["results"]) == count, given
    assert document["note_on_text"].startswith("untrusted")


@pytest.mark.parametrize(
    ("given", "read"),
    [(None, 3), (2, 2), (0, 1), (-7, 1), (99, 8), ("5", 5), (" 6 ", 6), ("-1", 1), (2.0, 2), (1e300, 8), (-1e300, 1)],
)
def test_a_limit_is_clamped_whatever_number_it_is(given: object, read: int) -> None:
    for tool in (*RAW, *ANSWER):
        if "limit" in tool.fields:
            assert tool.read({**tool.example, "limit": given})["limit"] == read


@pytest.mark.parametrize("given", [float("nan"), "five", True, [], {}, "1" * 30])
def test_a_limit_that_is_no_number_is_refused(given: object) -> None:
    with pytest.raises(UsageError, match="limit is no whole number"):
        RAW[0].read({**RAW[0].example, "limit": given})


# tool, arguments -> what the refusal says
REFUSED = {
    "nothing": ("web_search", {}, "query is missing"),
    "blanks": ("web_search", {"query": "  "}, "query is missing"),
    "a list": ("web_search", {"query": ["a"]}, "query is no text"),
    "too long": ("web_search", {"query": "x" * 401}, "longer than 400"),
    "an unknown argument": ("web_search", {"query": "q", "n": 3}, "there is no argument 'n'"),
    "a limit in words": ("web_search", {"query": "q", "limit": "many"}, "limit is no whole number"),
    "a limit of yes": ("web_search", {"query": "q", "limit": True}, "limit is no whole number"),
    "no scheme": ("web_fetch", {"url": "example.org"}, "did you mean https://example.org"),
    "a private address": ("web_fetch", {"url": "http://10.0.0.1/"}, "refused"),
    "a file": ("web_fetch", {"url": "file:///etc/passwd"}, "refused"),
    "sub queries of numbers": ("web_research", {"query": "q", "sub_queries": [1]}, "sub_queries is no text"),
    "too many of them": ("web_research", {"query": "q", "sub_queries": ["x"] * 9}, "more than 7"),
    "sub queries that are none": ("web_research", {"query": "q", "sub_queries": 7}, "is no list of texts"),
    "a topic without a run": ("web_crawl", {"url": PAGE, "topic": "t"}, "no run was begun"),
    "a start beyond the end": ("web_fetch", {"url": PAGE, "start": 9_000_000}, "the page has only"),
}


def test_arguments_that_are_wrong_are_refused_with_the_right_form(box: Box, server: Session) -> None:
    for case, (name, given, words) in REFUSED.items():
        result = server.tool(name, **given)
        assert result["isError"], case
        assert words in text_of(result), case
        assert "try: " in text_of(result)
        assert "Traceback" not in text_of(result)
    answer = server.ask("tools/call", {"name": "web_search", "arguments": [1]})
    assert 'try: web_search {"query"' in text_of(answer["result"])
    assert 'try: web_search {"query"' in text_of(server.ask("tools/call", {"name": "web_search"})["result"])


def test_a_page_is_json_encoded_data_with_its_source_and_the_rest_is_got_with_start(box: Box, server: Session) -> None:
    box.pages[PAGE] = scraped(PAGE, "\n\n".join(f"Paragraph {number} says “this” & that. {LONG_TEXT}" for number in range(60)))
    text, start, calls = "", 0, 0
    while True:
        document = document_of(server.tool("web_fetch", url=PAGE, start=start))
        text, calls = text + document["markdown"], calls + 1
        assert (document["url"], document["verdict"], document["start"]) == (PAGE, "ok", start)
        if "left_out" not in document:
            break
        start += len(document["markdown"])
        assert document["left_out"]["next"].endswith(f"start {start}")
        assert document["left_out"]["characters"] == document["characters"] - start
    assert calls > 2
    assert len(text) == document["characters"]
    assert "Paragraph 59 says" in text


def test_a_page_with_a_query_gives_the_passages_that_answer(box: Box, server: Session) -> None:
    box.pages[PAGE] = scraped(PAGE, f"{LONG_TEXT}</p><p>The threshold is fifty rows by default.</p><p>{LONG_TEXT}")
    document = document_of(server.tool("web_fetch", url=PAGE, query="which threshold by default?", budget=150))
    assert "fifty rows" in json.dumps(document["excerpts"])
    assert "markdown" not in document
    document = document_of(server.tool("web_fetch", url=PAGE, query="zebra", budget=100))
    assert document["excerpts"] == []
    assert "without query the page itself" in document["note"]


def test_a_failed_page_and_a_search_without_hits_are_errors_in_words(box: Box, server: Session) -> None:
    box.pages[PAGE] = Answer(
        {"success": False, "errorCode": "http_error", "error": "x", "data": {"metadata": {"statusCode": 404}}}
    )
    assert "http_error" in text_of(server.tool("web_fetch", url=PAGE))
    assert "true_zero" in text_of(server.tool("web_search", query="nothing"))


def test_research_gives_passages_with_their_sources(box: Box, server: Session) -> None:
    for query in ("vacuum", "dead rows"):
        box.find(query, *[f"{HOST}/{number}" for number in range(4)])
    for number in range(4):
        box.pages[f"{HOST}/{number}"] = scraped(f"{HOST}/{number}", f"Number {number}. {LONG_TEXT}", title=f"Page {number}")
    document = document_of(server.tool("web_research", query="vacuum", sub_queries="dead rows", limit=2))
    assert len(box.scraped) == 2
    assert all(source["url"].startswith(HOST) for source in document["sources"])


def test_map_and_crawl_answer_over_the_same_use_cases(box: Box, root: Path) -> None:
    start = f"{HOST}/guide/"
    with running_site_box(box) as (site, port), running_server(root, environment={"FIRECRAWL_PORT": str(port)}) as server:
        links = [f"{start}{number:05d}" for number in range(2000)]
        site.routes["POST /v1/map"] = Answer({"success": True, "links": links})
        document = document_of(server.tool("web_map", url=start))
        last = document["links"][-1]["id"]
        assert document["left_out"]["next"].endswith(f"after {last}")
        assert document_of(server.tool("web_map", url=start, after=last))["links"][0]["url"] == links[len(document["links"])]
        site.crawl(job("completed", item(start, title="Guide"), item(f"{start}install", title="Install")))
        given = {"url": start, "topic": "t", "goal": "how?", "limit": 1}
        document = document_of(server.tool("web_crawl", **given))
        assert [row["what"] for row in document["pages"]] == ["saved"]
        assert (root / "md/t/web/_manifest.md").exists()
        site.crawl(job("completed", {"metadata": {"sourceURL": f"{start}gone"}}))
        assert "no page could be saved" in text_of(server.tool("web_crawl", **given))


def test_an_unreachable_service_is_named_with_its_address(root: Path) -> None:
    unreachable = {"WEBTOOLS_HOST": "127.0.0.1", "SEARXNG_PORT": "9", "FIRECRAWL_PORT": "9"}
    with running_server(root, environment=unreachable) as server:
        said = text_of(server.tool("web_search", query="q"))
        assert "127.0.0.1:9" in said
        assert "is the tunnel up?" in said


# --- several calls, progress, cancelling, and the end ----------------------------------------------------------------------


def slow(box: Box, seconds: float = 30.0) -> None:
    box.searches["slow"] = Answer({}, wait=seconds)
    box.searches["slow"] = lambda _: time.sleep(seconds) or results("slow")  # type: ignore[assignment,func-returns-value,return-value]


def begin(server: Session, identity: object, query: str = "slow", **meta: object) -> None:
    params = {"name": "web_search", "arguments": {"query": query}, **({"_meta": meta} if meta else {})}
    server.send({"id": identity, "method": "tools/call", "params": params})


def test_two_calls_at_once_do_not_wait_for_each_other_nor_pings_for_them(box: Box, server: Session) -> None:
    slow(box, 3)
    box.find("quick", PAGE)
    begin(server, "first")
    server.until(lambda: box.asked)
    assert server.ask("ping")["result"] == {}
    begin(server, "second", "quick")
    assert server.next()["id"] == "second"
    assert server.next()["id"] == "first"


def test_progress_goes_to_whom_asked_for_it_and_to_nobody_else(box: Box, server: Session) -> None:
    box.find("q", PAGE)
    begin(server, 1, "q", progressToken="p")
    said = [server.next(), server.next()]
    note = said[0]["params"]
    assert (said[0]["method"], note["progressToken"], note["progress"]) == ("notifications/progress", "p", 1)
    assert "search 1/1: ok" in note["message"]
    assert said[1]["id"] == 1
    for token in (None, True, [1]):
        begin(server, 2, "q", progressToken=token)
        assert server.next()["id"] == 2


def test_a_cancelled_call_stops_its_work_and_is_not_answered(box: Box, server: Session) -> None:
    slow(box)
    begin(server, 7)
    server.until(lambda: box.asked)
    server.send({"method": "notifications/cancelled", "params": {"requestId": "7"}})
    time.sleep(0.2)
    assert len(server.children()) == 1, "another id"
    server.send({"method": "notifications/cancelled", "params": {"requestId": 7, "reason": "too slow"}})
    server.until(lambda: not server.children(), 2)
    assert server.nothing()
    assert server.ask("ping", identity=7)["result"] == {}


def test_calls_beyond_those_at_once_wait_and_can_be_cancelled_while_they_do(box: Box, server: Session) -> None:
    slow(box)
    for number in range(MOST_CALLS + 1):
        begin(server, f"c{number}")
    refusal = server.next()
    assert (refusal["id"], refusal["error"]["code"]) == (f"c{MOST_CALLS}", -32000)
    begin(server, "c0")
    assert server.next()["error"]["code"] == -32600
    server.until(lambda: len(box.asked) == 4)
    assert len(server.children()) == 4
    for number in range(MOST_CALLS):
        server.send({"method": "notifications/cancelled", "params": {"requestId": f"c{number}"}})
    server.until(lambda: not server.children(), 5)
    box.find("q", PAGE)
    assert document_of(server.tool("web_search", query="q"))["results"]


def test_an_interrupt_ends_it_quietly_and_its_work_with_it(box: Box, server: Session) -> None:
    slow(box)
    begin(server, 1)
    server.until(lambda: box.asked)
    work = server.children()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(5) == 130
    assert server.process.stderr and server.process.stderr.read() == b""
    server.until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in work), 5)


def test_no_work_outlives_a_server_that_is_killed(box: Box, server: Session) -> None:
    slow(box)
    begin(server, 1)
    server.until(lambda: box.asked)
    work = server.children()
    assert work
    server.process.kill()
    server.process.wait(5)
    server.until(lambda: not any(running(pid) for pid in work), 5)


def test_a_server_does_not_outlive_its_client(box: Box, root: Path) -> None:
    slow(box)
    pipe = subprocess.PIPE
    with subprocess.Popen(command(root), stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin and process.stdout and process.stderr
        call = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "web_search", "arguments": {"query": "slow"}},
        }
        process.stdin.write(json.dumps(call).encode() + b"\n")
        process.stdin.flush()
        end = time.monotonic() + 20
        while not box.asked and time.monotonic() < end:
            time.sleep(0.02)
        process.stdout.close()
        process.stdin.close()
        assert process.wait(5) in (0, 141)
        assert process.stderr.read() == b""


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


def test_lines_from_a_pipe_are_all_answered_before_it_ends(box: Box, root: Path) -> None:
    box.find("q", PAGE)
    lines = [
        {"id": 1, "method": "initialize", "params": HELLO},
        {"id": 2, "method": "tools/call", "params": {"name": "web_search", "arguments": {"query": "q"}}},
    ]
    given = b"\n".join(json.dumps({"jsonrpc": "2.0", **line}).encode() for line in lines)
    done = subprocess.run(command(root), input=given, capture_output=True, timeout=30)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    assert (done.returncode, done.stderr) == (0, b"")


# --- one call's process --------------------------------------------------------------------------------------------------


def outcome_of(words: list[str], seconds: float = 10) -> Outcome | None:
    """What a call comes to whose process runs this Python."""
    import sys
    import threading

    found: list[Outcome | None] = []
    there = threading.Event()

    def done(outcome: Outcome | None) -> None:
        found.append(outcome)
        there.set()

    Call([sys.executable, "-c", *words], {}, seconds).start(lambda line, number: None, done)
    assert there.wait(20)
    return found[0]


def test_a_call_that_takes_too_long_or_dies_is_an_error_in_words() -> None:
    late = outcome_of(["import time; time.sleep(60)"], 0.3)
    assert late and "no answer within 0.3 s" in late.error
    dead = outcome_of(["import os; os._exit(3)"])
    assert dead and "ended without an answer" in dead.error
    torn = outcome_of(["print('{\"docu', end='')"])
    assert torn and "ended without an answer" in torn.error


def test_the_process_of_a_call_says_its_outcome_and_ends_without_a_word_on_stderr(box: Box, root: Path) -> None:
    box.find("q", PAGE)
    request = {"root": str(root), "tool": "web_search", "arguments": {"query": "q"}}
    pipe = subprocess.PIPE
    with subprocess.Popen(command(root, "--call"), stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        lines = [json.loads(line) for line in process.stdout]  # its input stays open: it ends by itself
        assert process.wait(10) == 0
        assert process.stderr.read() == b""
    assert [sorted(line) for line in lines] == [["progress"], ["document"]]


def work_with(raised: Exception) -> dict[str, object]:
    """The outcome of a call whose work raises this."""

    def work(*_: object) -> Any:
        raise raised

    return outcome(Context(load(ROOT, {})), RAW, work, "web_search", {"query": "q"})


def test_a_defect_of_ours_is_told_without_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert work_with(RuntimeError("secret detail")) == {
        "error": "internal error (RuntimeError); try: other arguments, or web.py doctor"
    }
    assert "secret detail" in capsys.readouterr().err
    assert "the package lxml is not installed" in str(work_with(ModuleNotFoundError("x", name="lxml"))["error"])


def test_a_call_cancelled_before_it_began_does_nothing() -> None:
    import threading

    call = Call(["/nonexistent"], {}, 5)
    call.cancel()
    there = threading.Event()
    call.start(lambda line, number: None, lambda outcome: there.set() if outcome is None else None)
    assert there.wait(5)
    assert call.run(lambda line, number: None) == Outcome(None)


# --- the official SDK's client -------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_lists_and_calls_every_tool(mode: Any, box: Box, root: Path) -> None:
    mcp = pytest.importorskip("mcp", reason="the SDK's client comes with requirements-dev.txt")
    start = f"{HOST}/guide/"
    box.find("q", PAGE)

    async def talk(port: int) -> dict[str, Any]:
        words = command(root)
        environment = {**os.environ, "FIRECRAWL_PORT": str(port)}
        parameters = mcp.StdioServerParameters(command=words[0], args=words[1:], env=environment)
        said: list[str | None] = []

        async def progress(done: float, total: float | None, message: str | None) -> None:
            said.append(message)

        calls = {
            "web_search": {"query": "q"},
            "web_fetch": {"url": PAGE},
            "web_research": {"query": "q", "limit": 1},
            "web_map": {"url": start},
            "web_crawl": {"url": start, "topic": "t", "goal": "g"},
        }
        async with mcp.Client(parameters, mode=mode) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == list(calls)
            found = {name: await client.call_tool(name, given, progress_callback=progress) for name, given in calls.items()}
            wrong = await client.call_tool("web_search", {})
            assert wrong.is_error
        assert said
        return found

    with running_site_box(box) as (site, port):
        site.routes["POST /v1/map"] = Answer({"success": True, "links": [start]})
        site.crawl(job("completed", item(start)))
        found = asyncio.run(asyncio.wait_for(talk(port), 60))
    assert all(not result.is_error and result.structured_content for result in found.values())


def test_the_tables_of_tools_have_right_examples() -> None:
    for tool in (*RAW, *ANSWER):
        assert tool.read(tool.example)
        assert tool.read(
            {name: value for name, value in tool.example.items() if name in tool.required} | {"limit": None}
            if "limit" in tool.fields
            else tool.example
        )
