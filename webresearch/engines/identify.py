"""Which product answers at the scrape service's address: Firecrawl, fastCRW, or something else."""

import json
from typing import NamedTuple

from webresearch.engines.wire import object_of, text_of
from webresearch.net.deadline import Deadline
from webresearch.net.transport import Reply, ServiceClient, TransportFault
from webresearch.safetext import one_line

PROBE_SECONDS = 2.0  # each of these routes answers from memory


class Service(NamedTuple):
    """What answers. product: "fastCRW", "Firecrawl", "unknown" for the right API without a name, "" for another service.

    version: "" where it does not say. evidence: the route and the answer that this rests on.
    """

    product: str
    version: str
    evidence: str


def identify(client: ServiceClient, seconds: float) -> Service:
    """The product, told by the routes and keys that only one of the two has. Raises TransportFault where nothing answers."""
    deadline = Deadline(seconds)

    def get(path: str) -> Reply:
        return client.get(path, {}, seconds=min(PROBE_SECONDS, deadline.left()), transient=never)

    capabilities = get("/v1/capabilities")
    told = json_of(capabilities)
    if capabilities.status == 200 and {"formats", "version"} <= set(told):
        return Service("fastCRW", text_of(told["version"], 40), "/v1/capabilities")
    health = json_of(get("/health"))
    if "active_crawl_jobs" in health:
        return Service("fastCRW", text_of(health.get("version"), 40), "/health")
    front = get("/")
    words = front.body[:2000].decode("utf-8", "replace") + front.headers.get("location", "")
    if "SCRAPERS-JS" in words or "firecrawl" in words.lower():
        return Service("Firecrawl", "", "/")
    try:
        limit = min(PROBE_SECONDS, deadline.left())
        refused = client.post_json("/v1/scrape", {}, seconds=limit, transient=never)  # no url: an error in its own words
    except TransportFault as fault:
        return Service("", "", fault.describe())
    return by_error(refused)


def by_error(refused: Reply) -> Service:
    """The product by how it refuses a request that has no URL."""
    said = json_of(refused)
    if said.get("success") is False or refused.status in (401, 402):
        if "errorCode" in said or "error_code" in said:
            return Service("fastCRW", "", "the error of /v1/scrape")
        if "code" in said or "details" in said:
            return Service("Firecrawl", "", "the error of /v1/scrape")
        if refused.status != 404:
            return Service("unknown", "", f"/v1/scrape answers HTTP {refused.status} {text_of(said.get('error'), 80)}".rstrip())
    start = one_line(refused.body[:200].decode("utf-8", "replace"), 60)
    return Service("", "", f"POST /v1/scrape answers HTTP {refused.status}, {start!r}")


def json_of(reply: Reply) -> dict[str, object]:
    """The object in a reply's body; empty for anything else."""
    try:
        return object_of(json.loads(reply.body))
    except (ValueError, RecursionError):
        return {}


def never(_: Reply) -> bool:
    """No answer to a probe is worth another try."""
    return False
