"""Fuzz what reads strangers' text: both services' answers, picks, notes, saved pages, journals, hooks, syntheses.

usage: python tests/fuzz.py [--seconds 600]      counts the examples by target; any exception but the expected ones fails

The journal as a whole is fuzzed by tests/test_foreign_journal.py too; this is the long run over every parser.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from webresearch.engines.firecrawl import Firecrawl
from webresearch.engines.searxng import read_answer
from webresearch.errors import ResearchError
from webresearch.evidence import synthesis
from webresearch.evidence.notes import NotANote, read_notes
from webresearch.net.transport import Reply
from webresearch.pipeline.picks import read_picks
from webresearch.pipeline.spelling import is_ours
from webresearch.safetext import one_line
from webresearch.topic.fold import fold
from webresearch.topic.journal import parsed
from webresearch.topic.manifest import render
from webresearch.topic.provenance import parse, saved_text

EXPECTED = (ResearchError, NotANote)
ADDRESS = "http://127.0.0.1:9"
WORDS = st.sampled_from(
    "query results url title content engine engines publishedDate unresponsive_engines success data markdown rawHtml metadata "
    "statusCode error code errorCode kind run id key source slug file hits order begin result search ranked decision page "
    "failed evidence note action save skip relevance dubious rest picks quotes flags R001 S01 E001 "
    "http://a.example/ true".split()
)
TEXT = st.one_of(
    st.text(max_size=60), WORDS, st.sampled_from(["http://[::1", "\x1b[31m", "\u202e", "> source: x", "[^E001]: y", "---"])
)
VALUE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(TEXT, inner, max_size=6)),
    max_leaves=25,
)
SHAPED = st.dictionaries(WORDS, VALUE, max_size=12)
BODY = st.one_of(SHAPED.map(json.dumps), VALUE.map(json.dumps), st.text(max_size=400)).map(
    lambda text: text.encode("utf-8", "replace")
)
STATUS = st.sampled_from([200, 200, 200, 204, 301, 400, 401, 403, 404, 408, 422, 429, 500, 502, 503, 504])
PROSE = st.lists(
    st.one_of(TEXT, st.sampled_from(["\n\n", "\n", " ", "[^E001]", synthesis.BEGIN, synthesis.END, "```", "|"])), max_size=30
)


def reply(status: int, body: bytes) -> Reply:
    """An answer of a service."""
    return Reply(f"{ADDRESS}/", status, {"content-type": "application/json", "server-timing": "total;dur=1"}, body, False, 0.1)


def searxng(status: int, body: bytes) -> None:
    read_answer("q", reply(status, body), ADDRESS)


def firecrawl(status: int, body: bytes) -> None:
    Firecrawl(None, ADDRESS, 5.0, 500)._read("http://a.example/", reply(status, body))  # type: ignore[arg-type]


def journal(rows: list[dict[str, object]]) -> None:
    lines = [json.dumps(row).encode() for row in rows]
    render("t", fold([row for line in lines if (row := parsed(line)) is not None]))


def page(text: str) -> None:
    provenance, start = parse(text)
    if provenance is not None:
        assert parse(saved_text(provenance, text[start:]))[0] is not None
    assert "\n" not in one_line(text, 300)


def prose(pieces: list[str]) -> None:
    text = "".join(pieces)
    own, _, _ = synthesis.parts(text)
    synthesis.sentences(own)
    whole = synthesis.stamped(own, synthesis.block_of(['[^E001]: "x"']))
    assert synthesis.stamp_state(whole) == "valid"


# target -> what it is given
TARGETS: dict[str, tuple[Callable[..., object], tuple[st.SearchStrategy[object], ...]]] = {
    "searxng": (searxng, (STATUS, BODY)),
    "firecrawl": (firecrawl, (STATUS, BODY)),
    "picks": (lambda text: read_picks(text, "-"), (BODY.map(lambda body: body.decode("utf-8", "replace")),)),
    "notes": (read_notes, (BODY.map(lambda body: body.decode("utf-8", "replace")),)),
    "journal": (journal, (st.lists(SHAPED, max_size=8),)),
    "page": (page, (st.one_of(st.text(max_size=300), PROSE.map("".join)),)),
    "synthesis": (prose, (PROSE,)),
    "spelling": (is_ours, (st.text(max_size=200),)),
}


def run(name: str, seconds: float, seen: Counter[str]) -> None:
    """Fuzz one target for a while; a failing example is printed by hypothesis and raised."""
    target, strategies = TARGETS[name]
    ends = time.monotonic() + seconds

    @settings(max_examples=500, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.tuples(*strategies))
    def once(arguments: tuple[object, ...]) -> None:
        seen[name] += 1
        try:
            target(*arguments)
        except EXPECTED:
            return

    while time.monotonic() < ends:
        once()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    seconds = parser.parse_args().seconds
    seen: Counter[str] = Counter()
    for name in TARGETS:
        run(name, seconds / len(TARGETS), seen)
    print(json.dumps({"seconds": seconds, "examples": dict(seen), "unexpected": 0}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
