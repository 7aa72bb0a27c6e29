"""`map` and `crawl`: what a site exposes, and a section of it saved as pages of a topic."""

import time
from collections.abc import Generator
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlsplit

from webresearch.engines.site import Below, Crawled, Mapped, SiteEngine
from webresearch.errors import ResearchError, UsageError
from webresearch.models import FailedPage, Page, SearchResult, Stats
from webresearch.net import guard
from webresearch.pipeline.compare import journal_comparison
from webresearch.pipeline.context import Context
from webresearch.pipeline.decide import Verdict, decide
from webresearch.pipeline.fetch import admitted, checked, refuse_the_box
from webresearch.pipeline.picks import Pick, Picks
from webresearch.pipeline.runs import current_run, open_topic, write
from webresearch.pipeline.save import Saver
from webresearch.ranking.urls import host, key
from webresearch.safetext import one_line
from webresearch.topic import store
from webresearch.topic.ids import result_row
from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState
from webresearch.topic.store import Topic

MOST_LINKS = 5000  # Firecrawl's own limit
SPARE = 2  # pages asked for beyond those wanted: `/` and `/index.html` are one, and a page may fail


class CrawlReport(NamedTuple):
    """What a crawl came to. outside: pages it brought that lie elsewhere; stopped: the fault that ended it early."""

    topic: Topic
    run: Run
    url: str
    engine: str
    verdicts: tuple[Verdict, ...]
    outside: int
    note: str
    stopped: ResearchError | None
    stats: Stats


def site_map(context: Context, url: str, most: int = MOST_LINKS) -> tuple[str, Mapped]:
    """The engine's name and the addresses that a site exposes. Raises UsageError for an address that is refused."""
    engine = site_engine(context)
    return engine.name, engine.map(public_address(context, url), most)


def crawl(context: Context, given: str, url: str, most: int | None, number: int | None) -> CrawlReport:
    """Save the pages below a page that the run knows, at most as many as the run has room for.

    most: fewer than that. What a crawl that ends early brought stays. Raises UsageError for a page that neither a search nor
    `begin --url` named, and where the run is full.
    """
    topic = open_topic(context, given)
    address = public_address(context, url)
    state = store.load(topic)
    run = current_run(topic, state, number)
    start = known_start(topic, state, run, address)
    wanted = min(most or run.room, run.room)
    if wanted <= 0:
        limit = run.limits["max_sources"]
        hint = f"raise it: web.py begin --topic {topic.name} --max-sources N (the raise is logged)"
        raise UsageError(f"over the run's limit of {limit} sources", str(topic.journal), hint)
    own = context.for_run(run.engine)
    engine, below = site_engine(own), section_of(address)
    keeper = Keeper(own, topic, run.number, start, url)
    had = sum(below(str(row["url"])) for row in state.pages.values())  # the crawl will bring these again
    steps = engine.crawl(address, wanted + had + SPARE, below)
    notes, outside, stopped = followed(own, steps, keeper, wanted, below)
    if outside:
        notes.append(f"{outside} pages lay outside of {address}")
    note = one_line("; ".join(notes), 600)
    row: Row = {"kind": "crawl", "at": context.at(), "run": run.number, "from": start, "engine": engine.name}
    with store.locked(topic):
        write(topic, [{**row, "pages": keeper.saved, "outside": outside, "note": note}])
    run = current_run(topic, journal_comparison(context, topic), run.number)
    return CrawlReport(topic, run, url, engine.name, tuple(keeper.verdicts), outside, note, stopped, keeper.stats())


def followed(
    context: Context, steps: Generator[Crawled, None, None], keeper: "Keeper", wanted: int, below: Below
) -> tuple[list[str], int, ResearchError | None]:
    """Keep what a crawl brings, until enough is saved: its notes, how many pages lay elsewhere, and the fault it ended in."""
    notes: list[str] = []
    outside = 0
    try:
        for step in steps:
            if said := step.said or step.note:
                context.say(said)
            notes += [step.note] if step.note else []
            if step.outcome is None:
                continue
            outcome = checked(context, step.outcome, step.outcome.url)
            if not inside(context, outcome, below):
                outside += 1
                continue
            keeper.keep(outcome)
            context.say(f"page {keeper.saved}/{wanted}: {outcome.verdict} {outcome.url}")
            if keeper.saved >= wanted:
                break
    except ResearchError as error:
        return [*notes, f"stopped: {error.what}"], outside, error
    finally:
        steps.close()
    return notes, outside, None


class Keeper:
    """Decides on the pages of one crawl and saves each as soon as it is there, as picked hits are."""

    def __init__(self, context: Context, topic: Topic, number: int, start: str, url: str) -> None:
        self.context, self.topic, self.number, self.start = context, topic, number, start
        self.relevance = one_line(f"crawled from {url}")
        self.verdicts: list[Verdict] = []
        self.saved = self.raw_characters = 0

    def keep(self, outcome: Page | FailedPage) -> None:
        """Decide, then save the page or journal why there is none."""
        with store.locked(self.topic):
            state = store.load(self.topic)
            identity, rows = self.found(state, outcome)
            state = write(self.topic, rows) if rows else state
            run = current_run(self.topic, state, self.number)
            rows, verdicts, errors = decide(self.context, state, run, Picks((Pick(identity, self.relevance),), "", ()))
            state = write(self.topic, rows) if rows else state
        self.verdicts += verdicts
        self.verdicts += [Verdict(identity, "failed", reason=error) for error in errors]
        if verdicts or errors:
            return
        run = current_run(self.topic, state, self.number)
        saver = Saver(self.context, self.topic, state, run)
        if isinstance(outcome, Page):
            saver.save(run.decisions[identity], outcome)
            self.saved += 1
            self.raw_characters += saver.raw_characters
        else:
            saver.fail(run.decisions[identity], outcome)
        self.verdicts += saver.verdicts

    def found(self, state: TopicState, outcome: Page | FailedPage) -> tuple[str, list[Row]]:
        """The id of a page, and the rows that make it a hit of this run where it is none yet."""
        at, rows = self.context.at(), list[Row]()
        identity = state.ids_by_key.get(key(outcome.url))
        if identity is None:
            identity = next(state.new_results())
            title = one_line(outcome.title, 200) if isinstance(outcome, Page) else ""
            rows.append(result_row(at, identity, key(outcome.url), SearchResult(outcome.url, title, "")))
        run = current_run(self.topic, state, self.number)
        if identity not in run.scores:
            rows.append(
                {"kind": "crawled", "at": at, "run": self.number, "round": run.round, "id": identity, "from": self.start}
            )
        return identity, rows

    def stats(self) -> Stats:
        """Counts of this crawl."""
        failed = sum(verdict.what == "failed" for verdict in self.verdicts)
        return Stats(0, self.saved, len(self.verdicts) - self.saved - failed, failed, self.raw_characters, 0)


def public_address(context: Context, url: str) -> str:
    """The gated address of a page, whose host has no address here that is not public. Raises UsageError."""
    try:
        return admitted(context, url)[0]
    except guard.Refused as refused:
        raise UsageError(f"refused: {refused.reason}", one_line(url, 200), "give the address of a public web page") from None


def known_start(topic: Topic, state: TopicState, run: Run, address: str) -> str:
    """The id of the page to crawl from; UsageError where neither a search nor the user named it."""
    start = state.ids_by_key.get(key(address))
    if start is None or start not in run.scores:
        hint = f"name it: web.py begin --topic {topic.name} --url '{address}'"
        raise UsageError(
            "the run does not know that page: no search found it and nobody named it", one_line(address, 200), hint
        )
    return start


def inside(context: Context, outcome: Page | FailedPage, below: Below) -> bool:
    """Whether a page lies in the section, where it was found and where it came from in the end, and may be fetched at all."""
    try:
        guard.gate(outcome.url)
        refuse_the_box(context, outcome.url)
    except guard.Refused:
        return False
    return below(outcome.url) and (not outcome.final_url or same_site(outcome.final_url, outcome.url))


def same_site(one: str, other: str) -> bool:
    """Whether two addresses are of one host and port; never for one that has no such port."""
    try:
        return host(one) == host(other) and urlsplit(one).port == urlsplit(other).port
    except ValueError:
        return False


def section_of(start: str) -> Below:
    """What tells whether an address lies below the start: on its host, in its folder.

    The folder of `/docs/` and `/docs` is `/docs/`; that of `/docs/index.html` as well.
    """
    path = urlsplit(start).path or "/"
    last = path.rsplit("/", 1)[1]
    folder = path if not last else path[: -len(last)] if "." in last else f"{path}/"

    def below(url: str) -> bool:
        try:
            found = urlsplit(url).path or "/"
            if ".." in found.replace("%2e", ".").replace("%2E", ".").split("/"):
                return False
            return same_site(url, start) and (found.startswith(folder) or f"{found}/" == folder)
        except ValueError:
            return False

    return below


def site_engine(context: Context) -> SiteEngine:
    """The engine that maps and crawls."""
    settings, limits = context.settings, context.settings.limits
    if settings.engine == "embedded":
        from webresearch.engines.embedded_fetch import EmbeddedFetcher
        from webresearch.engines.embedded_site import EmbeddedSite

        door = context.embedded_fetcher(limits.scrape_seconds)
        assert isinstance(door, EmbeddedFetcher)
        return EmbeddedSite(door, time.sleep)
    from webresearch.engines.firecrawl_site import FirecrawlSite

    body = 3 * limits.body_bytes  # Markdown and HTML of pages, as JSON
    once = Context(replace(settings, limits=limits._replace(tries=1)))
    address = settings.firecrawl_url
    client, starter = context.client(address, body), once.client(address, body)
    return FirecrawlSite(client, starter, address, limits.scrape_seconds, limits.thin_characters, time.sleep)
