"""Text from strangers as one harmless line: for titles, snippets, names and error texts wherever they are shown."""

from webresearch.patterns import pattern

# Terminal sequences: CSI, OSC and the other string commands (ended by BEL or ST), then any two-character escape.
TERMINAL = pattern(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b.?"
)
# Controls, invisible formatting, direction changes, line separators, tag characters, noncharacters and lone surrogates.
# ZWNJ and ZWJ (200C, 200D) stay: Persian, Hindi and emoji need them.
INVISIBLE = pattern(
    "[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff\U000e0000-\U000e0fff\U0001fffe-\U0001ffff]"
)
SPACE = pattern(r"[\s\x85\u2028\u2029]+")


def host_of(url: str) -> str:
    """The host that a web address names, in lower case; "" for a text that is no address. Never raises."""
    from urllib.parse import urlsplit

    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # brackets that hold no address, characters that turn into delimiters
        return ""


def one_line(text: object, limit: int = 300) -> str:
    """Any value as one line without control, escape or direction-changing characters.

    limit: most characters kept; a longer text ends in an ellipsis. None becomes "".
    """
    if text is None:
        return ""
    raw = text if isinstance(text, str) else str(text)
    raw = raw[: 20 * limit + 4096]  # bounded work on a megabyte of title
    line = SPACE.sub(" ", INVISIBLE.sub("", TERMINAL.sub("", raw))).strip()
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
