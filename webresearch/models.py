"""The nouns of the tool: frozen values that pass between the stages."""

from dataclasses import dataclass, field

# What a search really did (docs/errors.md explains each).
SEARCH_OUTCOMES = (
    "ok",
    "partial",
    "true_zero",
    "degraded",
    "filter_excluded",
    "unknown_name",
    "syntax_eaten",
    "json_off",
    "limited",
    "unreachable",
    "bad_answer",
)

# What a fetched page is worth; the same list for every engine.
PAGE_VERDICTS = (
    "ok",
    "partial",
    "thin",
    "soft_404",
    "http_error",
    "blocked",
    "consent_wall",
    "login_wall",
    "parked",
    "mojibake",
    "wrong_type",
    "no_text",
    "timeout",
    "refused",
    "service_refused",
    "unreachable",
)

# Verdicts that still carry text of the page itself; all others are failures and are never saved.
USABLE_VERDICTS = ("ok", "partial", "thin", "mojibake")


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One hit of one query, as an engine gave it: cleaned to single lines, nothing interpreted."""

    url: str
    title: str
    snippet: str
    engine: str = ""
    engines: tuple[str, ...] = ()
    published: str | None = None


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What one query came to.

    outcome: one of SEARCH_OUTCOMES. understood: the query as the engine read it. failed_engines: name and reason.
    note: what a person should know or do about it, one line. asked: when the answer was obtained, ISO 8601 in UTC.
    """

    query: str
    outcome: str
    results: tuple[SearchResult, ...] = ()
    understood: str = ""
    failed_engines: tuple[tuple[str, str], ...] = ()
    note: str = ""
    asked: str = ""
    cached: bool = False


@dataclass(frozen=True, slots=True)
class RankedResult:
    """A page that one or more queries found, after merging and ordering."""

    key: str
    result: SearchResult
    queries: tuple[str, ...]
    score: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page's text and all that is known about it.

    url: as asked for. final_url: where it came from in the end, "" when the engine does not say. status: HTTP status of
    the page, None when unknown. published_guessed: the date was inferred, not declared. canonical: the page's own claim.
    reason: the rule behind the verdict, one line. removed: what cleaning took out, by kind. flags: what the reader must
    know of it (e.g. `addresses_reader`). tried: engine and verdict of each attempt. resolved: the host name has an address
    here; where it has none only the service knew its address, which could not be judged.
    """

    url: str
    markdown: str
    verdict: str = "ok"
    reason: str = ""
    final_url: str = ""
    status: int | None = None
    title: str = ""
    author: str = ""
    published: str | None = None
    published_guessed: bool = False
    language: str = ""
    canonical: str = ""
    content_type: str = ""
    engine: str = ""
    removed: dict[str, int] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    tried: tuple[tuple[str, str], ...] = ()
    cached: bool = False
    fetched: str = ""
    resolved: bool = True


@dataclass(frozen=True, slots=True)
class FailedPage:
    """A page that could not be had: a value, not an exception."""

    url: str
    verdict: str
    reason: str
    status: int | None = None
    engine: str = ""
    final_url: str = ""
    tried: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Provenance:
    """The five header lines of a saved page."""

    source: str
    query: str
    fetched: str
    relevance: str


@dataclass(frozen=True, slots=True)
class Stats:
    """The same counts in every JSON answer; tokens are characters / 4."""

    searched_results: int = 0
    fetched_pages: int = 0
    cache_hits: int = 0
    failed_pages: int = 0
    raw_characters: int = 0
    returned_characters: int = 0

    def as_dict(self) -> dict[str, object]:
        """The JSON form, with the reduction in percent."""
        raw, returned = self.raw_characters // 4, self.returned_characters // 4
        reduction = round(100 * (1 - returned / raw), 1) if raw else 0.0
        return {
            "searched_results": self.searched_results,
            "fetched_pages": self.fetched_pages,
            "cache_hits": self.cache_hits,
            "failed_pages": self.failed_pages,
            "token_stats": {
                "raw_estimated_tokens": raw,
                "returned_estimated_tokens": returned,
                "reduction_percent": reduction,
                "method": "chars/4",
            },
        }
