"""SearXNG's JSON search, and what an answer of it really means.

SearXNG answers 200 in many cases that are not what was asked: engines that failed, names it silently replaced, parts of
the query it took as commands. Each of these has its own outcome here. Both generations (2025 and 2026) are read.
"""

import re
from dataclasses import replace

from webresearch.engines.wire import json_object, list_of, object_of, read_result, text_of
from webresearch.errors import BadAnswer
from webresearch.models import SearchAnswer
from webresearch.net.transport import Reply, ServiceClient, TransportFault
from webresearch.safetext import one_line

# The limiter refuses a client without these, and engine error texts are translated to the language asked for.
HEADERS = {"Accept": "text/html,application/json;q=0.9,*/*;q=0.8", "Accept-Language": "en"}
PAGE_SIZE = 10  # what one page of SearXNG brings; more results mean more pages
JSON_OFF = 'JSON output is off: add "json" under "search: formats:" in settings.yml ([html, json]) and restart SearXNG'
LIMITED = (
    "the limiter refused (429): it allows 4 JSON searches an hour; add this client to the limiter's pass list "
    '(limiter.toml, "pass_ip") or set "limiter: false" in settings.yml'
)
# How long an engine stays suspended, by the text SearXNG shows (its default settings).
SUSPENDED = {
    "access denied": "3 minutes, behind Cloudflare a day",
    "too many requests": "3 minutes",
    "captcha": "an hour, behind Cloudflare 15 days",
}


class SearXNG:
    """The search engine on the box."""

    name = "searxng"

    def __init__(self, client: ServiceClient, address: str, seconds: float) -> None:
        self.client = client
        self.address = address
        self.seconds = seconds
        self._config: dict[str, object] | None = None

    def search(self, query: str, *, language: str = "", category: str = "", count: int = PAGE_SIZE) -> SearchAnswer:
        """One query, over as many result pages as `count` needs."""
        unknown = self._unknown_name(language, category)
        answer = self._page(query, language, category, 1)
        page = 1
        while answer.outcome in ("ok", "partial") and page * PAGE_SIZE <= len(answer.results) < count:
            page += 1
            more = self._page(query, language, category, page)
            known = {result.url for result in answer.results}
            fresh = tuple(result for result in more.results if result.url not in known)
            if not fresh:
                break
            answer = replace(answer, results=answer.results + fresh)
        answer = replace(answer, results=answer.results[:count])
        if unknown and answer.outcome in ("ok", "partial", "true_zero", "degraded", "filter_excluded", "syntax_eaten"):
            note = f"{unknown}; SearXNG searched with its default instead"
            return replace(answer, outcome="unknown_name", note=note)
        return answer

    def _page(self, query: str, language: str, category: str, number: int) -> SearchAnswer:
        """One page of results, or the outcome that stands in its place."""
        given = {"language": language, "categories": category, "pageno": str(number) if number > 1 else ""}
        params = {"q": query, "format": "json", **{name: value for name, value in given.items() if value}}
        try:
            reply = self.client.get("/search", params, headers=HEADERS, seconds=self.seconds, transient=transient)
            return read_answer(query, reply, self.address)
        except TransportFault as fault:
            return SearchAnswer(query, "unreachable", note=one_line(f"{self.address}: {fault.describe()}"))
        except BadAnswer as bad:
            return SearchAnswer(query, "bad_answer", note=one_line(f"{bad.what} at {bad.where}"))

    def _unknown_name(self, language: str, category: str) -> str:
        """What of the given names the box does not know; "" when all is known, none was given or it does not say."""
        if not language and not category:
            return ""
        config = self.config()
        categories = {name for name in list_of(config.get("categories")) if isinstance(name, str)}
        missing = [name.strip() for name in category.split(",") if name.strip() and name.strip() not in categories]
        if missing and categories:
            return f"the box knows no category {missing[0]!r} (it has {', '.join(sorted(categories))})"
        locales = {name.lower() for name in object_of(config.get("locales"))}
        known = locales | {name.split("-")[0] for name in locales} | {"all", "auto"}
        if language and locales and language.lower() not in known and language.lower().split("-")[0] not in known:
            return f"the box knows no language {language!r}"
        return ""

    def config(self) -> dict[str, object]:
        """The box's own description of itself, asked once; empty when it cannot be had."""
        if self._config is None:
            try:
                reply = self.client.get("/config", {}, headers=HEADERS, seconds=self.seconds, transient=transient)
                self._config = json_object(reply, "SearXNG", self.address) if reply.status == 200 else {}
            except (TransportFault, BadAnswer):
                self._config = {}
        return self._config


def transient(reply: Reply) -> bool:
    """Is it worth asking again? A 429 without Retry-After is the limiter, which only counts further tries against us."""
    return reply.status in (500, 502, 503, 504) or (reply.status == 429 and "retry-after" in reply.headers)


def read_answer(query: str, reply: Reply, address: str) -> SearchAnswer:
    """The outcome and the results of one reply. Raises BadAnswer for what SearXNG never says."""
    if 300 <= reply.status < 400:
        note = "SearXNG took a !!bang for a redirect off the box; it was not followed: quote the word that begins with !"
        return SearchAnswer(query, "syntax_eaten", note=note)
    if reply.status == 403:
        return SearchAnswer(query, "json_off", note=f"{JSON_OFF} at {address}")
    if reply.status == 429:
        return SearchAnswer(query, "limited", note=f"{LIMITED} at {address}")
    data = json_object(reply, "SearXNG", address)
    if reply.status == 400:
        return SearchAnswer(query, "unknown_name", note=f"SearXNG: {text_of(data.get('error'), 200)}")
    if reply.status != 200:
        said = text_of(data.get("error"), 120)
        raise BadAnswer(f"SearXNG answered HTTP {reply.status} {said}".rstrip(), address, "web.py doctor")
    if not isinstance(data.get("results"), list):
        raise BadAnswer("SearXNG answered JSON without a list of results", address, "web.py doctor")
    return judged(query, data, reply)


def judged(query: str, data: dict[str, object], reply: Reply) -> SearchAnswer:
    """A well-formed answer with its outcome."""
    rows = list_of(data["results"])
    results = tuple(result for result in map(read_result, rows) if result)
    failed = tuple(failure for failure in map(read_failure, list_of(data.get("unresponsive_engines"))) if failure)
    understood = text_of(data.get("query"), 500)
    notes = [f"{len(rows) - len(results)} results without a usable URL left out"] if len(rows) > len(results) else []
    if understood and understood.casefold() != one_line(query, 500).casefold():
        outcome = "syntax_eaten"
        notes.insert(0, f'read as engine syntax; SearXNG searched for "{understood}": put the lost word in double quotes')
    elif results:
        outcome = "partial" if failed else "ok"
    elif failed:
        outcome = "degraded"
        notes.insert(0, "no hits, and engines failed: this says nothing about the web")
    elif skipped_all_engines(reply):
        outcome = "filter_excluded"
        notes.insert(0, "no engine took part: none supports the given category or language; search without it")
    else:
        outcome = "true_zero"
    return SearchAnswer(query, outcome, results, understood, failed, "; ".join(notes))


def skipped_all_engines(reply: Reply) -> bool:
    """Does Server-Timing say that no engine answered? Without that header nothing is claimed."""
    timing = reply.headers.get("server-timing", "")
    return bool(timing) and not re.search(r"\btotal_\d+_", timing)


def read_failure(row: object) -> tuple[str, str] | None:
    """One row of `unresponsive_engines`: the engine's name, and the reason with the waiting time we know."""
    pair = list_of(row)
    if not pair or not text_of(pair[0], 60):
        return None
    reason = text_of(pair[1], 100) if len(pair) > 1 else "no reason given"
    wait = next((time for words, time in SUSPENDED.items() if words in reason.lower()), "")
    return text_of(pair[0], 60), f"{reason} (suspended for {wait})" if wait else reason
