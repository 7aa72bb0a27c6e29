"""Settings: the only reader of the environment, and every limit with the source of its number.

Nothing below the pipeline imports this file for its values: limits are passed in, so that tests can give others.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from webresearch.errors import UsageError

DEFAULT_HOST = "10.10.20.37"
DEFAULT_SEARXNG_PORT = 8080
DEFAULT_FIRECRAWL_PORT = 3002
ENGINES = ("services", "embedded")

# What the service client calls itself: SearXNG's limiter refuses names that begin like a library's (python-requests, curl).
USER_AGENT = "research-web/0.1"


class Limits(NamedTuple):
    """Every bound of the tool, in seconds, bytes or counts."""

    connect_seconds: float = 5.0  # a box on the same network answers in milliseconds; a tunnel in tenths
    search_seconds: float = 20.0  # SearXNG waits for its slowest engine: 3 s by default, 4-6 s measured with broken ones
    scrape_seconds: float = 60.0  # Firecrawl's own default is 30 s, with json or PDF 60 s
    resolve_seconds: float = 2.0  # a resolver that needs longer answers nothing useful to a guard
    tries: int = 3  # on transient faults only
    body_bytes: int = 10 * 1024 * 1024  # decoded; the largest page of the evaluation sets has 10 MB
    pdf_bytes: int = 12 * 1024 * 1024  # a PDF's bytes are not its text
    redirects: int = 8  # browsers allow 20, honest sites need up to four
    pages_at_once: int = 6  # a self-hosted scrape service stalls above some six
    pages_per_host: int = 2  # politeness; fastCRW itself queues above one a host
    searches_at_once: int = 3  # upstream engines suspend a box that asks faster
    search_cache_seconds: int = 24 * 3600
    page_cache_seconds: int = 7 * 24 * 3600
    thin_characters: int = 500  # below this a page hardly answers anything; the peers' threshold too
    max_sources: int = 12
    max_rounds: int = 3
    quotes_per_source: int = 40
    answer_seconds: float = 300.0  # one call can mean a metasearch, eight renders and a model pass
    json_characters: int = 25_000  # Claude Code keeps 29,000 characters of a command's output inline
    query_characters: int = 400  # longer ones only time engines out (measured at 3,600)
    host_failures: int = 3  # like failures of one host before the rest of it is left alone


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the services are, which engine is used and how much is done at once."""

    root: Path
    host: str = DEFAULT_HOST
    searxng_port: int = DEFAULT_SEARXNG_PORT
    firecrawl_port: int = DEFAULT_FIRECRAWL_PORT
    engine: str = "services"
    engine_named: bool = False  # on the command line or in the environment; else a run's own engine counts
    jina: bool = False
    answerer: str = ""
    cache: Path = Path()
    limits: Limits = field(default_factory=Limits)

    @property
    def searxng_url(self) -> str:
        """The address of SearXNG, without a final slash."""
        return f"http://{bracketed(self.host)}:{self.searxng_port}"

    @property
    def firecrawl_url(self) -> str:
        """The address of the scrape service, without a final slash."""
        return f"http://{bracketed(self.host)}:{self.firecrawl_port}"


def bracketed(host: str) -> str:
    """An IPv6 address as it stands in a URL; any other host as it is."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def load(root: Path, environment: Mapping[str, str] | None = None, engine: str | None = None) -> Settings:
    """Settings from the environment.

    root: the folder that holds `md/`. environment: variables by name, by default this process's own. engine: what the
    command line says, which counts more.
    Raises UsageError for a value that cannot be one.
    """
    env = os.environ if environment is None else environment
    base = Limits()
    limits = Limits(pages_at_once=number(env, "WEBTOOLS_JOBS", base.pages_at_once, 1, 64))
    return Settings(
        root=root,
        host=host_name(env.get("WEBTOOLS_HOST", "") or DEFAULT_HOST),
        searxng_port=number(env, "SEARXNG_PORT", DEFAULT_SEARXNG_PORT, 1, 65535),
        firecrawl_port=number(env, "FIRECRAWL_PORT", DEFAULT_FIRECRAWL_PORT, 1, 65535),
        engine=engine or one_of(env, "WEBTOOLS_ENGINE", ENGINES, "services"),
        engine_named=bool(engine or env.get("WEBTOOLS_ENGINE")),
        jina=one_of(env, "WEBTOOLS_JINA", ("0", "1"), "0") == "1",
        answerer=one_of(env, "WEBTOOLS_ANSWERER", ("", "claude"), ""),
        cache=cache_folder(env),
        limits=limits,
    )


def cache_folder(env: Mapping[str, str]) -> Path:
    """Where answers are kept between runs, after the XDG base directory rules."""
    base = env.get("XDG_CACHE_HOME", "")
    home = Path(base) if base.startswith("/") else Path(env.get("HOME") or "~").expanduser() / ".cache"
    return home / "web-research"


def host_name(value: str) -> str:
    """A host name or address; UsageError when it is a URL or has anything else in it."""
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,253}|\[?[0-9A-Fa-f:.]{2,45}\]?", value):
        raise UsageError(
            f"WEBTOOLS_HOST is not a host name or address: {value[:80]!r}",
            hint=f"give the bare name, without scheme, port or path, e.g. WEBTOOLS_HOST={DEFAULT_HOST}",
        )
    return value.strip("[]")


def number(env: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    """A whole number between `low` and `high` from one variable."""
    value = env.get(name, "")
    if not value:
        return default
    if not re.fullmatch(r"[0-9]{1,6}", value) or not low <= int(value) <= high:
        raise UsageError(f"{name} is not a whole number from {low} to {high}: {value[:80]!r}", hint=f"e.g. {name}={default}")
    return int(value)


def one_of(env: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str) -> str:
    """One of the allowed words from one variable."""
    value = env.get(name, "") or default
    if value not in allowed:
        known = ", ".join(word for word in allowed if word)
        raise UsageError(f"{name} is none of {known}: {value[:80]!r}", hint=f"unset {name} or set one of these")
    return value
