"""Real documentation without shipping any: pages made from the docstrings of the Python that runs this."""

import importlib
import inspect
import pydoc
import re
from collections.abc import Iterator
from html import escape
from types import ModuleType

# Modules with much prose in their docstrings whose import starts nothing. The two lists share no module, so that no page is
# a copy of another.
# fmt: off
GUIDE_MODULES = (
    "argparse", "bisect", "calendar", "collections", "contextlib", "csv", "datetime", "difflib", "doctest", "fnmatch",
    "fractions", "functools", "heapq", "itertools", "json", "logging", "pathlib", "pickle", "random", "re", "shelve",
    "shutil", "statistics", "string", "subprocess", "tempfile", "textwrap", "threading",
)
PYDOC_MODULES = (
    "ast", "base64", "cmd", "codecs", "decimal", "dis", "getpass", "gzip", "hashlib", "ipaddress", "optparse", "sched",
    "secrets", "tarfile", "timeit", "tokenize", "uuid", "zipfile",
)
# fmt: on

STYLE = "body{font:16px/1.5 serif;max-width:46em;margin:auto}nav a{margin-right:1em}pre{background:#eee;padding:.5em}"


def guide_pages() -> Iterator[tuple[str, str]]:
    """Path and HTML of each guide page: one module an article, with a site's usual furniture round it."""
    menu = "".join(f'<a href="/{name}.html">{name}</a> ' for name in GUIDE_MODULES)
    items = "".join(f'<li><a href="/{name}.html">{escape(title_of(name))}</a></li>' for name in GUIDE_MODULES)
    yield "index.html", laid_out("Library guide", menu, f"<h1>Library guide</h1><ul>{items}</ul>")
    for name in GUIDE_MODULES:
        yield f"{name}.html", laid_out(title_of(name), menu, article(importlib.import_module(name)))


def pydoc_pages() -> Iterator[tuple[str, str]]:
    """Path and HTML of each page as pydoc itself writes it."""
    for name in PYDOC_MODULES:
        module = importlib.import_module(name)
        yield f"{name}.html", pydoc.HTMLDoc().page(title_of(name), pydoc.HTMLDoc().docmodule(module))


def title_of(name: str) -> str:
    """A module's name and the first sentence of its docstring, as a page title."""
    text = inspect.getdoc(importlib.import_module(name)) or ""
    first = text.strip().splitlines()[0].strip().rstrip(".") if text.strip() else "module"
    return f"{name}: {first}"[:110]


def laid_out(title: str, menu: str, content: str) -> str:
    """A whole page: head, navigation, content, footer."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head>"
        f'<body><header><nav><a href="/index.html">Contents</a>{menu}</nav></header><main><article>{content}</article></main>'
        "<aside><p>Made from the docstrings of the installed library.</p></aside>"
        "<footer><p>Terms of use. Privacy. Contact the editors.</p></footer></body></html>"
    )


def article(module: ModuleType) -> str:
    """A module's documentation: its own text, then its public functions and classes."""
    parts = [f"<h1>{escape(title_of(module.__name__))}</h1>", prose(inspect.getdoc(module) or "")]
    for name, thing in sorted(vars(module).items()):
        documented = inspect.isroutine(thing) or inspect.isclass(thing)
        if name.startswith("_") or not documented or getattr(thing, "__module__", None) != module.__name__:
            continue
        parts.append(f"<h2>{escape(name)}</h2><pre>{escape(name + signature(thing))}</pre>")
        parts.append(prose(inspect.getdoc(thing) or ""))
    return "".join(parts)


def signature(thing: object) -> str:
    """How a function is called, "" where it does not say."""
    try:
        return str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""


def prose(docstring: str) -> str:
    """A docstring as paragraphs, with code and tables kept as they are set."""
    return "".join(block_html(block) for block in re.split(r"\n\s*\n", docstring) if block.strip())


def block_html(block: str) -> str:
    """One block of a docstring: code, a list, or a paragraph."""
    if ">>>" in block or block.startswith("  "):
        return f"<pre>{escape(block)}</pre>"
    if block.startswith(("- ", "* ")):
        items = re.split(r"^[-*] ", block, flags=re.M)[1:]
        return f"<ul>{''.join(f'<li>{escape(item.strip())}</li>' for item in items)}</ul>"
    return f"<p>{escape(block.strip())}</p>"
