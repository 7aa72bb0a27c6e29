"""Pages without a box: fetched through the guarded door of this process and read by the same pipeline as all others."""

from webresearch.models import FailedPage, Page
from webresearch.net.connect import Dialler
from webresearch.net.guard import Refused, Resolver
from webresearch.net.messages import Reply, TransportFault
from webresearch.net.pages import PageLimits, fetch_page

# What a fault on the way means for the page (docs/errors.md). A name without an address is refused: the door dials only
# what was judged, and there is nothing to judge.
VERDICTS = {
    "unknown_host": "refused",
    "timeout": "timeout",
    "refused": "unreachable",
    "unreachable": "unreachable",
    "reset": "unreachable",
    "bad_framing": "unreachable",
    "bad_encoding": "unreachable",
    "too_large": "unreachable",
    "redirect": "unreachable",
    "tls": "unreachable",
    "not_http": "wrong_type",
}


class EmbeddedFetcher:
    """The scrape engine that needs no box.

    limits: of one fetch. resolver, dial: how names are asked and connections opened.
    """

    name = "embedded"
    address = "in process"

    def __init__(self, limits: PageLimits, *, user_agent: str, thin_characters: int, resolver: Resolver, dial: Dialler) -> None:
        self.limits = limits
        self.user_agent = user_agent
        self.thin_characters = thin_characters
        self.resolver = resolver
        self.dial = dial

    def scrape(self, url: str) -> Page | FailedPage:
        """One page. Every hop is judged before it is dialled; the kind of a page is told by its bytes."""
        reply = self.get(url)
        return reply if isinstance(reply, FailedPage) else self.read(url, reply)

    def get(self, url: str) -> Reply | FailedPage:
        """What the address answers, whatever its status, or why nothing came."""
        try:
            return fetch_page(url, limits=self.limits, user_agent=self.user_agent, resolver=self.resolver, dial=self.dial)
        except Refused as refused:
            return FailedPage(url, "refused", refused.reason, engine=self.name)
        except TransportFault as fault:
            return FailedPage(url, VERDICTS[fault.kind], fault.describe(), engine=self.name)

    def read(self, url: str, reply: Reply) -> Page | FailedPage:
        """The page in an answer."""
        from webresearch.pages.page import page_from_bytes

        return page_from_bytes(
            reply.body,
            url=url,
            final_url=reply.url,
            status=reply.status,
            content_type=reply.headers.get("content-type", ""),
            engine=self.name,
            thin_characters=self.thin_characters,
            truncated=reply.truncated,
        )
