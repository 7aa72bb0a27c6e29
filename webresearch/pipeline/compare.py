"""What the saved pages of a topic have in common: copies of one another, and furniture that a host puts on every page."""

from collections import defaultdict

from webresearch.pipeline.context import Context
from webresearch.ranking.duplicates import copies, numbers_that_differ
from webresearch.ranking.urls import host
from webresearch.reading.furniture import repeated
from webresearch.topic import store
from webresearch.topic.journal import Row
from webresearch.topic.provenance import body
from webresearch.topic.state import TopicState
from webresearch.topic.store import Topic

MOST_DIFFERENCES = 20  # figures shown side by side for one pair of copies
LEAST_PAGES = 3  # of one host, before a repeated block can be called furniture


def compared_rows(context: Context, topic: Topic, state: TopicState) -> list[Row]:
    """Rows on furniture, where anything changed since they were last journalled, and one on copies."""
    texts = page_texts(topic, state)
    rows: list[Row] = []
    hosts: dict[str, dict[str, str]] = defaultdict(dict)
    for source, text in texts.items():
        hosts[host(str(state.pages[source]["url"]))][source] = text
    for name, pages in hosts.items():
        blocks = repeated(pages) if len(pages) >= LEAST_PAGES else {}
        known = next((state.furniture[source] for source in pages if source in state.furniture), ())
        if set(blocks) != set(known):
            rows.append({"kind": "furniture", "at": context.at(), "host": name, "sources": sorted(pages), "blocks": blocks})
    of = copies(texts)
    pairs = {copy: numbers_that_differ(texts[original], texts[copy], MOST_DIFFERENCES) for copy, original in of.items()}
    differing = {copy: [list(one) for one in found] for copy, found in pairs.items() if found}
    return [*rows, {"kind": "copies", "at": context.at(), "of": of, "differing": differing}]


def page_texts(topic: Topic, state: TopicState) -> dict[str, str]:
    """The texts of all saved pages by source id, without their headers; a file that cannot be read is left out."""
    texts = {}
    for source, row in sorted(state.pages.items()):
        try:
            text = (topic.web / str(row["file"])).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        texts[source] = body(text)
    return texts


def journal_comparison(context: Context, topic: Topic) -> TopicState:
    """Compare all saved pages, where one was saved or removed since that was done; journal it and render the manifest.

    The topic is not locked meanwhile: thousands of pages take seconds. Where another process saved one in that time,
    nothing is journalled, since that process compares them all when it is done. Returns the state after it.
    """
    from webresearch.pipeline.runs import write

    state = store.load(topic)
    removed = {*state.copies, *state.copies.values()} - state.pages.keys()
    rows = [] if state.compared and not removed else compared_rows(context, topic, state)
    with store.locked(topic):
        return write(topic, rows if store.load(topic).pages == state.pages else [])
