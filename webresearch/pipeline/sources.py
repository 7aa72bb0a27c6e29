"""The sources of a topic that can be quoted: saved pages and, where a run allows them, curated documents."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from webresearch.errors import CannotWrite
from webresearch.safetext import host_of
from webresearch.topic.forms import document_file
from webresearch.topic.journal import Row
from webresearch.topic.names import SYNTHESIS_ENDING
from webresearch.topic.state import TopicState
from webresearch.topic.store import Topic, digest, lies_in


class Source(NamedTuple):
    """A file that can be quoted. sha256: of the file when it was saved; "" for a curated document, which may change."""

    id: str
    path: Path
    title: str
    url: str
    sha256: str
    fetched: str
    published: str


def source_of(topic: Topic, state: TopicState, identity: str) -> Source | None:
    """The source of that id; None where there is none."""
    if row := state.pages.get(identity):
        url = str(row["final_url"] or row["url"])
        published = str(row["published"] or "")
        return Source(
            identity, topic.web / str(row["file"]), str(row["title"]), url, str(row["sha256"]), str(row["at"])[:10], published
        )
    if row := state.corpus.get(identity):
        path = topic.folder / str(row["file"])
        if lies_in(path, topic.folder.resolve()):
            return Source(identity, path, str(row["file"]), "", "", "", "")
    return None


def only_host(pages: Sequence[Row]) -> str:
    """The host that all of several saved pages come from; "" where there are different ones, or fewer than two pages."""
    hosts = {host_of(str(row["final_url"] or row["url"])).removeprefix("www.") for row in pages}
    return hosts.pop() if len(pages) > 1 and len(hosts) == 1 else ""


def read_source(source: Source) -> tuple[str, str]:
    """The text of a source's file and its sha256. Raises CannotWrite where it cannot be read."""
    try:
        data = source.path.read_bytes()
    except OSError as error:
        raise CannotWrite(f"cannot read {source.id}: {error.strerror}", str(source.path), "pick the page again") from None
    return data.decode("utf-8", "replace"), digest(data)


def corpus_files(topic: Topic) -> tuple[list[str], list[str]]:
    """The names of the topic's curated documents in their order, and of those files that can be none.

    None can be: a folder, a broken link, a link that leads out of the topic, a name that is no UTF-8.
    """
    folder = topic.folder.resolve()
    names = sorted(path.name for path in topic.folder.glob("*.md") if not path.name.endswith(SYNTHESIS_ENDING))
    names = [name for name in names if not name.startswith((".", "_"))]
    good = [name for name in names if document_file(name) and is_document(topic.folder / name, folder)]
    return good, [name for name in names if name not in good]


def is_document(path: Path, folder: Path) -> bool:
    """Is it a file of the folder, which is given resolved?"""
    return lies_in(path, folder) and path.is_file()


def corpus_rows(topic: Topic, state: TopicState, at: str) -> list[Row]:
    """Rows that give ids to curated documents that have none yet, in the order of their names."""
    known = {str(row["file"]) for row in state.corpus.values()}
    new = [name for name in corpus_files(topic)[0] if name not in known]
    named = zip(new, state.new_documents(), strict=False)
    return [{"kind": "corpus", "at": at, "id": identity, "file": name} for name, identity in named]


def seal(row: Row) -> str:
    """The hash over everything else in an evidence row, so that a changed row is noticed."""
    claimed = {name: value for name, value in row.items() if name != "seal"}
    return hashlib.sha256(json.dumps(claimed, ensure_ascii=True, sort_keys=True).encode()).hexdigest()
