"""What the journal's rows add up to: runs, results, decisions, pages. Pure; the same rows always give the same state."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from webresearch.topic.journal import Row

EVIDENCE_FIELDS = ("source", "quote", "start", "end", "heading", "page_sha256", "seal", "round", "run")
LIMIT_NAMES = ("max_sources", "max_rounds", "deep", "with_corpus")


@dataclass(slots=True)
class Run:
    """One goal's run."""

    number: int
    goal: str
    engine: str
    limits: dict[str, int | bool]
    started: str
    ended: str = ""
    raises: list[Row] = field(default_factory=list)
    named: list[str] = field(default_factory=list)  # ids of the URLs that the user named
    crawled: dict[str, str] = field(default_factory=dict)  # result id -> the result that was crawled to find it
    crawls: list[Row] = field(default_factory=list)  # what each crawl came to
    searches: dict[tuple[str, str, str], Row] = field(default_factory=dict)  # latest row by query, language, category
    order: list[str] = field(default_factory=list)  # ids of all results of this run, best first within each round
    scores: dict[str, float] = field(default_factory=dict)
    ranks: dict[str, tuple[int, int]] = field(default_factory=dict)  # round and rank among the hits new in that search
    decisions: dict[str, Row] = field(default_factory=dict)  # latest by result id
    pages: dict[str, Row] = field(default_factory=dict)  # latest page or failure by result id

    @property
    def round(self) -> int:
        """The round the run is in; 0 before the first search."""
        return max((int(str(row["round"])) for row in self.searches.values()), default=0)

    @property
    def rounds_allowed(self) -> int:
        """How many rounds of searching the run may have: one, or with --deep what --max-rounds says."""
        return int(self.limits["max_rounds"]) if self.limits["deep"] else 1

    def saved(self) -> list[Row]:
        """The pages this run saved."""
        return [row for row in self.pages.values() if row["kind"] == "page"]

    def pending(self) -> list[Row]:
        """Decisions to save that have neither a page nor a failure yet."""
        return [row for row in self.decisions.values() if row["action"] == "save" and str(row["id"]) not in self.pages]


@dataclass(slots=True)
class TopicState:
    """Everything the journal of a topic says."""

    runs: list[Run] = field(default_factory=list)
    results: dict[str, Row] = field(default_factory=dict)  # by id
    ids_by_key: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)  # result id -> source id
    slugs: dict[str, str] = field(default_factory=dict)  # result id -> file slug
    pages: dict[str, Row] = field(default_factory=dict)  # saved pages by source id, latest
    corpus: dict[str, Row] = field(default_factory=dict)  # curated documents by id
    evidence: dict[str, Row] = field(default_factory=dict)  # accepted quotes by id
    notes: list[Row] = field(default_factory=list)  # what each note came to
    copies: dict[str, str] = field(default_factory=dict)  # source id -> the source it is a copy of
    differing: dict[str, list[list[str]]] = field(default_factory=dict)  # copy -> context, its original's figure, its own
    furniture: dict[str, dict[str, int]] = field(default_factory=dict)  # source id -> blocks its host puts on most pages

    def run(self, number: int | None = None) -> Run | None:
        """The run of that number, or the latest one."""
        if number is None:
            return self.runs[-1] if self.runs else None
        return next((run for run in self.runs if run.number == number), None)

    def next_result(self) -> int:
        """The number of the next result id."""
        return 1 + max((int(result[1:]) for result in self.results), default=0)

    def next_evidence(self) -> int:
        """The number of the next evidence id."""
        return 1 + max((int(evidence[1:]) for evidence in self.evidence), default=0)

    def next_source(self) -> int:
        """The number of the next source id."""
        return 1 + max((int(source[1:]) for source in self.sources.values()), default=0)


def fold(rows: Iterable[Row]) -> TopicState:
    """The state after all rows. A row that does not fit (a hand-made or half-understood one) is passed over."""
    state = TopicState()
    for row in rows:
        handler = HANDLERS.get(str(row["kind"]))
        try:
            if handler:
                handler(state, row)
        except (KeyError, TypeError, ValueError, AttributeError):
            continue
    return state


def on_begin(state: TopicState, row: Row) -> None:
    """A new run."""
    limits: dict[str, int | bool] = {name: row[name] for name in LIMIT_NAMES}  # type: ignore[misc]
    state.runs.append(Run(int(str(row["run"])), str(row["goal"]), str(row["engine"]), limits, str(row["at"])))


def on_raise(state: TopicState, row: Row) -> None:
    """A limit changed after the run began."""
    run = run_of(state, row)
    changes = dict(row["changes"])  # type: ignore[call-overload]
    run.limits.update({name: pair[1] for name, pair in changes.items()})
    run.raises.append(row)


def on_named(state: TopicState, row: Row) -> None:
    """The user named a URL."""
    run_of(state, row).named.append(str(row["id"]))
    add_to_order(run_of(state, row), str(row["id"]), 0.0)


def on_crawled(state: TopicState, row: Row) -> None:
    """A crawl found a page."""
    run = run_of(state, row)
    run.crawled.setdefault(str(row["id"]), str(row["from"]))
    add_to_order(run, str(row["id"]), 0.0)


def on_crawl(state: TopicState, row: Row) -> None:
    """A crawl came to its end."""
    run_of(state, row).crawls.append(row)
    run_of(state, row).ended = str(row["at"])


def on_result(state: TopicState, row: Row) -> None:
    """A page was found for the first time."""
    state.results[str(row["id"])] = row
    state.ids_by_key[str(row["key"])] = str(row["id"])


def on_search(state: TopicState, row: Row) -> None:
    """A query was answered."""
    run = run_of(state, row)
    run.searches[(str(row["query"]), str(row["language"]), str(row["category"]))] = row
    run.ended = str(row["at"])


def on_ranked(state: TopicState, row: Row) -> None:
    """The results of one search command in their order."""
    run = run_of(state, row)
    order: list[tuple[str, float]] = row["order"]  # type: ignore[assignment]
    for rank, (result, score) in enumerate(order, 1):
        add_to_order(run, str(result), float(score))
        run.ranks.setdefault(str(result), (int(str(row["round"])), rank))


def on_decision(state: TopicState, row: Row) -> None:
    """A result is to be saved or skipped."""
    run, result = run_of(state, row), str(row["id"])
    run.decisions[result] = row
    run.ended = str(row["at"])
    if row["action"] == "save":
        state.sources[result] = str(row["source"])
        state.slugs[result] = str(row["slug"])


def on_page(state: TopicState, row: Row) -> None:
    """A page was saved."""
    run = run_of(state, row)
    run.pages[str(row["id"])] = row
    run.ended = str(row["at"])
    state.pages[str(row["source"])] = row


def on_failed(state: TopicState, row: Row) -> None:
    """A page could not be had."""
    run = run_of(state, row)
    run.pages[str(row["id"])] = row
    run.ended = str(row["at"])


def on_corpus(state: TopicState, row: Row) -> None:
    """A curated document got its id."""
    state.corpus[str(row["id"])] = row


def on_evidence(state: TopicState, row: Row) -> None:
    """A quote was accepted. A row that lacks a part cannot be cited, so it is none."""
    if all(name in row for name in EVIDENCE_FIELDS):
        state.evidence[str(row["id"])] = row


def on_note(state: TopicState, row: Row) -> None:
    """A reader's note was taken in."""
    state.notes.append(row)
    run_of(state, row).ended = str(row["at"])


def on_copies(state: TopicState, row: Row) -> None:
    """Which saved pages are copies of others; each row tells all that was known then."""
    state.copies = {str(copy): str(original) for copy, original in dict(row["of"]).items()}  # type: ignore[call-overload]
    state.differing = dict(row.get("differing", {}))  # type: ignore[call-overload]


def on_furniture(state: TopicState, row: Row) -> None:
    """Blocks that a host repeats on most of its saved pages."""
    for source in list(row["sources"]):  # type: ignore[call-overload]
        state.furniture[str(source)] = dict(row["blocks"])  # type: ignore[call-overload]


def run_of(state: TopicState, row: Row) -> Run:
    """The run a row belongs to; KeyError when there is none."""
    run = state.run(int(str(row["run"])))
    if run is None:
        raise KeyError(row["run"])
    return run


def add_to_order(run: Run, result: str, score: float) -> None:
    """Put a result at the end of the run's order, once."""
    if result not in run.scores:
        run.order.append(result)
        run.scores[result] = score


HANDLERS = {
    "begin": on_begin,
    "raise": on_raise,
    "named": on_named,
    "crawled": on_crawled,
    "crawl": on_crawl,
    "result": on_result,
    "search": on_search,
    "ranked": on_ranked,
    "decision": on_decision,
    "page": on_page,
    "failed": on_failed,
    "corpus": on_corpus,
    "evidence": on_evidence,
    "note": on_note,
    "copies": on_copies,
    "furniture": on_furniture,
}
