"""The sources of a topic that can be quoted: saved pages and, where a run allows them, curated documents."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from webresearch.errors import CannotWrite
from webresearch.topic.journal import Row
from webresearch.topic.state import TopicState
from webresearch.topic.store import Topic, digest

NOT_CORPUS = ("-synthesis.md", "-report.html")  # what the tool and the writer put beside the curated documents


@dataclass(frozen=True, slots=True)
class Source:
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
        return Source(identity, topic.folder / str(row["file"]), str(row["file"]), "", "", "", "")
    return None


def read_source(source: Source) -> tuple[str, str]:
    """The text of a source's file and its sha256. Raises CannotWrite where it cannot be read."""
    try:
        data = source.path.read_bytes()
    except OSError as error:
        raise CannotWrite(f"cannot read {source.id}: {error.strerror}", str(source.path), "pick the page again") from None
    return data.decode("utf-8", "replace"), digest(data)


def corpus_rows(topic: Topic, state: TopicState, at: str) -> list[Row]:
    """Rows that give ids to curated documents that have none yet, in the order of their names."""
    known = {str(row["file"]) for row in state.corpus.values()}
    files = sorted(path.name for path in topic.folder.glob("*.md") if not path.name.endswith(NOT_CORPUS))
    new = [name for name in files if name not in known and not name.startswith((".", "_"))]
    start = 1 + len(known)
    return [{"kind": "corpus", "at": at, "id": f"C{number:02d}", "file": name} for number, name in enumerate(new, start)]


def seal(row: Row) -> str:
    """The hash over everything else in an evidence row, so that a changed row is noticed."""
    claimed = {name: value for name, value in row.items() if name != "seal"}
    return hashlib.sha256(json.dumps(claimed, ensure_ascii=True, sort_keys=True).encode()).hexdigest()
