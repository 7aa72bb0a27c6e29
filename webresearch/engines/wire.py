"""JSON from a service, checked for its shape before anything is used."""

import json

from webresearch.errors import BadAnswer
from webresearch.net.transport import Reply
from webresearch.safetext import one_line


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
