"""Checks of the two services, and of the engine that needs none."""

import queue
import threading
from collections.abc import Iterator, Sequence

from webresearch.engines.identify import identify
from webresearch.engines.protocols import ScrapeEngine, SearchEngine
from webresearch.engines.searxng import HEADERS, JSON_OFF, LIMITED, SearXNG, transient
from webresearch.errors import ResearchError
from webresearch.models import FailedPage, Page, SearchAnswer
from webresearch.net import guard
from webresearch.net.deadline import Deadline
from webresearch.net.transport import TransportFault
from webresearch.pipeline.context import Context
from webresearch.pipeline.doctor import Check, joined
from webresearch.pipeline.fetch import admitted
from webresearch.ranking.urls import host
from webresearch.safetext import one_line

QUERY = "python documentation"  # every general engine has hits for it
SPARE_URL = "https://example.com/"  # where the search gave no address; IANA keeps it for such uses
TRIED = 3  # pages of as many hosts: any of them may be slow, or refuse
MARGIN = 0.3  # seconds of the deadline that are left for printing
EMBEDDED = "or without a box: WEBTOOLS_ENGINE=embedded"
DOCS = "docs/services.md"
# What the embedded engine rests on, by the name it is imported under.
EMBEDDED_PACKAGES = ("ddgs", "requests", "lxml", "trafilatura", "selectolax", "html_to_markdown", "pypdfium2")


def unreachable(context: Context, address: str, path: str) -> str:
    """What to do where nothing answers at an address."""
    settings = context.settings
    ports = " ".join(f"-L {port}:127.0.0.1:{port}" for port in (settings.searxng_port, settings.firecrawl_port))
    here = settings.host in ("127.0.0.1", "localhost", "::1")
    tunnel = f"ssh -N {ports} USER@BOX" if here else f"ssh -N {ports} USER@{settings.host}, then WEBTOOLS_HOST=127.0.0.1"
    return (
        f"is the box up? curl {address}{path}; is the tunnel up? {tunnel}; "
        f"is it another box? WEBTOOLS_HOST, SEARXNG_PORT, FIRECRAWL_PORT; {EMBEDDED}"
    )


def scraper(context: Context) -> Iterator[Check]:
    """Who answers at the scrape service's address."""
    address = context.settings.firecrawl_url
    try:
        service = identify(context.client(address, context.settings.limits.body_bytes), 4.0)
    except TransportFault as fault:
        yield Check("scraper", "fail", fault.describe(), unreachable(context, address, "/"))
        return
    if not service.product:
        fix = f"something else listens there: start Firecrawl or fastCRW ({DOCS}), or set FIRECRAWL_PORT to its port"
        yield Check("scraper", "fail", f"neither Firecrawl nor fastCRW at {address}: {service.evidence}", fix)
        return
    if "HTTP 401" in service.evidence:
        fix = f"unset its API keys on the box: CRW_AUTH__API_KEYS, or USE_DB_AUTHENTICATION=false for Firecrawl ({DOCS})"
        yield Check("scraper", "fail", f"wants an API key, which this tool does not send, at {address}", fix)
        return
    name = "a scrape service that does not say which" if service.product == "unknown" else service.product
    version = service.version or "which does not say its version"
    yield Check("scraper", "ok", f"{name} {version} at {address} (told by {service.evidence})")


def path(context: Context, deadline: Deadline) -> Iterator[Check]:
    """SearXNG's health and settings, a real search, and a real page that it found."""
    engine = SearXNG(
        context.client(context.settings.searxng_url, context.settings.limits.body_bytes),
        context.settings.searxng_url,
        context.settings.limits.search_seconds,
    )
    answer = SearchAnswer(QUERY, "unreachable")
    try:
        reply = engine.client.get("/healthz", {}, headers=HEADERS, seconds=3.0, transient=transient)
        healthy = reply.status == 200
        said = f"at {engine.address}: " + ("healthy" if healthy else f"/healthz answers HTTP {reply.status}")
        fix = "" if healthy else f"is it SearXNG that listens there? else set SEARXNG_PORT; see its log on the box ({DOCS})"
        yield Check("searxng", "ok" if healthy else "warn", said, fix)
    except TransportFault as fault:
        yield Check("searxng", "fail", fault.describe(), unreachable(context, engine.address, "/healthz"))
    else:
        about: queue.SimpleQueue[dict[str, object]] = queue.SimpleQueue()
        threading.Thread(target=lambda: about.put(engine.config()), daemon=True).start()
        answer = engine.search(QUERY)
        yield from settings_of(engine.config() if about.empty() else about.get())
        yield from searched(engine, answer)
    yield from fetched(context, context.scrape_engine(), answer, deadline)


def settings_of(config: dict[str, object]) -> Iterator[Check]:
    """What SearXNG says of itself."""
    if not config:
        yield Check("settings", "warn", "SearXNG does not answer /config", f"see its log on the box ({DOCS})")
        return
    engines = config.get("engines")
    enabled = [one for one in engines if isinstance(one, dict) and one.get("enabled")] if isinstance(engines, list) else []
    version = one_line(config.get("version"), 40) or "unknown"
    limiter = config.get("limiter")
    limited = limiter is True or (isinstance(limiter, dict) and limiter.get("enabled") is True)
    word = "on" if limited else "off" if limiter is not None else "unknown"
    said = f"version {version}, {len(enabled)} engines enabled, limiter {word}"
    fix = (
        "limiter: false in settings.yml, or this machine in pass_ip of limiter.toml: else 4 searches an hour" if limited else ""
    )
    yield Check("settings", "warn" if limited else "ok", said, fix)


def searched(engine: SearchEngine, answer: SearchAnswer) -> Iterator[Check]:
    """What a real search came to, and which engines behind it answered."""
    fixes = {
        "json_off": JSON_OFF,
        "limited": LIMITED,
        "unreachable": f"see SearXNG's log on the box ({DOCS})",
        "bad_answer": f"is it SearXNG that listens there? else set SEARXNG_PORT ({DOCS})",
    }
    own = engine.name == "embedded"
    if own:
        fixes = dict.fromkeys(fixes, has_internet(engine))
    usable = answer.outcome in ("ok", "partial")
    said = f"{answer.outcome}: JSON, {len(answer.results)} hits for {QUERY!r}" if usable else f"{answer.outcome}: {answer.note}"
    state = "ok" if usable else "fail"
    fix = "" if usable else fixes.get(answer.outcome, "see the engines below: enable some that answer")
    yield Check("search", state, said.rstrip(": "), fix)
    up = sorted({name for hit in answer.results for name in (*hit.engines, hit.engine) if name})
    failed = [f"{name} ({reason})" for name, reason in answer.failed_engines]
    if up or failed:
        said = f"with hits: {joined(up) or 'none'}" + (f"; failing: {joined(failed)}" if failed else "")
        fix = "wait until they recover" + ("" if own else ", or set disabled: true for them in SearXNG's settings.yml")
        yield Check("engines", "warn" if failed else "ok", said, fix if failed else "")


def fetched(context: Context, engine: ScrapeEngine, answer: SearchAnswer, deadline: Deadline) -> Iterator[Check]:
    """A real page: the first that comes of some that the search found."""
    hits = {host(hit.url): hit.url for hit in reversed(answer.results)}
    urls = [url for url in reversed(hits.values()) if may_be_asked(context, url)][:TRIED] or [SPARE_URL]
    outcomes: queue.SimpleQueue[tuple[str, Page | FailedPage | Exception]] = queue.SimpleQueue()

    def work(url: str) -> None:
        try:
            outcomes.put((url, engine.scrape(url)))
        except Exception as error:
            outcomes.put((url, error))

    for url in urls:
        threading.Thread(target=work, args=(url,), daemon=True).start()
    failures: list[str] = []
    for _ in urls:
        try:
            url, outcome = outcomes.get(timeout=max(0.001, deadline.left() - MARGIN))
        except queue.Empty:
            said = f"no page within the doctor's time: {joined(urls)}" + (f"; failed: {joined(failures)}" if failures else "")
            yield Check("page", "warn", said, f"try with all the time it may take: web.py scrape {urls[0]}")
            return
        if isinstance(outcome, Page):
            yield Check("page", "ok", f"{outcome.verdict}: {len(outcome.markdown)} characters of {one_line(url, 120)}")
            return
        if isinstance(outcome, ResearchError):
            yield Check(
                "page",
                "fail",
                f"{outcome.what} at {outcome.where}",
                "mend what is said of the scraper; then web.py doctor again",
            )
            return
        reason = repr(outcome) if isinstance(outcome, Exception) else f"{outcome.verdict}, {outcome.reason}"
        failures.append(one_line(f"{url}: {reason}", 160))
    yield Check("page", "fail" if len(failures) > 1 else "warn", f"none could be had: {joined(failures)}", has_internet(engine))


def has_internet(engine: SearchEngine | ScrapeEngine) -> str:
    """What to do where the service answers and pages do not come."""
    if engine.name == "embedded":
        return f"does this machine reach the web? curl -I {SPARE_URL}"
    return f"does the box reach the web? there: curl -I {SPARE_URL}"


def may_be_asked(context: Context, url: str) -> bool:
    """Whether a URL passes the guard that stands before every engine."""
    try:
        admitted(context, url)
    except guard.Refused:
        return False
    return True


def embedded_imports(context: Context) -> Iterator[Check]:
    """Whether the engine that needs no box could be used."""
    missing = not_importable(EMBEDDED_PACKAGES)
    if missing:
        yield Check("embedded", "warn", f"the embedded engine lacks {joined(missing)}", "make install")
        return
    yield Check("embedded", "ok", "the embedded engine could be used: WEBTOOLS_ENGINE=embedded")


def not_importable(names: Sequence[str]) -> list[str]:
    """Those of some packages that cannot be imported."""
    from importlib import import_module

    missing = []
    for name in names:
        try:
            import_module(name)
        except ImportError as error:
            missing.append(f"{name} ({one_line(error, 80)})")
    return missing


def embedded_path(context: Context, deadline: Deadline) -> Iterator[Check]:
    """The embedded engine, a real search and a real page with it."""
    yield from embedded_imports(context)
    engine = context.search_engine()
    answer = engine.search(QUERY)
    yield from searched(engine, answer)
    yield from fetched(context, context.scrape_engine(), answer, deadline)
