"""Text that is no page of HTML, as Markdown: Markdown as it is, prose line by line, data and code in a fence."""

import re

# What a line of text must not become in Markdown: a heading, a quotation (and so a header of ours), a fence, a rule.
LINE_MARK = re.compile(
    r"^( {0,3})(?=#{1,6}(?:\s|$)|>|```|~~~|(?:-[ \t]{0,9}){3,99}$|(?:\*[ \t]{0,9}){3,99}$|=+[ \t]{0,9}$)", re.M
)
HEADING = re.compile(r"^#{1,6} +\S.{0,200}$", re.M)
FENCE = re.compile(r"^(?:```|~~~)", re.M)
LIST_ITEM = re.compile(r"^ {0,3}(?:[-*+]|\d{1,3}\.) +\S", re.M)
LINK = re.compile(r"\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)")
CODE_LINE = re.compile(
    r"(?:[;{},]|\):|\*/)\s*$|^\s*(?:#include\b|import \w|from \w[\w.]* import\b|def \w|class \w|//|/\*|\*\s|#!|<\?php)"
)
BACKTICKS = re.compile("`{3,}")
# What is looked at to tell code and Markdown from prose.
HEAD_CHARACTERS = 40_000

# Media types whose text is shown in a fence, and the language the fence names.
LANGUAGES = {
    "javascript": "javascript", "x-javascript": "javascript", "ecmascript": "javascript", "typescript": "typescript",
    "css": "css", "csv": "csv", "tab-separated-values": "tsv", "x-python": "python", "x-sh": "sh", "x-shellscript": "sh",
    "x-c": "c", "x-csrc": "c", "x-c++src": "cpp", "x-java-source": "java", "x-ruby": "ruby", "x-perl": "perl", "x-php": "php",
    "x-yaml": "yaml", "yaml": "yaml", "toml": "toml", "x-diff": "diff", "x-patch": "diff", "x-sql": "sql", "sql": "sql",
    "x-tex": "tex", "x-httpd-php": "php", "x-go": "go", "x-rust": "rust",
}  # fmt: skip


def text_markdown(text: str, subtype: str = "") -> str:
    """A plain text as Markdown.

    subtype: what follows the slash in its media type, "" when unknown. Code and tables go into a fence; of other text
    every word stays, and no line becomes a heading, a quotation or a rule.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if subtype in LANGUAGES:
        return in_fence(text, LANGUAGES[subtype])
    if is_code(text):
        return in_fence(text, "")
    return as_text(text)


def as_text(text: str) -> str:
    """Lines of text that stay text in Markdown."""
    return LINE_MARK.sub(r"\1\\", text)


def in_fence(text: str, language: str) -> str:
    """Text in a fence that it cannot close."""
    longest = max((len(run) for run in BACKTICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.strip(chr(10))}\n{fence}"


def is_markdown(text: str) -> bool:
    """Whether a text without a media type of its own is written in Markdown."""
    head = text[:HEAD_CHARACTERS]
    if not HEADING.search(head):
        return False
    return bool(
        FENCE.search(head) or LINK.search(head) or LIST_ITEM.search(head) or len(HEADING.findall(head)) > 1
    ) and not is_code(text)


def is_code(text: str) -> bool:
    """Whether most lines of a text look like a program's."""
    lines = [line for line in text[:HEAD_CHARACTERS].split("\n") if line.strip()]
    marked = sum(1 for line in lines if CODE_LINE.search(line[-300:]))
    return len(lines) >= 5 and marked * 2 >= len(lines)


def first_heading(text: str) -> str:
    """The first heading of a Markdown text, "" when it has none."""
    found = HEADING.search(text[:HEAD_CHARACTERS])
    return found.group(0).strip("# ").strip() if found else ""


def first_line(text: str, longest: int = 120) -> str:
    """The first line of a text when it can be a title: short, and no sentence that goes on."""
    line = next((line.strip() for line in text[:HEAD_CHARACTERS].split("\n") if line.strip()), "")
    return line if len(line) <= longest else ""
