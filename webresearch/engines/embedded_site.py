"""Map and crawl without a box: the links of pages that come through the guarded door. A crawl obeys robots.txt."""

import re
from collections import deque
from collections.abc import Callable, Generator
from urllib.parse import urldefrag, urljoin, urlsplit

from webresearch.engines.embedded_fetch import EmbeddedFetcher
from webresearch.engines.robots import NOTHING, Robots, read_robots
from webresearch.engines.site import Below, Crawled, Mapped
from webresearch.errors import NothingFound
from webresearch.models import FailedPage
from webresearch.net import guard
from webresearch.net.messages import Reply
from webresearch.ranking.urls import key

CRAWLER = "research-web"  # the name we go by in robots.txt; USER_AGENT begins with it
POLITE_SECONDS, LONGEST_DELAY = 0.5, 10.0  # between two pages of a host; a longer Crawl-delay is not waited out in full
MOST_LINKS = 5000  # of one page; the largest index of the evaluation pages has 1,200
# What is never a page to read, by its ending.
NO_PAGE = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|ico|css|m?js|json|xml|zip|t?gz|bz2|xz|exe|dmg|deb|rpm|mp[34]|webm|woff2?)$", re.IGNORECASE
)


class EmbeddedSite:
    """Maps and crawls in this process, one page at a time. door: what fetches. pause: waits, given seconds."""

    name = "embedded"
    address = "in process"

    def __init__(self, door: EmbeddedFetcher, pause: Callable[[float], None]) -> None:
        self.door = door
        self.pause = pause

    def map(self, url: str, limit: int) -> Mapped:
        """The links of one page that stay on its host."""
        reply = self.door.get(url)
        if isinstance(reply, FailedPage):
            raise NothingFound(f"{reply.verdict}: {reply.reason}", url, "give the address of a page that can be had")
        if reply.status >= 400:
            raise NothingFound(f"http_error: HTTP {reply.status}", url, "give the address of a page that can be had")
        host = urlsplit(reply.url).netloc
        links = [link for link in links_of(reply) if urlsplit(link).netloc == host]
        return Mapped(tuple(links[:limit]), "the links of this page to its own host; the embedded engine reads no sitemap")

    def crawl(self, url: str, limit: int, below: Below) -> Generator[Crawled, None, None]:
        """Pages in the order in which their links were found, breadth first."""
        rules: dict[str, Robots] = {}
        waiting, known = deque([url]), {key(url)}
        good = asked = kept_back = 0
        while waiting and good < limit and asked < 2 * limit + 8:  # broken links are no reason to go on for ever
            link = waiting.popleft()
            parts = urlsplit(link)
            if parts.netloc not in rules:
                rules[parts.netloc] = self.robots(link)
            robots = rules[parts.netloc]
            if not robots.allows(parts.path + (f"?{parts.query}" if parts.query else "")):
                kept_back += 1
                if link == url:
                    yield Crawled(FailedPage(url, "service_refused", "robots.txt does not allow it", engine=self.name))
                continue
            if asked:
                self.pause(min(LONGEST_DELAY, max(POLITE_SECONDS, robots.delay)))
            asked += 1
            reply = self.door.get(link)
            outcome = reply if isinstance(reply, FailedPage) else self.door.read(link, reply)
            good += not isinstance(outcome, FailedPage)
            yield Crawled(outcome)
            if isinstance(reply, Reply) and reply.status < 400 and below(reply.url):
                for found in links_of(reply):
                    if key(found) not in known and below(found) and not NO_PAGE.search(urlsplit(found).path):
                        known.add(key(found))
                        waiting.append(found)
        if kept_back:
            yield Crawled(note=f"{kept_back} pages left alone, as robots.txt asks")
        if waiting:
            yield Crawled(note=f"{len(waiting)} links of these pages were not followed")

    def robots(self, url: str) -> Robots:
        """What the host asks of crawlers. None there: all is allowed; not to be had: nothing is."""
        reply = self.door.get(urljoin(url, "/robots.txt"))
        if isinstance(reply, FailedPage) or reply.status >= 500 or reply.status == 429:
            return NOTHING
        return read_robots(reply.body, CRAWLER) if reply.status < 400 else Robots()


def links_of(reply: Reply) -> list[str]:
    """The web addresses that an HTML page links to, absolute and gated, each once."""
    from selectolax.lexbor import LexborHTMLParser

    from webresearch.pages.decode import decode
    from webresearch.pages.parse import limited_depth

    if "html" not in reply.headers.get("content-type", "html"):
        return []
    parser = LexborHTMLParser(limited_depth(decode(reply.body, reply.headers.get("content-type", "")).text))
    first = parser.css_first("base[href]")
    base = absolute(reply.url, (first.attributes.get("href") or "") if first else "") or reply.url
    anchors = parser.css("a[href], area[href]")[:MOST_LINKS]
    links = [absolute(base, anchor.attributes.get("href") or "") for anchor in anchors]
    return list(dict.fromkeys(link for link in links if link))


def absolute(base: str, href: str) -> str:
    """A link as an absolute address without its fragment, "" for one that is none or may not be fetched."""
    try:
        return guard.gate(urldefrag(urljoin(base, href.strip()))[0])
    except (guard.Refused, ValueError):
        return ""
