"""What engines answer, checked for its shape before anything is used."""

import json
import re

from webresearch.errors import BadAnswer
from webresearch.models import SearchResult
from webresearch.net.transport import Reply
from webresearch.safetext import host_of, one_line

TITLE_LIMIT = 200
SNIPPET_LIMIT = 300
URL_LIMIT = 2048


def json_object(reply: Reply, service: str, address: str) -> dict[str, object]:
    """The JSON object in a reply's body.

    Raises BadAnswer where the body is HTML, cut short, nested without end, or any other JSON value.
    """
    kind = reply.headers.get("content-type", "").split(";")[0].strip() or "no content type"
    if reply.truncated:
        raise BadAnswer(f"{service} answered more than the size limit", address, "check what listens at this address")
    try:
        value = json.loads(reply.body)
    except (ValueError, RecursionError):
        start = one_line(reply.body[:80].decode("utf-8", "replace"), 60)
        raise BadAnswer(
            f"{service} answered {kind}, not JSON (HTTP {reply.status}, begins {start!r})",
            address,
            "check that the right service listens at this address: web.py doctor",
        ) from None
    if not isinstance(value, dict):
        raise BadAnswer(f"{service} answered JSON that is no object (HTTP {reply.status})", address, "web.py doctor")
    return value


def text_of(value: object, limit: int) -> str:
    """A JSON value as one line where it is text, else ""."""
    return one_line(value, limit) if isinstance(value, str) else ""


def list_of(value: object) -> list[object]:
    """A JSON value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def object_of(value: object) -> dict[str, object]:
    """A JSON value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def read_result(row: object) -> SearchResult | None:
    """One row of search results, under SearXNG's names, or None where it has no http address with a host.

    A text field that is no text is empty.
    """
    fields = object_of(row)
    url = fields.get("url")
    if not isinstance(url, str) or len(url) > URL_LIMIT or not re.fullmatch(r"https?://[^\s/]\S*", url, re.IGNORECASE):
        return None
    if one_line(url, URL_LIMIT) != url or not host_of(url):
        return None
    engines = {text_of(name, 60) for name in list_of(fields.get("engines"))} - {""}
    return SearchResult(
        url=url,
        title=text_of(fields.get("title"), TITLE_LIMIT),
        snippet=text_of(fields.get("content"), SNIPPET_LIMIT),
        engine=text_of(fields.get("engine"), 60),
        engines=tuple(sorted(engines)),
        published=text_of(fields.get("publishedDate"), 40) or None,
    )
