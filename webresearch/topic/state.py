"""What is known of a topic and of each of its runs: results, decisions, pages, evidence."""

from collections.abc import Iterator

from webresearch.topic.ids import new_ids
from webresearch.topic.journal import Row


class Run:
    """One goal's run."""

    def __init__(self, number: int, goal: str, engine: str, limits: dict[str, int | bool], started: str) -> None:
        self.number, self.goal, self.engine = number, goal, engine
        self.limits, self.started, self.ended = limits, started, ""
        self.raises: list[Row] = []
        self.named: list[str] = []  # ids of the URLs that the user named
        self.crawled: dict[str, str] = {}  # result id -> the result that was crawled to find it
        self.crawls: list[Row] = []  # what each crawl came to
        self.searches: dict[tuple[str, str, str], Row] = {}  # latest row by query, language, category
        self.order: list[str] = []  # ids of all results of this run, best first within each round
        self.scores: dict[str, float] = {}
        self.ranks: dict[str, tuple[int, int]] = {}  # round and rank among the hits new in that search
        self.decisions: dict[str, Row] = {}  # latest by result id
        self.pages: dict[str, Row] = {}  # latest page or failure by result id

    @property
    def round(self) -> int:
        """The round the run is in; 0 before the first search."""
        return max((int(str(row["round"])) for row in self.searches.values()), default=0)

    @property
    def rounds_allowed(self) -> int:
        """How many rounds of searching the run may have: one, or with --deep what --max-rounds says."""
        return int(self.limits["max_rounds"]) if self.limits["deep"] else 1

    @property
    def room(self) -> int:
        """How many pages the run may still save."""
        return int(self.limits["max_sources"]) - len(self.saved()) - len(self.pending())

    def saved(self) -> list[Row]:
        """The pages this run saved."""
        return [row for row in self.pages.values() if row["kind"] == "page"]

    def pending(self) -> list[Row]:
        """Decisions to save that have neither a page nor a failure yet."""
        return [row for row in self.decisions.values() if row["action"] == "save" and str(row["id"]) not in self.pages]


class TopicState:
    """Everything the journal of a topic says."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.results: dict[str, Row] = {}  # by id
        self.ids_by_key: dict[str, str] = {}
        self.sources: dict[str, str] = {}  # result id -> source id
        self.slugs: dict[str, str] = {}  # result id -> file slug
        self.pages: dict[str, Row] = {}  # saved pages by source id, latest
        self.corpus: dict[str, Row] = {}  # curated documents by id
        self.evidence: dict[str, Row] = {}  # accepted quotes by id
        self.notes: list[Row] = []  # what each note came to
        self.copies: dict[str, str] = {}  # source id -> the source it is a copy of
        self.differing: dict[str, list[list[str]]] = {}  # copy -> context, its original's figure, its own
        self.furniture: dict[str, dict[str, int]] = {}  # source id -> blocks its host puts on most pages
        self.compared = True  # no page was saved since all were compared

    def run(self, number: int | None = None) -> Run | None:
        """The run of that number, or the latest one."""
        if number is None:
            return self.runs[-1] if self.runs else None
        return next((run for run in self.runs if run.number == number), None)

    def new_results(self) -> Iterator[str]:
        """The next result ids, without end."""
        return new_ids("R", self.results)

    def new_sources(self) -> Iterator[str]:
        """The next source ids, without end."""
        return new_ids("S", self.sources.values())

    def new_documents(self) -> Iterator[str]:
        """The next ids of curated documents, without end."""
        return new_ids("C", self.corpus)

    def new_evidence(self) -> Iterator[str]:
        """The next evidence ids, without end."""
        return new_ids("E", self.evidence)
