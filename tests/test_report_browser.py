"""The report in a real browser: fast, usable by keyboard and screen reader, silent on the network, text that stays text."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import report_example as example
from box import Box, hit, results, running_box, scraped
from browser import Browser, axe_core, browsing
from stack.packages import Unavailable

import web

pytestmark = pytest.mark.integration

SOURCES, CITATIONS = 40, 400
GOAL = "what do forty pages say?"
SYNTHESIS = "md/forty/what-do-forty-pages-say-synthesis.md"
HOSTILE = (
    "<script>window.pwned = 1</script> <img src=http://evil.example/a onerror='window.pwned = 2'> "
    "</mark></blockquote></style><iframe src=http://evil.example/></iframe>"
)


class Caller:
    """Runs web.py in process, as the fixture of the other tests does, for fixtures of a whole module."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str] | None = None) -> None:
        self.root, self.patch = root, patch

    def __call__(self, *argv: str, stdin: str = "") -> "Caller":
        import io
        import sys
        from contextlib import redirect_stdout

        self.patch.setattr(sys, "stdin", io.StringIO(stdin))
        with redirect_stdout(io.StringIO()) as out:
            self.code = web.main([*argv], str(self.root))
        self.out = out.getvalue()
        return self


def sentences_of(number: int) -> list[str]:
    """Ten sentences that stand on one page only."""
    return [f"Page {number} counts {100 * number + place} swallows at bridge {place}." for place in range(10)]


def big_topic(call: Caller, box: Box) -> None:
    """Forty saved pages, one of them hostile, one in Arabic; four hundred citations."""
    call("begin", "--topic", "forty", "--goal", GOAL, "--max-sources", str(SOURCES))
    urls = [f"https://host{number % 9}.example/page-{number}" for number in range(SOURCES)]
    box.searches["q"] = results("q", *[hit(url, f"The title of page {number}") for number, url in enumerate(urls)])
    for number, url in enumerate(urls):
        extra = f"`{HOSTILE}`" if number == 7 else "طيور السنونو تنام في الهواء" if number == 8 else "No more."
        lines = "\n\n".join(f"{sentence} {extra}" for sentence in sentences_of(number))
        text = f"# Page {number}\n\n{lines}\n\n{example.FILL} This is page {number}."
        box.pages[url] = scraped(url, text, title=f"Page {number} of forty", rawHtml="")
    call("search", "--topic", "forty", "--max", "50", "q")
    call(
        "scrape",
        "--topic",
        "forty",
        "--picks",
        "-",
        stdin=json.dumps([{"id": f"R{n:03d}", "relevance": "r"} for n in range(1, 41)]),
    )
    notes = [{"source": f"S{n + 1:02d}", "quotes": sentences_of(n)} for n in range(SOURCES)]
    assert not json.loads(call("note", "--topic", "forty", "--json", stdin=json.dumps(notes)).out)["refused"]
    claims = [
        f"{sentence}[^E{10 * n + place + 1:03d}]" for n in range(SOURCES) for place, sentence in enumerate(sentences_of(n))
    ]
    paragraphs = [f"## Part {start // 20 + 1}\n\n{' '.join(claims[start : start + 20])}" for start in range(0, CITATIONS, 20)]
    (call.root / SYNTHESIS).write_text("# Forty pages\n\n" + "\n\n".join(paragraphs) + f"\n\n{HOSTILE}\n")
    assert call("finish", SYNTHESIS).code == 0


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """md/ with the example and the big topic, and its index."""
    root = tmp_path_factory.mktemp("project")
    (root / "md").mkdir()
    with pytest.MonkeyPatch.context() as patch, running_box() as (box, environment):
        for name, value in (environment | {"XDG_CACHE_HOME": str(root / "cache")}).items():
            patch.setenv(name, value)
        patch.chdir(root)
        call = Caller(root, patch)
        example.build(call, box)
        (root / example.SYNTHESIS).write_text(example.TEXT)
        assert call("finish", example.SYNTHESIS).code == 0
        big_topic(call, box)
        call("report")
    yield root


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests; skipped with the reason where there is none."""
    try:
        with browsing(tmp_path_factory.mktemp("profile")) as found:
            yield found
    except Unavailable as reason:
        pytest.skip(str(reason))


def address(root: Path, synthesis: str) -> str:
    return (root / synthesis.replace("-synthesis.md", "-report.html")).as_uri()


def pages(root: Path) -> dict[str, str]:
    return {
        "example": address(root, example.SYNTHESIS),
        "forty": address(root, SYNTHESIS),
        "index": (root / "md/report.html").as_uri(),
    }


def test_forty_sources_and_four_hundred_citations_open_in_less_than_a_second(root: Path, browser: Browser) -> None:
    browser.look(1280, 900)
    browser.open("about:blank")
    times = [browser.open(address(root, SYNTHESIS)) for _ in range(3)]
    paint = browser.run(
        "performance.getEntriesByType('paint').map(entry => entry.startTime).reduce((a, b) => Math.max(a, b), 0)"
    )
    print(f"load {[round(one, 3) for one in times]} s, first paint {paint} ms")
    assert min(times) < 1
    assert browser.run("document.querySelectorAll('.cite').length") == CITATIONS


OPEN_ALL = """
[...document.querySelectorAll('.cite')].map(cite => {
  cite.click();
  const card = document.querySelector(':popover-open');
  const mark = card.querySelector('mark');
  const box = mark.getBoundingClientRect();
  const plain = getComputedStyle(card.querySelector('.passage')).backgroundColor;
  const inside = box.width > 0 && box.top >= 0 && box.bottom <= innerHeight;
  const found = [cite.getAttribute('popovertarget') === card.id, mark.textContent, inside,
    getComputedStyle(mark).backgroundColor !== plain, document.querySelectorAll(':popover-open').length];
  card.hidePopover();
  return found;
})
"""


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_every_citation_opens_its_quote_highlighted_and_in_sight(root: Path, browser: Browser, width: int, height: int) -> None:
    browser.look(width, height)
    browser.open(address(root, SYNTHESIS))
    found = browser.run(OPEN_ALL)
    wanted = [sentence for number in range(SOURCES) for sentence in sentences_of(number)]
    assert [one[1] for one in found] == wanted
    assert all(one[0] and one[2] and one[3] and one[4] == 1 for one in found)


def test_a_citation_is_opened_and_closed_by_keyboard_and_the_focus_comes_back(root: Path, browser: Browser) -> None:
    browser.look(1280, 900)
    browser.open(address(root, example.SYNTHESIS))
    browser.run("document.querySelector('#c4').focus()")
    browser.key("Enter", 13, "\r")
    assert browser.run("document.querySelector(':popover-open')?.id") == "E004"
    browser.key("Tab", 9)
    assert browser.run("document.activeElement.getAttribute('aria-label')") == "Close quote 4"
    browser.key("Enter", 13, "\r")
    assert browser.run("document.querySelector(':popover-open')") is None
    assert browser.run("document.activeElement.id") == "c4"
    browser.key("Enter", 13, "\r")
    browser.key("Escape", 27)
    assert browser.run("document.querySelector(':popover-open')") is None
    assert browser.run("document.activeElement.id") == "c4"


def test_names_for_screen_readers_are_in_place(root: Path, browser: Browser) -> None:
    browser.open(address(root, example.SYNTHESIS))
    nodes = browser.do("Accessibility.getFullAXTree")["nodes"]
    named = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if "role" in node}
    assert ("button", "4: show the quote from Sleep recorded in flying frigatebirds") in named
    assert ("navigation", "Sections") in named
    assert ("region", "Evidence") in named
    assert ("group", "Quote 4: Sleep recorded in flying frigatebirds") in named
    assert any(role == "image" and name.startswith("The run in numbers: 22 found") for role, name in named)
    assert sum(role == "columnheader" for role, _ in named) >= 6


# axe takes half a minute for four hundred quotes, so that the big topic is judged once in each theme and size.
AXE = [(page, dark, width) for page in ("example", "index") for dark in (False, True) for width in (390, 1280)]


@pytest.mark.parametrize(("page", "dark", "width"), [*AXE, ("forty", False, 1280), ("forty", True, 390)])
def test_axe_finds_no_violation(root: Path, browser: Browser, page: str, dark: bool, width: int) -> None:
    try:
        axe = axe_core()
    except Unavailable as reason:
        pytest.skip(str(reason))
    browser.look(width, 900, dark=dark)
    browser.open(pages(root)[page])
    browser.run(f"{axe};0")
    script = "axe.run().then(found => found.violations.map(v => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 200)]))"
    assert browser.run(script) == []
    if page == "example":
        browser.run("document.querySelector('.cite').click()")
        assert browser.run(script) == [], "with a quote open"
        browser.run("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert browser.run(script) == [], "with all details open"


@pytest.mark.parametrize("page", ["example", "forty", "index"])
@pytest.mark.parametrize("width", [320, 390, 768, 1280, 2560])
def test_nothing_is_wider_than_the_window(root: Path, browser: Browser, page: str, width: int) -> None:
    browser.look(width, 900)
    browser.open(pages(root)[page])
    browser.run("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert browser.run("document.documentElement.scrollWidth") == width


def test_no_request_leaves_the_page_and_the_policy_has_nothing_to_refuse(root: Path, browser: Browser) -> None:
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            data = (root / "md" / self.path.lstrip("/")).read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        path = SYNTHESIS.replace("-synthesis.md", "-report.html").removeprefix("md")
        url = f"http://127.0.0.1:{server.server_port}{path}"
        browser.open(url)
        browser.run(OPEN_ALL)
        browser.run("new Promise(done => setTimeout(done, 300))")
    finally:
        server.shutdown()
        server.server_close()
    assert browser.requests() == [url]
    assert asked == [path]
    said = [event for event in browser.events if event["method"] in ("Log.entryAdded", "Runtime.exceptionThrown")]
    assert [event for event in said if "favicon" not in str(event)] == []


def test_a_hostile_pages_text_stays_text(root: Path, browser: Browser) -> None:
    browser.open(address(root, SYNTHESIS))
    assert browser.run("window.pwned") is None
    assert browser.run("document.scripts.length + document.images.length + document.querySelectorAll('iframe').length") == 0
    assert "<script>window.pwned = 1</script>" in str(browser.run("document.querySelector('#E071 .passage').textContent"))
    assert "<script>window.pwned = 1</script>" in str(browser.run("document.querySelector('article').textContent"))


def test_on_paper_every_quote_is_there_and_nothing_floats(root: Path, browser: Browser, tmp_path: Path) -> None:
    browser.look(800, 1000, dark=True, media="print")
    browser.open(address(root, example.SYNTHESIS))
    cards = "[...document.querySelectorAll('.card')]"
    assert browser.run(f"{cards}.map(card => getComputedStyle(card).position)") == ["static"] * 11
    assert browser.run(f"{cards}.every(card => card.getBoundingClientRect().height > 50)")
    assert browser.run("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.run("getComputedStyle(document.querySelector('nav')).display") == "none"
    browser.pdf(tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
