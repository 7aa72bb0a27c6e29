"""r.jina.ai, a reader run by a third party: it learns every URL it is asked for, so it is used with WEBTOOLS_JINA=1 only.

Written after its documentation; it has not been run against the service.
"""

import re

from webresearch.engines.wire import json_object, object_of, text_of
from webresearch.errors import BadAnswer
from webresearch.models import FailedPage, Page
from webresearch.net.transport import Reply, ServiceClient, TransportFault
from webresearch.pages.page import page_from_service

ADDRESS = "https://r.jina.ai"
# The reader answers 200 and says in a warning what the page's own server said.
TARGET_STATUS = re.compile(r"target url returned error ([45]\d\d)\b", re.IGNORECASE)
THIRD_PARTY = "read by r.jina.ai, a third party that knows this URL now"


class Jina:
    """The reader as a scrape engine. No API key is sent; without one it allows some twenty pages a minute."""

    name = "jina"

    def __init__(self, client: ServiceClient, seconds: float, thin_characters: int, address: str) -> None:
        self.client = client
        self.seconds = seconds
        self.thin_characters = thin_characters
        self.address = address

    def scrape(self, url: str) -> Page | FailedPage:
        """One page. The reader's own faults are a FailedPage as well: it is only ever the last one tried."""
        try:
            reply = self.client.post_json("/", {"url": url}, seconds=self.seconds, transient=never)
            data = json_object(reply, "r.jina.ai", self.address)
        except TransportFault as fault:
            verdict = "timeout" if fault.kind == "timeout" else "unreachable"
            return FailedPage(url, verdict, fault.describe(), engine=self.name)
        except BadAnswer as bad:
            return FailedPage(url, "unreachable", bad.what, engine=self.name)
        if reply.status != 200:
            said = text_of(data.get("readableMessage"), 160) or text_of(data.get("message"), 160)
            return FailedPage(url, "unreachable", f"r.jina.ai answered HTTP {reply.status} {said}".rstrip(), engine=self.name)
        page = object_of(data.get("data"))
        content = page.get("content")
        status = TARGET_STATUS.search(text_of(page.get("warning"), 400))
        return page_from_service(
            raw_html="",
            markdown=content if isinstance(content, str) else "",
            url=url,
            final_url="",  # it names the address it was asked for, not the one that answered
            status=int(status[1]) if status else None,
            title=text_of(page.get("title"), 300),
            engine=self.name,
            thin_characters=self.thin_characters,
            warnings=(THIRD_PARTY,),
        )


def never(_: Reply) -> bool:
    """No reply is worth a second try."""
    return False
