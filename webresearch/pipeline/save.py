"""Decided pages are fetched at once and each is saved as soon as it is there."""

import fcntl
import os
import re
import threading
from collections import defaultdict
from collections.abc import Callable

from webresearch.engines.protocols import ScrapeEngine
from webresearch.errors import BadAnswer, ResearchError, ServiceUnreachable
from webresearch.models import FailedPage, Page, Provenance, Stats
from webresearch.pipeline.context import Context
from webresearch.pipeline.decide import Verdict
from webresearch.pipeline.fetch import fetch
from webresearch.pipeline.pagecache import keep
from webresearch.pipeline.pool import run_all
from webresearch.pipeline.progress import Work
from webresearch.ranking.urls import host
from webresearch.reading.tokens import tokens_of
from webresearch.safetext import one_line
from webresearch.topic import journal, store
from webresearch.topic.journal import Row
from webresearch.topic.provenance import saved_text
from webresearch.topic.state import Run, TopicState
from webresearch.topic.store import Topic

HEAD_START = 0.25  # seconds that the first requests have before packages are loaded, while the pages are awaited
ALIKE = ("timeout", "unreachable", "blocked")  # failures that the next page of the same host would likely share


def page_file(context: Context, page: Page, query: str, relevance: str) -> str:
    """The text of a page's file, header first."""
    return saved_text(Provenance(page.url, query, context.at()[:10], relevance), titled(page))


def letters(text: str) -> str:
    """A title's letters and digits, to compare two spellings of it."""
    return re.sub(r"[\W_]+", "", text.casefold())


def load_extraction() -> None:
    """Load what the first page that arrives will need."""
    from webresearch.pages.extract import load_packages

    load_packages()


def titled(page: Page) -> str:
    """A page's text under its title, where its beginning does not show it: a reader must see what it is."""
    start = page.markdown.lstrip()[:2000]
    headings = re.findall(r"^#+ (.+)$", start, re.MULTILINE)
    words = letters(page.title)
    if not words or any(letters(one) in words or words in letters(one) for one in headings if letters(one)):
        return page.markdown
    from webresearch.pages.clean import clean_markdown

    title = clean_markdown(f"# {one_line(page.title, 200)}").text.strip()
    return f"{title}\n\n{page.markdown.lstrip()}"


class Elsewhere:
    """Another process has this page, or is fetching it."""


class Saver:
    """Fetches the decided pages of one call and saves each as soon as it is there."""

    def __init__(self, context: Context, topic: Topic, state: TopicState, run: Run) -> None:
        self.context, self.topic, self.state, self.run = context, topic, state, run
        self.verdicts: list[Verdict] = []
        self.failures: dict[str, list[str]] = defaultdict(list)  # verdicts of failures in a row, by host
        self.raw_characters = 0

    def fetch_all(self, engine: ScrapeEngine, work: list[Row]) -> ResearchError | None:
        """Fetch, save and journal; returns the fault that ended it early, None when all was tried."""
        loading = threading.Timer(HEAD_START, load_extraction)
        loading.start()
        try:
            with self.context.working("page", len(work)) as progress:
                return self.fetch_each(engine, work, progress)
        finally:
            loading.cancel()

    def fetch_each(self, engine: ScrapeEngine, work: list[Row], progress: Work) -> ResearchError | None:
        """The same, and what is done is told."""
        limits = self.context.settings.limits
        # One byte a source: the system's record locks are freed when a process dies, however it dies. It stays open until
        # then: a request that ends late must not find another file under its number.
        claims = os.open(self.topic.web / ".fetching", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        get = self.fetcher(engine, progress, claims)
        outcomes = run_all(work, self.host, get, at_once=limits.pages_at_once, per_host=limits.pages_per_host)
        stopped, bad_answers = None, 0
        for row, outcome in outcomes:
            if isinstance(outcome, ServiceUnreachable):
                return outcome
            if isinstance(outcome, BadAnswer):
                stopped, bad_answers = outcome, bad_answers + 1
                self.fail(row, FailedPage(self.url(row), "unreachable", one_line(outcome.what), engine=engine.name))
                if bad_answers >= limits.host_failures:
                    return stopped
            elif isinstance(outcome, BaseException):
                raise outcome
            elif isinstance(outcome, Elsewhere):
                self.leave(row)
            elif isinstance(outcome, Page):
                stopped, bad_answers = None, 0
                self.save(row, outcome)
            else:
                self.fail(row, outcome)
            size = len(outcome.markdown.encode("utf-8", "replace")) if isinstance(outcome, Page) else 0
            progress.done(self.url(row), self.verdicts[-1].verdict, size)
        return stopped

    def fetcher(self, engine: ScrapeEngine, progress: Work, claims: int) -> Callable[[Row], Page | FailedPage | Elsewhere]:
        """What a worker does with one decision. claims: the open file in which a process says what it fetches."""

        def work(row: Row) -> Page | FailedPage | Elsewhere:
            progress.started(self.url(row))
            if not self.claim(claims, row):
                return Elsewhere()
            alike = self.failures[self.host(row)]
            if len(alike) >= self.context.settings.limits.host_failures and len(set(alike)) == 1:
                return FailedPage(self.url(row), alike[0], f"left alone: {len(alike)} pages of this host failed alike")
            return keep(self.context, engine, fetch(self.context, engine, self.url(row)))

        return work

    def claim(self, claims: int, row: Row) -> bool:
        """Take a page for this process, unless another one is fetching it or has it saved by now; ends with the process."""
        try:
            fcntl.lockf(claims, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, int(str(row["source"])[1:]))
        except OSError:
            return False
        return str(row["source"]) not in store.load(self.topic).pages

    def leave(self, decision: Row) -> None:
        """Say that another call has or fetches this page."""
        source = str(decision["source"])
        saved = store.load(self.topic).pages.get(source)
        if saved is not None:
            row = Verdict(str(decision["id"]), "already saved", source, str(saved["verdict"]), file=str(saved["file"]))
        else:
            row = Verdict(str(decision["id"]), "left to another call", source, reason="another call is fetching it now")
        self.verdicts.append(row)

    def url(self, row: Row) -> str:
        """The address of a decided hit."""
        return str(self.state.results[str(row["id"])]["url"])

    def host(self, row: Row) -> str:
        """The host of a decided hit."""
        return host(self.url(row))

    def save(self, decision: Row, page: Page) -> None:
        """Write the page's file and its journal row."""
        self.failures[self.host(decision)].clear()
        result, source = str(decision["id"]), str(decision["source"])
        hit = self.state.results[result]
        title = page.title or str(hit["title"]) or self.host(decision)
        query = next((query for (query, *_), row in self.run.searches.items() if result in row["hits"]), "-")  # type: ignore[operator]
        text = page_file(self.context, page, query, str(decision["relevance"]))
        row = self.row("page", decision) | {
            "source": source,
            "final_url": page.final_url,
            "status": page.status,
            "verdict": page.verdict,
            "reason": page.reason,
            "title": one_line(title, 300),
            "author": one_line(page.author, 200),
            "published": page.published,
            "published_guessed": page.published_guessed,
            "language": page.language,
            "canonical": page.canonical,
            "content_type": page.content_type,
            "engine": page.engine,
            "tried": page.tried,
            "removed": page.removed,
            "flags": page.flags,
            "warnings": page.warnings,
            "resolved": page.resolved,
            "characters": len(page.markdown),
            "tokens": tokens_of(len(page.markdown)),
        }
        with store.locked(self.topic):
            written = store.save_page(self.topic, str(decision["slug"]), text, row)
        self.raw_characters += len(text)
        characters = len(page.markdown)
        self.verdicts.append(
            Verdict(result, "saved", source, page.verdict, page.reason, str(written["file"]), one_line(title, 120), characters)
        )

    def fail(self, decision: Row, failed: FailedPage) -> None:
        """Journal why a page could not be had."""
        if failed.verdict in ALIKE:
            self.failures[self.host(decision)].append(failed.verdict)
        row = self.row("failed", decision) | {
            "final_url": failed.final_url,
            "status": failed.status,
            "verdict": failed.verdict,
            "reason": one_line(failed.reason),
            "engine": failed.engine,
            "tried": failed.tried,
        }
        with store.locked(self.topic):
            journal.append(self.topic.journal, [row])
        self.verdicts.append(Verdict(str(decision["id"]), "failed", "", failed.verdict, one_line(failed.reason)))

    def row(self, kind: str, decision: Row) -> Row:
        """What page rows and failure rows share."""
        base = {"at": self.context.at(), "run": self.run.number, "round": decision["round"]}
        return {"kind": kind, **base, "id": decision["id"], "url": self.url(decision)}

    def stats(self) -> Stats:
        """Counts of this call."""
        saved = sum(verdict.what == "saved" for verdict in self.verdicts)
        failed = sum(verdict.what == "failed" for verdict in self.verdicts)
        return Stats(0, saved, 0, failed, self.raw_characters, 0)
