"""Characters nobody sees: taken out of a text, but for those that letters, emoji and scripts need."""

import re
import unicodedata
from collections import Counter

from webresearch.safetext import TERMINAL

NEWLINE = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff\U0001fffe\U0001ffff]")
JOINERS = "\u200c\u200d"
SELECTORS = "\ufe00-\ufe0f"
MONGOLIAN = "\u180b-\u180d\u180f"
OTHERS = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# One match is a run of characters of one kind; which of a run stay is decided below.
UNSEEN = re.compile(f"\U0001f3f4[\U000e0020-\U000e007f]+|[{JOINERS}]+|[{SELECTORS}]+|[{MONGOLIAN}]+|[{OTHERS}]+")
ANY_UNSEEN = re.compile(f"[{JOINERS}{SELECTORS}{MONGOLIAN}{OTHERS}]")  # passes over text several times as fast as the kinds
# Found on ordinary pages (hyphenation, break hints, direction marks of right-to-left text): taken out without a word.
ORDINARY = frozenset("\xad\u200b\u200e\u200f\u2060\ufeff\u200c\u200d\u061c")
LONG_RUN = 4  # so many ordinary ones in a row carry a message, not a hint
# Flags of England, Scotland and Wales: the only tag sequences Unicode recommends for interchange (UTS 51, section 1.4.6).
TAG_FLAGS = frozenset(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
# Scripts whose spelling uses the joiners: Arabic to N'Ko, those of India and South-East Asia, Mongolian.
JOINED_SCRIPTS = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1a20-\u1aad\u1b00-\u1bff\ufb50-\ufdff\ufe70-\ufefc]"
)


def seen(text: str) -> tuple[str, dict[str, int]]:
    """A text with only what can be seen in it, lines ended by a newline.

    Returns the text and how many characters were taken out, by kind; those ordinary pages hold are not counted.
    """
    removed: Counter[str] = Counter()
    text = NEWLINE.sub("\n", text)
    if CONTROL.search(text):  # every terminal sequence begins with one
        text, sequences = TERMINAL.subn("", text)
        text, controls = CONTROL.subn("", text)
        removed["control characters"] += sequences + controls
    if not text.isascii() and ANY_UNSEEN.search(text):
        text = UNSEEN.sub(lambda run: kept(run, removed), text)
    return text, {kind: count for kind, count in removed.items() if count}


def kept(run: re.Match[str], removed: "Counter[str]") -> str:
    """What of a run of unseen characters stays, given the characters around it; counts what does not."""
    found = run[0]
    before = run.string[run.start() - 1] if run.start() else ""
    after = run.string[run.end()] if run.end() < len(run.string) else ""
    if found in TAG_FLAGS:
        return found
    if found[0] == "\U0001f3f4":
        removed["invisible characters"] += len(found) - 1
        return found[0]
    if len(found) == 1 and is_needed(found, before, after):
        return found
    if len(found) >= LONG_RUN or not set(found) <= ORDINARY:
        removed["invisible characters"] += len(found)
    return ""


def is_needed(sign: str, before: str, after: str) -> bool:
    """Whether a single unseen character shapes its neighbours."""
    if sign == "\u200c":
        return bool(JOINED_SCRIPTS.match(before))
    if sign == "\u200d":
        return bool(JOINED_SCRIPTS.match(before)) or (is_pictograph(before) and is_pictograph(after))
    if "\u180b" <= sign <= "\u180f":
        return "\u1800" <= before <= "\u18af"
    if "\ufe00" <= sign <= "\ufe0f":
        return before != "" and (before in "0123456789#*" or unicodedata.category(before)[0] == "S" or before > "\u2e7f")
    return False


def is_pictograph(sign: str) -> bool:
    """Whether a character may be part of an emoji sequence."""
    return sign != "" and (unicodedata.category(sign) in ("So", "Sk", "Sm") or sign == "\ufe0f")
