"""`read` and `research`: passages within a budget from files, topics, everything, and the web; the caches behind them."""

import json
import random
from pathlib import Path

import pytest
from box import LONG_TEXT, Box, hit, results, scraped
from conftest import Call

FACT = "Autovacuum wakes up every minute and looks for tables that have changed by a fifth."
URLS = [f"https://h{number}.example/page" for number in range(4)]


WORDS = (
    "river mountain weather valley bridge harbour winter market garden stone letter window summer forest road island".split()
)


def page_text(number: int) -> str:
    """Forty paragraphs of words in an order of their own; the third page has the fact among them."""
    chance = random.Random(number)
    paragraphs = [" ".join(chance.choice(WORDS) for _ in range(14)).capitalize() + "." for _ in range(40)]
    if number == 2:
        paragraphs[20] = FACT
    return "\n\n".join(paragraphs)


@pytest.fixture
def topic(box: Box, call: Call, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four saved pages, one of which has the fact."""
    monkeypatch.chdir(root)
    call("begin", "--topic", "t", "--goal", "when does it wake up?")
    box.searches["q"] = results("q", *[hit(url, f"Page {number}") for number, url in enumerate(URLS)])
    for number, url in enumerate(URLS):
        box.pages[url] = scraped(url, page_text(number), title=f"Page {number}")
        box.pages[url].body["data"].pop("rawHtml")
    call("search", "--topic", "t", "q")
    picks = json.dumps([{"id": f"R00{number}", "relevance": "x"} for number in range(1, 5)])
    assert call("scrape", "--topic", "t", "--picks", "-", stdin=picks).code == 0
    return root / "md" / "t"


def read(call: Call, *argv: str, stdin: str = "") -> dict[str, object]:
    run = call("read", *argv, "--json", stdin=stdin)
    assert run.code == 0, run.err
    assert len(run.out) <= 25_000
    return json.loads(run.out)


def test_a_topic_answers_with_the_passage_and_names_its_source(topic: Path, call: Call) -> None:
    document = read(call, "--topic", "t", "--query", "how often does autovacuum wake up?", "--budget", "100")
    texts = [row["text"] for row in document["excerpts"]]
    assert any(FACT in text for text in texts)
    assert [row["id"] for row in document["sources"]] == ["S03"]
    assert document["sources"][0]["url"] == URLS[2]
    excerpt = document["excerpts"][0]
    assert (topic / "web" / "page-2.md").read_text()[excerpt["start"] : excerpt["end"]] == excerpt["text"]
    assert sum(map(len, texts)) <= 400
    assert document["stats"]["token_stats"]["reduction_percent"] > 90


def test_one_page_is_read_by_its_path_or_by_its_source_id(topic: Path, call: Call) -> None:
    by_path = read(call, "md/t/web/page-2.md", "--query", "autovacuum wake", "--budget", "60")
    by_id = read(call, "S03", "--topic", "t", "--query", "autovacuum wake", "--budget", "60")
    assert FACT in by_path["excerpts"][0]["text"]
    assert by_path["excerpts"][0]["start"] == by_id["excerpts"][0]["start"]


def test_everything_saved_is_read_across_topics(topic: Path, call: Call) -> None:
    document = read(call, "--all", "--query", "autovacuum wake", "--budget", "60")
    assert document["sources"][0]["id"] == "t/S03"
    assert document["sources"][0]["fetched"].startswith("20")


def test_queries_come_from_stdin(topic: Path, call: Call) -> None:
    document = read(call, "--topic", "t", "--query", "-", "--budget", "60", stdin="autovacuum wake's $5\n")
    assert FACT in document["excerpts"][0]["text"]


def test_a_whole_page_is_printed_and_in_json_answered_by_its_path_where_it_is_too_long(topic: Path, call: Call) -> None:
    plain = call("read", "md/t/web/page-2.md")
    assert FACT in plain.out
    assert "> source:" not in plain.out
    (topic / "web" / "page-2.md").write_text((topic / "web" / "page-2.md").read_text() + "More. " * 9000)
    document = read(call, "md/t/web/page-2.md")
    assert document["excerpts"][0]["text"] == ""
    assert document["excerpts"][0]["characters"] > 50_000
    assert document["sources"][0]["path"] == "md/t/web/page-2.md"


def test_an_outline_lists_sections_and_one_of_them_can_be_read(topic: Path, call: Call) -> None:
    path = topic / "notes.md"
    path.write_text("# One\n\ntext\n\n## Two\n\nmore text\n\n# Three\n\nlast\n")
    document = read(call, str(path), "--mode", "outline")
    assert [(row["id"], row["title"]) for row in document["sections"]] == [("1", "One"), ("1.1", "Two"), ("2", "Three")]
    assert "1.1  Two" in call("read", path, "--mode", "outline").out
    section = read(call, str(path), "--section", "1.1")
    assert section["excerpts"][0]["text"].strip() == "## Two\n\nmore text"
    assert call("read", path, "--section", "9").code == 2


def test_the_most_excerpts_are_the_best_ones(topic: Path, call: Call) -> None:
    document = read(call, "--topic", "t", "--query", "autovacuum rivers", "--budget", "600", "--top-k", "1")
    assert len(document["excerpts"]) == 1


def test_for_people_passages_stand_under_their_headings(topic: Path, call: Call) -> None:
    run = call("read", "--topic", "t", "--query", "autovacuum wake", "--query", "rivers", "--budget", "300")
    assert FACT in run.out
    assert "--- S0" in run.out


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        ([], 2, "give a page"),
        (["none.md"], 6, "cannot read"),
        (["--all", "--topic", "t"], 2, "--all goes with"),
        (["--topic", "none"], 2, "no run was begun"),
        (["S99", "--topic", "t"], 2, "no source"),
        (["md/t/web/page-2.md", "--query", " "], 2, "query is empty"),
        (["md/t/web/page-2.md", "--mode", "chunks"], 2, "chunks need a query"),
        (["md/t/web/page-2.md", "--budget", "1"], 2, "whole number"),
    ],
)
def test_what_cannot_be_read_is_said(argv: list[str], code: int, words: str, topic: Path, call: Call) -> None:
    run = call("read", *argv)
    assert run.code == code
    assert words in run.err


def test_reading_everything_where_nothing_is_saved_is_a_usage_error(call: Call) -> None:
    assert call("read", "--all", "--query", "x").code == 2
    call("begin", "--topic", "t", "--goal", "g")
    assert "no saved page" in call("read", "--topic", "t", "--query", "x").err


def test_a_page_of_the_web_is_fetched_once_and_then_kept(box: Box, call: Call) -> None:
    box.pages[URLS[0]] = scraped(URLS[0], LONG_TEXT)
    assert "Dead rows" in read(call, URLS[0], "--query", "dead rows")["excerpts"][0]["text"]
    read(call, URLS[0] + "?utm_source=x", "--query", "dead rows")
    assert box.scraped == [URLS[0]]
    read(call, URLS[0], "--query", "dead rows", "--fresh")
    assert len(box.scraped) == 2
    read(call, URLS[0], "--query", "dead rows", "--offline")
    assert len(box.scraped) == 2
    assert call("read", URLS[1], "--query", "x", "--offline").code == 5


@pytest.mark.parametrize("answer", [scraped(URLS[0], "short"), scraped(URLS[0], status=500)])
def test_thin_pages_and_failures_are_never_kept(answer: object, box: Box, call: Call) -> None:
    box.pages[URLS[0]] = answer  # type: ignore[assignment]
    call("read", URLS[0], "--query", "x")
    call("read", URLS[0], "--query", "x")
    assert len(box.scraped) == 2


def test_a_cache_of_another_form_counts_as_empty(box: Box, call: Call, tmp_path: Path) -> None:
    read(call, URLS[0], "--query", "dead rows")
    for path in (tmp_path / "cache").rglob("*.json"):
        entry = json.loads(path.read_text())
        entry["value"] = {"url": "x", "nonsense": 1}
        path.write_text(json.dumps(entry))
    read(call, URLS[0], "--query", "dead rows")
    assert len(box.scraped) == 2
    for path in (tmp_path / "cache").rglob("*.json"):
        path.write_text("[" * 9)
    read(call, URLS[0], "--query", "dead rows")
    assert len(box.scraped) == 3


def research(call: Call, *argv: str) -> dict[str, object]:
    run = call("research", *argv, "--json")
    assert run.code == 0, run.err
    assert len(run.out) <= 25_000
    return json.loads(run.out)


@pytest.fixture
def found(box: Box) -> Box:
    """Two queries that find the four pages."""
    rows = [hit(url, f"Page {number}") for number, url in enumerate(URLS)]
    box.searches["autovacuum wake"] = results("autovacuum wake", *rows)
    box.searches["rivers"] = results("rivers", *rows[:2])
    for number, url in enumerate(URLS):
        box.pages[url] = scraped(url, page_text(number), title=f"Page {number}")
    return box


def test_research_searches_fetches_and_reads_in_one_go(found: Box, call: Call) -> None:
    document = research(call, "autovacuum wake", "rivers", "--budget", "300")
    assert document["query"] == "autovacuum wake"
    assert document["sub_queries"] == ["rivers"]
    assert any(FACT in row["text"] for source in document["sources"] for row in source["excerpts"])
    assert document["stats"] | {"searched_results": 4, "fetched_pages": 3, "failed_pages": 0} == document["stats"]
    again = research(call, "autovacuum wake", "rivers", "--budget", "300")
    assert again["stats"]["cache_hits"] == 5
    assert len(found.scraped) == 3
    assert "Page 2" in call("research", "autovacuum wake").out


def test_the_place_of_a_page_that_fails_is_taken_by_the_next_and_the_failure_is_told(found: Box, call: Call) -> None:
    found.pages[URLS[0]] = scraped(URLS[0], status=404)
    document = research(call, "autovacuum wake", "--top-k", "2")
    assert [row["url"] for row in document["failed"]] == [URLS[0]]
    assert document["failed"][0]["verdict"] == "http_error"
    assert document["stats"]["fetched_pages"] == 2


def test_whole_pages_that_are_too_long_together_are_cut_and_that_is_said(found: Box, call: Call) -> None:
    for url in URLS:
        found.pages[url] = scraped(url, page_text(1) * 6)
    document = research(call, "autovacuum wake", "--mode", "lossless")
    assert len(document["sources"]) == 3
    assert all(source["excerpts"][0]["left_out"]["characters"] > 0 for source in document["sources"])


def test_research_into_a_topic_saves_what_it_read(found: Box, call: Call, root: Path) -> None:
    assert call("research", "autovacuum wake", "--topic", "t").code == 2
    call("begin", "--topic", "t", "--goal", "g", "--max-sources", "2")
    document = research(call, "autovacuum wake", "--topic", "t", "--top-k", "3", "--budget", "300")
    assert [row["id"] for row in document["sources"]] == ["S01", "S02"] or document["failed"]
    assert "rank 1 for autovacuum wake" in (root / "md/t/web/page-0.md").read_text()
    assert "over the run's limit" in document["failed"][0]["reason"]
    again = research(call, "autovacuum wake", "--topic", "t", "--top-k", "2", "--budget", "300")
    assert again["stats"]["fetched_pages"] == 0


def test_where_no_passage_answers_that_is_said(found: Box, call: Call, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Harbour\n\n" + "The tide rose by two metres in the night.\n\n" * 100)
    run = call("read", page, "--query", "qqqq", "--budget", "100", "--json")
    assert run.code == 5
    assert json.loads(run.out)["excerpts"] == []
    assert "no passage answers" in run.err


def test_research_that_finds_nothing_ends_as_a_search_does(box: Box, call: Call) -> None:
    assert call("research", "nothing there").code == 5


def test_copies_among_saved_pages_are_marked_and_only_what_is_new_in_them_is_read(box: Box, call: Call, root: Path) -> None:
    story = page_text(7) + "\n\nThe old village by the lake had 70 houses and a mill in those days."
    urls = ["https://a.example/story", "https://b.example/story", "https://c.example/other"]
    box.searches["q"] = results("q", *[hit(url, url) for url in urls])
    box.pages[urls[0]] = scraped(urls[0], story)
    box.pages[urls[1]] = scraped(urls[1], story.replace("70 houses", "77 houses") + f"\n\n{FACT}")
    box.pages[urls[2]] = scraped(urls[2], page_text(1))
    for url in urls:
        box.pages[url].body["data"].pop("rawHtml")
    call("begin", "--topic", "t", "--goal", "g")
    call("search", "--topic", "t", "q")
    picks = json.dumps([{"id": f"R00{number}", "relevance": "x"} for number in (1, 2, 3)])
    call("scrape", "--topic", "t", "--picks", "-", stdin=picks)
    copies = (root / "md/t/web/_manifest.md").read_text().split("### Copies")[1]
    assert "| S02 | S01 |" in copies
    assert "| 70 | 77 |" in copies
    document = read(call, "--topic", "t", "--query", "village houses mill", "--budget", "60")
    assert [(row["id"], row["copies"]) for row in document["sources"]] == [("S01", ["S02"])]
    new = read(call, "--topic", "t", "--query", "autovacuum wakes", "--budget", "60")
    assert [(row["id"], row["copy_of"]) for row in new["sources"]] == [("S02", "S01")]


def test_blocks_that_a_host_repeats_are_counted_and_not_read(box: Box, call: Call, root: Path) -> None:
    menu = "Subscribe to our newsletter about autovacuum and get a mug for free, every single week of the year."
    urls = [f"https://a.example/{number}" for number in range(4)]
    box.searches["q"] = results("q", *[hit(url, url) for url in urls])
    for number, url in enumerate(urls):
        box.pages[url] = scraped(url, f"{menu}\n\n{page_text(number)}")
        box.pages[url].body["data"].pop("rawHtml")
    call("begin", "--topic", "t", "--goal", "g")
    call("search", "--topic", "t", "q")
    picks = json.dumps([{"id": f"R00{number}", "relevance": "x"} for number in (1, 2, 3, 4)])
    call("scrape", "--topic", "t", "--picks", "-", stdin=picks)
    assert "left out when reading" in (root / "md/t/web/_manifest.md").read_text()
    assert all(menu in path.read_text() for path in (root / "md/t/web").glob("[!_.]*.md"))
    document = read(call, "--topic", "t", "--query", "autovacuum newsletter", "--budget", "200")
    assert all(menu not in row["text"] for row in document["excerpts"])
