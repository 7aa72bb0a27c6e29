"""Text that was read in the wrong encoding somewhere before it came here: what shows it, and how much of it there is."""

import functools
import re
from collections import Counter
from collections.abc import Mapping

# Enough of a page to judge it all by; a page is garbled throughout or hardly.
SAMPLE_CHARACTERS = 50_000
# Fewer places are a slip of an author, and a page that explains mojibake has more clean text around them.
FEWEST_PLACES = 5
FEWEST_REPLACED = 3
SHARE_OF_FOREIGN_WORDS = 0.3
WORD_CHARACTERS = 12
CHARACTERS_A_PLACE = 2000
CHARACTERS_A_REPLACEMENT = 200

# What UTF-8 is most often mistaken for.
MISTAKEN = ("cp1252", "cp1251", "gb18030", "cp932", "koi8_r", "mac_roman", "cp1250", "cp437")
FOREIGN_RUN = re.compile(r"[^\x00-\x7f]+")
# No Latin script writes four such letters in a row: Cyrillic, Greek, Hebrew or Chinese bytes read as windows-1252 do.
WESTERN_RUN = re.compile("[¡-ÿ‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{4,}")
# What is left of double-encoded letters without their control characters.
LEADS = "âÃÂÐÑãäåæçèé"
# The beginning of a double-encoded quote or dash whose last byte fell to cleaning.
CUT_QUOTE = re.compile("â€")


def garbled(text: str) -> str:
    """What shows that a text is mojibake, one line; "" for a text that is not.

    Counted are replacement characters, runs that turn into valid UTF-8 when the mistake is undone, and runs of accented
    letters that no language has.
    """
    sample = text[:SAMPLE_CHARACTERS]
    if sample.isascii():
        return ""
    replaced = sample.count("\ufffd")
    if replaced >= FEWEST_REPLACED and replaced * CHARACTERS_A_REPLACEMENT >= len(sample):
        return f"{replaced} undecodable places in {len(sample)} characters"
    runs = Counter(run for run in FOREIGN_RUN.findall(sample) if not run.isspace())  # most are the same few quotes and dashes
    words = words_in(runs)
    for mistaken in MISTAKEN:
        if much(places := words_in({run: times for run, times in runs.items() if undone(run, mistaken)}), words, sample):
            return f"{places} of {words} non-ASCII words are UTF-8 read as {mistaken}"
    western = Counter(run for run in WESTERN_RUN.findall(sample) if len({letter for letter in run if letter >= "À"}) > 2)
    if much(places := words_in(western), words, sample):
        return f"{places} of {words} non-ASCII words have accented letters only"
    return ""


def garbled_at_source(text: str, html: str) -> str:
    """What shows that a text's source is mojibake, where cleaning took half of each garbled letter: its control characters."""
    if sum(map(text[:SAMPLE_CHARACTERS].count, LEADS)) < FEWEST_PLACES:
        return ""
    found = garbled(html)
    return f"in the source, {found}" if found else ""


def words_in(runs: Mapping[str, int]) -> int:
    """How many words runs of characters come to: scripts without spaces make one long run of a sentence.

    runs: how often each stands in the text.
    """
    return sum(times * (1 + len(run) // WORD_CHARACTERS) for run, times in runs.items())


def much(places: int, words: int, sample: str) -> bool:
    """Whether so many garbled words make the page garbled."""
    enough = max(FEWEST_PLACES, SHARE_OF_FOREIGN_WORDS * words, len(sample) / CHARACTERS_A_PLACE)
    return places >= enough


def undone(run: str, mistaken: str) -> bool:
    """Whether a run of non-ASCII characters is UTF-8 once it is written back in the mistaken encoding."""
    if mistaken == "cp1252":
        if CUT_QUOTE.match(run):
            return True
        body = b"".join(western_byte(character) for character in run)
    else:
        body = run.encode(mistaken, "ignore")
    if len(body) < 2:
        return False
    text = body.decode("utf-8", "replace")
    return text.count("\ufffd") <= len(text) // 4 and any(character not in "\ufffd" for character in text)


@functools.cache
def western_byte(character: str) -> bytes:
    """A character's byte in windows-1252, holes filled as browsers do; any other character breaks the run."""
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return bytes([ord(character)]) if ord(character) < 0x100 else b"\xff"
