"""What the saved pages of a topic have in common: copies of one another, and furniture that a host puts on every page."""

from collections import defaultdict

from webresearch.pipeline.context import Context
from webresearch.ranking.duplicates import copies, numbers_that_differ
from webresearch.ranking.urls import host
from webresearch.reading.furniture import repeated
from webresearch.topic import store
from webresearch.topic.journal import Row
from webresearch.topic.provenance import parse
from webresearch.topic.state import TopicState
from webresearch.topic.store import Topic

MOST_DIFFERENCES = 20  # figures shown side by side for one pair of copies
LEAST_PAGES = 3  # of one host, before a repeated block can be called furniture


def compared_rows(context: Context, topic: Topic, state: TopicState) -> list[Row]:
    """Rows on copies and furniture, where anything changed since they were last journalled."""
    texts = page_texts(topic, state)
    rows: list[Row] = []
    of = copies(texts)
    if of != state.copies:
        pairs = {copy: numbers_that_differ(texts[original], texts[copy], MOST_DIFFERENCES) for copy, original in of.items()}
        differing = {copy: [list(one) for one in found] for copy, found in pairs.items() if found}
        rows.append({"kind": "copies", "at": context.at(), "of": of, "differing": differing})
    hosts: dict[str, dict[str, str]] = defaultdict(dict)
    for source, text in texts.items():
        hosts[host(str(state.pages[source]["url"]))][source] = text
    for name, pages in hosts.items():
        blocks = repeated(pages) if len(pages) >= LEAST_PAGES else {}
        known = next((state.furniture[source] for source in pages if source in state.furniture), ())
        if set(blocks) != set(known):
            rows.append({"kind": "furniture", "at": context.at(), "host": name, "sources": sorted(pages), "blocks": blocks})
    return rows


def page_texts(topic: Topic, state: TopicState) -> dict[str, str]:
    """The texts of all saved pages by source id, without their headers; a file that cannot be read is left out."""
    texts = {}
    for source, row in sorted(state.pages.items()):
        try:
            text = (topic.web / str(row["file"])).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        texts[source] = text[parse(text)[1] :]
    return texts


def journal_comparison(context: Context, topic: Topic) -> None:
    """Compare all saved pages and journal what changed."""
    from webresearch.pipeline.runs import write

    with store.locked(topic):
        write(topic, compared_rows(context, topic, store.load(topic)))
