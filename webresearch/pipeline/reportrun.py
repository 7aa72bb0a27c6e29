"""How a run came from queries to cited sources, for the report's picture: every page that fell away has a reason."""

from collections import Counter
from collections.abc import Sequence

from webresearch.report.facts import Fallen, Query, Step
from webresearch.topic.fates import fate, ids_of, search_detail
from webresearch.topic.state import Run, TopicState

UNSAID = {"undecided": "not decided", "pending": "not fetched yet"}


def queries(run: Run) -> tuple[Query, ...]:
    """The queries of a run in their order."""
    return tuple(
        Query(str(row["query"]), int(str(row["round"])), str(row["outcome"]), len(ids_of(row)), search_detail(row))
        for row in run.searches.values()
    )


def fallen(state: TopicState, run: Run) -> tuple[Fallen, ...]:
    """The hits of a run that are no source, with the reason."""
    found = []
    for result in run.order:
        what, why = fate(state, run, result)
        if what in ("skipped", "failed", "undecided", "pending"):
            hit = state.results[result]
            said = "" if what in UNSAID else why
            found.append(Fallen(result, str(hit["title"]), str(hit["url"]), what, said))
    return tuple(found)


def flow(state: TopicState, run: Run, cited: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a run. cited: ids of the sources that the synthesis cites."""
    fates = {result: fate(state, run, result) for result in run.order}
    words = Counter(what for what, _ in fates.values())
    parts = [len(ids_of(row)) for row in run.searches.values()] + ([len(run.named)] if run.named else [])
    found = sum(parts)
    named = f" and {len(run.named)} named by the user" if run.named else ""
    asked = f"found by {len(run.searches)} {'query' if len(run.searches) == 1 else 'queries'}{named}"
    saved = [source for what, source in fates.values() if what in ("saved", "saved_before")]
    picked = len(saved) + words["failed"] + words["pending"]
    kept = [source for source in saved if source in cited]
    return (
        Step(asked, found, ordered({"found more than once": found - len(fates)}), tuple(parts)),
        Step("different pages" if len(fates) != 1 else "page", len(fates), not_picked(fates)),
        Step("picked", picked, not_saved(fates)),
        Step("saved", len(saved), not_cited(state, [source for source in saved if source not in cited])),
        Step("cited", len(kept)),
    )


def not_picked(fates: dict[str, tuple[str, str]]) -> tuple[tuple[str, int], ...]:
    """Why hits were not picked."""
    return ordered(Counter(UNSAID.get(what, why) for what, why in fates.values() if what in ("skipped", "undecided")))


def not_saved(fates: dict[str, tuple[str, str]]) -> tuple[tuple[str, int], ...]:
    """Why picked pages were not saved: the verdict, of which the reason has more."""
    verdicts = [why.split(":")[0].replace("_", " ") for what, why in fates.values() if what == "failed"]
    return ordered(Counter(verdicts + [UNSAID[what] for what, _ in fates.values() if what == "pending"]))


def not_cited(state: TopicState, sources: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Why saved pages are not cited, as far as the journal knows."""
    quoted = {str(row["source"]) for row in state.evidence.values()}
    read = {str(row["source"]) for row in state.notes}
    words: Counter[str] = Counter()
    for source in sources:
        if source in quoted:
            words["quoted, not cited"] += 1
        elif source in state.copies:
            words["a copy of another"] += 1
        else:
            words["read, nothing quoted" if source in read else "not read"] += 1
    return ordered(words)


def ordered(counts: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Reasons with their counts, most frequent first, none with zero."""
    return tuple(
        sorted(((reason, count) for reason, count in counts.items() if count > 0), key=lambda pair: (-pair[1], pair[0]))
    )
