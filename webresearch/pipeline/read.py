"""`read`: the part of saved pages that answers, within a budget of tokens, without any network."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from webresearch.errors import CannotWrite, UsageError
from webresearch.models import Page, Stats
from webresearch.pipeline.context import Context
from webresearch.pipeline.runs import open_topic
from webresearch.pipeline.sources import source_of
from webresearch.ranking.duplicates import shingles
from webresearch.reading.blocks import units
from webresearch.reading.focus import Excerpt, Source, focus, focus_pack, whole
from webresearch.reading.furniture import fingerprints
from webresearch.reading.outline import Section, outline, section
from webresearch.topic import store
from webresearch.topic.provenance import parse
from webresearch.topic.state import TopicState
from webresearch.topic.store import Topic

BUDGET = 2000  # tokens: an answer with its surroundings; the reading evaluation has its knee between 800 and 1,600


class Asked(NamedTuple):
    """How pages are read. mode "": chunks with a query, else lossless. most: most excerpts, 0 for any number."""

    queries: tuple[str, ...] = ()
    budget: int = BUDGET
    mode: str = ""
    section: str = ""
    most: int = 0

    @property
    def way(self) -> str:
        """The mode that counts."""
        return self.mode or ("chunks" if self.queries else "lossless")


class Document(NamedTuple):
    """One page to read. shift: where its text begins in the file, behind the header. facts: what is said of it in answers."""

    id: str
    text: str
    shift: int
    facts: dict[str, object]
    language: str = ""
    skip: tuple[str, ...] = ()


class ReadReport(NamedTuple):
    """What was read. excerpts: with the id of their document; offsets are into the file. sections: of an outline."""

    mode: str
    documents: tuple[Document, ...]
    excerpts: tuple[tuple[str, Excerpt], ...]
    sections: tuple[tuple[str, Section], ...]
    stats: Stats


def read(documents: Sequence[Document], asked: Asked) -> ReadReport:
    """Excerpts, whole pages or outlines of these documents. Raises UsageError for a section that is not there."""
    excerpts: list[tuple[str, Excerpt]] = []
    sections: list[tuple[str, Section]] = []
    if asked.section:
        excerpts = [(one.id, section_of(one, asked.section)) for one in documents]
    elif asked.way == "outline":
        sections = [(one.id, found) for one in documents for found in outline(one.text)]
    elif asked.way == "lossless":
        excerpts = [(one.id, shifted(whole(one.text), one.shift)) for one in documents]
    else:
        excerpts = chunks(documents, asked)
    if asked.most:
        best = sorted(range(len(excerpts)), key=lambda place: -excerpts[place][1].score)[: asked.most]
        excerpts = [excerpts[place] for place in sorted(best)]
    raw = sum(len(one.text) for one in documents)
    returned = sum(len(excerpt.text) + len(excerpt.table_header) for _, excerpt in excerpts)
    used = {identity for identity, _ in [*excerpts, *sections]}
    kept = tuple(one for one in documents if one.id in used)
    return ReadReport(
        asked.way, kept, tuple(excerpts), tuple(sections), Stats(raw_characters=raw, returned_characters=returned)
    )


def chunks(documents: Sequence[Document], asked: Asked) -> list[tuple[str, Excerpt]]:
    """The passages that answer the queries, with offsets into the files."""
    if not asked.queries:
        raise UsageError("chunks need a query", hint='--query "what you want to know", or --mode lossless')
    shifts = {one.id: one.shift for one in documents}
    if len(documents) == 1:
        one = documents[0]
        found = focus(one.text, asked.queries, asked.budget, one.language, one.skip)
        return [(one.id, shifted(excerpt, one.shift)) for excerpt in found]
    sources = [Source(one.id, one.text, one.language, str(one.facts.get("title", ""))) for one in documents]
    skip = {fingerprint for one in documents for fingerprint in one.skip}
    pack = focus_pack(sources, asked.queries, asked.budget, skip)
    return [(identity, shifted(excerpt, shifts[identity])) for identity, excerpt in pack]


def shifted(excerpt: Excerpt, shift: int) -> Excerpt:
    """An excerpt with offsets into the file."""
    return Excerpt(
        excerpt.start + shift, excerpt.end + shift, excerpt.text, excerpt.heading, excerpt.score, excerpt.table_header
    )


def section_of(one: Document, identity: str) -> Excerpt:
    """One section of a page, as an excerpt."""
    place = section(one.text, identity)
    if place is None:
        raise UsageError(f"the page has no section {identity!r}", str(one.facts.get("path", one.id)), "see --mode outline")
    title = next(found.title for found in outline(one.text) if found.id == identity)
    return Excerpt(place[0] + one.shift, place[1] + one.shift, one.text[slice(*place)], (title,), 1.0)


def file_document(path: Path) -> Document:
    """A Markdown or text file, saved page or not. Raises UsageError for another kind, CannotWrite where it cannot be read."""
    if path.suffix.lower() not in (".md", ".markdown", ".txt"):
        raise UsageError("this is no Markdown or text file", str(path), "give a saved page; other files: web.py convert")
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise CannotWrite(f"cannot read the page: {error.strerror}", str(path), "give a saved page") from None
    provenance, start = parse(text)
    facts: dict[str, object] = {"path": str(path)}
    if provenance:
        facts |= {"url": provenance.source, "fetched": provenance.fetched}
    return Document(path.stem, text[start:], start, facts)


def page_document(page: Page) -> Document:
    """A page that was fetched just now."""
    facts: dict[str, object] = {"url": page.url, "title": page.title, "verdict": page.verdict, "published": page.published}
    return Document("page", page.markdown, 0, {name: value for name, value in facts.items() if value}, page.language)


def topic_documents(context: Context, given: str, only: str = "") -> list[Document]:
    """The saved pages of a topic, or the one page with that id; of a copy only what its original does not have."""
    topic = open_topic(context, given)
    state = store.load(topic)
    if only:
        if source_of(topic, state, only) is None:
            raise UsageError(f"the topic has no source {only!r}", str(topic.journal), "see web.py status")
        return [topic_document(topic, state, only)]
    found = pages_of(topic, state)
    if not found:
        raise UsageError("the topic has no saved page", str(topic.web), "save some: web.py scrape --topic T --picks FILE")
    return found


def pages_of(topic: Topic, state: TopicState) -> list[Document]:
    """All saved pages of a topic, originals before their copies, so that the same words are taken from the original."""
    order = sorted(state.pages, key=lambda identity: (identity in state.copies, identity))
    found = {identity: topic_document(topic, state, identity) for identity in order}
    for copy, original in state.copies.items():
        if copy in found and original in found:
            told = echoes(found[copy].text, found[original].text)
            found[copy] = found[copy]._replace(skip=(*found[copy].skip, *told))
    return list(found.values())


def echoes(copy: str, original: str) -> tuple[str, ...]:
    """Fingerprints of the parts of a copy that say what its original says in nearly the same words."""
    known = shingles(original)
    own = {name for _, name in fingerprints(original, units(original))}
    pieces = units(copy)
    found = []
    for number, name in fingerprints(copy, pieces):
        words = shingles(copy[pieces[number].start : pieces[number].end])
        if name not in own and words and 2 * len(words & known) >= len(words):
            found.append(name)
    return tuple(found)


def topic_document(topic: Topic, state: TopicState, identity: str) -> Document:
    """One source of a topic."""
    source = source_of(topic, state, identity)
    assert source is not None
    document = file_document(source.path)
    row = state.pages.get(identity, {})
    facts = {**document.facts, "title": source.title, "published": source.published, "topic": topic.name}
    facts["copies"] = sorted(copy for copy, original in state.copies.items() if original == identity)
    facts["copy_of"] = state.copies.get(identity)
    shown = {name: value for name, value in facts.items() if value}
    skip = tuple(state.furniture.get(identity, ()))
    return Document(identity, document.text, document.shift, shown, str(row.get("language") or ""), skip)


def all_documents(context: Context) -> list[Document]:
    """Every saved page of every topic, named by topic and id."""
    found = []
    for journal in sorted((context.settings.root / "md").glob("*/web/_journal.jsonl")):
        topic = store.topic_of(context.settings.root, journal.parent.parent.name)
        state = store.load(topic)
        found += [one._replace(id=f"{topic.name}/{one.id}") for one in pages_of(topic, state)]
    if not found:
        raise UsageError("nothing is saved yet", str(context.settings.root / "md"), "begin a run: web.py begin --help")
    return found
