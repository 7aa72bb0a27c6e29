"""A page that one fetcher did not get is tried by another: when, how long, which text wins and what is said of it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from box import Answer, Box, scraped
from conftest import Call
from page_world import PUBLIC, World
from site_of_pages import SENTENCE, Site, html_page, running_site

from webresearch.config import Limits, load
from webresearch.engines import jina
from webresearch.engines.jina import Jina
from webresearch.errors import ServiceUnreachable
from webresearch.models import FailedPage, Page
from webresearch.net import connect, guard
from webresearch.net.transport import ServiceClient
from webresearch.pipeline import fetch as fetching
from webresearch.pipeline.context import Context
from webresearch.pipeline.fetch import fetch

URL = "http://a.example.org/one"
GOOD = SENTENCE * 12
FAILED = Answer({"success": False, "code": "SCRAPE_ALL_ENGINES_FAILED", "error": "x"}, 500)


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


@pytest.fixture
def world(site: Site, monkeypatch: pytest.MonkeyPatch) -> World:
    """Names have a public address here, and the page door's connections to it lead to the site."""
    playing = World(site.port)
    monkeypatch.setattr(guard, "system_resolver", playing.resolve)
    monkeypatch.setattr(connect, "dial_tcp", playing.dial)
    monkeypatch.setattr("webresearch.net.retry.FIRST_PAUSE", 0.01)
    return playing


def page_of(call: Call, url: str = URL, *options: str) -> dict[str, object]:
    document: dict[str, object] = json.loads(call("scrape", url, "--json", *options).out)
    return document


# What the service says -> the verdict it has alone.
POOR = {
    "a thin page": (scraped(URL, "Loading the application."), "thin"),
    "a block": (Answer({"success": False, "errorCode": "anti_bot", "error": "Blocked", "data": {}}), "blocked"),
    "nothing": (FAILED, "unreachable"),
    "a time-out": (Answer({"success": False, "code": "SCRAPE_TIMEOUT", "error": "timed out"}, 408), "timeout"),
    "a refusal": (Answer({"success": False, "error": "no", "code": "UNSUPPORTED_SITE"}, 403), "service_refused"),
    "a wrong kind": (Answer({"success": False, "error": "Unsupported content type: x/y"}, 500), "wrong_type"),
    "an unread PDF": (Answer({"success": False, "code": "SCRAPE_PDF_PREFETCH_FAILED", "error": "x"}, 500), "no_text"),
    "garbled letters": (scraped(URL, "Ã¤hnliche WÃ¶rter fÃ¼r schÃ¶ne BÃ¼cher, natÃ¼rlich grÃ¼ne. " * 20), "mojibake"),
}


@pytest.mark.parametrize("case", POOR)
def test_a_poor_answer_of_the_service_is_tried_by_the_page_door(
    case: str, box: Box, site: Site, world: World, call: Call
) -> None:
    box.pages[URL], verdict = POOR[case]
    site.pages["/one"] = html_page("The page", GOOD)
    document = page_of(call)
    assert (document["verdict"], document["engine"]) == ("ok", "embedded")
    assert document["tried"] == [["firecrawl", verdict], ["embedded", "ok"]]
    assert f"also tried: firecrawl ({verdict}" in str(document["reason"])
    assert GOOD.strip() in str(document["markdown"])


@pytest.mark.parametrize("answer", [scraped(URL), scraped(URL, status=404)], ids=["a good page", "the target's 404"])
def test_what_another_fetcher_cannot_better_is_not_tried_again(
    answer: Answer, box: Box, site: Site, world: World, call: Call
) -> None:
    box.pages[URL] = answer
    assert "tried" not in page_of(call)
    assert site.asked == []


def test_the_longer_text_wins_and_the_first_of_equals(box: Box, site: Site, world: World, call: Call) -> None:
    box.pages[URL] = scraped(URL, SENTENCE * 3)
    site.pages["/one"] = html_page("The page", SENTENCE)
    document = page_of(call)
    assert (document["engine"], document["tried"]) == ("firecrawl", [["firecrawl", "thin"], ["embedded", "thin"]])
    box.pages[URL] = scraped(URL, SENTENCE, title="The page")
    assert page_of(call)["engine"] == "firecrawl"


def test_garbled_text_never_wins_over_a_short_honest_one(box: Box, site: Site, world: World, call: Call) -> None:
    box.pages[URL] = POOR["garbled letters"][0]
    site.pages["/one"] = html_page("The page", "Ähnliche Wörter für schöne Bücher.")
    assert page_of(call)["verdict"] == "thin"


def test_where_no_fetcher_has_the_page_the_first_verdict_stands_and_the_second_is_said(
    box: Box, site: Site, world: World, call: Call
) -> None:
    box.pages[URL] = FAILED
    run = call("scrape", URL, "--json")
    document = json.loads(run.out)
    assert (run.code, document["verdict"], document["engine"]) == (5, "unreachable", "firecrawl")
    assert document["tried"] == [["firecrawl", "unreachable"], ["embedded", "http_error"]]
    assert "embedded (http_error: HTTP 404)" in document["reason"]


def test_a_name_without_an_address_here_is_not_dialled_and_the_page_says_so(box: Box, site: Site, call: Call) -> None:
    box.pages[URL] = scraped(URL, SENTENCE)
    document = page_of(call)
    assert document["tried"] == [["firecrawl", "thin"], ["embedded", "refused"]]
    assert document["verdict"] == "thin"
    assert "only the service knew" in str(document["resolved"])


def test_a_name_that_resolved_here_has_no_such_warning(box: Box, world: World, call: Call) -> None:
    assert "warnings" not in page_of(call)


def test_a_refused_address_is_tried_by_nobody(box: Box, site: Site, world: World, call: Call) -> None:
    world.names["a.example.org"] = [("10.0.0.1",)]
    document = page_of(call)
    assert (document["verdict"], "tried" in document) == ("refused", False)
    assert (box.scraped, site.asked, world.dialled) == ([], [], [])


def test_a_name_that_changes_to_a_private_address_is_not_dialled_by_the_second_fetcher(
    box: Box, site: Site, world: World, call: Call
) -> None:
    world.names["a.example.org"] = [(PUBLIC,), ("127.0.0.1",)]
    box.pages[URL] = FAILED
    assert page_of(call)["tried"] == [["firecrawl", "unreachable"], ["embedded", "refused"]]
    assert world.dialled == []


def test_a_page_redirected_into_the_local_network_is_refused_and_not_tried_again(
    box: Box, site: Site, world: World, call: Call
) -> None:
    answer = scraped(URL, SENTENCE)
    answer.body["data"]["metadata"]["url"] = "http://192.168.1.1/"  # type: ignore[index]
    box.pages[URL] = answer
    assert page_of(call)["verdict"] == "refused"
    assert site.asked == []


def test_a_service_that_is_not_there_is_an_error_and_no_reason_to_switch(
    world: World, site: Site, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBTOOLS_HOST", "127.0.0.1")
    monkeypatch.setenv("FIRECRAWL_PORT", "1")
    run = call("scrape", URL)
    assert run.code == 3
    assert "--engine embedded" in run.err
    assert site.asked == []


def test_the_embedded_engine_has_no_second_fetcher(site: Site, world: World, call: Call) -> None:
    site.pages["/one"] = html_page("The page", SENTENCE)
    document = page_of(call, URL, "--engine", "embedded")
    assert (document["verdict"], document["engine"], "tried" in document) == ("thin", "embedded", False)


def test_the_attempts_stand_in_the_journal(box: Box, site: Site, world: World, call: Call, root: Path) -> None:
    box.pages[URL] = POOR["a thin page"][0]
    site.pages["/one"] = html_page("The page", GOOD)
    call("begin", "--topic", "t", "--goal", "a goal", "--url", URL)
    run = call("scrape", "--topic", "t", "--picks", "-", stdin='[{"id": "R001", "relevance": "it answers"}]')
    assert run.code == 0, run.err
    rows = [json.loads(line) for line in (root / "md/t/web/_journal.jsonl").read_text().splitlines()]
    page = next(row for row in rows if row["kind"] == "page")
    assert (page["engine"], page["tried"]) == ("embedded", [["firecrawl", "thin"], ["embedded", "ok"]])


# --- below the command line ---


class Said:
    """An engine that says what it is told to."""

    address = "in a test"

    def __init__(self, outcome: Page | FailedPage | Exception, name: str = "firecrawl") -> None:
        self.name, self.outcome = name, outcome

    def scrape(self, url: str) -> Page | FailedPage:
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


THIN = Page(URL, "A few words.", "thin", "12 characters", engine="firecrawl")


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return Context(load(tmp_path, {}))


Second = Callable[[Page | FailedPage | Exception], list[float]]


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> Second:
    """Let another fetcher say something; the list takes the seconds it is given."""

    def give(outcome: Page | FailedPage | Exception) -> list[float]:
        given: list[float] = []

        def fetcher(seconds: float) -> Said:
            given.append(seconds)
            return Said(outcome, "embedded")

        monkeypatch.setattr(fetching, "other_fetchers", lambda *_: [fetcher])
        return given

    return give


@pytest.mark.parametrize("error", [RecursionError("too deep"), ServiceUnreachable("gone"), ValueError("x" * 900)])
def test_a_second_fetcher_that_breaks_makes_nothing_worse(
    error: Exception, context: Context, second: Second, world: World
) -> None:
    second(error)
    page = fetch(context, Said(THIN), URL)
    assert isinstance(page, Page)
    assert (page.markdown, page.verdict, page.tried) == (
        THIN.markdown,
        "thin",
        (("firecrawl", "thin"), ("embedded", "unreachable")),
    )


def test_the_second_try_has_its_own_bound_within_the_time_of_the_page(context: Context, second: Second, world: World) -> None:
    given = second(THIN)
    fetch(context, Said(THIN), URL)
    fetch(Context(replace(context.settings, limits=Limits(scrape_seconds=5))), Said(THIN), URL)
    assert given[0] == 20
    assert 4 < given[1] <= 5


def test_without_time_left_there_is_no_second_try(context: Context, second: Second, world: World) -> None:
    given = second(THIN)
    page = fetch(Context(replace(context.settings, limits=Limits(scrape_seconds=0.5))), Said(THIN), URL)
    assert (given, page.tried) == ([], ())


# --- the third reader ---


@pytest.fixture
def reader(site: Site, world: World, monkeypatch: pytest.MonkeyPatch) -> Site:
    """r.jina.ai, played by the site."""
    monkeypatch.setattr(jina, "ADDRESS", f"http://127.0.0.1:{site.port}")
    monkeypatch.setenv("WEBTOOLS_JINA", "1")
    return site


def answered(content: object = GOOD, **data: object) -> tuple[int, dict[str, str], bytes]:
    body = {"code": 200, "status": 20000, "data": {"title": "Read", "url": URL, "content": content, **data}}
    return 200, {"Content-Type": "application/json"}, json.dumps(body).encode()


def test_the_third_reader_comes_last_and_is_named_as_a_third_party(box: Box, reader: Site, call: Call) -> None:
    box.pages[URL] = FAILED
    reader.pages["/"] = answered()
    document = page_of(call)
    assert (document["engine"], document["verdict"]) == ("jina", "ok")
    assert document["tried"] == [["firecrawl", "unreachable"], ["embedded", "http_error"], ["jina", "ok"]]
    assert "r.jina.ai, a third party" in str(document["reason"])
    assert any("third party" in warning for warning in document["warnings"])  # type: ignore[attr-defined]
    assert [json.loads(body) for body in reader.bodies] == [{"url": URL}]


def test_the_third_reader_serves_the_embedded_engine_too(reader: Site, call: Call) -> None:
    reader.pages["/"] = answered()
    reader.pages["/one"] = html_page("The page", SENTENCE)
    assert page_of(call, URL, "--engine", "embedded")["tried"] == [["embedded", "thin"], ["jina", "ok"]]


def test_nothing_goes_to_a_third_party_unless_it_is_allowed(
    box: Box, reader: Site, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.pages[URL] = FAILED
    monkeypatch.delenv("WEBTOOLS_JINA")
    page_of(call)
    assert reader.bodies == []


def test_a_name_without_an_address_here_never_goes_to_a_third_party(box: Box, reader: Site, world: World, call: Call) -> None:
    world.names["a.example.org"] = [()]
    box.pages[URL] = FAILED
    assert page_of(call)["tried"] == [["firecrawl", "unreachable"], ["embedded", "refused"]]
    assert reader.bodies == []


def test_a_page_that_is_good_already_is_not_shown_to_a_third_party(box: Box, reader: Site, call: Call) -> None:
    box.pages[URL] = POOR["a thin page"][0]
    reader.pages["/one"] = html_page("The page", GOOD)
    assert page_of(call)["engine"] == "embedded"
    assert reader.bodies == []


# What the reader answers -> verdict, a word of the reason.
READ = {
    "its rate limit": (
        (429, {}, b'{"code": 429, "readableMessage": "Rate limit exceeded"}'),
        "unreachable",
        "Rate limit exceeded",
    ),
    "a page that is not there": (answered(warning="Target URL returned error 404: Not Found"), "http_error", "404"),
    "HTML": ((200, {"Content-Type": "text/html"}, b"<html></html>"), "unreachable", "not JSON"),
    "no text": (answered(content=None), "thin", "0 characters"),
    "a list": ((200, {}, b"[]"), "unreachable", "no object"),
}


@pytest.mark.parametrize("case", READ)
def test_whatever_the_third_reader_says_is_a_page_or_a_failure(case: str, site: Site) -> None:
    site.pages["/"], verdict, word = READ[case]
    outcome = third(site.port).scrape(URL)
    assert (outcome.verdict, outcome.engine) == (verdict, "jina")
    assert word in outcome.reason


def test_a_third_reader_that_is_not_there_is_a_failure() -> None:
    assert third(1).scrape(URL).verdict == "unreachable"


def third(port: int) -> Jina:
    address = f"http://127.0.0.1:{port}"
    client = ServiceClient(address, connect_seconds=1, tries=1, body_bytes=100_000, user_agent="research-web/test")
    return Jina(client, 2, 500, address)
