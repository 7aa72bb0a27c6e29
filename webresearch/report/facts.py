"""What a report shows: plain values, gathered by the pipeline. Nothing here is escaped or trusted yet."""

from typing import NamedTuple


class Passage(NamedTuple):
    """A cited quote where it stands.

    before, marked, after: of the saved file; `marked` is the quote, from the offsets of its evidence. cut_before and
    cut_after: the page goes on there. fault: why the passage cannot be shown, "" when it can. live: the address of the page
    with a text fragment.
    """

    id: str
    source: str
    quote: str
    heading: str = ""
    before: str = ""
    marked: str = ""
    after: str = ""
    cut_before: bool = False
    cut_after: bool = False
    fault: str = ""
    live: str = ""


class Source(NamedTuple):
    """A saved page or a curated document. file: relative to the report. flags: of cleaning and of its readers."""

    id: str
    title: str
    url: str = ""
    host: str = ""
    file: str = ""
    author: str = ""
    fetched: str = ""
    published: str = ""
    published_guessed: bool = False
    verdict: str = ""
    relevance: str = ""
    dubious: str = ""
    flags: tuple[str, ...] = ()
    copy_of: str = ""
    differing: int = 0
    quotes: int = 0
    cited: int = 0
    earlier: bool = False


class Sentence(NamedTuple):
    """A sentence of the synthesis with what the review found in it. start: offset in the writer's text."""

    text: str
    start: int
    cites: tuple[str, ...]
    flags: tuple[str, ...]


class Query(NamedTuple):
    """One query of a run, and what the search did with it."""

    text: str
    round: int
    outcome: str
    hits: int
    detail: str = ""


class Fallen(NamedTuple):
    """A page that was found and is no source. why: in the words of who decided, or of the verdict."""

    id: str
    title: str
    url: str
    what: str
    why: str


class Step(NamedTuple):
    """How many came to one step of a run, and what fell away behind it: reasons with their counts, most frequent first.

    parts: what the step is made of, where it is more than one (the hits of each query).
    """

    name: str
    number: int
    lost: tuple[tuple[str, int], ...] = ()
    parts: tuple[int, ...] = ()


class Report(NamedTuple):
    """Everything about one synthesis.

    stamp: `none`, `valid` or `void`. text: the writer's own, without block and stamp. indexed: the index of all topics is
    there to be linked to.
    """

    topic: str
    goal: str
    run: int
    engine: str
    started: str
    ended: str
    limits: str
    synthesis: str
    passed: bool
    stamp: str
    problems: tuple[str, ...]
    text: str
    sentences: tuple[Sentence, ...]
    cited_sentences: int
    uncited: tuple[str, ...]
    passages: dict[str, Passage]
    sources: tuple[Source, ...]
    flow: tuple[Step, ...]
    queries: tuple[Query, ...]
    fallen: tuple[Fallen, ...]
    raises: tuple[str, ...] = ()
    indexed: bool = False

    def source(self, identity: str) -> Source:
        """The source of that id; a bare one where it is not saved any more."""
        return next((one for one in self.sources if one.id == identity), Source(identity, identity))


class RunLine(NamedTuple):
    """A run in the index. synthesis, report: files of the topic's folder, "" where there is none. stamp: as in Report."""

    number: int
    goal: str
    started: str
    ended: str
    engine: str
    hits: int
    saved: int
    failed: int
    evidence: int
    synthesis: str = ""
    report: str = ""
    stamp: str = "none"


class TopicLine(NamedTuple):
    """A topic in the index, its runs latest first. fault: why it cannot be read."""

    name: str
    runs: tuple[RunLine, ...]
    sources: int = 0
    documents: tuple[str, ...] = ()
    fault: str = ""
