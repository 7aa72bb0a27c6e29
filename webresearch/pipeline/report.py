"""`report`: a synthesis as a page to look at, and the index of all topics, gathered and written whole."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from webresearch.errors import CannotWrite, ResearchError
from webresearch.evidence import synthesis
from webresearch.evidence.footnotes import address, fragment
from webresearch.pipeline.context import Context
from webresearch.pipeline.reportrun import fallen, flow, queries
from webresearch.pipeline.reportsources import source_lines
from webresearch.pipeline.sources import corpus_files, read_source, source_of
from webresearch.report import facts
from webresearch.topic import fates, store
from webresearch.topic.names import REPORT_ENDING, SYNTHESIS_ENDING, goal_slug
from webresearch.topic.provenance import parse
from webresearch.topic.state import Run, TopicState
from webresearch.topic.store import Topic

if TYPE_CHECKING:
    from webresearch.pipeline.finish import Checked

INDEX = "report.html"  # in md/, beside the topics' folders
CONTEXT = 300  # characters of the page shown on each side of a quote: a paragraph, enough to see what a sentence refers to


class Written(NamedTuple):
    """A page that was written, and how much it shows. passed and stamp: of the synthesis, "" and True for the index."""

    path: Path
    characters: int
    synthesis: str = ""
    passed: bool = True
    stamp: str = ""
    citations: int = 0
    sources: int = 0
    topics: int = 0
    runs: int = 0


def report(context: Context, given: str | None) -> Written:
    """Write the report of a synthesis, whether its check passes or not; without a name, the index of `md/`.

    Raises UsageError where the file is no synthesis, CannotWrite where it cannot be read or the page not written.
    """
    if given is None:
        return write_index(context)
    from webresearch.pipeline.finish import check

    return write_report(check(context, given))


def write_report(checked: "Checked") -> Written:
    """Write the report of a synthesis that was checked."""
    from webresearch.report.page import page

    shown = gather(checked)
    path = checked.path.with_name(checked.path.name.removesuffix(SYNTHESIS_ENDING) + REPORT_ENDING)
    text = page(shown, style())
    store.write_whole(path, text)
    citations = len(synthesis.ANY_MARK.findall(shown.text))
    return Written(path, len(text), checked.path.name, checked.passed, checked.stamp, citations, len(shown.sources))


def style() -> str:
    """The style sheet that goes into every page."""
    return (Path(facts.__file__).parent / "report.css").read_text(encoding="utf-8")


def gather(checked: "Checked") -> facts.Report:
    """Everything that a report shows of a synthesis."""
    topic, state, run, judgement = checked.topic, checked.state, checked.run, checked.judgement
    own, _, _ = synthesis.parts(checked.text)
    flags = {(doubt.sentence, doubt.cites): doubt.flags for doubt in judgement.doubts}
    found = synthesis.sentences(own)
    sentences = tuple(facts.Sentence(one.text, one.start, one.cites, flags.get((one.text, one.cites), ())) for one in found)
    cited = [identity for identity in synthesis.marks(own) if identity in state.evidence]
    return facts.Report(
        topic=topic.name,
        goal=run.goal,
        run=run.number,
        engine=run.engine,
        started=run.started,
        ended=run.ended or run.started,
        limits=limits(run),
        synthesis=checked.path.name,
        passed=checked.passed,
        stamp=checked.stamp,
        problems=checked.problems,
        text=own,
        sentences=sentences,
        cited_sentences=judgement.cited,
        uncited=judgement.uncited,
        passages=passages(checked, cited),
        sources=source_lines(topic, state, run, cited),
        flow=flow(state, run, judgement.sources),
        queries=queries(run),
        fallen=fallen(state, run),
        raises=tuple(fates.raise_text(row) for row in run.raises),
        indexed=(checked.path.parent.parent / INDEX).is_file(),
    )


def limits(run: Run) -> str:
    """The limits of a run in words."""
    words = [f"at most {run.limits['max_sources']} sources"]
    words += [f"up to {run.limits['max_rounds']} rounds"] if run.limits["deep"] else []
    return ", ".join(words + (["with the topic's own documents"] if run.limits["with_corpus"] else []))


def passages(checked: "Checked", cited: list[str]) -> dict[str, facts.Passage]:
    """The passages of the cited evidence. Each file is read once."""
    texts: dict[str, tuple[str, int]] = {}
    found = {}
    for identity in cited:
        row = checked.state.evidence[identity]
        name, quote = str(row["source"]), str(row["quote"])
        source = source_of(checked.topic, checked.state, name)
        live = address(source.url) + fragment(quote) if source and source.url else ""
        fault = checked.ledger[identity].fault
        base = facts.Passage(identity, name, quote, str(row["heading"]), fault=fault, live=live)
        if source and not fault:
            if name not in texts:
                text, _ = read_source(source)
                texts[name] = text, parse(text)[1]
            base = placed(base, *texts[name], int(str(row["start"])), int(str(row["end"])))
        found[identity] = base
    return found


def placed(base: facts.Passage, text: str, begin: int, start: int, end: int) -> facts.Passage:
    """A passage with its surroundings, cut between words. begin: where the page begins behind its header."""
    left, right = max(begin, start - CONTEXT), min(len(text), end + CONTEXT)
    before, after = text[left:start], text[end:right]
    cut_before, cut_after = left > begin, right < len(text.rstrip())
    if cut_before:
        before = before[next((place + 1 for place, char in enumerate(before) if char.isspace()), 0) :]
    if cut_after:
        after = after[: next((place for place in range(len(after) - 1, -1, -1) if after[place].isspace()), len(after))]
    values = (base.id, base.source, base.quote, base.heading, before.lstrip("\n"), text[start:end], after.rstrip())
    return facts.Passage(*values, cut_before, cut_after, "", base.live)


def write_index(context: Context) -> Written:
    """Write the index of all topics."""
    from webresearch.report.index import index

    base = context.settings.root / "md"
    topics = [topic_line(context, folder) for folder in sorted(base.iterdir()) if is_topic(folder)] if base.is_dir() else []
    text = index(topics, style())
    store.write_whole(base / INDEX, text)
    runs = sum(len(topic.runs) for topic in topics)
    return Written(base / INDEX, len(text), topics=len(topics), runs=runs, sources=sum(topic.sources for topic in topics))


def is_topic(folder: Path) -> bool:
    """Is it a folder of documents or of runs?"""
    return folder.is_dir() and not folder.name.startswith((".", "_"))


def topic_line(context: Context, folder: Path) -> facts.TopicLine:
    """One topic; one that cannot be read is listed with the reason."""
    try:
        topic = store.topic_of(context.settings.root, folder.name)
        if topic.folder != folder:
            return facts.TopicLine(folder.name, (), fault="its name is none that a topic can have")
        state = store.load(topic)
    except ResearchError as error:
        return facts.TopicLine(folder.name, (), fault=error.what)
    runs = tuple(run_line(topic, state, run) for run in reversed(state.runs))
    return facts.TopicLine(topic.name, runs, len(state.pages), tuple(corpus_files(topic)[0]))


def run_line(topic: Topic, state: TopicState, run: Run) -> facts.RunLine:
    """One run of a topic."""
    counts = fates.counts(state, run)
    slug = goal_slug(run.goal)
    written, shown = (
        name if (topic.folder / name).is_file() else "" for name in (slug + SYNTHESIS_ENDING, slug + REPORT_ENDING)
    )
    stamp = stamp_of(topic.folder / written) if written else "none"
    evidence = sum(row["run"] == run.number for row in state.evidence.values())
    numbers = (counts["hits"], counts["saved"], counts["failed"], evidence)
    ended = run.ended or run.started
    return facts.RunLine(run.number, run.goal, run.started, ended, run.engine, *numbers, written, shown, stamp)


def stamp_of(path: Path) -> str:
    """The state of a synthesis's stamp. A file that cannot be read has none."""
    try:
        return synthesis.stamp_state(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return "none"


def render_after_finish(checked: "Checked", context: Context) -> str:
    """The report's path for `finish`, or why there is none: a page that cannot be drawn must not lose what was finished."""
    try:
        return str(write_report(checked).path)
    except CannotWrite as error:
        said = f"no report: {error.what}"
    except Exception as error:
        said = f"no report: {type(error).__name__}; run web.py report to see more"
    context.say(said)
    return said
