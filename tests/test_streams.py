"""Closed, full and broken streams of the real program: no traceback, and an exit code that says what happened."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from box import Box
from conftest import Call

import web

WEB = Path(__file__).resolve().parent.parent / "web.py"


def shell(command: str, root: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A command line with W for the program, in a copy of the project that has its own md/."""
    for name in ("web.py", "webresearch"):
        if not (root / name).exists():
            (root / name).symlink_to(WEB.parent / name) if name != "web.py" else (root / name).write_text(WEB.read_text())
    words = command.replace("W ", f"{sys.executable} {root / 'web.py'} ")
    return subprocess.run(
        ["bash", "-c", words], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, env=os.environ | more
    )


CLOSED = [
    ("W --help >&-", 141),
    ("W --version >&-", 141),
    ("W status --topic t --json >&-", 141),
    ("W search q >&-", 141),
    ("W note --topic t <&-", 2),
    ("W search - <&-", 2),
    ("W begin --topic u --goal - <&-", 2),
    ("W hook PreToolUse <&-", 0),
    ("W scrape --topic t --picks - <&-", 0),
    ("W convert - <&-", 5),
    ("W search '' 2>&-", 2),
    ("W search q 2>&-", 0),
    ("W search q 2>&- >&- <&-", 141),
    ("W search '' 2>/dev/full", 2),
    ("W search q 2>/dev/full", 0),
    ("W status --topic t >/dev/full", 6),
    ("W --help >/dev/full", 6),
    ("W search q --json >/dev/full", 6),
    ("W --help | true; exit ${PIPESTATUS[0]}", 141),
    ("W search q | true; exit ${PIPESTATUS[0]}", 141),
    ("(W search '' 2>&1 >/dev/null; echo $? >&3) 3>&1 | grep -c web.py: >/dev/null", 0),
]


@pytest.mark.parametrize(("command", "code"), CLOSED)
def test_a_closed_or_full_stream_ends_without_a_traceback(command: str, code: int, box: Box, call: Call, root: Path) -> None:
    box.find("q", *[f"https://h{number}.example/p" for number in range(10)])
    call("begin", "--topic", "t", "--goal", "g")
    run = shell(command, root)
    assert "Traceback" not in run.stderr
    assert "Exception" not in run.stderr
    assert run.returncode == code or (code == 141 and run.returncode == 0 and "|" in command)  # the reader may be the slower
    if code == 6:
        assert run.stderr.splitlines()[-2:] == [
            "web.py: cannot write the answer: No space left on device at stdout",
            "try: free some space, or write it elsewhere",
        ]
    if code == 141:
        assert "web.py:" not in run.stderr


def test_with_all_streams_closed_no_file_of_the_topic_gets_what_was_to_be_printed(box: Box, call: Call, root: Path) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.find("q", "https://a.example/p")
    assert shell("W search --topic t q >&- 2>&- <&-", root).returncode == 141
    assert all(line.startswith("{") for line in (root / "md/t/web/_journal.jsonl").read_text().splitlines())


@pytest.mark.parametrize("milliseconds", [15, 30, 60, 120, 1000])
def test_an_interrupt_ends_in_130_without_a_traceback_however_early(milliseconds: int, root: Path) -> None:
    shell("W --version", root)
    words = [sys.executable, str(root / "web.py"), "convert", "-"]
    code = (
        "import signal, os, sys; signal.signal(signal.SIGINT, signal.default_int_handler); os.execv(sys.argv[1], sys.argv[1:])"
    )
    # Without the measuring of coverage, which would be interrupted in our place: it starts before web.py does.
    env = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    process = subprocess.Popen([sys.executable, "-c", code, *words], stdout=-1, stderr=-1, stdin=-1, text=True, env=env)
    time.sleep(0.05 + milliseconds / 1000)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    # Python's own start-up is not ours: what it prints names no file of the project, or this one before its first line.
    assert not re.search(r'File ".*(/web\.py|/webresearch/.*)", line [1-9]', err)
    if milliseconds == 1000:
        assert process.returncode == 130
        assert "Traceback" not in err


def test_an_interrupt_that_python_tells_as_another_error_ends_in_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def made_a_class(argv: list[str], root: str) -> int:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr(web, "outcome", made_a_class)
    assert web.main([]) == 130


def test_a_name_too_long_for_the_file_system_cannot_be_written(box: Box, call: Call, root: Path) -> None:
    for size in (245, 300):
        run = call("scrape", "https://a.example/p", "--out", root / ("a" * size + ".md"))
        assert run.code == 6
        assert "File name too long" in run.err


def test_a_command_that_ends_while_packages_load_ends_without_a_traceback() -> None:
    code = (
        f"import sys, threading; sys.path.insert(0, {str(WEB.parent)!r})\n"
        "from webresearch.pages.extract import load_packages\n"
        "def late():\n    threading.main_thread().join(); load_packages()\n"
        "threading.Thread(target=late).start()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
