"""`POST /v1/search` with `"answer": true`, which fastCRW has and Firecrawl has not: an answer that its own model wrote.

Written after the documentation of its source; no server with a model was at hand to run it against.
"""

from typing import NamedTuple

from webresearch.engines.firecrawl import DOCTOR, NAME, code_of, http_url
from webresearch.engines.wire import json_object, list_of, object_of, text_of
from webresearch.errors import TUNNEL, BadAnswer, NothingFound, ServiceUnreachable
from webresearch.net.transport import ServiceClient, TransportFault
from webresearch.safetext import one_line

CHARACTERS_A_SOURCE = 8192  # what fastCRW gives its model of each page when not told otherwise
CLAUDE = "without a model on the box: WEBTOOLS_ANSWERER=claude answers on your own Claude Code"
ANSWER_CHARACTERS = 20_000


class BoxAnswer(NamedTuple):
    """What the box's model wrote. citations: title and URL; texts: of the pages, as far as they were sent along."""

    text: str
    citations: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    texts: tuple[str, ...]


def ask(client: ServiceClient, address: str, query: str, limit: int, seconds: float) -> BoxAnswer:
    """The answer, not empty and with citations. Raises ServiceUnreachable, BadAnswer, or NothingFound with the likely cause."""
    body = {
        "query": query,
        "limit": limit,
        "answer": True,
        "answerTopN": limit,
        "maxCharsPerSource": CHARACTERS_A_SOURCE,
        "scrapeOptions": {"formats": ["markdown"], "onlyMainContent": True},  # without them it answers nothing
    }
    try:
        reply = client.post_json("/v1/search", body, seconds=seconds, transient=lambda _: False)
    except TransportFault as fault:
        raise ServiceUnreachable(f"cannot reach {NAME}: {fault.describe()}", address, TUNNEL) from None
    data = json_object(reply, NAME, address)
    said = one_line(f"{code_of(data)} {text_of(data.get('error'), 200)}").strip()
    if reply.status in (400, 404, 405):
        what = f"no answer: {NAME} cannot write answers (HTTP {reply.status} {said}); it is likely no fastCRW"
        raise BadAnswer(one_line(what), address, CLAUDE)
    if reply.status != 200 or data.get("success") is False:
        raise BadAnswer(one_line(f"no answer: {NAME}'s search failed (HTTP {reply.status} {said})"), address, DOCTOR)
    return read_answer(object_of(data.get("data")), data.get("warnings") or data.get("warning"), address)


def read_answer(data: dict[str, object], outer: object, address: str) -> BoxAnswer:
    """The answer in a success body; NothingFound where there is none, with what the service warned of."""
    given = [*list_of(data.get("warnings")), data.get("warning"), *(list_of(outer) or [outer])]
    warnings = tuple(dict.fromkeys(text for one in given if (text := text_of(one, 200))))
    answer = data.get("answer")
    rows = [object_of(row) for row in list_of(data.get("citations"))]
    citations = tuple((text_of(row.get("title"), 200), url) for row in rows if (url := http_url(row.get("url"))))
    if not isinstance(answer, str) or not answer.strip() or not citations:
        missing = "no answer" if not isinstance(answer, str) or not answer.strip() else "an answer without any source"
        cause = "; ".join(warnings) or "it gave no reason; likely it has no language model"
        raise NothingFound(one_line(f"nothing was synthesised: {NAME} gave {missing} ({cause})", 600), address, CLAUDE)
    results = [object_of(row).get("markdown") for row in list_of(data.get("results"))]
    texts = tuple(text for text in results if isinstance(text, str) and text.strip())
    return BoxAnswer(answer[:ANSWER_CHARACTERS], citations, warnings, texts)
