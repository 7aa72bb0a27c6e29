"""The harness for the real Claude Code client, tried on a project of its own: skills, rules, a second message, hooks."""

import os
import time
from pathlib import Path

import pytest
from client import inside
from client.run import ClientRun, run_client
from client.scripted_model import OVER, Actor, Blocks, bash, say, use
from client.toy import PAGE_TEXT, REPLACEMENT, lay_toy, with_hook

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("claude_client")]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """The toy project."""
    return lay_toy(tmp_path)


def main_only(*turns: Blocks) -> list[Actor]:
    """A play with one actor."""
    return [Actor("main", [*turns, say("done")])]


def refusals(run: ClientRun) -> list[bool]:
    """Which calls of the main conversation were not run, in order."""
    return [result.refused for result in run.tool_results]


@pytest.mark.parametrize(
    "words",
    [
        'how does it\'s "quoted" text; arrive --deep',
        "what costs $5 or $0 or $ARGUMENTS, `id` and $(id)",
        "naïve 漢字 \N{ROCKET} ß",
        "back\\slash \\n and <b>marks</b> & more",
    ],
)
def test_a_skill_gets_its_words_as_they_were_typed(toy: Path, words: str) -> None:
    run = run_client(toy, main_only(), [f"/toy {words}"])
    assert "toy" in run.started["skills"]
    assert f"Words as typed: {words}" in run.of("main")[0].sent


def test_a_command_runs_in_its_one_spelling_only(toy: Path) -> None:
    allowed = [
        "python3 tool.py show 'a; b' \"c\"",
        "python3 tool.py show - <<'EOF'\nit's $5 `id` 漢\nEOF",
        "python3 tool.py show",
    ]
    others = [
        "python3 tool.py hide",
        "python3 ./tool.py show",
        "/usr/bin/python3 tool.py show",
        "X=1 python3 tool.py show",
        "python3 tool.py show > shown.txt",
        'python3 tool.py show "$(touch made)"',
        "python3 tool.py show; touch made",
        "curl http://example.com/",
        "rm tool.py",
    ]
    run = run_client(toy, main_only(*map(bash, [*allowed, *others])), ["/toy"])
    assert refusals(run) == [False] * len(allowed) + [True] * len(others)
    assert '"a; b", "c"' in run.tool_results[0].text
    assert "it's $5 `id` \\u6f22" in run.tool_results[1].text
    assert sorted(path.name for path in toy.iterdir()) == [".claude", "hook.py", "pages", "tool.py"]


def test_files_are_written_where_a_rule_allows_it_and_nowhere_else(toy: Path) -> None:
    paths = [
        "notes/a-summary.md",
        str(toy / "notes" / "b-summary.md"),
        "notes/a.md",
        "a-summary.md",
        ".claude/settings.json",
        str(toy.parent / "outside.md"),
    ]
    writes = [use("Write", file_path=path, content="new") for path in paths]
    run = run_client(toy, main_only(*writes), ["/toy"])
    assert refusals(run) == [False, False, True, True, True, True]
    assert sorted(path.name for path in (toy / "notes").iterdir()) == ["a-summary.md", "b-summary.md"]


def test_network_tools_are_gone_when_denied(toy: Path) -> None:
    run = run_client(
        toy, main_only(use("WebFetch", url="http://example.com/", prompt="x"), use("WebSearch", query="x")), ["hi"]
    )
    assert refusals(run) == [True, True]
    assert not {"WebFetch", "WebSearch"} & set(run.of("main")[0].tools)


@pytest.mark.parametrize("resume", [False, True], ids=["one process", "resumed"])
def test_rules_hold_after_a_second_message_of_the_user(toy: Path, resume: bool) -> None:
    steps = [
        bash("python3 tool.py show 1"),
        bash("python3 tool.py hide"),
        use("Write", file_path="notes/a-summary.md", content="x"),
    ]
    run = run_client(toy, main_only(*steps, say("shall I go on?"), *steps), ["/toy", 'yes, "do" go on for $5'], resume=resume)
    assert run.answers == ["shall I go on?", "done"]
    assert 'yes, "do" go on for $5' in run.of("main")[-1].sent
    assert refusals(run) == [False, True, False] * 2


def test_without_trust_the_allow_rules_of_a_project_count_for_nothing(toy: Path) -> None:
    run = run_client(toy, main_only(bash("python3 tool.py show"), bash("ls pages")), ["/toy"], trust=False)
    assert refusals(run) == [True, False]
    assert "has not been trusted" in run.stderr


def test_a_reader_that_may_only_read_sees_no_other_tool(toy: Path) -> None:
    reading = [
        use("Read", file_path="pages/page.md"),
        bash("python3 tool.py show"),
        use("Write", file_path="x", content=""),
        say("ok"),
    ]
    reader = Actor("reader", reading, in_system="You are the toy reader")
    run = run_client(toy, [reader, *main_only(use("Agent", description="d", prompt="p", subagent_type="toy-reader"))], ["/toy"])
    assert {tuple(request.tools) for request in run.of("reader")} == {("Read",)}
    assert PAGE_TEXT in run.of("reader")[1].sent
    assert run.of("reader")[-1].sent.count("No such tool available") == 2
    assert not (toy / "x").exists()


@pytest.mark.parametrize("hooked", [True, False])
def test_a_hook_replaces_what_a_reader_returns(toy: Path, hooked: bool) -> None:
    if not hooked:  # the test would not notice a leak that it cannot see
        (toy / "hook.py").write_text("")
    reader = Actor("reader", [say(f"It says: {PAGE_TEXT}")], in_system="You are the toy reader")
    calls = use("Agent", description="d", prompt="p", subagent_type="toy-reader", run_in_background=True)
    run = run_client(toy, [reader, *main_only(calls)], ["/toy"])
    assert (PAGE_TEXT in run.of("main")[-1].sent) is not hooked
    assert ('"characters"' in run.of("main")[-1].sent) is hooked


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("no-such-program", True),
        ("echo stop >&2; exit 2", True),
        ("""echo '{"decision": "block", "reason": "no"}'""", True),
        (f"""no-such-program || printf %s '{REPLACEMENT}'""", False),
        (f"""printf %s '{REPLACEMENT.replace('"usage"', '"use"')}'""", True),
    ],
    ids=["cannot start", "exit status 2", "decision block", "a whole answer instead", "an answer with a part missing"],
)
def test_a_hook_that_fails_shows_the_answer_unless_a_whole_one_takes_its_place(toy: Path, command: str, shown: bool) -> None:
    (toy / ".claude" / "settings.json").write_text(with_hook(command))
    reader = Actor("reader", [say(PAGE_TEXT)], in_system="You are the toy reader")
    run = run_client(toy, [reader, *main_only(use("Agent", description="d", prompt="p", subagent_type="toy-reader"))], ["/toy"])
    assert (PAGE_TEXT in run.of("main")[-1].sent) is shown


def test_readers_side_by_side_are_all_replaced_and_told_apart(toy: Path) -> None:
    reading = [use("Read", file_path="pages/page.md"), lambda results: say(results[0])]
    reader = Actor("reader", reading, in_system="You are the toy reader")
    calls = [call for n in "123" for call in use("Agent", description=n, prompt=f"page {n}", subagent_type="toy-reader")]
    run = run_client(toy, [reader, *main_only(calls)], ["/toy"])
    assert [result.given["description"] for result in run.tool_results] == ["1", "2", "3"]
    assert PAGE_TEXT not in run.of("main")[-1].sent
    assert len(run.of("reader")) == 6


def test_what_a_skill_allows_ends_with_the_next_message_of_the_user(toy: Path) -> None:
    skill = toy / ".claude" / "skills" / "toy" / "SKILL.md"
    skill.write_text(skill.read_text().replace("argument-hint", "allowed-tools: Bash(python3 tool.py hide)\nargument-hint"))
    step = bash("python3 tool.py hide")
    run = run_client(toy, main_only(step, say("shall I go on?"), step), ["/toy", "yes"])
    assert refusals(run) == [False, True]


def test_a_turn_can_be_made_from_what_came_before(toy: Path) -> None:
    turns = [
        bash("python3 tool.py show S07"),
        lambda results: bash(f"python3 tool.py show {results[-1].count('S07')} again"),
        say("done"),
    ]
    run = run_client(toy, [Actor("main", turns)], ["/toy"])
    assert '"1", "again"' in run.tool_results[1].text


def test_a_turn_that_cannot_be_made_fails_the_run(toy: Path) -> None:
    with pytest.raises(IndexError):
        run_client(toy, [Actor("main", [lambda results: bash(results[5])])], ["/toy"])


def test_two_calls_in_one_turn_both_run(toy: Path) -> None:
    run = run_client(toy, main_only(bash("python3 tool.py show 1") + bash("python3 tool.py show 2")), ["/toy"])
    assert [result.failed for result in run.tool_results] == [False, False]


def test_a_call_that_ran_and_failed_is_no_refusal(toy: Path) -> None:
    run = run_client(toy, main_only(use("Read", file_path="no such file")), ["/toy"])
    assert [(result.failed, result.refused) for result in run.tool_results] == [(True, False)]


def test_a_script_that_is_too_short_says_so(toy: Path) -> None:
    run = run_client(toy, [Actor("main", [bash("python3 tool.py show")])], ["/toy"])
    assert run.answers == [OVER]


def test_the_client_sees_nothing_of_this_machine(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_MACHINE", "1")
    settings = toy / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace("tool.py show:*", "look.py"))
    (toy / "look.py").write_text(
        "import os, socket\nprint(sorted(os.environ), os.path.expanduser('~'), [name for _, name in socket.if_nameindex()])\n"
    )
    run = run_client(toy, main_only(bash("python3 look.py")), ["/toy"])
    assert "SECRET_OF_THE_MACHINE" not in run.tool_results[0].text
    assert str(Path.home()) + "'" not in run.tool_results[0].text
    assert "['lo']" in run.tool_results[0].text


def test_a_run_that_takes_too_long_is_ended_with_all_it_started(toy: Path) -> None:
    def never(_: list[str]) -> Blocks:
        time.sleep(8)
        return say("late")

    with pytest.raises(TimeoutError):
        run_client(toy, [Actor("main", [never])], ["/toy"], seconds=3)
    mine = [path for path in Path("/proc").glob("[0-9]*/cmdline") if inside.__file__.encode() in contents(path)]
    assert mine == []


def contents(path: Path) -> bytes:
    """A file of /proc, which may be gone by now."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_a_shared_network_is_for_the_stack_only(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEB_RESEARCH_STACK", raising=False)
    with pytest.raises(ValueError, match="inside the stack"):
        run_client(toy, main_only(), ["/toy"], share_net=True)


@pytest.mark.skipif("WEB_RESEARCH_STACK" not in os.environ, reason="needs the real services: run it by `make integration`")
def test_a_client_beside_the_stack_reaches_its_services(toy: Path) -> None:
    settings = toy / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace("tool.py show:*", "ask.py"))
    (toy / "ask.py").write_text(
        "import urllib.request\nprint(urllib.request.urlopen('http://10.10.20.37:8080/search?q=heap&format=json').read(200))\n"
    )
    run = run_client(toy, main_only(bash("python3 ask.py")), ["/toy"], share_net=True)
    assert "heapq" in run.tool_results[0].text
