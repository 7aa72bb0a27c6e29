"""Progress: live on a terminal, lines where it is piped, nothing where nobody asked for it; and never in an answer."""

import io
import os
import pty
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from box import Answer, Box, running_box, scraped
from conftest import Call

from webresearch.pipeline.context import silent
from webresearch.pipeline.progress import Event, Work
from webresearch.views import live

REPOSITORY = Path(__file__).resolve().parent.parent
PICKS = "- {id: R001, relevance: one}\n- {id: R002, relevance: two}\n"


def begun(box: Box, call: Call) -> None:
    box.find("words", "https://a.example/one", "https://b.example/two")
    call("begin", "--topic", "t", "--goal", "what is it?", "--quiet")


def test_a_piped_stderr_gets_a_line_an_item(box: Box, call: Call) -> None:
    begun(box, call)
    assert call("search", "--topic", "t", "words").err == "search 1/1: ok, 2 hits: words\n"
    lines = call("scrape", "--topic", "t", "--picks", "-", stdin=PICKS).err.splitlines()
    assert [line.split(":")[0] for line in lines] == ["page 1/2", "page 2/2"]


@pytest.mark.parametrize("option", ["--quiet", "--json"])
def test_quiet_and_json_have_an_empty_stderr(box: Box, call: Call, option: str) -> None:
    begun(box, call)
    assert call("search", "--topic", "t", "words", option).err == ""
    assert call("scrape", "--topic", "t", "--picks", "-", option, stdin=PICKS).err == ""


def test_a_research_tells_of_pages_that_failed_too(box: Box, call: Call) -> None:
    begun(box, call)
    box.pages["https://a.example/one"] = scraped("https://a.example/one", "Not found", 404)
    err = call("research", "words", "--top-k", "2").err
    assert "page 1/2: http_error https://a.example/one" in err or "page 2/2: http_error https://a.example/one" in err


def on_a_terminal(root: Path, environment: dict[str, str], *argv: str, stdin: str = "") -> tuple[str, str]:
    """Run web.py with its stderr on a terminal of its own; what came on stdout and on the terminal."""
    primary, secondary = pty.openpty()
    code = f"import sys; sys.path.insert(0, {str(REPOSITORY)!r}); import web; sys.exit(web.main(sys.argv[1:], {str(root)!r}))"
    with subprocess.Popen(
        [sys.executable, "-c", code, *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=secondary,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"} | environment,
        cwd=REPOSITORY,
        text=True,
    ) as process:
        os.close(secondary)
        seen: list[bytes] = []

        def read() -> None:
            try:
                while block := os.read(primary, 65_536):
                    seen.append(block)
            except OSError:
                pass  # the other end is closed

        reader = threading.Thread(target=read)
        reader.start()
        out, _ = process.communicate(stdin, timeout=60)
        reader.join(10)
    os.close(primary)
    return out, b"".join(seen).decode()


def test_a_terminal_shows_what_is_done_and_leaves_one_line(root: Path) -> None:
    with running_box() as (box, environment):
        box.find("dead rows vacuum", "https://a.example/one", "https://b.example/two")
        slow = scraped("https://b.example/two")
        box.pages["https://b.example/two"] = Answer(slow.body, wait=1.5)
        environment["XDG_CACHE_HOME"] = str(root)
        out, terminal = on_a_terminal(root, environment, "research", "dead rows vacuum", "--top-k", "2")
    assert "Dead rows stay" in out
    assert "\x1b" not in out
    assert "0/2 pages" in terminal
    assert re.search(r"1/2 pages  1 kB  about \d+ s left", terminal)
    assert re.search(r"2 of 2 pages, 2 kB, \d\.\d s", terminal)


def test_a_terminal_gets_nothing_with_quiet(root: Path) -> None:
    with running_box() as (box, environment):
        box.find("words", "https://a.example/one")
        environment["XDG_CACHE_HOME"] = str(root)
        assert on_a_terminal(root, environment, "search", "words", "--quiet")[1] == ""


def test_a_dumb_terminal_gets_lines(root: Path) -> None:
    with running_box() as (box, environment):
        box.find("words", "https://a.example/one")
        _, terminal = on_a_terminal(root, {**environment, "TERM": "dumb", "XDG_CACHE_HOME": str(root)}, "search", "words")
    assert "search 1/1: ok, 1 hits: words" in terminal
    assert "\x1b" not in terminal


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_rich_loads_on_a_terminal_only() -> None:
    code = (
        "import sys\n"
        "from webresearch.pipeline.progress import Work\n"
        "from webresearch.views.progress import print_line, watcher\n"
        "with Work(print_line, watcher(True), 'page', 2) as work: work.started('a'); work.done('a', 'ok', 5)\n"
        "print('rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=REPOSITORY)
    assert done.stdout == "False\n"
    assert done.stderr == "page 1/2: ok a\n"


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> live.Display:
    from rich.console import Console

    console = Console(file=Terminal(), force_terminal=True, width=100, _environ={"TERM": "xterm"})
    now = iter(range(0, 10_000, 10))
    shown = live.Display(Event("page", "begun", total=4), lambda: float(next(now)), console)
    assert shown.live is not None
    shown.live.stop()
    return shown


def picture(display: live.Display) -> str:
    from rich.console import Console

    console = Console(file=io.StringIO(), width=100)
    console.print(display.picture())
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_the_slowest_item_is_named_after_a_while(display: live.Display) -> None:
    display.take(Event("page", "started", "https://slow.example/"))
    display.take(Event("page", "started", "https://b.example/"))
    assert "waiting 20 s for https://slow.example/" in picture(display)


def test_the_pace_so_far_gives_the_time_left(display: live.Display) -> None:
    display.take(Event("page", "done", "https://b.example/", "ok", 1, 4, 2_500_000))
    assert "1/4 pages  2.5 MB  about 30 s left" in picture(display)
    display.take(Event("page", "done", "https://c.example/", "ok", 2, 4, 500))
    assert "about" in display.left()
    display.take(Event("page", "ended"))
    assert "2 of 4 pages, 2.5 MB" in display.console.file.getvalue()  # type: ignore[attr-defined]


def test_a_long_time_left_is_told_in_minutes(display: live.Display) -> None:
    display.total, display.number = 200, 1
    assert re.fullmatch(r"about \d+ min left", display.left())


def test_a_hostile_address_cannot_drive_the_terminal(display: live.Display) -> None:
    display.take(Event("page", "started", "https://x.example/\x1b[2J[bold]red[/bold]\n\nnext"))
    shown = picture(display)
    assert "\x1b" not in shown
    assert "[bold]red[/bold]" in shown
    assert shown.count("\n") == 2


def test_the_end_is_told_when_the_work_breaks_off() -> None:
    told: list[Event] = []
    with pytest.raises(RuntimeError), Work(silent, told.append, "page", 3) as work:
        work.done("a", "ok")
        raise RuntimeError
    assert [event.step for event in told] == ["begun", "done", "ended"]


def test_work_of_nothing_shows_nothing() -> None:
    shown = live.Live()
    with Work(silent, shown, "page", 0):
        assert shown.display is None
    with Work(silent, None, "page", 1) as work:
        work.done("a", "ok")
