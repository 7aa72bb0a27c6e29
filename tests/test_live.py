"""The owner's smoke test: the whole mechanical flow against the configured services (`make live`)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

# A marker alone is no consent: another -m on the command line replaces the one that leaves this file out.
pytestmark = [pytest.mark.live, pytest.mark.skipif("LIVE" not in os.environ, reason="asks real services: make live")]
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "md").mkdir()
    (tmp_path / "web.py").symlink_to(ROOT / "web.py")
    return tmp_path


def web(project: Path, *argv: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(project / "web.py"), *argv, "--json"]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=300)


def test_a_question_becomes_a_saved_page_with_a_quote_that_stands(project: Path) -> None:
    found = web(project, "search", "postgresql routine vacuuming")
    if found.returncode == 3:
        pytest.skip(f"the configured services cannot be reached: {found.stderr.strip()}")
    assert found.returncode == 0, found.stderr
    web(project, "begin", "--topic", "live", "--goal", "-", stdin="does the whole path work?")
    hits = json.loads(web(project, "search", "--topic", "live", "-", stdin="postgresql routine vacuuming").stdout)["results"]
    picks = [*[{"id": hit["id"], "relevance": "smoke test"} for hit in hits[:3]], {"rest": "not needed"}]
    saved = web(project, "scrape", "--topic", "live", "--picks", "-", stdin=json.dumps(picks))
    assert saved.returncode == 0, saved.stderr
    page = next(path for path in (project / "md/live/web").glob("[!_.]*.md"))
    sentence = max((line for line in page.read_text().split("\n")[6:] if "|" not in line), key=len)[:200].rsplit(" ", 1)[0]
    note = web(project, "note", "--topic", "live", stdin=json.dumps({"source": "S01", "quotes": [sentence]}))
    assert note.returncode in (0, 1), note.stderr
    assert web(project, "status", "--topic", "live").returncode == 0
