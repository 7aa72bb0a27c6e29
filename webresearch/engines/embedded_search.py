"""Search without a box: several engines of the `ddgs` library in this process, asked at once and judged together."""

import queue
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import quote

from webresearch.engines.ddgs_backends import DEFAULT_REGION, PAGE_SIZE, REGIONS, UNREACHED, Heard, ask, engines_of, region_of
from webresearch.engines.wire import read_result
from webresearch.models import SearchAnswer, SearchResult
from webresearch.net.deadline import Deadline
from webresearch.safetext import one_line

# The backends asked, by category. Those that ddgs has disabled are missing, and grokipedia: a language model wrote it.
BACKENDS = {
    "general": ("duckduckgo", "brave", "mojeek", "startpage", "yahoo", "wikipedia"),
    "news": ("duckduckgo", "bing", "yahoo"),
}
DDGS_CATEGORY = {"general": "text", "news": "news"}
NO_LANGUAGE = ("yahoo",)  # ddgs hands it none: not asked where a language is wanted


class EmbeddedSearch:
    """The search engine that needs no box."""

    name = "embedded"
    address = "in process"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        names = {name for backends in BACKENDS.values() for name in backends}
        self._turns = {name: threading.Lock() for name in names}  # no backend is asked two things at once

    def search(self, query: str, *, language: str = "", category: str = "", count: int = PAGE_SIZE) -> SearchAnswer:
        """One query, put to every backend at once, within one wall deadline."""
        region, known = region_of(language), category.strip().lower() or "general"
        notes = []
        if not region:
            notes.append(f"no backend takes the language {one_line(language, 40)!r} (known: {re.sub('-..', '', REGIONS)})")
        if known not in BACKENDS:
            notes.append(f"there is no category {one_line(category, 40)!r} (known: {', '.join(BACKENDS)})")
            known = "general"
        any_language = not region or language.strip().lower() in ("", "all", "auto")
        wanted = [name for name in BACKENDS[known] if any_language or name not in NO_LANGUAGE]
        heard = self._ask_all(wanted, DDGS_CATEGORY[known], query, region or DEFAULT_REGION, count)
        answer = judged(query, heard, count)
        if notes and answer.outcome != "unreachable":
            return replace(answer, outcome="unknown_name", note=f"{'; '.join(notes)}; searched without it")
        return answer

    def _ask_all(self, names: Sequence[str], category: str, query: str, region: str, count: int) -> list[Heard]:
        """What each backend said, in the order of the names; one that is not done at the deadline failed."""
        deadline = Deadline(self.seconds)
        done: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        kinds = engines_of(category)

        def work(name: str) -> None:
            if not self._turns[name].acquire(timeout=deadline.left()):
                return
            try:
                done.put(ask(kinds[name], name, query, region, count, deadline))
            finally:
                self._turns[name].release()

        heard = {name: Heard(name, failure="ddgs has no such backend any more") for name in names if name not in kinds}
        for name in names:
            if name in kinds:
                threading.Thread(target=work, args=(name,), daemon=True).start()
        while len(heard) < len(names):
            try:
                one = done.get(timeout=max(0.001, deadline.left()))
            except queue.Empty:
                break
            heard[one.backend] = one
        late = f"timeout: no answer within {self.seconds:g} s"
        return [heard.get(name) or Heard(name, failure=late) for name in names]


def judged(query: str, heard: Sequence[Heard], count: int) -> SearchAnswer:
    """The answer that the backends make together."""
    read = [[result_of(row, one.backend) for row in one.rows] for one in heard]
    results = merged([row for row in rows if row] for rows in read)
    failed = tuple((one.backend, one.failure) for one in heard if one.failure)
    unusable = sum(row is None for rows in read for row in rows)
    notes = [f"{unusable} results without a usable URL left out"] if unusable else []
    if results:
        outcome = "partial" if failed else "ok"
    elif failed and len(failed) == len(heard) and all(reason in UNREACHED for _, reason in failed):
        outcome = "unreachable"
        notes.insert(0, "none of the search engines could be reached")
    elif failed:
        outcome = "degraded"
        notes.insert(0, "no hits, and engines failed: this says nothing about the web")
    else:
        outcome = "true_zero"
    return SearchAnswer(query, outcome, tuple(results[:count]), query, failed, "; ".join(notes))


def result_of(row: dict[str, object], backend: str) -> SearchResult | None:
    """One row of ddgs, of text or news, as a hit; None where it has no http address."""
    url = row.get("href") or row.get("url")
    fields = {"title": row.get("title"), "content": row.get("body"), "publishedDate": row.get("date")}
    return read_result(fields | {"url": requoted(url) if isinstance(url, str) else "", "engine": backend, "engines": [backend]})


def requoted(url: str) -> str:
    """A URL whose path and query have percent signs where they must; what is encoded already stays."""
    found = re.fullmatch(r"(https?://[^/?#]*)(.*)", url[:4096], re.IGNORECASE | re.DOTALL)
    if found is None:
        return url
    rest = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", found[2])
    return found[1] + quote(rest, safe="%/:=&?~#+!$,;'@()*[]", errors="replace")


def merged(lists: Iterable[Sequence[SearchResult]]) -> list[SearchResult]:
    """The hits of all backends as one list: those that several name early come first (reciprocal ranks, summed)."""
    worth: dict[str, float] = {}
    hits: dict[str, SearchResult] = {}
    for rows in lists:
        own: set[str] = set()
        for rank, row in enumerate(rows, 1):
            key = plain(row.url)
            if key in own:
                continue
            own.add(key)
            worth[key] = worth.get(key, 0.0) + 1 / rank
            known = hits.get(key, row)
            engines = tuple(sorted({*known.engines, *row.engines}))
            hits[key] = replace(known, engines=engines, snippet=max(known.snippet, row.snippet, key=len))
    return [hits[key] for key in sorted(hits, key=lambda key: -worth[key])]


def plain(url: str) -> str:
    """A URL for telling whether two backends mean the same page: without scheme and final slash."""
    return re.sub(r"^https?://", "", url, flags=re.IGNORECASE).rstrip("/")
