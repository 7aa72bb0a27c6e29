"""`report`: what the page shows, that every text stays text, and that nothing on it reaches out."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
import report_example as example
from box import Box, scraped
from conftest import Call
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as parser

from webresearch.evidence.quotes import stands
from webresearch.pipeline import report as report_case
from webresearch.report import facts
from webresearch.report.elements import element, web_link
from webresearch.report.page import page
from webresearch.safetext import host_of

REPORT = example.SYNTHESIS.replace("-synthesis.md", "-report.html")
STYLE = report_case.style()
ELEMENTS = set(
    "html head meta title style body a header p h1 h2 h3 h4 h5 h6 div span strong em s code pre ul ol li dl dt dd small nav "
    "main section article button blockquote mark table thead tbody tr th td details summary figure figcaption footer hr br "
    "svg g rect path text tspan line b".split()
)
ATTRIBUTES = set(
    "lang charset http-equiv content name class href id aria-labelledby aria-label aria-hidden role type popovertarget rel "
    "popovertargetaction popover dir scope data-label tabindex title start viewbox x y x1 x2 y1 y2 width height rx d".split()
)


@pytest.fixture
def finished(box: Box, call: Call, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example's run, finished."""
    monkeypatch.chdir(root)
    example.build(call, box)
    (root / example.SYNTHESIS).write_text(example.TEXT)
    assert call("finish", example.SYNTHESIS).code == 0
    return root


def tree_of(root: Path) -> parser.HtmlElement:
    return parser.fromstring((root / REPORT).read_text())


def words(tree: parser.HtmlElement, path: str) -> str:
    return " ".join(" ".join(" ".join(found.itertext()).split()) for found in tree.xpath(path))


def harmless(text: str) -> None:
    """The page has only elements and attributes that can do nothing, and no address but of the web and of files."""
    tree = parser.fromstring(text)
    for found in tree.iter():
        assert found.tag in ELEMENTS, found.tag
        assert set(found.attrib) <= ATTRIBUTES, found.attrib
        if (address := found.get("href")) is not None:
            assert found.tag == "a"
            assert re.match(r"https?://|#|[A-Za-z0-9._%~/-]*$", address), address
    assert len(tree.xpath("//style")) == 1
    assert tree.xpath("//meta[@http-equiv]")[0].get("content").startswith("default-src 'none'; style-src 'sha256-")


# What a reader sees


def test_finish_writes_the_report_and_names_it(finished: Path, call: Call) -> None:
    document = json.loads(call("finish", example.SYNTHESIS, "--json").out)
    assert document["report"] == REPORT
    assert f"report: {REPORT}" in call("finish", example.SYNTHESIS).out
    harmless((finished / REPORT).read_text())


def test_every_citation_opens_the_quote_highlighted_where_it_stands_in_the_saved_page(finished: Path) -> None:
    tree = tree_of(finished)
    cites = tree.xpath("//button[@class='cite']")
    rows = [json.loads(line) for line in (finished / "md/swifts/web/_journal.jsonl").read_text().splitlines()]
    quotes = {row["id"]: row["quote"] for row in rows if row["kind"] == "evidence"}
    assert len(cites) == len(re.findall(r"\[\^E\d+\]", example.TEXT))
    for cite in cites:
        (card,) = tree.xpath(f"//*[@id='{cite.get('popovertarget')}']")
        (mark,) = card.xpath(".//mark")
        link = finished / "md/swifts" / card.xpath(".//p[@class='links']/a/@href")[0]
        assert mark.text_content() == quotes[card.get("id")]
        assert stands(link.read_text(), mark.text_content())
        around = card.xpath(".//blockquote")[0].text_content()
        assert len(mark.text_content()) < len(around) < len(mark.text_content()) + 2 * report_case.CONTEXT + 8
        assert "> source:" not in around, "the header is not the page"


def test_a_passage_comes_with_its_source_dates_verdict_warnings_and_links(finished: Path) -> None:
    tree = tree_of(finished)
    shop = words(tree, "//*[@id='E010']")
    assert "The bird that never lands" in shop
    assert "dailyfeather.example.com · published 2023-06-30 · fetched 20" in shop
    assert "called dubious: sells a pillow; promotional" in shop
    forum = words(tree, "//*[@id='E011']")
    assert "no date" in forum
    assert "addresses the reader with orders" in forum
    live = tree.xpath("//*[@id='E001']//a[contains(., 'live page')]/@href")[0]
    assert live.startswith("https://ornithology.example.edu/swift-loggers#:~:text=Three%20of")


def test_doubtful_sentences_have_a_note_at_their_end_and_are_listed(finished: Path) -> None:
    tree = tree_of(finished)
    notes = tree.xpath("//article//span[@role='note']")
    assert [" ".join(note.text_content().split()) for note in notes] == [
        "look again a figure no quote has",
        "look again hedge lost",
        "look again hedge lost",
    ]
    assert notes[0].getprevious().xpath("./button/@popovertarget") == ["E005"]
    assert "They slept 52 minutes a day" in words(tree, "//li[@id='r1']")
    assert words(tree, "//section[@id='review']//summary") == "1 sentence without a citation"


def test_the_head_says_how_far_the_text_is_covered(finished: Path) -> None:
    tree = tree_of(finished)
    head = words(tree, "//header")
    assert "Every citation holds finished and unchanged since" in head
    assert "93 % 14 of 15" in head
    assert "6 of 7, from 6 hosts" in head
    assert "11 in 15 places" in head


def test_the_picture_tells_what_fell_away_at_each_step_and_the_counts_add_up(finished: Path) -> None:
    tree = tree_of(finished)
    name = tree.xpath("//svg[@class='flow']/@aria-label")[0]
    assert name == (
        "The run in numbers: 22 found by 4 queries, of which fell away: 8 found more than once; 14 different pages, of which "
        "fell away: 3 a car or a toy, 2 not the bird's sleep; 9 picked, of which fell away: 2 http error; 7 saved, of "
        "which fell away: 1 a copy of another; 6 cited."
    )
    assert "Skipped: 5 pages" in words(tree, "//section[@id='run']//summary")
    assert "failed: slowengine: timeout" in words(tree, "//table[@class='queries']")
    assert "http_error" in words(tree, "//ul[@class='fallen']") or "404" in words(tree, "//ul[@class='fallen']")


def test_the_sources_table_has_all_sources_with_what_is_to_be_known_of_them(finished: Path) -> None:
    tree = tree_of(finished)
    rows = tree.xpath("//table[@class='sources']/tbody/tr")
    assert [row.get("id") for row in rows] == [f"source-S0{number}" for number in range(1, 8)]
    assert "a copy of S01" in rows[5].text_content()
    assert "0 cited of 0" in rows[5].text_content()
    assert "3 cited of 3" in rows[0].text_content()


# A report of what does not hold


def test_a_synthesis_that_is_not_finished_is_rendered_and_called_so(finished: Path, call: Call) -> None:
    (finished / example.SYNTHESIS).write_text(example.TEXT)
    run = call("report", example.SYNTHESIS, "--json")
    document = json.loads(run.out)
    assert (run.code, document["stamp"], document["passed"], document["citations"]) == (0, "none", True, 15)
    assert "not finished: no stamp" in words(tree_of(finished), "//header")


def test_a_void_stamp_is_shown_plainly(finished: Path, call: Call) -> None:
    path = finished / example.SYNTHESIS
    path.write_text(path.read_text().replace("most of the year", "all of the year"))
    assert "stamp void" in call("report", example.SYNTHESIS).out
    head = words(tree_of(finished), "//header")
    assert "The check fails" in head
    assert "the stamp is void" in head


def test_citations_that_do_not_hold_are_shown_as_such(finished: Path, call: Call) -> None:
    page_file = next((finished / "md/swifts/web").glob("sleep-recorded*.md"))
    page_file.write_text(page_file.read_text().replace("42 minutes", "24 minutes"))
    (finished / example.SYNTHESIS).write_text(example.TEXT + "\nAn invention.[^E099] And a note.[^nonsense]\n")
    assert call("report", example.SYNTHESIS).code == 0
    tree = tree_of(finished)
    assert words(tree, "//span[@class='cite broken']") == "[^E099] [^nonsense]"
    changed = words(tree, "//*[@id='E005']")
    assert "cannot be shown in its page: the file of S02 was changed" in changed
    assert not tree.xpath("//*[@id='E005']//mark")
    assert "42 minutes" in changed, "the ledger still knows the words"
    assert "[^E099] is no evidence id" in words(tree, "//ul[@class='problems']")


def test_a_synthesis_without_any_citation_is_rendered(finished: Path, call: Call) -> None:
    (finished / example.SYNTHESIS).write_text("")
    assert call("report", example.SYNTHESIS).code == 0
    assert "No evidence is cited." in words(tree_of(finished), "//section[@id='evidence']")


def test_a_page_that_cannot_be_drawn_or_written_does_not_lose_what_was_finished(
    finished: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (finished / REPORT).unlink()
    (finished / REPORT).mkdir()
    run = call("finish", example.SYNTHESIS, "--json")
    assert run.code == 0
    assert json.loads(run.out)["report"].startswith("no report: cannot write")
    assert call("report", example.SYNTHESIS).code == 6
    (finished / REPORT).rmdir()
    monkeypatch.setattr(report_case, "gather", lambda _: 1 / 0)
    run = call("finish", example.SYNTHESIS)
    assert run.code == 0
    assert "no report: ZeroDivisionError" in run.out


def test_many_faults_are_counted_and_the_picture_tells_quoted_from_unread(finished: Path, call: Call) -> None:
    unknown = "".join(f"An invention.[^E{number}] " for number in range(400, 470))
    (finished / example.SYNTHESIS).write_text(f"Three birds did not land.[^E001]\n\n{unknown}\n")
    assert call("report", example.SYNTHESIS).code == 0
    tree = tree_of(finished)
    assert "and 20 more: see web.py check" in words(tree, "//ul[@class='problems']")
    name = tree.xpath("//svg[@class='flow']/@aria-label")[0]
    assert "7 saved, of which fell away: 5 quoted, not cited, 1 a copy of another; 1 cited" in name


def test_an_address_that_is_none_has_no_host() -> None:
    assert host_of("http://[broken") == ""
    assert host_of("https://a.example/x") == "a.example"


def test_what_is_no_synthesis_is_refused(finished: Path, call: Call) -> None:
    assert call("report", "README.md").code == 2
    assert call("report", "md/swifts/none-synthesis.md").code == 6


def test_curated_documents_and_sources_of_earlier_runs_are_shown_as_such(finished: Path, call: Call) -> None:
    own = "Our own box camera counted forty swifts in one evening of June."
    (finished / "md/swifts/notes.md").write_text(f"# Notes\n\n{own}\n")
    goal = "how many swifts are there?"
    call("begin", "--topic", "swifts", "--goal", goal, "--with-corpus", "--deep", "--max-sources", "3")
    call("begin", "--topic", "swifts", "--goal", goal, "--max-sources", "4")
    call("note", "--topic", "swifts", stdin=json.dumps({"source": "C01", "quotes": [own]}))
    path = "md/swifts/how-many-swifts-are-there-synthesis.md"
    (finished / path).write_text("A camera counted forty swifts in one evening.[^E012] Three birds did not land.[^E001]\n")
    assert call("finish", path).code == 0
    tree = parser.fromstring((finished / path.replace("synthesis.md", "report.html")).read_text())
    assert "curated document" in words(tree, "//*[@id='E012']")
    assert tree.xpath("//*[@id='E012']//p[@class='links']/a/@href") == ["notes.md"]
    assert words(tree, "//*[@id='E012']//mark") == own
    assert [row.get("id") for row in tree.xpath("//table[@class='sources']/tbody/tr")] == ["source-S01", "source-C01"]
    assert "Limits were raised: max_sources from 3 to 4" in words(tree, "//header")
    assert "up to 3 rounds, with the topic's own documents" in words(tree, "//header")
    assert "0 found by 0 queries" in tree.xpath("//svg[@class='flow']/@aria-label")[0]


# The index


def test_without_a_name_the_index_of_all_topics_is_written(finished: Path, call: Call) -> None:
    (finished / "md/swifts/notes <b>.md").write_text("# Notes")
    (finished / "md/swifts/_draft.md").write_text("# None that can be cited")
    (finished / "md/own").mkdir()
    (finished / "md/Bad name").mkdir()
    (finished / "md/own/essay.md").write_text("# Essay")
    call("begin", "--topic", "new", "--goal", "<script>alert(1)</script>")
    run = call("report", "--json")
    assert json.loads(run.out) | {"characters": 0} == {
        "command": "report",
        "report": "md/report.html",
        "characters": 0,
        "topics": 4,
        "runs": 2,
        "sources": 7,
    }
    text = (finished / "md/report.html").read_text()
    harmless(text)
    tree = parser.fromstring(text)
    assert f"swifts/{REPORT.split('/')[-1]}" in tree.xpath("//p[@class='title']/a/@href")
    swifts = words(tree, "//section[@aria-labelledby='topic-swifts']")
    assert "7 saved pages" in swifts
    assert "notes <b>.md" in swifts and "_draft.md" not in text
    assert "14 hits, 7 saved, 2 failed, 11 quotes" in swifts
    assert "synthesis (finished and unchanged since)" in swifts
    assert "<script>alert(1)</script>" in words(tree, "//section[@aria-labelledby='topic-new']")
    assert "no synthesis yet" in words(tree, "//section[@aria-labelledby='topic-new']")
    assert "its name is none that a topic can have" in text
    assert "2 runs, 7 saved pages" in call("report").out


def test_a_report_links_to_the_index_once_there_is_one(finished: Path, call: Call) -> None:
    assert tree_of(finished).xpath("//p[@class='kicker']/a") == []
    call("report")
    call("report", example.SYNTHESIS)
    assert tree_of(finished).xpath("//p[@class='kicker']/a/@href") == ["../report.html"]


def test_the_index_of_nothing_says_how_to_begin(call: Call, root: Path) -> None:
    assert call("report").code == 0
    assert "web.py begin --help" in (root / "md/report.html").read_text()


def test_a_topic_that_cannot_be_read_and_a_synthesis_that_is_no_text_do_not_stop_the_index(finished: Path, call: Call) -> None:
    (finished / example.SYNTHESIS).write_bytes(b"\xff\xfe")
    (finished / "md/broken/web/_journal.jsonl").mkdir(parents=True)
    assert call("report").code == 0
    assert "the journal is no plain file" in (finished / "md/report.html").read_text()


# Hostile text

ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=http://evil.example/x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "</title></style></mark></blockquote><iframe src=//evil.example>",
    "<!-- --><svg onload=alert(1)>",
    "]]><base href=http://evil.example/>",
    "&lt;b&gt; &amp; javascript:alert(1)",
    "\u202eevil\u2066 \x1b[31m\x00",
]


def test_a_hostile_pages_text_title_and_search_hits_stay_text(
    box: Box, call: Call, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    attack = " ".join(ATTACKS[:7])
    saved = f"Before it `{attack}` stands. The quoted sentence is `{ATTACKS[0]}` and no more. After it `{attack}` too."
    call("begin", "--topic", "t", "--goal", f"what is {attack}?")
    box.find("q <b>&", "https://a.example/x?<script>&y='\"")
    url = next(iter(json.loads(call("search", "--topic", "t", "q <b>&", "--json").out)["results"]))["url"]
    title = attack.replace("<", "&lt;")
    box.pages[url] = scraped(url, f"# {title}\n\n{saved}\n\n{example.FILL * 3}", title=title, rawHtml="")
    pick = [{"id": "R001", "relevance": attack, "dubious": attack}]
    assert call("scrape", "--topic", "t", "--picks", "-", stdin=json.dumps(pick)).code == 0
    quote = f"The quoted sentence is `{ATTACKS[0]}` and no more."
    noted = json.loads(call("note", "--topic", "t", "--json", stdin=json.dumps({"source": "S01", "quotes": [quote]})).out)
    assert noted["accepted"] == ["E001"], noted
    status = json.loads(call("status", "--topic", "t", "--json").out)
    path = root / status["synthesis"]
    path.write_text(f"The sentence {attack} is quoted.[^E001] <b>{attack}</b> ![x](http://evil.example/p.png)\n")
    assert call("report", path).code == 0
    text = path.with_name(path.name.replace("synthesis.md", "report.html")).read_text()
    harmless(text)
    tree = parser.fromstring(text)
    assert words(tree, "//mark") == quote
    assert ATTACKS[0] in words(tree, "//article")
    assert call("report").code == 0
    harmless((root / "md/report.html").read_text())


any_text = st.one_of(st.sampled_from(ATTACKS), st.text(max_size=30))
sources = st.builds(
    facts.Source,
    id=st.sampled_from(["S01", "S02"]),
    title=any_text,
    url=any_text,
    host=any_text,
    file=any_text,
    author=any_text,
    fetched=any_text,
    published=any_text | st.dates().map(str),
    published_guessed=st.booleans(),
    verdict=any_text,
    relevance=any_text,
    dubious=any_text,
    flags=st.tuples(any_text),
    copy_of=any_text,
    differing=st.integers(0, 3),
    quotes=st.integers(0, 9),
    cited=st.integers(0, 9),
)
passages = st.builds(
    facts.Passage,
    id=st.just("E001"),
    source=st.sampled_from(["S01", "S09"]),
    quote=any_text,
    heading=any_text,
    before=any_text,
    marked=any_text,
    after=any_text,
    cut_before=st.booleans(),
    cut_after=st.booleans(),
    fault=st.sampled_from(["", "it is <b>gone</b>"]),
    live=any_text,
)
reports = st.builds(
    facts.Report,
    topic=any_text,
    goal=any_text,
    run=st.integers(1, 9),
    engine=any_text,
    started=any_text,
    ended=any_text,
    limits=any_text,
    synthesis=any_text,
    passed=st.booleans(),
    stamp=any_text,
    problems=st.tuples(any_text),
    text=st.lists(any_text | st.sampled_from(["[^E001]", "[^E001](x)", "\n\n# h", "\n- ", "`[^E001]`", "\n|a|\n|-|\n"])).map(
        "".join
    ),
    sentences=st.tuples(st.builds(facts.Sentence, any_text, st.integers(0, 9), st.just(("E001",)), st.tuples(any_text))),
    cited_sentences=st.integers(0, 9),
    uncited=st.tuples(any_text),
    passages=st.fixed_dictionaries({"E001": passages}),
    sources=st.tuples(sources),
    flow=st.tuples(st.builds(facts.Step, any_text, st.integers(0, 99), st.tuples(st.tuples(any_text, st.integers(1, 9))))),
    queries=st.tuples(st.builds(facts.Query, any_text, st.integers(1, 3), any_text, st.integers(0, 9), any_text)),
    fallen=st.tuples(st.builds(facts.Fallen, any_text, any_text, any_text, st.sampled_from(["skipped", "failed"]), any_text)),
    raises=st.tuples(any_text),
)


@given(reports)
@settings(max_examples=150, deadline=None)
def test_whatever_stands_in_any_field_the_page_can_do_nothing(report: facts.Report) -> None:
    harmless(page(report, STYLE))


@given(st.text())
def test_an_elements_text_and_attributes_are_text_again_when_read(value: str) -> None:
    tree = parser.fromstring(str(element("p", {"title": value}, element("b", None, "x", value))))
    assert tree.tag == "p"
    assert [child.tag for child in tree] == ["b"]
    if value.isprintable():
        assert tree.text_content() == "x" + value
        assert tree.get("title") == value


def test_only_addresses_of_the_web_become_links() -> None:
    for address in (
        "javascript:alert(1)",
        "JAVASCRIPT:x",
        "data:text/html,x",
        "//evil.example",
        "file:///etc/passwd",
        "http://a b",
        "",
    ):
        assert web_link(address, "x") == "<span>x</span>"
    assert 'href="https://a.example/?a=1&amp;b=2"' in web_link("https://a.example/?a=1&b=2", "x")


def test_the_policy_names_the_hash_of_the_style_that_is_in_the_page(finished: Path) -> None:
    tree = tree_of(finished)
    style = tree.xpath("//style")[0].text
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert not re.search(r"url\(|@import|</", style)
