"""The embedded engine: search through the real ddgs over played search engines, pages through the real door."""

import json
import time
from collections.abc import Iterator

import primp
import pytest
import search_web
from conftest import Call
from page_world import LIMITS, PUBLIC, World
from search_web import HOSTS, SearchWeb
from site_of_pages import Site, html_page, running_site

from webresearch.engines import embedded_search
from webresearch.engines.ddgs_backends import cause_of, region_of
from webresearch.engines.embedded_fetch import VERDICTS, EmbeddedFetcher
from webresearch.engines.embedded_search import EmbeddedSearch, requoted
from webresearch.models import FailedPage, Page
from webresearch.net.messages import FAULTS

GUIDE = ("The guide", "https://docs.example.org/guide", "How it is done")
OTHER = ("Another", "https://other.example.net/", "Something else")


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> SearchWeb:
    """Search engines of which none has a hit."""
    playing = SearchWeb()
    playing.nothing()
    monkeypatch.setattr("primp.Client", playing.client)
    return playing


@pytest.fixture
def engine() -> EmbeddedSearch:
    return EmbeddedSearch(seconds=5)


def test_hits_of_several_backends_are_merged_and_what_two_name_comes_first(web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers[HOSTS["duckduckgo"]] = search_web.duck([OTHER, GUIDE])
    web.answers[HOSTS["mojeek"]] = search_web.mojeek([("The guide", GUIDE[1] + "/", "A longer text of how it is done"), OTHER])
    web.answers[HOSTS["brave"]] = search_web.brave([GUIDE])
    answer = engine.search("a query")
    assert (answer.outcome, answer.failed_engines, answer.note) == ("ok", (), "")
    assert [hit.url for hit in answer.results] == [GUIDE[1], OTHER[1]]
    assert answer.results[0].engines == ("brave", "duckduckgo", "mojeek")
    assert answer.results[0].snippet == "A longer text of how it is done"


def test_every_backend_that_ddgs_has_is_read(web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers[HOSTS["yahoo"]] = search_web.yahoo([GUIDE])
    web.answers[HOSTS["wikipedia"]] = search_web.wikipedia(
        "Guide", "https://en.wikipedia.org/wiki/Guide", "A guide is one. " * 90
    )
    start = '<div class="result css-1"><a href="https://start.example.org/"><h2>Start</h2></a><p>It starts</p></div>'
    web.answers[HOSTS["startpage"]] = search_web.page([start])
    found = {hit.url: hit for hit in engine.search("guide").results}
    assert set(found) == {GUIDE[1], "https://en.wikipedia.org/wiki/Guide", "https://start.example.org/"}
    assert len(found["https://en.wikipedia.org/wiki/Guide"].snippet) <= 300


# answer of one backend -> the reason given for its failure
FAILURES = {
    "a limited rate": ((429, "slow down"), "too many requests (HTTP 429)"),
    "a refusal": ((403, "no"), "HTTP 403"),
    "DuckDuckGo's way to refuse": ((202, "<html></html>"), "HTTP 202"),
    "a captcha with status 200": ("<html><body><form>Please solve this CAPTCHA</form></body></html>", "CAPTCHA"),
    "a time-out": (primp.TimeoutError("operation timed out"), "timeout"),
    "a slow name server": (primp.DNSTimeoutError("slow"), "timeout"),
    "no such host": (primp.DNSError("no records"), "unknown host"),
    "a refused connection": (primp.ConnectError("refused"), "cannot be reached"),
    "a broken body": (primp.BodyError("cut"), "network error BodyError"),
    "an empty answer": ("", "an empty answer"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_a_backend_that_fails_is_named_and_the_others_hits_stay(case: str, web: SearchWeb, engine: EmbeddedSearch) -> None:
    said, reason = FAILURES[case]
    web.answers[HOSTS["mojeek"]] = said
    web.answers[HOSTS["brave"]] = search_web.brave([GUIDE])
    answer = engine.search("a query")
    assert [hit.url for hit in answer.results] == [GUIDE[1]]
    assert answer.failed_engines == (("mojeek", reason),)
    assert answer.outcome == "partial"


def test_no_hits_and_a_failed_backend_is_no_statement_about_the_web(web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers[HOSTS["brave"]] = (429, "")
    answer = engine.search("a query")
    assert (answer.outcome, [name for name, _ in answer.failed_engines]) == ("degraded", ["brave"])


def test_all_backends_without_hits_are_a_true_zero(web: SearchWeb, engine: EmbeddedSearch) -> None:
    answer = engine.search("a query")
    assert (answer.outcome, answer.results, answer.failed_engines) == ("true_zero", (), ())


def test_without_a_network_the_engine_is_unreachable(web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers.clear()
    answer = engine.search("a query")
    assert answer.outcome == "unreachable"
    assert [name for name, _ in answer.failed_engines] == list(HOSTS)


def test_the_word_captcha_in_a_query_or_a_script_is_no_captcha(web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers[HOSTS["brave"]] = "<html><script>load('captcha')</script><body>Nothing for: a query</body></html>"
    assert engine.search("a query").outcome == "true_zero"
    web.answers[HOSTS["brave"]] = "<html><body>Nothing for: captcha history</body></html>"
    assert engine.search("captcha history").outcome == "true_zero"


class Panic(BaseException):
    """As a panic in Rust arrives."""


def test_a_library_that_panics_is_one_failed_backend(web: SearchWeb, engine: EmbeddedSearch) -> None:
    def panic(_: dict[str, str]) -> str:
        raise Panic

    web.answers[HOSTS["brave"]] = panic
    assert engine.search("a query").failed_engines == (("brave", "parsing error (Panic)"),)


def test_json_that_is_none_is_a_parsing_error(web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers[HOSTS["wikipedia"]] = "<html>not json</html>"
    assert dict(engine.search("a query").failed_engines) == {"wikipedia": "parsing error (JSONDecodeError)"}


def test_ddgs_own_rate_limit_is_told(web: SearchWeb, engine: EmbeddedSearch) -> None:
    from ddgs.exceptions import DDGSException, RatelimitException

    assert cause_of(RatelimitException("202")) == "too many requests"
    assert cause_of(DDGSException("no vqd")) == "network error"


def test_a_backend_that_hangs_ends_at_the_one_deadline(web: SearchWeb) -> None:
    web.answers[HOSTS["mojeek"]] = lambda _: time.sleep(3)
    web.answers[HOSTS["brave"]] = search_web.brave([GUIDE])
    begun = time.monotonic()
    answer = EmbeddedSearch(seconds=0.8).search("a query")
    assert time.monotonic() - begun < 1.5
    assert answer.failed_engines == (("mojeek", "timeout: no answer within 0.8 s"),)
    assert len(answer.results) == 1


def test_a_backend_is_asked_one_thing_at_a_time(web: SearchWeb, call: Call) -> None:
    web.pause = 0.02
    web.answers[HOSTS["brave"]] = search_web.brave([GUIDE])
    assert call("search", "--engine", "embedded", *(f"query {number}" for number in range(6))).code == 0
    assert web.most_running == 1


def test_more_hits_than_a_page_has_are_asked_for_by_page_and_no_page_twice(web: SearchWeb, engine: EmbeddedSearch) -> None:
    def brave(params: dict[str, str]) -> str:
        first = 10 * int(params.get("offset", 0))
        rows = range(first, first + 10)
        return search_web.brave([(f"Hit {n}", f"https://h{n}.example.org/", "x") for n in rows])

    web.answers[HOSTS["brave"]] = brave
    web.answers[HOSTS["mojeek"]] = search_web.mojeek([GUIDE])
    answer = engine.search("a query", count=25)
    assert len(answer.results) == 25
    assert [params.get("offset") for host, params in web.asked if host == HOSTS["brave"]] == [None, "1", "2"]
    assert sum(host == HOSTS["mojeek"] for host, _ in web.asked) == 2


def test_addresses_are_kept_as_they_stand_and_what_is_no_address_is_left_out(web: SearchWeb, engine: EmbeddedSearch) -> None:
    odd = "https://a.example.org/one%20two/%2Fx?q=a%26b"
    web.answers[HOSTS["brave"]] = search_web.brave(
        [("A", odd, "x"), ("B", "javascript:alert(1)", "x"), ("C", "/relative", "x")]
    )
    web.answers[HOSTS["yahoo"]] = search_web.yahoo([("A", odd, "x")])
    answer = engine.search("a query")
    assert [(hit.url, hit.engines) for hit in answer.results] == [(odd, ("brave", "yahoo"))]
    assert answer.note == "2 results without a usable URL left out"


def test_titles_and_snippets_are_single_clean_lines(web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers[HOSTS["brave"]] = search_web.brave([("A\u202e &lt;b&gt;t\n\x1b[31m" + "x" * 400, GUIDE[1], "s" * 900)])
    hit = engine.search("a query").results[0]
    assert "\u202e" not in hit.title
    assert "\x1b" not in hit.title
    assert (len(hit.title), len(hit.snippet)) == (200, 300)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("https://a.example/ü x", "https://a.example/%C3%BC%20x"),
        ("https://bücher.example/100%", "https://bücher.example/100%25"),
        ("https://a.example/%C3%BC?a=b%20c#d", "https://a.example/%C3%BC?a=b%20c#d"),
        ("no address", "no address"),
    ],
)
def test_a_path_is_encoded_where_it_must_be_and_only_there(given: str, wanted: str) -> None:
    assert requoted(given) == wanted


@pytest.mark.parametrize(
    ("language", "region"),
    [
        *[("", "us-en"), ("all", "us-en"), ("de", "de-de"), ("de-CH", "ch-de"), ("en_GB", "uk-en"), ("ja", "jp-ja")],
        *[("klingon", ""), ("xx", ""), ("de-Latn", ""), ("sa", "")],
    ],
)
def test_a_language_becomes_the_region_that_ddgs_takes(language: str, region: str) -> None:
    assert region_of(language) == region


def test_a_language_is_passed_on_and_a_backend_that_takes_none_is_not_asked(web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers["de.wikipedia.org"] = json.dumps(["q", [], [], []])
    assert engine.search("a query", language="de").outcome == "true_zero"
    asked = dict(web.asked)
    assert asked[HOSTS["duckduckgo"]]["l"] == "de-de"
    assert "de.wikipedia.org" in asked
    assert HOSTS["yahoo"] not in asked
    engine.search("a query", language="all")
    assert HOSTS["yahoo"] in dict(web.asked)


@pytest.mark.parametrize("filters", [{"language": "tlh"}, {"category": "science"}, {"language": "tlh", "category": "it"}])
def test_an_unknown_language_or_category_is_said(filters: dict[str, str], web: SearchWeb, engine: EmbeddedSearch) -> None:
    web.answers[HOSTS["brave"]] = search_web.brave([GUIDE])
    answer = engine.search("a query", **filters)
    assert (answer.outcome, len(answer.results)) == ("unknown_name", 1)
    assert all(value in answer.note for value in filters.values())


def test_news_have_their_own_backends_and_dates(web: SearchWeb, engine: EmbeddedSearch) -> None:
    row = {"date": 1_700_000_000, "title": "New", "excerpt": "It is new", "url": GUIDE[1], "source": "s", "image": ""}
    web.answers["duckduckgo.com"] = lambda params: 'vqd="4-1"' if "vqd" not in params else json.dumps({"results": [row]})
    answer = engine.search("a query", category="news")
    assert [(hit.url, hit.snippet, hit.published) for hit in answer.results] == [
        (GUIDE[1], "It is new", "2023-11-14T22:13:20+00:00")
    ]
    assert [name for name, _ in answer.failed_engines] == ["bing", "yahoo"]


def test_a_backend_that_ddgs_has_dropped_is_named(
    web: SearchWeb, engine: EmbeddedSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(embedded_search.BACKENDS, "general", ("brave", "altavista"))
    assert engine.search("a query").failed_engines == (("altavista", "ddgs has no such backend any more"),)


def test_search_by_command_names_the_engine_and_asks_no_box(web: SearchWeb, call: Call) -> None:
    web.answers[HOSTS["brave"]] = search_web.brave([GUIDE])
    run = call("search", "a query", "--engine", "embedded", "--json")
    document = json.loads(run.out)
    assert (run.code, document["engine"], document["results"][0]["engine"]) == (0, "embedded", "brave")


def test_a_search_without_a_network_says_so_and_does_not_speak_of_the_box(web: SearchWeb, call: Call) -> None:
    web.answers.clear()
    run = call("search", "a query", "--engine", "embedded")
    assert run.code == 3
    assert "online" in run.err
    assert "tunnel" not in run.err


def test_the_engine_is_journalled_and_shown_in_the_manifest(
    web: SearchWeb, call: Call, root, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBTOOLS_ENGINE", "embedded")
    web.answers[HOSTS["brave"]] = search_web.brave([GUIDE])
    call("begin", "--topic", "t", "--goal", "a goal")
    assert call("search", "--topic", "t", "a query").code == 0
    assert "embedded" in (root / "md" / "t" / "web" / "_manifest.md").read_text()


# --- pages ---


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


def fetcher(world: World) -> EmbeddedFetcher:
    return EmbeddedFetcher(LIMITS, user_agent="research-web/test", thin_characters=500, resolver=world.resolve, dial=world.dial)


def test_a_page_comes_through_the_door_and_the_page_pipeline(site: Site) -> None:
    site.pages["/guide"] = html_page("Vacuuming")
    world = World(site.port)
    page = fetcher(world).scrape("http://docs.example.org/guide")
    assert isinstance(page, Page)
    assert (page.verdict, page.engine, page.status, page.final_url) == ("ok", "embedded", 200, "http://docs.example.org/guide")
    assert page.title == "Vacuuming"
    assert world.dialled == [(PUBLIC, 80)]


def test_the_kind_of_a_page_is_told_by_its_bytes_not_by_its_name(site: Site) -> None:
    site.pages["/page.html"] = (200, {"Content-Type": "text/html"}, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9)
    failed = fetcher(World(site.port)).scrape("http://a.example.org/page.html")
    assert (failed.verdict, failed.engine) == ("wrong_type", "embedded")


def test_an_error_status_is_no_page(site: Site) -> None:
    site.pages["/gone"] = (404, {}, html_page("Nothing here")[2])
    failed = fetcher(World(site.port)).scrape("http://a.example.org/gone")
    assert isinstance(failed, FailedPage)
    assert (failed.verdict, failed.status) == ("http_error", 404)


@pytest.mark.parametrize("answers", [(), ("10.0.0.7",), (PUBLIC, "169.254.169.254")])
def test_a_host_without_a_public_address_is_refused_and_not_dialled(site: Site, answers: tuple[str, ...]) -> None:
    world = World(site.port, {"a.example.org": [answers]})
    assert fetcher(world).scrape("http://a.example.org/").verdict == "refused"
    assert world.dialled == []


def test_a_redirect_into_the_local_network_is_refused(site: Site) -> None:
    site.pages["/away"] = (302, {"Location": "http://192.168.0.1/"}, b"")
    world = World(site.port)
    assert fetcher(world).scrape("http://a.example.org/away").verdict == "refused"
    assert world.dialled == [(PUBLIC, 80)]


def test_faults_of_the_way_have_verdicts_and_none_is_left_out(site: Site) -> None:
    assert set(VERDICTS) == set(FAULTS)
    site.pages["/loop"] = (302, {"Location": "/loop"}, b"")
    assert fetcher(World(site.port)).scrape("http://a.example.org/loop").verdict == "unreachable"
    assert fetcher(World(1)).scrape("http://a.example.org/").verdict == "unreachable"
