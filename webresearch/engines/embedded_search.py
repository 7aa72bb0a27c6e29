"""Search without a box: several engines of the `ddgs` library in this process, each asked and judged by itself.

`DDGS().text` says "No results found" alike for a refusal (429), a slow engine and an honest zero, and damages addresses
with percent signs in them. So its engines are asked one by one, and what each one's HTTP answer was is looked at.
"""

import queue
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from webresearch.engines.wire import read_result
from webresearch.models import SearchAnswer, SearchResult
from webresearch.net.deadline import Deadline
from webresearch.safetext import one_line

PAGE_SIZE = 10  # about what each backend brings a page
# The backends asked, by category. Those that ddgs has disabled are missing, and grokipedia: a language model wrote it.
BACKENDS = {
    "general": ("duckduckgo", "brave", "mojeek", "startpage", "yahoo", "wikipedia"),
    "news": ("duckduckgo", "bing", "yahoo"),
}
DDGS_CATEGORY = {"general": "text", "news": "news"}
NO_LANGUAGE = ("yahoo",)  # ddgs hands it none: not asked where a language is wanted
# The languages taken, with the country that goes with one given alone: ddgs wants both.
REGIONS = (
    "ar-sa bg-bg ca-es cs-cz da-dk de-de el-gr en-us es-es et-ee fa-ir fi-fi fr-fr he-il hi-in hr-hr hu-hu id-id it-it "
    "ja-jp ko-kr lt-lt lv-lv nl-nl no-no pl-pl pt-pt ro-ro ru-ru sk-sk sl-si sr-rs sv-se th-th tr-tr uk-ua vi-vn zh-cn"
)
DEFAULT_REGION = "us-en"
# What a page of status 200 without any hit says when it is a refusal.
CHALLENGE = re.compile(r"captcha|unusual traffic|are you (?:a robot|human)|anomaly-modal", re.IGNORECASE)
UNREACHED = ("cannot be reached", "unknown host")


@dataclass(frozen=True, slots=True)
class Heard:
    """What one backend came to: its rows, or why there are none; both empty is an honest zero."""

    backend: str
    rows: tuple[dict[str, object], ...] = ()
    failure: str = ""


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
        wanted = [name for name in BACKENDS[known] if not (region and language and name in NO_LANGUAGE)]
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


def region_of(language: str) -> str:
    """A language (`de`, `de-CH`) as the region ddgs takes (`ch-de`), "" for one that is not known."""
    wanted = language.strip().lower().replace("_", "-")
    if wanted in ("", "all", "auto"):
        return DEFAULT_REGION
    found = re.fullmatch(r"([a-z]{2})(?:-([a-z]{2}))?", wanted)
    usual = re.search(rf"\b{found[1]}-(..)", REGIONS) if found else None
    if found is None or usual is None:
        return ""
    country = found[2] or usual[1]
    return f"{'uk' if country == 'gb' else country}-{found[1]}"


def engines_of(category: str) -> dict[str, Any]:
    """The engine classes of ddgs by name, changed so that they keep addresses as they stand in the answer."""
    from ddgs.engines import ENGINES
    from ddgs.results import NewsResult, TextResult

    base: Any = NewsResult if category == "news" else TextResult

    class Kept(base):  # type: ignore[misc]
        def __setattr__(self, name: str, value: object) -> None:
            # ddgs would decode percent signs, so that %20 becomes + and %2F a slash.
            if name in ("href", "url"):
                object.__setattr__(self, name, value)
            else:
                super().__setattr__(name, value)

    return {name: type(kind.__name__, (kind,), {"result_type": Kept}) for name, kind in ENGINES[category].items()}


def ask(kind: Any, name: str, query: str, region: str, count: int, deadline: Deadline) -> Heard:
    """One backend's rows, over as many result pages as `count` needs, or its failure. Never raises."""
    rows: list[dict[str, object]] = []
    try:
        # Half of what is left, so that a dead backend's failure can still be told from a late one.
        backend = kind(timeout=max(1, int(deadline.left() / 2)))
        answers = watched(backend)
        for page in range(1, -(-count // PAGE_SIZE) + 1):
            answers.clear()
            found = [vars(row) for row in backend.search(query, region=region, safesearch="moderate", page=page) or ()]
            fresh = [row for row in found if row not in rows]
            rows += fresh
            if not fresh or len(rows) >= count or not deadline.left():
                break
        failure = "" if rows else refusal(answers)
        return Heard(name, tuple(rows), failure)
    except Exception as error:  # a library of scrapers fails in every way there is; hits of earlier pages stay
        return Heard(name, tuple(rows), cause_of(error))


def watched(backend: Any) -> list[tuple[int, str]]:
    """A list that takes the status and the text of every HTTP answer the backend gets from now on."""
    answers: list[tuple[int, str]] = []
    request = backend.http_client.request

    def watch(*args: object, **kwargs: object) -> object:
        reply = request(*args, **kwargs)
        answers.append((reply.status_code, reply.text))
        return reply

    backend.http_client.request = watch
    return answers


def refusal(answers: Sequence[tuple[int, str]]) -> str:
    """Why answers without any hit were none, "" when they say honestly that there is nothing."""
    for status, text in answers:
        if status == 429:
            return "too many requests (HTTP 429)"
        if status != 200:
            return f"HTTP {status}"
        if not text.strip():
            return "an empty answer"
        if CHALLENGE.search(text[:200_000]):
            return "CAPTCHA"
    return ""


def cause_of(error: Exception) -> str:
    """An exception of ddgs or of its parsers in a few words; the address asked is left out, it holds the query."""
    from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

    if isinstance(error, TimeoutException):
        return "timeout"
    if isinstance(error, RatelimitException):
        return "too many requests"
    if not isinstance(error, DDGSException):
        return f"parsing error ({type(error).__name__})"
    kind = type(error.__cause__).__name__ if error.__cause__ else ""
    if kind == "DNSTimeoutError":
        return "timeout"
    return {"ConnectError": UNREACHED[0], "DNSError": UNREACHED[1]}.get(kind, one_line(f"network error {kind}", 80).strip())


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
