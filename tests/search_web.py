"""The search engines that ddgs asks, played below ddgs: everything above its HTTP client is the real library.

What a host answers is put into `web.answers`: (status, text), a text, an exception, or a function of (params, seconds).
"""

import json
import threading
import time
from collections.abc import Callable
from urllib.parse import quote, urlsplit

import primp

Answer = str | tuple[int, str] | Exception | Callable[[dict[str, str]], object]
Hits = list[tuple[str, str, str]]  # title, URL, snippet

DUCK, BRAVE, MOJEEK = "html.duckduckgo.com", "search.brave.com", "www.mojeek.com"
START, YAHOO, WIKI = "www.startpage.com", "search.yahoo.com", "en.wikipedia.org"
HOSTS = {"duckduckgo": DUCK, "brave": BRAVE, "mojeek": MOJEEK, "startpage": START, "yahoo": YAHOO, "wikipedia": WIKI}


def page(rows: list[str]) -> str:
    return f"<html><body><p>Results</p>{''.join(rows)}</body></html>"


def duck(hits: Hits) -> str:
    return page([f'<div class="body"><h2>{title}</h2><a href="{url}">{text}</a></div>' for title, url, text in hits])


def brave(hits: Hits) -> str:
    row = '<div data-type="web"><a href="{1}"><div class="title">{0}</div></a>'
    row += '<div class="snippet"><div class="content">{2}</div></div></div>'
    return page([row.format(*hit) for hit in hits])


def mojeek(hits: Hits) -> str:
    rows = [f'<li><h2><a href="{url}">{title}</a></h2><p class="s">{text}</p></li>' for title, url, text in hits]
    return page([f'<ul class="results">{"".join(rows)}</ul>'])


def yahoo(hits: Hits) -> str:
    row = '<div class="relsrch"><div class="Title"><h3>{0}</h3><a href="https://r.example/x/RU={1}/RK=2/RS=3"></a></div>'
    row += '<div class="Text">{2}</div></div>'
    return page([row.format(title, quote(url, safe=""), text) for title, url, text in hits])


def wikipedia(title: str, url: str, text: str) -> Callable[[dict[str, str]], str]:
    """Two calls: the title, then its text."""
    answers = [json.dumps(["q", [title], [""], [url]]), json.dumps({"query": {"pages": {"1": {"extract": text}}}})]
    return lambda _: answers.pop(0)


class SearchWeb:
    """What the hosts answer, and what they were asked."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.running: dict[str, int] = {}
        self.most_running = 0
        self.pause = 0.0
        self.lock = threading.Lock()

    def nothing(self, *names: str) -> None:
        """These backends have no hits."""
        for name in names or HOSTS:
            self.answers[HOSTS[name]] = json.dumps(["q", [], [], []]) if name == "wikipedia" else page([])

    def request(self, url: str, params: dict[str, str]) -> "Reply":
        host = urlsplit(url).hostname or ""
        with self.lock:
            self.asked.append((host, params))
            self.running[host] = self.running.get(host, 0) + 1
            self.most_running = max(self.most_running, self.running[host])
        time.sleep(self.pause)
        with self.lock:
            self.running[host] -= 1
        answer: object = self.answers.get(host, primp.ConnectError("refused"))
        if callable(answer):
            answer = answer(params)
        if isinstance(answer, Exception):
            raise answer
        status, text = answer if isinstance(answer, tuple) else (200, answer)
        return Reply(status, str(text))

    def client(self, **_: object) -> "Client":
        """In the place of primp.Client."""
        return Client(self)


class Reply:
    def __init__(self, status: int, text: str) -> None:
        self.status_code, self.text, self.content = status, text, text.encode()


class Client:
    def __init__(self, web: SearchWeb) -> None:
        self.web = web

    def headers_update(self, _: object) -> None: ...

    def set_cookies(self, *_: object) -> None: ...

    def request(self, _: str, url: str, params: dict[str, str] | None = None, data: dict[str, str] | None = None) -> Reply:
        return self.web.request(url, params or data or {})
