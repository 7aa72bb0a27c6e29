"""`/v1/map` and `/v1/crawl` as Firecrawl and fastCRW both understand them: a list of links, and a job that is polled."""

import contextlib
import re
from collections.abc import Callable, Generator, Iterator
from urllib.parse import parse_qs

from webresearch.engines.firecrawl import DOCTOR, NAME, code_of, http_url, read_data, transient
from webresearch.engines.site import Below, Crawled, Mapped
from webresearch.engines.wire import json_object, list_of, object_of, text_of
from webresearch.errors import TUNNEL, BadAnswer, ServiceUnreachable
from webresearch.models import FailedPage, Page
from webresearch.net.deadline import Deadline
from webresearch.net.transport import Reply, ServiceClient, TransportFault
from webresearch.safetext import one_line

DEEPEST = 5  # links from the first page: fastCRW's default of 2 ends above most pages of a manual
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 5.0  # seconds between looks at a job: small jobs take one or two, large ones minutes
JOB = re.compile(r"[A-Za-z0-9_-]{1,100}")
ENDED = ("completed", "failed", "cancelled")


class FirecrawlSite:
    """Maps and crawls on the box.

    client: for calls that may be repeated; starter: a client that tries once, since a crawl begun twice is two crawls.
    seconds: for one call; also after how long a job that brings nothing new is given up, twice that. pause: waits.
    """

    name = "firecrawl"

    def __init__(
        self,
        client: ServiceClient,
        starter: ServiceClient,
        address: str,
        seconds: float,
        thin_characters: int,
        pause: Callable[[float], None],
    ) -> None:
        self.client, self.starter, self.address = client, starter, address
        self.seconds, self.thin_characters, self.pause = seconds, thin_characters, pause

    def map(self, url: str, limit: int) -> Mapped:
        """The addresses that the service knows or finds, in its order."""
        data = self._post(self.client, "/v1/map", {"url": url, "limit": limit})
        found = [http_url(text_of(object_of(row).get("url") or row, 2048)) for row in list_of(data.get("links"))]
        links = tuple(dict.fromkeys(link for link in found if link))[:limit]
        return Mapped(links, "from the site's sitemap and its links, as the service found them")

    def crawl(self, url: str, limit: int, below: Below) -> Generator[Crawled, None, None]:
        """The pages of a job, as they come; a job that is not at its end when we are is cancelled."""
        options = {"formats": ["markdown", "rawHtml"], "onlyMainContent": True}
        body = {"url": url, "limit": limit, "maxDepth": DEEPEST, "scrapeOptions": options}
        job = text_of(self._post(self.starter, "/v1/crawl", body).get("id"), 101)
        if not JOB.fullmatch(job):
            raise BadAnswer(f"{NAME} named no crawl job", self.address, DOCTOR)
        ended = False
        try:
            for step, over in self._followed(f"/v1/crawl/{job}"):
                ended = over
                yield step
        finally:
            if not ended:
                with contextlib.suppress(TransportFault):
                    self.client.delete(f"/v1/crawl/{job}", seconds=self.client_seconds(), transient=lambda _: False)

    def client_seconds(self) -> float:
        """How long the farewell may take: a service that is gone must not hold us."""
        return min(self.seconds, 5.0)

    def _followed(self, path: str) -> Generator[tuple[Crawled, bool], None, None]:
        """The steps of a job, each with whether the job has ended."""
        seen: set[str] = set()
        idle, pause, unread = Deadline(2 * self.seconds), FIRST_PAUSE, 0
        while True:
            data = self._get(path, {})
            status = text_of(data.get("status"), 30)
            ended = status in ENDED
            before, unread = len(seen), 0
            for item in self._items(path, data):
                page = self._page(item)
                if page is None:
                    unread += 1
                elif page.url not in seen:
                    seen.add(page.url)
                    yield Crawled(page), ended
            yield Crawled(said=f"crawl job {status}: {data.get('completed')} of {data.get('total')}"), ended
            if ended:
                yield Crawled(note=closing_note(status, data, unread)), True
                return
            if len(seen) > before:
                idle, pause = Deadline(2 * self.seconds), FIRST_PAUSE
            if not idle.left():
                yield Crawled(note=f"given up: the job brought nothing new for {2 * self.seconds:g} s"), False
                return
            self.pause(pause)
            pause = min(LONGEST_PAUSE, 1.5 * pause)

    def _items(self, path: str, data: dict[str, object]) -> Iterator[dict[str, object]]:
        """The pages of a status answer, and of those that continue it.

        Firecrawl splits long ones and names the next part by an address of its own, of which only `skip` is used.
        """
        last = -1
        while True:
            yield from (object_of(item) for item in list_of(data.get("data")))
            skip = parse_qs(text_of(data.get("next"), 2048).partition("?")[2]).get("skip", [""])[0]
            if not re.fullmatch(r"[0-9]{1,6}", skip) or int(skip) <= last:
                return
            last = int(skip)
            data = self._get(path, {"skip": skip})

    def _page(self, item: dict[str, object]) -> Page | FailedPage | None:
        """One page of a job; None where it does not say which."""
        answer = read_data(item)
        metadata = object_of(item.get("metadata"))
        url = http_url(metadata.get("sourceURL")) or answer.final_url
        if not url:
            return None
        if not answer.has_text:
            said = text_of(metadata.get("error"), 200) or text_of(item.get("error"), 200) or "the job brought no text"
            verdict = "http_error" if (answer.status or 0) >= 400 else "unreachable"
            return FailedPage(url, verdict, said, status=answer.status, engine=self.name)
        return answer.page(url, self.name, self.thin_characters)

    def _post(self, client: ServiceClient, path: str, body: dict[str, object]) -> dict[str, object]:
        return self._read(lambda: client.post_json(path, body, seconds=self.seconds, transient=transient), path)

    def _get(self, path: str, params: dict[str, str]) -> dict[str, object]:
        return self._read(lambda: self.client.get(path, params, seconds=self.seconds, transient=transient), path)

    def _read(self, ask: Callable[[], Reply], path: str) -> dict[str, object]:
        """The JSON of a good answer. Raises ServiceUnreachable or BadAnswer for any other."""
        try:
            reply = ask()
        except TransportFault as fault:
            raise ServiceUnreachable(f"cannot reach {NAME}: {fault.describe()}", self.address, TUNNEL) from None
        data = json_object(reply, NAME, self.address)
        if reply.status != 200 or data.get("success") is False:
            said = f"{code_of(data)} {text_of(data.get('error'), 200)}".strip()
            route = re.sub(r"^(/v1/[a-z]+).*", r"\1", path)
            raise BadAnswer(one_line(f"{NAME} refused {route} (HTTP {reply.status}): {said}"), self.address, DOCTOR)
        return data


def closing_note(status: str, data: dict[str, object], unread: int) -> str:
    """What should be known of a job that has ended; "" where all went well."""
    blocked = data.get("blocked")
    parts = [f"the service's job ended as {status}" if status != "completed" else ""]
    parts.append(f"{blocked} pages were blocked" if isinstance(blocked, int) and blocked else "")
    parts.append(f"{unread} pages came without an address" if unread else "")
    return "; ".join(part for part in parts if part)
