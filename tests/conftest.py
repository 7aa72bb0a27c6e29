"""What most tests share: a clean environment, the scripted box, and the program run in process."""

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from box import Box, running_box

import web
from webresearch.net import guard

OWN_VARIABLES = (
    "WEBTOOLS_HOST",
    "SEARXNG_PORT",
    "FIRECRAWL_PORT",
    "WEBTOOLS_ENGINE",
    "WEBTOOLS_JOBS",
    "WEBTOOLS_JINA",
    "WEBTOOLS_ANSWERER",
)


@dataclass
class Run:
    """What one call of web.py did."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def clean_environment(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of this machine reaches a test, no cache of one test another, and no test asks a real resolver."""
    if request.node.get_closest_marker("integration") or request.node.get_closest_marker("live"):
        return  # these are about the surroundings; each process they start gets an environment of its own
    for name in (*OWN_VARIABLES, "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name, value in (("WEBTOOLS_HOST", "127.0.0.1"), ("SEARXNG_PORT", "9"), ("FIRECRAWL_PORT", "9")):
        monkeypatch.setenv(name, value)  # a test that forgets the box reaches nobody's
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(guard, "system_resolver", lambda host, seconds: ("127.0.0.1",) if host == "127.0.0.1" else ())


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """The scripted services, and the environment that points at them."""
    with running_box() as (running, environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder that holds an empty md/."""
    (tmp_path / "project" / "md").mkdir(parents=True)
    return tmp_path / "project"


Call = Callable[..., Run]


@pytest.fixture
def call(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run web.py in process: call("search", "words", stdin="...")."""

    def run(*argv: object, stdin: str = "") -> Run:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = web.main([str(part) for part in argv], str(root))
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def claude_client() -> None:
    """Skip, with the reason, where the real Claude Code client cannot be had or be isolated."""
    from client.get_client import client_program
    from stack import namespace
    from stack.packages import Unavailable

    try:
        namespace.entering()
        client_program()
    except Unavailable as reason:
        pytest.skip(f"no Claude Code client here: {reason}")
