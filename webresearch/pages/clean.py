"""Markdown made harmless: nothing unseen in it, nothing loaded by it, nothing in it that looks like the tool's own words."""

import html
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from webresearch.pages.address import addresses_reader
from webresearch.pages.characters import seen
from webresearch.pages.css import declared
from webresearch.pages.hiding import hides

LONGEST_ALT = 80  # characters of a picture's description that are worth keeping
FENCE = re.compile(r"^[ \t>]{0,40}(?:[-*+] {1,9}|\d{1,9}[.)] {1,9})?[ \t>]{0,20}(`{3,}|~{3,})([^\n]*)$", re.M)
INLINE_CODE = re.compile(r"(?<![`\\])(`{1,3})(?!`)[^`\n]{1,2000}(?<!`)\1(?!`)")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
# What a browser passes over inside a scheme.
BLANKS = re.compile(r"[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060\ufeff\\]+")

COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
# A definition that leads nowhere is how Markdown writers hide a remark.
COMMENT_DEFINITION = re.compile(
    r"^ {0,3}\[(?!\^)[^\[\]\n]{1,500}\]:[ \t]{0,20}(?:#|<#?>)(?:[ \t][^\n]*)?(?:\n[ \t]{0,20}[\"'(][^\n]*[\"')][ \t]{0,20}$)?",
    re.M,
)
PROGRAM = re.compile(r"<(script|style|template|noscript)\b[^<>]{0,2000}>.*?(?:</\1\s*>|\Z)", re.S | re.I)
STYLED_TAG = re.compile(r"<([a-z][a-z0-9]{0,20})\b([^<>]{0,2000}(?:\bhidden\b|\bstyle\s*=)[^<>]{0,2000})>", re.I)
STYLE = re.compile(r"\bstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.I)
HIDDEN = re.compile(r"(?:^|\s)hidden(?:\s|=|/|$)|aria-hidden\s*=\s*[\"']?true", re.I)
WRAP = r"\n(?![ \t]*\n)"  # a line's end within a paragraph
TITLE = (
    rf"(?:[ \t\n]+(?:\"(?:\\.|[^\"\\\n]|{WRAP}){{0,2000}}\"|'(?:\\.|[^'\\\n]|{WRAP}){{0,2000}}'"
    rf"|\((?:\\.|[^()\\\n]|{WRAP}){{0,2000}}\)))?"
)
TARGET = r"(<[^<>\n]{0,5000}>|(?:[^()<>\s\\]|\\.|\([^()\s]{0,2000}\))*)"
LABEL = rf"((?:\\.|[^\[\]\\\n]|{WRAP}|\[[^\[\]\n]{{0,500}}\]){{0,2000}})"
IMAGE = re.compile(rf"!\[{LABEL}\](?:\([ \t]*{TARGET}{TITLE}[ \t]*\)|\[[^\[\]\n]{{0,500}}\]|(?!\())")
IMAGE_SIGN = re.compile(rf"!\[(?=(?:[^\n]|{WRAP}){{0,2000}}\])")
IMAGE_TAG = re.compile(r"<(?:img|picture|source|image)\s([^<>]{0,20000})>", re.I)
ALT = re.compile(r"\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.I)
LINK_END = re.compile(rf"\]\([ \t]*{TARGET}({TITLE})[ \t]*\)")
LINK = re.compile(rf"(?<!\\)\[{LABEL}\]\([ \t]*{TARGET}({TITLE})[ \t]*\)")
AUTOLINK = re.compile(r"<([a-z][a-z0-9+.-]{1,30}:[^\s<>]{0,20000})>", re.I)
DEFINITION = re.compile(rf"^([ \t>]{{0,12}}\[(?!\^)[^\[\]\n]{{1,500}}\]:[ \t]*)(<[^<>\n]*>|\S+)({TITLE})[ \t]*$", re.M)
DATA_URL = re.compile(r"\bdata:[\w.+-]{0,60}/?[\w.+-]{0,60}(?:;[\w.=-]{0,60}){0,4},[\w+/=%.-]{40,}", re.I)

HEADER_LINE = re.compile(r"^([ \t>*+-]{0,12})>(?=\s{0,20}(?:source|query|fetched|relevance|NOTE)\s{0,20}:)", re.M | re.I)
EVIDENCE = re.compile(r"^([ \t>*+-]{0,12})\[(?=\^E\d{1,9}\]:)", re.M | re.I)
FRONT_MATTER = re.compile(
    r"^([ \t>]{0,12})---(?=[ \t]*\n(?:.*\n){0,6}?[ \t>]{0,12}[\"']?"
    r"(?:source|url|query|fetched|relevance|trust\w*|note)[\"']?[ \t]*:)"
    r"|\A(\s{0,20})---(?=[ \t]*\n[ \t]*[\"']?[A-Za-z_][\w-]{0,40}[\"']?[ \t]*:)",
    re.M | re.I,
)
# In code a backslash would be one more sign to copy; a blank before the line does as well.
FENCED_MATTER = re.compile(r"^---(?=[ \t]*\n(?:.*\n){0,6}?(?:source|url|query|fetched|relevance)\s{0,9}:)", re.M | re.I)
WORTH_A_LOOK = re.compile(r"[\[<]|[Dd][Aa][Tt][Aa]:|---|Human|Assistant|System")
SPEAKER = re.compile(r"^([ \t>*_#-]{0,12}(?:Human|Assistant|System))(?=[*_]{0,3}:)", re.M)
# Tags that chat formats and tool protocols use for who speaks; placeholders such as <user> are ordinary words of manuals.
ROLE_TAG = re.compile(
    r"<(?=/?\s{0,9}(?:system|assistant|human|(?:system|assistant|tool|function|user)[-_](?:\w|-)+|(?:un)?trusted[\w-]*|antml:\w+|"
    r"function_?calls?|invoke)(?:\s[^<>\n]{0,500})?\s{0,9}/?>|/user>|/?\|[\w/ ]{1,40}\|>|<\s?/?SYS\s?>>)",
    re.I,
)
ROLE_BRACKET = re.compile(r"\[(?=/?(?:INST|SYSTEM|SYS|ASSISTANT|TOOL_CALLS?|TOOL_RESULTS?|AVAILABLE_TOOLS)\](?!\())")
# Tags that no program holds by chance: neutralised inside code too.
SPECIAL_TOKEN = re.compile(
    r"<(?=/?(?:system-reminder|function_calls|function_results|tool_results?|tool_use|untrusted[\w-]*|antml:\w+)\b"
    r"|\|(?:im_start|im_end|endoftext|eot_id|start_header_id|end_header_id|begin_of_text)\|)",
    re.I,
)
# Markup that would load or hide something if the text were shown as a web page.
LOADING_TAG = re.compile(
    r"<(?=!--|/?(?:img|picture|source|image|script|style|iframe)\b|(?:object|embed|link|meta|base|video|audio)\s[^<>\n]{0,200}=)",
    re.I,
)


class Cleaned(NamedTuple):
    """Markdown that is safe to save. removed: what was taken out, by kind. flags: `addresses_reader` or nothing."""

    text: str
    removed: dict[str, int]
    flags: tuple[str, ...] = ()


def clean_markdown(markdown: str) -> Cleaned:
    """Markdown from a service made harmless: what its readers would not see is taken out, the rest neutralised.

    markdown: any text. Visible words, digits and punctuation stay as they are.
    """
    text, removed = seen(markdown)
    counts = Counter(removed)
    text = outside_code(text, lambda part: without_hidden(part, counts))
    rest = neutralised(text)
    return Cleaned(rest.text, dict(counts + Counter(rest.removed)), rest.flags)


def neutralised(markdown: str) -> Cleaned:
    """Markdown whose every word is meant to be seen made harmless: characters, links, look-alikes.

    markdown: what our own writer made of a page's visible parts, or a service's Markdown without its hidden parts.
    """
    text, removed = seen(markdown)
    counts = Counter(removed)
    text, special = SPECIAL_TOKEN.subn("&lt;", text)
    text = outside_code(text, lambda part: harmless(part, counts))
    text = EVIDENCE.sub(r"\1\\[", HEADER_LINE.sub(r"\1\\>", FENCED_MATTER.sub(" ---", text)))
    addressed = special or counts.pop("role tags", 0) or addresses_reader(text)
    text = text.strip("\n")
    return Cleaned(text + "\n" if text else "", dict(+counts), ("addresses_reader",) if addressed else ())


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change what stands outside of fenced blocks and inline code; code that is opened and never closed is no code."""
    return "".join(part if is_code else change(part) for is_code, part in code_and_prose(text))


def code_and_prose(text: str) -> Iterator[tuple[bool, str]]:
    """The parts of a text in order, each with whether it is code."""
    start = 0
    for first, last in fenced(text):
        yield from inline_code_and_prose(text[start:first])
        yield True, text[first:last]
        start = last
    yield from inline_code_and_prose(text[start:])


def fenced(text: str) -> Iterator[tuple[int, int]]:
    """Begin and end of each closed fenced block."""
    opened: re.Match[str] | None = None
    for fence in FENCE.finditer(text):
        sign, words = fence[1], fence[2].strip()
        if opened is None:
            opened = fence if "`" not in words else None
        elif sign[0] == opened[1][0] and len(sign) >= len(opened[1]) and not words:
            yield opened.start(), fence.end()
            opened = None


def inline_code_and_prose(text: str) -> Iterator[tuple[bool, str]]:
    """The parts of a text without fences in order, each with whether it is inline code."""
    start = 0
    for code in INLINE_CODE.finditer(text):
        yield False, text[start : code.start()]
        yield True, code[0]
        start = code.end()
    yield False, text[start:]


def without_hidden(text: str, counts: "Counter[str]") -> str:
    """Prose without comments, hidden elements, titles of links; pictures become a short note."""
    for kind, pattern in (("comments", COMMENT), ("hidden", PROGRAM), ("comments", COMMENT_DEFINITION)):
        text, found = pattern.subn("", text)
        counts[kind] += found
    text = without_styled(text, counts)
    text = IMAGE_TAG.sub(lambda tag: note(alternative(tag[1])), text)
    text = IMAGE.sub(lambda picture: note(picture[1]), text)
    return DEFINITION.sub(lambda line: line[1] + line[2], LINK_END.sub(lambda end: f"]({end[1]})", text))


def without_styled(text: str, counts: "Counter[str]") -> str:
    """Prose without the raw HTML elements that their style or attribute hides, as far as they are closed."""
    pieces, start = [], 0
    unclosed: set[str] = set()
    for tag in STYLED_TAG.finditer(text):
        name = tag[1].lower()
        if tag.start() < start or name in unclosed or not is_hidden(tag[2]):
            continue
        end = closed_at(text, name, tag.end())
        if not end:
            unclosed.add(name)
            continue
        pieces.append(text[start : tag.start()])
        start = end
        counts["hidden"] += 1
    return "".join((*pieces, text[start:]))


def closed_at(text: str, name: str, start: int) -> int:
    """Where an element that was opened before `start` is closed, with those of its name in it; 0 where it is not."""
    depth = 1
    for tag in re.compile(rf"<(/?){name}\b[^<>]{{0,2000}}>", re.I).finditer(text, start):
        depth += -1 if tag[1] else 1
        if not depth:
            return tag.end()
    return 0


def is_hidden(attributes: str) -> bool:
    """Whether the attributes of a raw HTML tag hide it."""
    style = STYLE.search(attributes)
    plain, important = declared(html.unescape(next(filter(None, style.groups()), "")) if style else "")
    return hides({**plain, **important}) or bool(HIDDEN.search(STYLE.sub("", attributes)))


def alternative(attributes: str) -> str:
    """The description of a picture among a tag's attributes."""
    found = ALT.search(attributes)
    return found[1] or found[2] or "" if found else ""


def note(description: str) -> str:
    """What stands for a picture: its description, short, or nothing."""
    words = " ".join(re.sub(r"[\[\]()!<>`|\\]", " ", html.unescape(description)).split())
    return f"[image: {words[:LONGEST_ALT].rstrip()}]" if words else ""


def harmless(text: str, counts: "Counter[str]") -> str:
    """Prose with safe links and without look-alikes."""
    if not WORTH_A_LOOK.search(text):
        return text
    return without_look_alikes(without_bad_links(text, counts), counts)


def without_bad_links(text: str, counts: "Counter[str]") -> str:
    """Prose whose links all lead to the web; others become their text, embedded data goes."""
    text = LINK.sub(lambda link: link[0] if is_web(link[2]) else link[1], text)
    text = LINK_END.sub(lambda end: end[0] if is_web(end[1]) else "]", text)
    text = DEFINITION.sub(lambda line: line[0] if is_web(line[2]) else "", text)
    text = AUTOLINK.sub(plain_autolink, text)
    text, found = DATA_URL.subn("[data]", text)
    counts["data urls"] += found
    return text


def plain_autolink(link: re.Match[str]) -> str:
    """An address in angle brackets: web addresses stay, mail addresses lose the brackets, all others go."""
    if is_web(link[1]):
        return link[0]
    return link[1].partition(":")[2] if link[1].lower().startswith(("mailto:", "tel:")) else ""


def is_web(target: str) -> bool:
    """Whether a link target leads to the web or into the page itself, read as a browser reads it."""
    plain = BLANKS.sub("", unquote(html.unescape(target.strip("<>"))))
    scheme = SCHEME.match(plain)
    return scheme is None or scheme[0].lower() in ("http:", "https:")


def without_look_alikes(text: str, counts: "Counter[str]") -> str:
    """Prose in which nothing passes for the tool's own words, a chat's markup or a picture; all its words stay."""
    text, tags = ROLE_TAG.subn("&lt;", text)
    text, brackets = ROLE_BRACKET.subn("&#91;", text)
    counts["role tags"] += tags + brackets
    text = LOADING_TAG.sub("&lt;", IMAGE_SIGN.sub(r"!\\[", text))
    text = FRONT_MATTER.sub(lambda line: f"{line[1] or line[2] or ''}\\---", text)
    return SPEAKER.sub(r"\1\\", text)
