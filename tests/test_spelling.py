"""Which commands the hook lets the skill run without a question: one spelling, and nothing that a shell could make more of."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webresearch.pipeline.spelling import is_ours

WEB = ".venv/bin/python web.py"
OURS = [
    f"{WEB} status --topic t --json",
    f"{WEB} search --topic t --json - <<'EOF'\nwhat's {{\"a\": 1}} worth? \u00a0 =word \\ $5 `id` $(id)\nEOF",
    f"{WEB} begin --topic t --max-sources 3 --json --goal - <<'EOF'\n{'x' * 20_000}\nEOF\n",
    f"{WEB} search --topic t 'a; b | c && d > e $x `y`' --json",
    f'{WEB} note --topic t --json <<\'EOF\'\n{{"source": "S01", "quotes": ["x"]}}\nEOF',
    f"{WEB} check md/t/goal-synthesis.md --json",
    f"{WEB} begin --topic t --goal x --url 'https://a.example/?a=1&b=2'",
    f"{WEB} read md/t/web/page.md --mode outline --json",
    f"{WEB} read S03 --topic t --query x",
    f"{WEB} note --topic t <<'EOF'\nEOF",
    f"{WEB} scrape --topic t --json --picks - <<'EOF'\n- id: R001\n  relevance: EOF stands within\n EOF\nEOF",
]
OTHERS = [
    f"{WEB} status --topic t; id",
    f"{WEB} status --topic t && id",
    f"{WEB} status --topic t | cat",
    f"{WEB} status --topic t > x",
    f"{WEB} status --topic t &",
    f"{WEB} status --topic t\nid",
    f"{WEB} status --topic $(id)",
    f"{WEB} status --topic `id`",
    f"{WEB} status --topic $HOME",
    f'{WEB} status --topic "a"',
    f"{WEB} status --topic a{{b,c}}",
    f"{WEB} status --topic *",
    f"{WEB} status --topic ~root",
    f"{WEB} status --topic t # x",
    f"{WEB} status --topic 'a'$(id)'b'",
    f"{WEB} status --topic 'a\nb'",
    f"{WEB} scrape https://a.example/ --out x.md",
    f"{WEB} scrape --topic '' https://a.example/ --out x.md",
    f"{WEB} scrape --topic x --topic '' --picks - --out x.md",
    f"{WEB} scrape --topic t",
    f"{WEB} read /etc/shadow",
    f"{WEB} read https://a.example/x",
    f"{WEB} search --topic t 'https://a.example/?q=secret'",
    f"{WEB} mcp",
    f"{WEB} hook PreToolUse",
    f"{WEB}  status --topic t",
    "python3 web.py status --topic t",
    f"X=1 {WEB} status --topic t",
    f"cd x && {WEB} status --topic t",
    f"{WEB} note --topic t <<EOF\n$(id)\nEOF",
    f"{WEB} note --topic t <<'EOF'\nx\nEOF\nid",
    f"{WEB} note --topic t <<'EOF'\nx\nEOF\nid\nEOF",
    f"{WEB} note --topic t <<'EOF'; id\nx\nEOF",
    f"{WEB} note --topic t <<'EOF' | sh\nx\nEOF",
    f"{WEB} note --topic t <<'EOF'\nx",
    f"{WEB} note --topic t <<'EOF'\nx\x00\nEOF",
    f"{WEB} search {'x' * 300_000}",
    "",
]


@pytest.mark.parametrize("command", OURS)
def test_calls_of_the_skill_pass(command: str) -> None:
    assert is_ours(command)


@pytest.mark.parametrize("command", OTHERS)
def test_anything_else_does_not(command: str) -> None:
    assert not is_ours(command)


PIECES = st.sampled_from(
    [WEB, " status", " note", " --topic", " t", "'", "EOF", "\n", " <<'EOF'\n", ";", "$(id)", "`", "|", ">", "&", " x", "\\"]
)


@given(st.lists(PIECES, max_size=14).map("".join))
def test_what_passes_runs_exactly_one_program_in_a_real_shell(text: str) -> None:
    command = f"{WEB} status{text}"
    if not is_ours(command):
        return
    traced = subprocess.run(
        ["/bin/sh", "-c", command.replace(WEB, "ran", 1)],
        env={"PATH": str(Path(__file__).parent / "nothing")},
        capture_output=True,
        text=True,
        timeout=10,
    )
    assert traced.stderr.count("ran") == 1, traced.stderr
    assert "id" not in traced.stderr
