"""One backend of the `ddgs` library: asked, and its answer told apart from a refusal.

`DDGS().text` says "No results found" alike for a refusal (429), a slow engine and an honest zero, and damages addresses
with percent signs in them. So its engines are asked one by one, and what each one's HTTP answer was is looked at.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from webresearch.net.deadline import Deadline
from webresearch.safetext import one_line

PAGE_SIZE = 10  # about what each backend brings a page
# The languages taken, with the country that goes with one given alone: ddgs wants both.
REGIONS = (
    "ar-sa bg-bg ca-es cs-cz da-dk de-de el-gr en-us es-es et-ee fa-ir fi-fi fr-fr he-il hi-in hr-hr hu-hu id-id it-it "
    "ja-jp ko-kr lt-lt lv-lv nl-nl no-no pl-pl pt-pt ro-ro ru-ru sk-sk sl-si sr-rs sv-se th-th tr-tr uk-ua vi-vn zh-cn"
)
DEFAULT_REGION = "us-en"
# What a page of status 200 without any hit says when it is a refusal.
CHALLENGE = re.compile(r"captcha|unusual traffic|are you (?:a robot|human)|anomaly-modal", re.IGNORECASE)
UNREACHED = ("cannot be reached", "unknown host")


class Heard(NamedTuple):
    """What one backend came to: its rows, or why there are none; both empty is an honest zero."""

    backend: str
    rows: tuple[dict[str, object], ...] = ()
    failure: str = ""


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
        failure = "" if rows else refusal(query, answers)
        return Heard(name, tuple(rows), failure)
    except BaseException as error:  # scrapers fail in every way there is, Rust's panics among them; earlier hits stay
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


def refusal(query: str, answers: Sequence[tuple[int, str]]) -> str:
    """Why answers without any hit were none, "" when they say honestly that there is nothing."""
    for status, text in answers:
        if status == 429:
            return "too many requests (HTTP 429)"
        if status != 200:
            return f"HTTP {status}"
        if not text.strip():
            return "an empty answer"
        # A page of results repeats the query, and scripts know the word for the day they need it.
        shown = "".join(part.partition("</script>")[2] for part in ("</script>" + text[:200_000]).split("<script"))
        if CHALLENGE.search(shown) and not CHALLENGE.search(query):
            return "CAPTCHA"
    return ""


def cause_of(error: BaseException) -> str:
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
