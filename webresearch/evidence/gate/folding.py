"""Which differences between two characters are only typography: width, ligature, quote and dash style, invisible marks.

Everything is narrower than Unicode's compatibility forms, which would make 10⁵ into 105 and 1½ into 11/2.
"""

import re
import unicodedata
from functools import cache

from webresearch.patterns import pattern

# Boundaries that a quote must respect, carried through the readings as noncharacters, which no honest text holds.
CELL, ROW, PART = "\ufdd0", "\ufdd1", "\ufdd2"
STRAY_BOUNDARY = pattern("[\ufdd0-\ufdef]")
# Marks that are decoration, where a reading leaves them in: told apart from the same characters as text.
SOFT = dict(zip(map(ord, "*_`~\\"), "\ufdd4\ufdd5\ufdd6\ufdd7\ufdd8", strict=True))
SOFT_MARKS = pattern("[\ufdd4-\ufdd8]+")

# Soft hyphen, zero-width and direction marks, tatweel, variation selectors, tags, controls: nothing a reader sees.
INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u0640\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff"
)
# Han, kana, bopomofo and their punctuation; Thai, Lao, Myanmar, Khmer: scripts written without spaces between words.
UNSPACED = (
    "\u2e80-\u2fdf\u3001-\u3030\u3041-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff61-\uff9f"
    "\U00020000-\U0003ffff\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1050-\u108f\u1780-\u17d3"
)
UNSPACED_CHARACTER = pattern(f"[{UNSPACED}]")
# What is beyond the alphabets, punctuation and boundaries: most texts have nothing of it, and need no closer look.
BEYOND_ALPHABETS = pattern("[^\x00-\u0e00\u2000-\u2bff\ufdd0-\ufdd8]")
INVISIBLES = pattern(f"[{INVISIBLE}]+")
# White space that is not one plain space, and boundaries.
SPACE = (
    f"[\\s{CELL}-{PART}]{{2,}}"
    f"|[\\t-\\r\\x1c-\\x1f\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000{CELL}-{PART}]"
)
# Characters that stand for several.
SEVERAL = pattern(
    "[\u2026\u22ef\u2103\u2109\u3300-\u33ff\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdcf\ufdf0-\ufdfb\ufe70-\ufefc]|[\uff61-\uff9f]+"
)


def is_unspaced(text: str) -> bool:
    """True for a text that begins with a character of a script written without spaces."""
    return not text.isascii() and UNSPACED_CHARACTER.match(text) is not None


def has_unspaced(text: str) -> bool:
    """True for a text with a character of a script written without spaces anywhere."""
    return not text.isascii() and BEYOND_ALPHABETS.search(text) is not None and UNSPACED_CHARACTER.search(text) is not None


# Signs that some write close to their number and some with a space: 5 %, 20 °C, 3 €; p=0.70, 4±0.6, a <5; and -- for a dash.
# Arrows, == and the like are no operators. Each begins with the few characters that a search can run to.
SPACED_SIGN = pattern(
    r"[\d=±<>≤≥≈-](?:(?<=\d)\s{1,3}(?=[%‰°]|[€£¥₹₽$](?!\d))"
    r"|(?<=[^\d-])(?<![-=<>!~:+*/&|^%].)(?=\s{0,3}[-+−]?\.?\d)"
    r"|(?<=\s-)-(?=\s))"
)
# French typography inside its quotation marks; a plain space there may stand outside of German ones.
GUILLEMET_SPACE = pattern("[«‹\u00a0\u202f\u2009](?:(?<=[«‹])[\u00a0\u202f\u2009]|(?<=[\u00a0\u202f\u2009])[»›])")
# One kind of quotation mark stands for the other, as in a quotation within one; behind a digit it means inches or seconds.
DOUBLE_QUOTE = pattern(r"\"(?<!\d\")")
# A formula's small digits; between or before other digits they change the number.
SUBSCRIPT = pattern("[\u2080-\u2089]++(?![0-9])")
FULL_SIZE = {0x2080 + digit: str(digit) for digit in range(10)}


def spaced(match: re.Match[str]) -> str | None:
    """A sign as all are read: no space before % and °, one on each side of an operator, a dash for --; None where it is so."""
    found, text = match[0], match.string
    if found[0].isdigit():
        return found[0]
    if found == "--":
        return "—"
    before, after = text[match.start() - 1 : match.start()], text[match.end()]
    left, right = " " if before.isalnum() or before in (")", "_") else "", "" if after.isspace() else " "
    return f"{left}{found}{right}" if left or right else None


def full_size(match: re.Match[str]) -> str:
    """The small digits of a formula as digits, where they stand by a letter or a bracket."""
    before = match.string[match.start() - 1 : match.start()]
    return match[0].translate(FULL_SIZE) if before in (")", "]") or (before.isascii() and before.isalpha()) else match[0]


@cache
def spaces(unspaced: bool) -> re.Pattern[str]:
    """White space that a reading writes as one space or, `unspaced`, drops beside a script without spaces."""
    return re.compile(f"{SPACE}| (?=[{UNSPACED}])|(?<=[{UNSPACED}]) " if unspaced else SPACE)


@cache
def clusters() -> re.Pattern[str]:
    """A letter with what may compose with it; only looked at in texts that are not in composed form."""
    return re.compile(
        f"[\x21-\x7e]?[^\x00-\x7f{UNSPACED}]+|[\u3041-\u30ff][\u3099\u309a]|[\uf900-\ufaff\U0002f800-\U0002fa1f]"
        "|[\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u109f\u1780-\u17d3]+"
    )


def _same_width() -> dict[int, str]:
    table = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    table |= dict(zip(range(0xFFE0, 0xFFE7), "¢£¬¯¦¥₩", strict=True))
    table |= dict.fromkeys(map(ord, "’‘‚‛ʼʻ′´‹›׳＇"), "'")
    table |= dict.fromkeys(map(ord, "“”„‟″«»〝〞〟「」『』״＂"), '"')
    table |= {0x301C: "~", 0xB5: "\u03bc"}
    return table


# One character for one: width forms, quote marks, the wave dash, the micro sign. Applied before white space is looked at.
SAME_WIDTH = _same_width()
# Applied last, so that the whole-word rule still sees which dash it was.
DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣⸺"), "-") | {ord(soft): chr(mark) for mark, soft in SOFT.items()}


def expanded(run: str) -> str:
    """A ligature, presentation form, unit sign or run of half-width kana as the letters it stands for.

    Signs whose letters come with digits (㎡) stay: a superscript must not become a digit.
    """
    if run in "…⋯":
        return "..."
    letters = unicodedata.normalize("NFKC", run)
    return letters if letters.isalpha() or run in "℃℉" or run[0] >= "\uff61" else run
