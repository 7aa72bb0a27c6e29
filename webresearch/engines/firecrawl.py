"""`POST /v1/scrape` as Firecrawl and fastCRW both understand it, and what an answer of either really means.

Neither says which it is, and `success` alone proves nothing: Firecrawl calls a target's 404 a success, fastCRW calls a
short page a failure. The order of judgement is: transport, HTTP status, error code, the target's status, then the text.
"""

from typing import NamedTuple

from webresearch.engines.wire import json_object, object_of, text_of
from webresearch.errors import TUNNEL, BadAnswer, ServiceUnreachable
from webresearch.models import FailedPage, Page
from webresearch.net.transport import Reply, ServiceClient, TransportFault
from webresearch.pages.page import page_from_service
from webresearch.safetext import one_line

NAME = "the scrape service"
DOCTOR = "check the service: web.py doctor"
MARGIN_SECONDS = 5.0  # between the service's own time limit and ours, so that its error can still reach us

# Error codes and words -> verdict (docs/errors.md). The first match counts; words are looked for in code and text.
VERDICTS = (
    ("private", "service_refused"),
    ("not allowed", "service_refused"),
    ("unsupported_site", "service_refused"),
    ("unsafe_domain", "service_refused"),
    ("prompt_injection", "service_refused"),
    ("unsupported_file", "wrong_type"),
    ("unsupported content type", "wrong_type"),
    ("pdf_antibot", "blocked"),
    ("anti_bot", "blocked"),
    ("anti-bot", "blocked"),
    ("insufficient_time", "timeout"),
    ("pdf", "no_text"),
    ("extraction_error", "no_text"),
    ("timeout", "timeout"),
    ("dns_resolution", "unreachable"),
    ("target_unreachable", "unreachable"),
    ("ssl", "unreachable"),
)
# By HTTP status where no word above decides. 500 and 502 are nearly always the target's fault, not the box's.
STATUS_VERDICTS = {
    400: "service_refused",
    403: "service_refused",
    408: "timeout",
    422: "unreachable",
    500: "unreachable",
    502: "unreachable",
    504: "timeout",
}
# These say that the service itself cannot work for us.
SERVICE_FAULTS = {
    401: "wants an API key, which this tool does not send",
    402: "says its credits are used up",
    404: "has no /v1/scrape: something else listens there",
    405: "has no /v1/scrape: something else listens there",
    409: "answered 409",
    429: "limits the rate of requests (429)",
    503: "is not available (503)",
}


class Firecrawl:
    """The scrape engine on the box, whichever of the two products it is."""

    name = "firecrawl"

    def __init__(self, client: ServiceClient, address: str, seconds: float, thin_characters: int) -> None:
        self.client = client
        self.address = address
        self.seconds = seconds
        self.thin_characters = thin_characters

    def scrape(self, url: str) -> Page | FailedPage:
        """One page. Raises ServiceUnreachable or BadAnswer where the service, not the page, is at fault."""
        limit = max(1.0, self.seconds - MARGIN_SECONDS)
        body = {
            "url": url,
            "formats": ["markdown", "rawHtml"],
            "onlyMainContent": True,
            "timeout": int(limit * 1000),  # Firecrawl's; fastCRW ignores it
        }
        try:
            reply = self.client.post_json("/v1/scrape", body, seconds=self.seconds, transient=transient)
        except TransportFault as fault:
            if fault.kind == "timeout" and fault.phase != "connect":
                return FailedPage(url, "timeout", one_line(f"no answer from {NAME}: {fault.describe()}"), engine=self.name)
            raise ServiceUnreachable(f"cannot reach {NAME}: {fault.describe()}", self.address, TUNNEL) from None
        return self._read(url, reply)

    def _read(self, url: str, reply: Reply) -> Page | FailedPage:
        """A page or the reason why there is none."""
        if reply.status in SERVICE_FAULTS:
            said = error_text(reply)
            raise BadAnswer(one_line(f"{NAME} {SERVICE_FAULTS[reply.status]} {said}"), self.address, DOCTOR)
        data = json_object(reply, NAME, self.address)
        said, code = text_of(data.get("error"), 200), code_of(data)
        if reply.status == 400 and "unrecognized" in (said + str(data.get("details"))[:2000]).lower():
            raise BadAnswer(f"{NAME} did not understand the request: {said}", self.address, DOCTOR)
        if reply.status != 200:
            verdict = verdict_of(reply.status, code, said)
            return FailedPage(url, verdict, one_line(f"{code} {said}".strip() or f"HTTP {reply.status}"), engine=self.name)
        if data.get("success") is True and not isinstance(data.get("data"), dict):
            raise BadAnswer(f"{NAME} answered a success without a page", self.address, DOCTOR)
        answer = read_data(object_of(data.get("data")))
        if data.get("success") is not True and not answer.has_text:
            verdict = verdict_of(answer.status or 0, code, said)
            reason = one_line(f"{code}: {said}".strip(": ")) or "no reason given"
            return FailedPage(url, verdict, reason, status=answer.status, engine=self.name)
        if data.get("success") is not True and word_verdict(code, said) == "blocked":
            return FailedPage(url, "blocked", one_line(f"{code}: {said}"), status=answer.status, engine=self.name)
        return answer.page(url, self.name, self.thin_characters)


class ScrapeData(NamedTuple):
    """The parts of `data` that are used; every other field is the page's own claim."""

    markdown: str
    raw_html: str
    title: str
    final_url: str
    status: int | None
    truncated: bool

    @property
    def has_text(self) -> bool:
        """Is there anything to judge?"""
        return bool(self.markdown.strip() or self.raw_html.strip())

    def page(self, url: str, engine: str, thin_characters: int) -> Page | FailedPage:
        """The page with its verdict. url: as it was asked for; thin_characters: fewer make a page thin."""
        return page_from_service(
            raw_html=self.raw_html,
            markdown=self.markdown,
            url=url,
            final_url=self.final_url,
            status=self.status,
            title=self.title,
            engine=engine,
            thin_characters=thin_characters,
            truncated=self.truncated,
        )


def read_data(data: dict[str, object]) -> ScrapeData:
    """`data` of a success body, each field only where it has the right type."""
    metadata = object_of(data.get("metadata"))
    markdown, raw_html = data.get("markdown"), data.get("rawHtml")
    return ScrapeData(
        markdown=markdown if isinstance(markdown, str) else "",
        raw_html=raw_html if isinstance(raw_html, str) else "",
        title=text_of(metadata.get("title"), 300),
        final_url=http_url(metadata.get("url")),
        status=status_of(metadata.get("statusCode")),
        truncated=data.get("truncated") is True,
    )


def http_url(value: object) -> str:
    """An http address, else ""."""
    text = text_of(value, 2048)
    return text if text.lower().startswith(("http://", "https://")) else ""


def status_of(value: object) -> int | None:
    """A status code given as a number or as digits, else None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) == 3:
        return int(value)
    return value if isinstance(value, int) and 100 <= value <= 599 else None


def code_of(data: dict[str, object]) -> str:
    """The error code under whichever of its three names."""
    found = (text_of(data.get(name), 80) for name in ("code", "errorCode", "error_code"))
    return next((code for code in found if code), "")


def error_text(reply: Reply) -> str:
    """What a refusing service said, in parentheses; "" when it said nothing readable."""
    try:
        said = text_of(json_object(reply, NAME, "").get("error"), 160)
    except BadAnswer:
        return ""
    return f"({said})" if said else ""


def word_verdict(code: str, said: str) -> str:
    """The verdict that the error's words give, "" when none does."""
    words = f"{code} {said}".lower()
    return next((verdict for word, verdict in VERDICTS if word in words), "")


def verdict_of(status: int, code: str, said: str) -> str:
    """The verdict of an error: by its words, then by its status (the service's, or the target's where it is known)."""
    if code == "http_error" and status >= 400 and status not in (502,):
        return "http_error"
    if code == "no_usable_content":
        return "thin"
    return word_verdict(code, said) or STATUS_VERDICTS.get(status) or ("http_error" if status >= 400 else "unreachable")


def transient(reply: Reply) -> bool:
    """Is it worth asking again? Not where the answer is about the page: that is JSON with an error in it."""
    return reply.status in (429, 503) or (reply.status in (502, 504) and not reply.body.lstrip().startswith(b"{"))
