"""`map` and `crawl`: on the service's own routes, and in the embedded engine, where robots.txt is obeyed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from box import Answer, Box
from conftest import Call
from hypothesis import given
from hypothesis import strategies as st
from page_world import World
from site_box import JOB, STATUS, SiteBox, item, job, running_site_box
from site_of_pages import SENTENCE, Site, html_page, running_site

from webresearch.engines.robots import MOST_BYTES, fits, read_robots
from webresearch.net import connect, guard
from webresearch.pipeline import site as use_case
from webresearch.pipeline.site import SPARE, section_of

START = "https://docs.example.org/guide/"
PAGES = [f"{START}{name}" for name in ("", "install", "configure", "upgrade")]


@pytest.fixture
def service(box: Box, monkeypatch: pytest.MonkeyPatch) -> Iterator[SiteBox]:
    monkeypatch.setattr(use_case.time, "sleep", lambda _: None)
    monkeypatch.setattr("webresearch.net.retry.FIRST_PAUSE", 0.01)
    with running_site_box(box) as (running, port):
        monkeypatch.setenv("FIRECRAWL_PORT", str(port))
        yield running


def begun(call: Call, *options: object, url: str = START) -> None:
    assert call("begin", "--topic", "t", "--goal", "how is it done?", "--url", url, *options).code == 0


def crawled(call: Call, *options: object, url: str = START) -> dict[str, object]:
    run = call("crawl", url, "--topic", "t", "--json", *options)
    return {"code": run.code, "err": run.err, **(json.loads(run.out) if run.out else {})}


def manifest(root: Path) -> str:
    return (root / "md/t/web/_manifest.md").read_text()


def test_a_map_lists_the_services_links_whatever_form_it_gives_them(service: SiteBox, call: Call) -> None:
    service.routes["POST /v1/map"] = Answer({"success": True, "links": [PAGES[0], {"url": PAGES[1]}, 7, "ftp://x/", PAGES[0]]})
    document = json.loads(call("map", START, "--json").out)
    assert [row["url"] for row in document["links"]] == PAGES[:2]
    assert (document["engine"], document["count"]) == ("firecrawl", 2)
    assert service.asked == [("POST", "/v1/map", {"url": START, "limit": 5000})]
    assert call("map", START).out.split() == PAGES[:2]


def test_a_long_map_is_bounded_and_the_rest_is_got_with_after(service: SiteBox, call: Call) -> None:
    service.routes["POST /v1/map"] = Answer({"success": True, "links": [f"{START}{number:04d}" for number in range(3000)]})
    seen: list[str] = []
    last: list[str] = []
    while True:
        run = call("map", START, "--json", *last)
        document = json.loads(run.out)
        seen += [row["url"] for row in document["links"]]
        assert len(run.out) <= 25_001
        if "left_out" not in document:
            break
        assert document["left_out"]["next"].endswith(f"--after {document['links'][-1]['id']}")
        last = ["--after", document["links"][-1]["id"]]
    assert len(seen) == len(set(seen)) == 3000


# what is asked, what the service says -> exit code, words of the error
MAP_FAULTS = {
    "no links": (START, Answer({"success": True, "links": []}), 5, "no address was found"),
    "another service": (START, Answer(b"<html>hello</html>", 200), 4, "not JSON"),
    "a refusal": (START, Answer({"success": False, "error": "no such plan", "code": "X"}, 402), 4, "X no such plan"),
    "no route": (START, Answer({"success": False}, 404), 4, "refused /v1/map (HTTP 404)"),
    "a private address": ("http://10.0.0.1/", Answer({}), 2, "refused"),
    "the box itself": ("http://127.0.0.1:8080/", Answer({}), 2, "refused"),
    "no address": ("docs", Answer({}), 2, "refused"),
}


@pytest.mark.parametrize("case", MAP_FAULTS)
def test_a_map_that_cannot_be_made_says_why(case: str, service: SiteBox, call: Call) -> None:
    url, service.routes["POST /v1/map"], code, words = MAP_FAULTS[case]
    run = call("map", url)
    assert run.code == code
    assert words in run.err
    if code == 2:
        assert service.asked == []


def test_a_service_that_is_not_there_is_named_with_its_address(
    service: SiteBox, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(call)
    monkeypatch.setenv("FIRECRAWL_PORT", "9")
    for words in (["map", START], ["crawl", START, "--topic", "t"]):
        run = call(*words)
        assert run.code == 3
        assert "127.0.0.1:9" in run.err
        assert "is the tunnel up?" in run.err


def test_a_crawl_saves_the_pages_of_the_job_as_they_come(service: SiteBox, call: Call, root: Path) -> None:
    begun(call)
    open_files = set(Path("/proc/self/fd").iterdir())
    service.crawl(
        job("scraping", item(PAGES[0], title="Guide"), total=3),
        job("scraping", item(PAGES[0]), item(PAGES[1], title="Install"), total=3),
        job("completed", item(PAGES[0]), item(PAGES[1]), item(PAGES[2], title="Configure")),
    )
    document = crawled(call)
    assert document["code"] == 0
    assert [row["what"] for row in document["pages"]] == ["saved"] * 3
    assert [row["file"] for row in document["pages"]] == ["docs-example-org-guide.md", "install.md", "configure.md"]
    text = (root / "md/t/web/install.md").read_text()
    assert text.startswith(f"> source: {PAGES[1]}\n> query: -\n")
    assert f"> relevance: crawled from {START}\n" in text
    assert "DELETE" not in [method for method, *_ in service.asked]
    body = next(body for method, path, body in service.asked if path == "/v1/crawl")
    assert set(body) == {"url", "limit", "maxDepth", "scrapeOptions"}
    assert body["limit"] == 12 + SPARE
    assert set(Path("/proc/self/fd").iterdir()) == open_files


def test_the_manifest_shows_crawled_pages_like_all_others_and_what_the_crawl_came_to(
    service: SiteBox, call: Call, root: Path
) -> None:
    begun(call)
    gone = {"metadata": {"sourceURL": PAGES[2], "statusCode": 404, "error": "Not Found"}}
    service.crawl(job("completed", item(PAGES[0], title="Guide"), item(PAGES[1], title="Install"), gone, blocked=2))
    crawled(call)
    text = manifest(root)
    assert "| R002 | Install | docs.example.org | crawl of R001 | 0.0000 | saved S02 |" in text
    assert "| R003 | https://docs.example.org/guide/configure | http_error | Not Found | 404 |" in text
    assert f"| R001 | {START} | 2 | 0 | 2 pages were blocked | firecrawl |" in text
    status = json.loads(call("status", "--topic", "t", "--json").out)
    assert [row["relevance"] for row in status["sources"]] == [f"crawled from {START}"] * 2
    assert status["counts"]["failed"] == 1


def test_only_pages_of_the_same_host_below_the_named_one_are_kept(service: SiteBox, call: Call, root: Path) -> None:
    begun(call)
    elsewhere = [
        "https://other.example.org/guide/x",
        "https://docs.example.org/blog/x",
        "https://docs.example.org:8443/guide/x",
        "https://docs.example.org/guide/../private",
        "http://127.0.0.1/guide/x",
        "https://user@docs.example.org/guide/x",
        "https://[broken/guide/",
    ]
    moved = item(PAGES[3])
    moved["metadata"]["url"] = "https://evil.example.net/guide/"  # type: ignore[index]
    service.crawl(job("completed", *map(item, elsewhere), moved, item(PAGES[1])))
    document = crawled(call)
    assert [row["what"] for row in document["pages"]] == ["saved"]
    assert document["outside"] == len(elsewhere) + 1
    assert len(list((root / "md/t/web").glob("[!_.]*.md"))) == 1


def test_a_crawl_needs_a_run_that_knows_the_page(service: SiteBox, call: Call) -> None:
    run = call("crawl", START, "--topic", "t")
    assert (run.code, "web.py begin --topic t" in run.err) == (2, True)
    begun(call, url="https://docs.example.org/other/")
    run = call("crawl", START, "--topic", "t")
    assert (run.code, f"--url '{START}'" in run.err) == (2, True)
    assert service.asked == []


def test_a_crawl_may_begin_from_a_hit_of_a_search(service: SiteBox, call: Call, box: Box) -> None:
    call("begin", "--topic", "t", "--goal", "g")
    box.find("q", START)
    call("search", "--topic", "t", "q")
    service.crawl(job("completed", item(PAGES[0])))
    assert crawled(call)["code"] == 0
    assert call("search", "--topic", "t", "q").code == 0


def test_a_search_may_follow_a_crawl_in_the_only_round(service: SiteBox, call: Call, box: Box) -> None:
    begun(call)
    service.crawl(job("completed", item(PAGES[0])))
    crawled(call)
    box.find("q", "https://b.example/")
    assert call("search", "--topic", "t", "q").code == 0


def test_crawled_pages_count_against_the_runs_limit_and_the_job_is_cancelled_when_it_is_reached(
    service: SiteBox, call: Call, root: Path
) -> None:
    begun(call, "--max-sources", 2)
    service.crawl(job("scraping", *map(item, PAGES), total=9))
    document = crawled(call)
    assert (document["saved"], document["max_sources"]) == (2, 2)
    assert service.calls("DELETE") == [f"/v1/crawl/{JOB}"]
    run = call("crawl", START, "--topic", "t")
    assert (run.code, "over the run's limit of 2 sources" in run.err) == (2, True)
    assert len(list((root / "md/t/web").glob("[!_.]*.md"))) == 2


def test_max_asks_for_fewer_and_a_second_crawl_goes_on(service: SiteBox, call: Call) -> None:
    begun(call)
    service.crawl(job("completed", *map(item, PAGES[:2])))
    assert len(crawled(call, "--max", 2)["pages"]) == 2  # two more are asked for, in case some are one page
    service.crawl(job("completed", *map(item, PAGES)))
    document = crawled(call, "--max", 1)
    assert [row["what"] for row in document["pages"]] == ["already saved", "already saved", "saved"]
    assert [body["limit"] for _, path, body in service.asked if path == "/v1/crawl"] == [2 + SPARE, 3 + SPARE]


# how the job goes on after its first page -> exit code, words of the note
BROKEN = {
    "it fails": ([job("failed", item(PAGES[0]))], 0, "ended as failed"),
    "it is forgotten": ([Answer({"success": False, "error": "not found"}, 404)], 4, "stopped: the scrape service refused"),
    "another service answers": ([Answer(b"<html>")], 4, "stopped: "),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_a_broken_crawl_brought_stays_and_why_it_broke_is_said(
    case: str, service: SiteBox, call: Call, root: Path
) -> None:
    rest, code, words = BROKEN[case]
    begun(call)
    service.crawl(job("scraping", item(PAGES[0]), total=5), *rest)
    document = crawled(call)
    assert document["code"] == code
    assert [row["what"] for row in document["pages"]] == ["saved"]
    assert words in str(document["note"])
    assert words in manifest(root)


def test_a_job_that_brings_nothing_new_is_given_up_and_cancelled(
    service: SiteBox, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(call)
    service.crawl(job("scraping", item(PAGES[0]), total=5))
    monkeypatch.setattr(use_case, "site_engine", quick(use_case.site_engine))
    document = crawled(call)
    assert document["code"] == 0
    assert "given up: the job brought nothing new" in str(document["note"])
    assert service.calls("DELETE")


def quick(make: object) -> object:
    def made(context: object) -> object:
        engine = make(context)  # type: ignore[operator]
        engine.seconds = 0.3
        return engine

    return made


def test_a_status_in_parts_is_read_to_its_end_and_its_address_is_not_followed(service: SiteBox, call: Call) -> None:
    begun(call)
    first = job("completed", item(PAGES[0]), next=f"https://evil.example.net/v1/crawl/{JOB}?skip=1").body
    second = job("completed", item(PAGES[1]), next=f"https://evil.example.net/v1/crawl/{JOB}?skip=1").body

    def status(asked: dict[str, object]) -> Answer:
        return Answer(second if "skip=1" in str(asked["path"]) else first)

    service.crawl()
    service.routes[STATUS] = status
    assert len(crawled(call)["pages"]) == 2
    assert service.calls("GET") == [f"/v1/crawl/{JOB}", f"/v1/crawl/{JOB}?skip=1"]


@pytest.mark.parametrize("body", [{"success": True}, {"success": True, "id": "../../admin"}, {"success": True, "id": 7}])
def test_a_job_without_a_proper_name_is_never_asked_for(body: dict[str, object], service: SiteBox, call: Call) -> None:
    begun(call)
    service.routes["POST /v1/crawl"] = Answer(body)
    run = call("crawl", START, "--topic", "t")
    assert (run.code, "named no crawl job" in run.err) == (4, True)
    assert service.calls("GET") == []


def test_a_crawl_is_begun_once_though_the_service_is_busy(service: SiteBox, call: Call) -> None:
    begun(call)
    service.routes["POST /v1/crawl"] = Answer({"success": False, "error": "busy"}, 503)
    run = call("crawl", START, "--topic", "t")
    assert run.code == 4
    assert service.calls("POST") == ["/v1/crawl"]


def test_a_crawl_without_any_page_says_so(service: SiteBox, call: Call) -> None:
    begun(call)
    service.crawl(job("completed", {"markdown": "text", "metadata": {}}, {"metadata": {"sourceURL": PAGES[1]}}))
    run = call("crawl", START, "--topic", "t")
    assert run.code == 5
    assert "1 pages came without an address" in run.err
    assert "failed" in run.out


def test_progress_is_said_to_people_and_not_to_programs(service: SiteBox, call: Call) -> None:
    begun(call)
    service.crawl(job("scraping", item(PAGES[0]), total=2), job("completed", item(PAGES[0]), item(PAGES[1], title="Install")))
    run = call("crawl", START, "--topic", "t")
    assert "crawl job scraping: 1 of 2" in run.err
    assert "page 1/12: ok https://docs.example.org/guide/" in run.err
    assert "install.md" in run.out
    assert crawled(call)["err"] == ""


# start -> addresses below it, addresses elsewhere
SECTIONS = {
    "https://a.example/docs/": (["https://a.example/docs/", "http://www.a.example/docs/x/y?z=1"], ["https://a.example/doc"]),
    "https://a.example/docs": (["https://a.example/docs", "https://a.example/docs/x"], ["https://a.example/docsx"]),
    "https://a.example/docs/index.html": (["https://a.example/docs/x"], ["https://a.example/", "https://b.example/docs/x"]),
    "https://a.example": (
        ["https://a.example/", "https://a.example/x"],
        ["https://x.a.example/", "https://a.example:99999/", "https://[a/"],
    ),
    "https://a.example/docs/#x": (
        ["https://a.example/docs/x"],
        ["https://a.example/docs/%2e%2e/x", "https://a.example:1/docs/"],
    ),
}


@pytest.mark.parametrize("start", SECTIONS)
def test_a_section_is_the_folder_of_its_start(start: str) -> None:
    below, (inside, outside) = section_of(start), SECTIONS[start]
    assert [url for url in inside if not below(url)] == []
    assert [url for url in outside if below(url)] == []


# --- the embedded engine -------------------------------------------------------------------------------------------------

HOME = "http://site.example.org/guide/"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site whose public name leads to loopback, with three linked pages."""
    with running_site() as running:
        world = World(running.port)
        monkeypatch.setattr(guard, "system_resolver", world.resolve)
        monkeypatch.setattr(connect, "dial_tcp", world.dial)
        running.pauses = []  # type: ignore[attr-defined]
        monkeypatch.setattr(use_case.time, "sleep", running.pauses.append)  # type: ignore[attr-defined]
        running.pages["/guide/"] = linked(
            "Guide", "one", "/guide/two", "https://else.example.net/guide/x", "/blog/", "logo.png"
        )
        running.pages["/guide/one"] = linked("One", "two#part", "three", "one?print=1", "mailto:x@example.org", "//[bad")
        running.pages["/guide/two"] = linked("Two", "missing")
        running.pages["/guide/three"] = linked("Three")
        yield running


def linked(title: str, *links: str) -> tuple[int, dict[str, str], bytes]:
    anchors = "".join(f'<a href="{link}">x</a> ' for link in links)
    return html_page(title, f"{SENTENCE * 12}{anchors}")


def test_the_embedded_map_lists_the_links_of_the_page_to_its_own_host(site: Site, call: Call) -> None:
    document = json.loads(call("map", HOME, "--engine", "embedded", "--json").out)
    paths = [row["url"].removeprefix("http://site.example.org") for row in document["links"]]
    assert paths == ["/guide/one", "/guide/two", "/blog/", "/guide/logo.png"]
    assert site.asked == ["/guide/"]
    site.pages["/guide/"] = (200, {"Content-Type": "text/html"}, b'<base href="/other/"><a href=x>x</a><a>y</a><area href=z>')
    assert call("map", HOME, "--engine", "embedded").out.split() == [f"http://site.example.org/other/{name}" for name in "xz"]


@pytest.mark.parametrize(
    ("path", "code", "words"), [("/none", 5, "HTTP 404"), ("/plain", 5, "no address was found")], ids=["no page", "no HTML"]
)
def test_an_embedded_map_of_what_is_no_page_says_so(path: str, code: int, words: str, site: Site, call: Call) -> None:
    site.pages["/plain"] = (200, {"Content-Type": "text/plain"}, b"<a href=x>x</a>")
    run = call("map", f"http://site.example.org{path}", "--engine", "embedded")
    assert (run.code, words in run.err) == (code, True)


def test_an_embedded_map_of_a_dead_host_says_so(site: Site, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> object:
        raise ConnectionRefusedError

    monkeypatch.setattr(connect, "dial_tcp", refused)
    monkeypatch.setattr("webresearch.net.retry.FIRST_PAUSE", 0.001)
    run = call("map", HOME, "--engine", "embedded")
    assert (run.code, "unreachable" in run.err) == (5, True)


def test_the_embedded_crawl_follows_links_below_the_start_politely(site: Site, call: Call, root: Path) -> None:
    begun(call, "--engine", "embedded", url=HOME)
    document = crawled(call, url=HOME)  # the run's own engine
    assert document["code"] == 0
    assert [row.get("file") for row in document["pages"] if row["what"] == "saved"] == [
        "site-example-org-guide.md",
        "one.md",
        "two.md",
        "three.md",
    ]
    assert site.asked[:5] == ["/robots.txt", "/guide/", "/guide/one", "/guide/two", "/guide/three"]
    assert set(site.asked) <= {
        "/robots.txt",
        "/guide/",
        "/guide/one",
        "/guide/two",
        "/guide/three",
        "/guide/one?print=1",
        "/guide/missing",
    }
    assert site.pauses[:3] == [0.5] * 3  # type: ignore[attr-defined]
    assert "| R001 | http://site.example.org/guide/ | 4 | 0 |" in manifest(root)
    assert "http_error" in manifest(root)


def test_robots_txt_is_obeyed_and_what_it_keeps_back_is_said(site: Site, call: Call) -> None:
    rules = b"User-agent: *\nDisallow: /guide/two\nDisallow: /*?print=\nCrawl-delay: 3\n"
    site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, rules)
    begun(call, url=HOME)
    document = crawled(call, "--engine", "embedded", url=HOME)
    assert "2 pages left alone, as robots.txt asks" in str(document["note"])
    assert not {"/guide/two", "/guide/one?print=1"} & set(site.asked)
    assert set(site.pauses) == {3.0}  # type: ignore[attr-defined]


@pytest.mark.parametrize("robots", [(200, {}, b"User-agent: research-web\nDisallow: /"), (503, {"Retry-After": "900"}, b"")])
def test_a_site_that_wants_no_crawler_or_cannot_say_is_left_alone(
    robots: tuple[int, dict[str, str], bytes], site: Site, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.pages["/robots.txt"] = robots
    begun(call, url=HOME)
    document = crawled(call, "--engine", "embedded", url=HOME)
    assert document["code"] == 5
    assert document["pages"][0]["verdict"] == "service_refused"  # type: ignore[index]
    assert set(site.asked) == {"/robots.txt"}


def test_a_crawl_of_broken_links_ends(site: Site, call: Call) -> None:
    site.pages["/guide/"] = linked("Guide", *[f"gone{number}" for number in range(90)])
    begun(call, url=HOME)
    document = crawled(call, "--engine", "embedded", "--max", 3, url=HOME)
    assert len(site.asked) == 1 + 2 * (3 + SPARE) + 8
    assert "links of these pages were not followed" in str(document["note"])


def test_links_to_private_addresses_are_never_asked_for(site: Site, call: Call) -> None:
    site.pages["/guide/"] = (302, {"Location": "http://127.0.0.1/guide/"}, b"")
    begun(call, url=HOME)
    document = crawled(call, "--engine", "embedded", url=HOME)
    assert document["code"] == 5
    assert document["pages"][0]["verdict"] == "refused"  # type: ignore[index]


# --- robots.txt ----------------------------------------------------------------------------------------------------------

# file -> paths that are allowed, paths that are not
RULES = {
    "": (["/", "/x"], []),
    "User-agent: *\nDisallow:": (["/", "/x"], []),
    "User-agent: *\nDisallow: /": ([], ["/", "/x"]),
    "User-agent: *\nDisallow: /a\nAllow: /a/b": (["/", "/a/b/c", "/b"], ["/a", "/ab", "/a/c"]),
    "User-agent: *\nAllow: /a\nDisallow: /a": (["/a"], []),
    "User-agent: *\nDisallow: /*.pdf$": (["/x.pdf?y", "/x.html"], ["/x.pdf", "/d/y.pdf"]),
    "User-agent: *\nDisallow: /a*b*c": (["/a", "/acb"], ["/abc", "/a-b-c-d"]),
    "User-agent: *\nDisallow: /x$": (["/xy"], ["/x"]),
    "User-agent: *\nDisallow: /a*bc$": (["/a-bc-"], ["/a-bc", "/abc"]),
    "User-agent: *\nDisallow: /\n\nUser-agent: research-web\nDisallow: /own": (["/", "/x"], ["/own/x"]),
    "User-agent: other\nUser-agent: Research-Web/2.0\nDisallow: /a\n\nUser-agent: research-web\nDisallow: /b": (
        ["/"],
        ["/a", "/b"],
    ),
    "User-agent: other\nDisallow: /": (["/x"], []),
    "# only words\nUSER-AGENT : * # all\ndisallow : /a # this\nSitemap: /x": (["/b"], ["/a"]),
    "\ufeffUser-agent: *\r\nDisallow: /a\r\n": (["/b"], ["/a"]),
    "User-agent: *\nDisallow: /ä%20b": (["/a"], ["/%C3%A4%20b", "/ä b"]),
    "User-agent: *\nDisallow: /a%2Fb": (["/a/b"], ["/a%2Fb", "/a%2fb"]),
    "Disallow: /": (["/"], []),
}


@pytest.mark.parametrize("text", RULES)
def test_rules_are_read_as_the_standard_says(text: str) -> None:
    robots, (allowed, refused) = read_robots(text.encode(), "research-web"), RULES[text]
    assert [path for path in allowed if not robots.allows(path)] == []
    assert [path for path in refused if robots.allows(path)] == []


def test_a_delay_is_read_where_it_is_a_number() -> None:
    assert read_robots(b"User-agent: *\nCrawl-delay: 2.5\nDisallow: /x", "research-web").delay == 2.5
    assert read_robots(b"User-agent: *\nCrawl-delay: soon", "research-web").delay == 0.0


@given(st.binary(max_size=400), st.text(max_size=50))
def test_no_file_and_no_path_upsets_the_reader(body: bytes, path: str) -> None:
    assert read_robots(b"User-agent: *\n" + body, "research-web").allows(path) in (True, False)


def test_a_pattern_of_many_stars_takes_no_time() -> None:
    assert not fits("/" + "*a" * 5000 + "$", "/" + "a" * 4000 + "b")
    assert len(read_robots(b"User-agent: *\n" + b"Disallow: /x\n" * MOST_BYTES, "research-web").rules) == 2000
