"""The sources of a report: what the journal knows of each, and how much of it is quoted and cited."""

from collections import Counter
from collections.abc import Iterable, Sequence

from webresearch.pipeline.sources import source_of
from webresearch.report.facts import Source
from webresearch.safetext import host_of
from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState
from webresearch.topic.store import Topic


def source_lines(topic: Topic, state: TopicState, run: Run, cited: Sequence[str]) -> tuple[Source, ...]:
    """All sources that the run saved, and all that are cited from elsewhere. cited: evidence ids, each once."""
    quotes = Counter(str(row["source"]) for row in state.evidence.values())
    used = Counter(str(state.evidence[identity]["source"]) for identity in cited)
    flags: dict[str, dict[str, None]] = {}
    for note in state.notes:
        flags.setdefault(str(note["source"]), {}).update(dict.fromkeys(words(note["flags"])))
    of_run = {str(row["source"]) for row in run.saved()}
    decisions = {str(row["source"]): row for one in state.runs for row in one.decisions.values() if row["action"] == "save"}
    names = sorted(of_run | set(used), key=lambda name: (name[0] != "S", len(name), name))
    found = []
    for name in names:
        source = source_of(topic, state, name)
        if source is not None:
            row, decision = state.pages.get(name, {}), decisions.get(name, {})
            found.append(
                Source(
                    id=name,
                    title=source.title,
                    url=source.url,
                    host=host_of(source.url),
                    file=source.path.relative_to(topic.folder).as_posix(),
                    author=str(row.get("author") or ""),
                    fetched=source.fetched,
                    published=source.published,
                    published_guessed=bool(row.get("published_guessed")),
                    verdict=str(row.get("verdict") or ("curated" if name.startswith("C") else "")),
                    relevance=str(decision.get("relevance") or ""),
                    dubious=doubt(decision),
                    flags=tuple(dict.fromkeys([*words(row.get("flags")), *flags.get(name, ())])),
                    copy_of=state.copies.get(name, ""),
                    differing=len(state.differing.get(name, ())),
                    quotes=quotes[name],
                    cited=used[name],
                    earlier=name not in of_run,
                )
            )
    return tuple(found)


def words(value: object) -> Iterable[str]:
    """A list of a row as texts; nothing where it is no list."""
    return [str(one) for one in value] if isinstance(value, list | tuple) else []


def doubt(decision: Row) -> str:
    """Why a source was called dubious, "yes" without a reason, "" when it was not."""
    said = decision.get("dubious")
    return "" if not said else said if isinstance(said, str) else "yes"
