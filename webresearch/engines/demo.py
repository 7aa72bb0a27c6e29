"""An engine for a machine with no box and no network: its pages are Python's own documentation on that machine.

Addresses are below `pydoc.invalid`, a name that RFC 6761 keeps from ever existing: a link to it leads nowhere, and nobody
takes it for a page of the web. `docs.python.org` would be a lie, since these words come from the installed library; a scheme
of our own would need a hole in the address guard, which this passes like any page.
"""

import importlib
import inspect
import math
import platform
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from html import escape
from types import ModuleType
from typing import NamedTuple

from webresearch.models import FailedPage, Page, SearchAnswer, SearchResult
from webresearch.safetext import one_line

HOST = "pydoc.invalid"
SITE = f"https://{HOST}/"
# Modules with prose in their docstrings whose import starts nothing.
MODULES = (
    "argparse base64 bisect calendar collections contextlib copy csv dataclasses datetime difflib enum fnmatch fractions "
    "functools glob graphlib gzip hashlib heapq itertools json logging operator pathlib pprint queue random re sched secrets "
    "shutil statistics string subprocess tempfile textwrap threading timeit types uuid weakref zipfile"
).split()
# Okapi BM25 with the constants of its authors (Robertson and Zaragoza 2009, section 3.3.3).
SATURATION, LENGTH_WEIGHT = 1.2, 0.75
NAME_WEIGHT = 5  # a module's own name and headline count as if they stood that often in its text
ADDRESS_IN_MEMORY = re.compile(r" at 0x[0-9a-fA-F]+")  # of a default value: another one in every process


class Entry(NamedTuple):
    """One module's documentation. parts: heading (its signature, or "" for the module itself) and text."""

    name: str
    headline: str
    parts: tuple[tuple[str, str], ...]

    @property
    def url(self) -> str:
        """Its address."""
        return SITE + self.name

    @property
    def title(self) -> str:
        """Its title, which says what it is."""
        return f"{self.name}{f': {self.headline}' * bool(self.headline)} (Python {platform.python_version()} on this machine)"


class DemoEngine:
    """The search engine and the scrape engine of the demo: no socket, no clock."""

    name = "demo"

    def __init__(self, thin_characters: int) -> None:
        self.thin_characters = thin_characters
        self.address = f"Python {platform.python_version()} on this machine"

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every documented module by its name."""
        found = (read_entry(importlib.import_module(name)) for name in MODULES)
        return {entry.name: entry for entry in found if entry.parts}

    @cached_property
    def index(self) -> dict[str, Counter[str]]:
        """How often each word stands in each module's documentation."""
        counted = {}
        for name, entry in self.entries.items():
            text = " ".join(f"{heading} {text}" for heading, text in entry.parts)
            counted[name] = Counter(words(text) + NAME_WEIGHT * words(f"{name} {entry.headline}"))
        return counted

    def search(self, query: str, *, language: str = "", category: str = "", count: int = 10) -> SearchAnswer:
        """The modules whose documentation has the query's words, best first. Language and category filter nothing."""
        asked = set(words(query))
        scores = {name: self._score(name, asked) for name in self.entries}
        best = sorted((name for name in scores if scores[name] > 0), key=lambda name: (-scores[name], name))[:count]
        results = tuple(hit(self.entries[name], asked) for name in best)
        return SearchAnswer(query, "ok" if results else "true_zero", results, query)

    def _score(self, name: str, asked: set[str]) -> float:
        """BM25 of one module."""
        counts, total = self.index[name], len(self.index)
        mean = sum(each.total() for each in self.index.values()) / total
        norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * counts.total() / mean)
        score = 0.0
        for word in asked:
            holders = sum(word in each for each in self.index.values())
            rarity = math.log(1 + (total - holders + 0.5) / (holders + 0.5))
            score += rarity * counts[word] * (SATURATION + 1) / (counts[word] + norm)
        return score

    def scrape(self, url: str) -> Page | FailedPage:
        """One module's page, read by the same pipeline as any page of the web."""
        from webresearch.pages.page import page_from_bytes

        entry = self.entries.get(url.removeprefix(SITE)) if url.startswith(SITE) else None
        if entry is None:
            return FailedPage(url, "http_error", f"the demo has only pages below {SITE}", status=404, engine=self.name)
        kind = "text/html; charset=utf-8"
        return page_from_bytes(
            page_html(entry).encode(),
            url=url,
            final_url=url,
            status=200,
            content_type=kind,
            engine=self.name,
            thin_characters=self.thin_characters,
        )


def words(text: str) -> list[str]:
    """The words of a text in lower case, a plural like its singular."""
    return [word.removesuffix("s") for word in re.findall(r"[a-z0-9]{2,}", text.lower())]


def read_entry(module: ModuleType) -> Entry:
    """A module's documentation: its own text, then its public classes and functions, in the order of their names."""
    own = inspect.getdoc(module) or ""
    headline = one_line(own.strip().partition("\n")[0].rstrip("."), 90)
    members = [(heading, text) for heading, text in documented(module) if text]
    return Entry(module.__name__, headline, tuple([("", own)] * bool(own) + members))


def documented(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Signature and docstring of each public class and function that is the module's own, or its C half's."""
    listed, homes = getattr(module, "__all__", None), (module.__name__, f"_{module.__name__}")
    for name, thing in sorted(vars(module).items()):
        own = name in listed if listed else getattr(thing, "__module__", "") in homes and not name.startswith("_")
        if own and (inspect.isclass(thing) or inspect.isroutine(thing)):
            yield name + signature(thing), inspect.getdoc(thing) or ""


def signature(thing: object) -> str:
    """How a function or class is called; "" where it does not say."""
    try:
        return ADDRESS_IN_MEMORY.sub("", str(inspect.signature(thing)))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""


def hit(entry: Entry, asked: set[str]) -> SearchResult:
    """A module as a search result; its snippet is the paragraph with most of the words asked for."""
    paragraphs = [part for _, text in entry.parts for part in re.split(r"\n\s*\n", text)]
    snippet = max(paragraphs, key=lambda part: (len(asked & set(words(part))), ">>>" not in part))
    return SearchResult(entry.url, entry.title, one_line(snippet, 300), "demo", ("demo",))


def page_html(entry: Entry) -> str:
    """The documentation as a page."""
    note = (
        f"A page of the demo: the documentation strings of Python {platform.python_version()} as installed on this machine, "
        "not a page of the web."
    )
    body = "".join(
        (f"<h2>{escape(heading)}</h2>" if heading else "") + "".join(map(block_html, re.split(r"\n\s*\n", text)))
        for heading, text in entry.parts
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(entry.title)}</title></head>'
        f"<body><main><article><h1>{escape(entry.name)}</h1><p><em>{escape(note)}</em></p>{body}</article></main></body></html>"
    )


def block_html(block: str) -> str:
    """One block of a docstring: kept as it is set where it is code or a table, else a paragraph."""
    if ">>>" in block or re.search(r"^ |\S {3,}\S", block, re.MULTILINE):
        return f"<pre>{escape(block)}</pre>"
    return f"<p>{escape(block)}</p>"
