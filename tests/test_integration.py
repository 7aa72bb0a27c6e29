"""The main job against a real SearXNG, a real scrape engine and real pages: run it by `make integration`."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from stack import searxng
from stack.addresses import GUIDE_HOST, PRIVATE_NAME, PYDOC_HOST, SCRAPER_URL, SEARXNG_URL, SERVICE_ADDRESS

REPOSITORY = Path(__file__).resolve().parent.parent
GENERATION = os.environ.get("WEB_RESEARCH_STACK", "")
SECOND_PORT = 8081

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(not GENERATION, reason="needs the real services: run it by `make integration`"),
]


def get(url: str, body: dict[str, object] | None = None) -> tuple[int, Any]:
    """Status and JSON (or text, where it is none) of one answer; a body is posted."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            status, raw = answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        with refused:
            status, raw = refused.code, refused.read()
    try:
        return status, json.loads(raw)
    except ValueError:
        return status, raw.decode(errors="replace")


def search(query: str, address: str = SEARXNG_URL, **parameters: str) -> tuple[int, Any]:
    """One question to SearXNG itself."""
    return get(f"{address}/search?{urllib.parse.urlencode({'q': query, 'format': 'json', **parameters})}")


def scrape(url: str, **options: object) -> tuple[int, Any]:
    """One page from the scrape engine itself."""
    return get(f"{SCRAPER_URL}/v1/scrape", {"url": url, "formats": ["markdown", "rawHtml"], **options})


def guide(path: str) -> str:
    """The address of a page of the guide."""
    return f"http://{GUIDE_HOST}/{path}"


@pytest.fixture(params=searxng.GENERATIONS, scope="module")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of SearXNG, in each generation that is to be had."""
    if request.param == GENERATION:
        yield SEARXNG_URL
        return
    if request.param not in os.environ["WEB_RESEARCH_STACK_READY"].split(","):
        pytest.skip(f"SearXNG {request.param} could not be installed")
    with searxng.running(request.param, SECOND_PORT, Path(os.environ["WEB_RESEARCH_STACK_FOLDER"])) as second:
        yield second


# The services themselves: what the rest of this file rests on.


def test_searxng_finds_pages_on_several_hosts(address: str) -> None:
    _, answer = search("proof that the demon hierarchy is real", address)
    hosts = {urllib.parse.urlsplit(hit["url"]).hostname for hit in answer["results"]}
    assert {"history.example.edu", "hidden-truth.example.com", "forum.example.net"} <= hosts
    assert answer["unresponsive_engines"] == []


def test_searxng_gives_a_second_page_of_hits(address: str) -> None:
    first, second = (search("encoding iterable dictionary", address, pageno=number)[1]["results"] for number in "12")
    assert len(first) == 10
    assert second
    assert not {hit["url"] for hit in first} & {hit["url"] for hit in second}


def test_searxng_names_the_engines_that_failed_beside_hits(address: str) -> None:
    _, answer = search("heap queue", address, categories="science")
    assert answer["results"]
    assert answer["unresponsive_engines"] == [["broken study", "HTTP error"]]


def test_searxng_tells_every_way_to_fail_apart(address: str) -> None:
    _, answer = search("heap queue", address, categories="files")
    assert answer["results"] == []
    assert dict(answer["unresponsive_engines"]) == {
        "broken 403": "access denied",
        "broken 429": "too many requests",
        "broken 500": "HTTP error",
        "broken drop": "HTTP protocol error",
        "broken hang": "timeout",
        "broken html": "parsing error",
    }


@pytest.mark.parametrize("category", ["images", "social media"])
def test_searxng_is_degraded_where_its_only_engine_fails(address: str, category: str) -> None:
    _, answer = search("heap", address, categories=category)
    assert answer["results"] == []
    assert len(answer["unresponsive_engines"]) == 1


def test_searxng_finds_truly_nothing_for_a_word_that_no_page_has(address: str) -> None:
    _, answer = search("zzyzxqq", address)
    assert (answer["results"], answer["unresponsive_engines"]) == ([], [])


@pytest.mark.parametrize(("sent", "understood"), [(":fr bonjour", "bonjour"), ("!sh heap", "heap"), ("<2 slow", "slow")])
def test_searxng_eats_its_own_syntax(address: str, sent: str, understood: str) -> None:
    assert search(sent, address)[1]["query"] == understood


def test_searxng_answers_from_the_default_category_when_it_does_not_know_one(address: str) -> None:
    hits = search("heap", address, categories="nonsense")[1]["results"]
    assert {hit["engine"] for hit in hits} == {"shelf"}


def test_searxng_does_not_merge_copies_that_differ_in_a_tracking_parameter(address: str) -> None:
    urls = [hit["url"] for hit in search("heap queue", address, categories="general,it")[1]["results"]]
    assert {guide("heapq.html"), guide("heapq.html?utm_source=annex")} <= set(urls)


def test_searxng_refuses_json_where_it_is_off() -> None:
    with searxng.running(GENERATION, SECOND_PORT + 1, Path(os.environ["WEB_RESEARCH_STACK_FOLDER"]), json_on=False) as off:
        status, body = search("heap", off)
    assert status == 403
    assert "<html" in body.lower() or "<title>" in body.lower()


def test_the_scrape_engine_gives_markdown_and_the_raw_page() -> None:
    status, answer = scrape(guide("heapq.html"))
    assert (status, answer["success"], answer["data"]["metadata"]["statusCode"]) == (200, True, 200)
    assert answer["data"]["markdown"].startswith("# heapq")
    assert "<article>" in answer["data"]["rawHtml"]


def test_the_scrape_engine_reads_what_pydoc_prints() -> None:
    _, answer = scrape(f"http://{PYDOC_HOST}/tarfile.html")
    assert "TarFile" in answer["data"]["markdown"]


def test_the_scrape_engine_follows_a_redirect_without_saying_where_to() -> None:
    _, answer = scrape(guide("fault/moved"))
    assert answer["data"]["markdown"].startswith("# heapq")
    assert "heapq.html" not in json.dumps(answer["data"]["metadata"])


@pytest.mark.parametrize("status", [403, 404, 410, 429, 500, 503])
def test_a_failed_target_is_a_success_on_the_wire_only(status: int) -> None:
    wire, answer = scrape(guide(f"fault/{status}"))
    assert (wire, answer["success"], answer["errorCode"]) == (200, False, "http_error")
    assert answer["data"]["metadata"]["statusCode"] == status


@pytest.mark.parametrize(
    ("url", "wire", "code"),
    [
        (guide("fault/drop"), 502, "http_error"),
        (guide("fault/loop"), 502, "http_error"),
        (guide("fault/empty"), 200, "no_usable_content"),
        (guide("fault/script"), 200, "no_usable_content"),
        (guide("fault/challenge"), 200, "http_error"),
        (guide("fault/image"), 500, "internal_error"),
        (f"http://{PRIVATE_NAME}/", 400, "invalid_request"),
        (f"http://{SERVICE_ADDRESS}:8080/", 400, "invalid_request"),
        ("ftp://guide.example.com/", 400, "invalid_request"),
    ],
)
def test_the_scrape_engine_says_why_there_is_no_page(url: str, wire: int, code: str) -> None:
    status, answer = scrape(url)
    assert (status, answer["success"], answer["errorCode"]) == (wire, False, code)


@pytest.mark.parametrize("name", ["to-private", "to-loopback"])
def test_a_redirect_inwards_brings_no_page(name: str) -> None:
    _, answer = scrape(guide(f"fault/{name}"))
    assert answer["success"] is False
    assert "results" not in json.dumps(answer)


def test_a_slow_page_times_out_when_a_deadline_is_given() -> None:
    status, answer = scrape(guide("fault/slow"), deadlineMs=1000)
    assert (status, answer["errorCode"]) == (504, "timeout")


def test_the_scrape_engine_reads_a_pdf_without_giving_its_source() -> None:
    _, answer = scrape(guide("fault/pdf"))
    assert "nine steps to four" in answer["data"]["markdown"]
    assert not answer["data"].get("rawHtml", "").startswith("<")


def test_a_site_can_be_mapped_and_crawled() -> None:
    _, links = get(f"{SCRAPER_URL}/v1/map", {"url": guide("index.html"), "limit": 50})
    assert guide("heapq.html") in links["links"]
    status, job = get(f"{SCRAPER_URL}/v1/crawl", {"url": guide("index.html"), "limit": 2, "maxDepth": 1})
    assert (status, job["success"]) == (200, True)
    assert get(f"{SCRAPER_URL}/v1/crawl/{job['id']}")[1]["status"] in ("scraping", "completed")


def test_an_unknown_name_does_not_exist() -> None:
    status, answer = scrape("http://nowhere.example.org/")
    assert status in (422, 500)
    assert answer["success"] is False


# The product, by its own command, as a user has it: no configuration at all.


def web(folder: Path, *words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """One call of web.py in a project folder of its own."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    command = [sys.executable, str(folder / "web.py"), *words]
    told = {**kept, "HOME": str(folder / "home"), **environment}
    return subprocess.run(command, cwd=folder, env=told, input=stdin, capture_output=True, text=True, timeout=120)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the program with no topics yet."""
    (tmp_path / "web.py").write_bytes((REPOSITORY / "web.py").read_bytes())
    for name in ("webresearch", ".venv"):
        (tmp_path / name).symlink_to(REPOSITORY / name)
    for name in ("md", "home"):
        (tmp_path / name).mkdir()
    return tmp_path


def done(call: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The JSON answer of a call that went well."""
    assert call.returncode == 0, call.stderr
    answer: dict[str, Any] = json.loads(call.stdout)
    return answer


def test_a_goal_becomes_saved_pages_and_a_manifest(project: Path) -> None:
    topic = ("--topic", "demonology")
    done(web(project, "begin", *topic, "--goal", "-", "--max-sources", "3", "--json", stdin="is the demon hierarchy real?"))
    queries = "proof that the demon hierarchy is real\nranks of demons in printed catalogues\n"
    hits = done(web(project, "search", "-", *topic, "--json", stdin=queries))["results"]
    kept = [hit["id"] for hit in hits if "history.example.edu" in hit["url"]]
    picks = [*({"id": each, "relevance": "the department's notes"} for each in kept), {"rest": "not needed here"}]
    done(web(project, "scrape", *topic, "--picks", "-", "--json", stdin=json.dumps(picks)))
    pages = [path for path in (project / "md" / "demonology" / "web").glob("*.md") if not path.name.startswith("_")]
    assert len(pages) == len(kept) == 3
    assert all(path.read_text().startswith("> source: http://history.example.edu/") for path in pages)
    assert (project / "md" / "demonology" / "web" / "_manifest.md").exists()
    done(web(project, "status", *topic, "--json"))


@pytest.mark.parametrize(
    ("words", "outcome"),
    [
        (("heap queue",), "ok"),
        (("heap queue", "--category", "science"), "partial"),
        (("heap queue", "--category", "files"), "degraded"),
        (("zzyzxqq",), "true_zero"),
        (("heap", "--category", "nonsense"), "unknown_name"),
        ((":fr bonjour",), "syntax_eaten"),
    ],
)
def test_what_a_search_came_to_is_told_apart(project: Path, address: str, words: tuple[str, ...], outcome: str) -> None:
    port = str(urllib.parse.urlsplit(address).port)
    call = web(project, "search", *words, "--json", SEARXNG_PORT=port)
    assert json.loads(call.stdout)["searches"][0]["outcome"] == outcome


def test_json_that_is_off_is_named_with_the_settings_to_change(project: Path) -> None:
    port = SECOND_PORT + 2
    with searxng.running(GENERATION, port, Path(os.environ["WEB_RESEARCH_STACK_FOLDER"]), json_on=False):
        call = web(project, "search", "heap", "--json", SEARXNG_PORT=str(port))
    assert call.returncode == 4
    assert json.loads(call.stdout)["searches"][0]["outcome"] == "json_off"
    assert "search: formats:" in call.stderr


MANY = ["heap queue", "regular expressions", "json encoder", "demon hierarchy", "ranks of demons", "temporary files"]


def test_five_queries_and_twelve_picks_over_many_hosts_account_for_every_hit(project: Path) -> None:
    done(web(project, "begin", "--topic", "t", "--goal", "many things", "--json"))
    hits = done(web(project, "search", "--topic", "t", "--json", "-", stdin="\n".join(MANY)))["results"]
    by_host: dict[str, list[str]] = {}
    for hit in hits:
        by_host.setdefault(urllib.parse.urlsplit(hit["url"]).netloc, []).append(hit["id"])
    turns = [ids[turn] for turn in range(12) for ids in by_host.values() if turn < len(ids)]
    picks = [*({"id": identity, "relevance": "one of twelve"} for identity in turns[:12]), {"rest": "enough"}]
    done(web(project, "scrape", "--topic", "t", "--picks", "-", "--json", stdin=json.dumps(picks)))
    status = done(web(project, "status", "--topic", "t", "--json"))
    counts = status["counts"]
    assert counts["hits"] == sum(
        counts[name] for name in ("saved", "saved_before", "failed", "pending", "skipped", "undecided")
    )
    assert counts["saved"] + counts["failed"] == 12
    assert counts["saved"] >= 10
    assert len(by_host) >= 4
    again = done(web(project, "scrape", "--topic", "t", "--picks", "-", "--json", stdin=json.dumps(picks)))
    assert again["stats"]["fetched_pages"] == 0


VERDICTS = {"404": "http_error", "500": "http_error", "drop": "unreachable", "challenge": "blocked"}


@pytest.mark.parametrize("engine", ["services", "embedded"])
@pytest.mark.parametrize("fault", VERDICTS)
def test_faulty_pages_have_the_same_verdict_from_both_engines(project: Path, engine: str, fault: str) -> None:
    call = web(project, "scrape", f"http://guide.example.com/fault/{fault}", "--json", "--engine", engine)
    assert json.loads(call.stdout)["verdict"] == VERDICTS[fault]


def test_a_redirect_to_a_private_address_brings_nothing(project: Path) -> None:
    call = web(project, "scrape", "http://guide.example.com/fault/to-private", "--json", "--engine", "embedded")
    assert json.loads(call.stdout)["verdict"] == "refused"
