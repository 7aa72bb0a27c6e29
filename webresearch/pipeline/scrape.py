"""`scrape`: one page to stdout or a file, or the picked hits of a run into its topic."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from webresearch.errors import CannotWrite, ResearchError, UsageError
from webresearch.models import FailedPage, Page, Stats
from webresearch.pipeline.context import Context
from webresearch.pipeline.decide import Verdict, decide, undone
from webresearch.pipeline.pagecache import fetch_or_keep
from webresearch.pipeline.picks import Picks
from webresearch.pipeline.runs import current_run, open_topic, write
from webresearch.pipeline.save import Saver
from webresearch.safetext import one_line
from webresearch.topic import names, store
from webresearch.topic.state import Run
from webresearch.topic.store import Topic

ENDINGS = ("", ".md", ".markdown", ".txt")


def scrape_url(context: Context, url: str, *, fresh: bool = False, offline: bool = False) -> Page | FailedPage:
    """One page that somebody named, from the cache where it is young enough. fresh: fetch it anew; offline: never fetch."""
    if "://" not in url:
        likely = re.fullmatch(r"[\w.-]+\.[a-zA-Z]{2,}(?:[/?#].*)?", url)
        hint = f"did you mean https://{one_line(url, 200)} ?" if likely else "give the address of a web page: https://..."
        raise UsageError("the URL has no scheme", one_line(url, 200), hint)
    return fetch_or_keep(context, context.scrape_engine(), url, fresh=fresh, offline=offline)


def check_out(given: str | None, root: Path) -> Path | None:
    """Where a page is to be written, checked before anything is fetched.

    A page is Markdown that a stranger wrote: it replaces nothing but another saved page, and gets no name or place that an
    agent, a system or this tool reads as its own. Raises UsageError for those, CannotWrite for a folder or a missing one.
    """
    if given is None:
        return None
    path = Path(given)
    if path.is_dir() or given.endswith("/"):
        raise CannotWrite("--out is a folder", given, "give a file name: --out FILE.md")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise CannotWrite("the folder of --out does not exist or cannot be written", str(path.parent), "create it first")
    whole = path.parent.resolve() / path.name
    if path.name.lower().split(".")[0] in names.RESERVED or any(part.startswith(".") for part in whole.parts):
        raise UsageError("agents and systems read a file of that name or place as their own", given, "take another one")
    if path.suffix.lower() not in ENDINGS:
        raise UsageError("a page is written as Markdown", given, "give a name that ends in .md")
    if whole.parent.name == "web" and whole.is_relative_to((root / "md").resolve()):
        raise UsageError("the pages of a topic are saved by picks", given, "web.py scrape --topic T --picks FILE")
    if os.path.lexists(path) and not replaceable(path):
        raise UsageError("the file exists and is no saved page", given, "remove it, or take another name")
    return path


def replaceable(path: Path) -> bool:
    """Is this an empty file or a saved page, and no link, device or pipe?"""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(16)
    return not start or start.startswith(b"> source: ")


class PicksReport(NamedTuple):
    """What a scrape into a topic came to.

    errors: entries of the picks that were wrong; nothing was done for them. stopped: the fault that ended the run early.
    """

    topic: Topic
    run: Run
    verdicts: tuple[Verdict, ...]
    errors: tuple[str, ...]
    stopped: ResearchError | None
    stats: Stats


def scrape_picks(context: Context, given: str, picks: Picks, number: int | None) -> PicksReport:
    """Journal the decisions, fetch what is to be saved and save it; also what an earlier, killed call had left undone."""
    topic = open_topic(context, given)
    with store.locked(topic):
        state = store.load(topic)
        run = current_run(topic, state, number)
        rows, verdicts, errors = decide(context, state, run, picks)
        state = write(topic, rows) if rows else state
    run = current_run(topic, state, run.number)
    wanted = {pick.id for pick in picks.picks if pick.relevance and not any(pick.id in error for error in errors)}
    work = [row for result, row in run.decisions.items() if row["action"] == "save" and undone(run, state, result, wanted)]
    own = context.for_run(run.engine)
    saver = Saver(own, topic, state, run)
    stopped = saver.fetch_all(own.scrape_engine(), work) if work else None
    from webresearch.pipeline.compare import journal_comparison  # here, so that no page waits for it

    state = journal_comparison(context, topic)
    done = [*verdicts, *saver.verdicts]
    return PicksReport(topic, current_run(topic, state, run.number), tuple(done), tuple(errors), stopped, saver.stats())
