"""One hostile case through the whole product: begin, search, scrape into a topic, on the scripted box; what came out.

`adapt(case)` takes a case of the kinds html, md, search, topic, url and returns what the checks of an evaluation set look at.
"""

import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from box import Answer, Box, hit, results, running_box  # noqa: E402

import web  # noqa: E402
from webresearch.errors import ResearchError  # noqa: E402
from webresearch.net import guard  # noqa: E402
from webresearch.topic import journal, store  # noqa: E402

URL = "https://example.org/page"


def call(root: Path, *argv: str, stdin: str = "") -> tuple[int, str, str]:
    """Run web.py in process: exit code, stdout, stderr."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch("sys.stdin", io.StringIO(stdin)):
        code = web.main(list(argv), str(root))
    return code, out.getvalue(), err.getvalue()


def resolver(host: str, _: float) -> tuple[str, ...]:
    """The box has an address; no page's host has one here."""
    return (host,) if host == "127.0.0.1" else ()


@contextlib.contextmanager
def surroundings() -> Iterator[tuple[Box, Path]]:
    """The scripted box and an empty project; no name is resolved."""
    with running_box() as (box, environment), tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "md").mkdir()
        variables = {**environment, "XDG_CACHE_HOME": f"{folder}/cache"}
        with mock.patch.dict(os.environ, variables), mock.patch.object(guard, "system_resolver", resolver):
            yield box, root


def adapt(case: dict[str, object]) -> dict[str, object]:
    """What becomes of a case."""
    given: dict[str, str] = case["input"]  # type: ignore[assignment]
    with surroundings() as (box, root):
        return KINDS[str(case["kind"])](box, root, given)


def page(box: Box, root: Path, given: dict[str, str], data: dict[str, object]) -> dict[str, object]:
    """A page served by the service, saved through a topic and once printed as JSON."""
    url = given.get("url", URL)
    title = given.get("title", "")
    answer = Answer({"success": True, "data": {**data, "metadata": {"title": title or None, "statusCode": 200}}})
    box.pages[url] = answer
    query = given.get("query", "a query")
    box.searches[" ".join(query.split())] = results(" ".join(query.split()), hit(url, title, ""))
    call(root, "begin", "--topic", "t", "--goal", "a goal", "--url", url)
    box.searches[query] = lambda params: results(params["q"], hit(url, title, ""))
    call(root, "search", "--topic", "t", "-", stdin=query.replace("\n", " "))
    relevance = given.get("relevance", "a reason")
    picks = json.dumps([{"id": "R001", "relevance": relevance or "a reason"}])
    code, out, err = call(root, "scrape", "--topic", "t", "--picks", "-", "--quiet", stdin=picks)
    topic = store.topic_of(root, "t")
    rows = [row for row in journal.read(topic.journal) if row["kind"] == "page"]
    manifest = topic.manifest.read_text(encoding="utf-8")
    _, coded, more = call(root, "scrape", url, "--json")
    base: dict[str, object] = {"stdout": out, "stderr": err + more, "json_stdout": coded, "manifest": manifest, "code": code}
    if not rows:
        return base
    row = rows[-1]
    saved = (topic.web / str(row["file"])).read_text(encoding="utf-8")
    body = saved.split("\n", 6)[6]
    path = f"md/t/web/{row['file']}"
    told = {name: row[name] for name in ("title", "verdict", "flags", "warnings", "removed")}
    return base | told | {"saved": saved, "markdown": body, "path": path}


def html_page(box: Box, root: Path, given: dict[str, str]) -> dict[str, object]:
    """A raw page, as a service's rawHtml."""
    return page(box, root, given, {"rawHtml": given["content"]})


def md_page(box: Box, root: Path, given: dict[str, str]) -> dict[str, object]:
    """What a page service made of a page."""
    return page(box, root, given, {"markdown": given["content"]})


def search_hit(box: Box, root: Path, given: dict[str, str]) -> dict[str, object]:
    """One hit, for people and for programs."""
    box.searches["water"] = results("water", hit(given["url"], given["title"], given["snippet"]))
    _, plain, err = call(root, "search", "water")
    _, coded, more = call(root, "search", "water", "--json")
    return {"stdout": plain, "json_stdout": coded, "stderr": err + more}


def topic_name(_: Box, root: Path, given: dict[str, str]) -> dict[str, object]:
    """A topic as somebody might type it."""
    try:
        topic = store.topic_of(root, given["topic"])
    except ResearchError:
        return {"refused": True}
    return {"path": str(topic.manifest.relative_to(root))}


def url_argument(box: Box, root: Path, given: dict[str, str]) -> dict[str, object]:
    """An address on the command line."""
    code, _, err = call(root, "scrape", given["url"])
    return {"refused": bool(code) and not box.scraped, "stderr": err}


KINDS = {"html": html_page, "md": md_page, "search": search_hit, "topic": topic_name, "url": url_argument}
