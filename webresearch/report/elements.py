"""HTML put together so that nothing is unescaped by oversight: whatever is not Markup is text, and text is escaped."""

import html
import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from webresearch.safetext import INVISIBLE, one_line

VOID = frozenset(["meta", "link", "br", "hr", "rect", "circle", "path", "line"])
WEB_ADDRESS = re.compile(r"https?://[^\s<>\"'`\\\x00-\x20]+\Z", re.IGNORECASE)


class Markup(str):
    """HTML of our own making, which is not escaped again."""

    __slots__ = ()


Child = object  # Markup stays; None and "" vanish; anything else becomes text
Attributes = Mapping[str, object]


def element(name: str, attributes: Attributes | None = None, *children: Child) -> Markup:
    """One element.

    attributes: None and False leave one out, True writes its name alone. children: Markup as it is, all else escaped.
    """
    head = "".join(attribute(key, value) for key, value in (attributes or {}).items())
    if name in VOID and not children:
        return Markup(f"<{name}{head}>" if name in ("meta", "link", "br", "hr") else f"<{name}{head}/>")
    return Markup(f"<{name}{head}>{joined(children)}</{name}>")


def attribute(name: str, value: object) -> str:
    """One attribute with the space before it."""
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(shown(str(value)), quote=True)}"'


def joined(children: Iterable[Child]) -> Markup:
    """Children one after the other."""
    return Markup("".join(child if isinstance(child, Markup) else escaped(child) for child in children if child is not None))


def escaped(value: object) -> str:
    """A value as text in HTML."""
    return html.escape(shown(str(value)), quote=True)


def shown(text: str) -> str:
    """A text without controls, direction changes and other characters that no reader sees; line ends stay."""
    return INVISIBLE.sub("", text)


def line(value: object, limit: int = 300) -> str:
    """A value as one line of bounded length."""
    return one_line(value, limit)


def web_link(url: str, *children: Child, label: str | None = None) -> Markup:
    """A link to the web, opened without a referrer; the children alone where the address is none of the web."""
    if not WEB_ADDRESS.match(url):
        return element("span", None, *children)
    return element("a", {"href": url, "rel": "noreferrer noopener", "aria-label": label}, *children)


def file_link(path: str, *children: Child) -> Markup:
    """A link to a file, relative to the page."""
    return element("a", {"href": quote(path)}, *children)


def number(count: int, one: str, many: str = "") -> str:
    """A count with its noun: 1 source, 2 sources."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
