"""The kinds of pages that stand in the place of the one asked for, and how much on a page speaks for each."""

import functools
import re
import tomllib
from pathlib import Path
from typing import NamedTuple

# On a page with next to no text (an error page's usual size) one piece less is enough where no title tells.
SHORT_PROSE = 250
# Sentences below this are buttons and labels, and speak of nothing.
LABEL_CHARACTERS = 40
# Of whole sentences: walls of the sets that are looked at have at most some 250, pages about walls 440 and more.
WORDY = 400

APOSTROPHES = str.maketrans("", "", "'’`´")
SEPARATORS = re.compile(r"\s[|–—·•:»«/-]+\s|[|·•»]|:\s")
ENDS = ' .,!?…:;-–—|"“”()[]*#。！？'
SENTENCES = re.compile(r"(?<=[.!?。！？])\s+|\n+")


class Wall(NamedTuple):
    """One kind, as walls.toml describes it."""

    verdict: str
    titles: re.Pattern[str]
    phrases: tuple[re.Pattern[str], ...]
    needed: re.Pattern[str]
    markup: re.Pattern[str] | None
    titled: int
    untitled: int
    other: int
    prose: int


class Looks(NamedTuple):
    """A page as the walls see it.

    titles: segments of the title and the first heading. words: the text that would be saved. shown: what else a small page
    shows, buttons above all. prose: its sentences without links. html: its source in lower case, bounded.
    """

    titles: tuple[str, ...]
    words: str
    shown: str
    prose: tuple[str, ...]
    html: str

    @property
    def prose_characters(self) -> int:
        """How much running text there is."""
        return sum(map(len, self.prose))


def plain(text: str) -> str:
    """Text as the patterns want it: lower case, no apostrophes, single blanks."""
    return " ".join(text.lower().translate(APOSTROPHES).split())


def title_segments(title: str) -> tuple[str, ...]:
    """The whole title and its parts between separators, each ready for a match in full."""
    title = plain(title[:300])
    return tuple(dict.fromkeys(part for part in (title.strip(ENDS), *(s.strip(ENDS) for s in SEPARATORS.split(title))) if part))


def sentences(text: str) -> tuple[str, ...]:
    """Sentences and lines of a text."""
    return tuple(part for part in map(plain, SENTENCES.split(text)) if part)


@functools.cache
def walls() -> tuple[Wall, ...]:
    """All kinds, in the order in which they are tried."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return tuple(wall(verdict, table) for verdict, table in tomllib.loads(text).items())


def wall(verdict: str, table: dict[str, list[str]]) -> Wall:
    """One kind from its table."""
    return Wall(
        verdict,
        any_of(table["titles"]),
        tuple(any_of(group) for group in table["phrases"]),
        any_of(table.get("needed", [""])),
        any_of(table["markup"]) if table["markup"] else None,
        int(str(table["titled"])),
        int(str(table["untitled"])),
        int(str(table["other"])),
        int(str(table["prose"])),
    )


@functools.cache
def most_prose() -> int:
    """The most characters of prose that any kind may have: a page with more is none of them."""
    return max(kind.prose for kind in walls())


def any_of(alternatives: list[str] | str) -> re.Pattern[str]:
    """One pattern of several."""
    return re.compile("|".join(f"(?:{alternative})" for alternative in alternatives))


def evidence(kind: Wall, looks: Looks) -> str:
    """What shows that a page is of a kind, one line; "" when it is not, or not surely.

    The title counts two pieces of evidence, each group of phrases one, the markup one. A page that says much about
    something else is none, whatever its title: so articles about error pages stay articles.
    """
    title = next((segment for segment in looks.titles if kind.titles.fullmatch(segment)), "")
    # Buttons and footers of real pages say much of cookies and accounts: they count only under a title that tells.
    words = f"{title} {looks.words} {looks.shown}" if title else looks.words
    characters = looks.prose_characters
    if characters > kind.prose or not kind.needed.search(words):
        return ""
    found = [match.group(0) for match in (phrase.search(words) for phrase in kind.phrases) if match]
    wanted = (kind.titled if title else kind.untitled - (characters < SHORT_PROSE)) - 2 * bool(title) - len(found)
    if wanted > 1:  # more than the markup could give, which takes the longest to look for
        return ""
    markup = kind.markup.search(looks.html) if kind.markup else None
    if bool(markup) < wanted or not (found or markup):
        return ""
    other = sum(len(sentence) for sentence in looks.prose if speaks_of_other_things(kind, sentence))
    # A page whose title alone tells, and whose text speaks of something else, is an article on its title.
    told = markup or any(phrase.search(" ".join(looks.prose)) for phrase in kind.phrases)
    if other > (kind.other if told else 0) or (not markup and wordy(looks)):
        return ""
    shown = [f"title {title[:60]!r}"] * bool(title) + [f"{phrase[:50]!r}" for phrase in found[:3]]
    shown += [f"markup {markup.group(0)[:40]!r}"] if markup else []
    return ", ".join(shown) + f"; {characters} characters of prose"


def wordy(looks: Looks) -> bool:
    """Whether a page says more in whole sentences than pages do that only turn a visitor away: it is about such pages."""
    return sum(len(sentence) for sentence in looks.prose if len(sentence) >= LABEL_CHARACTERS) > WORDY


def speaks_of_other_things(kind: Wall, sentence: str) -> bool:
    """Whether a sentence is about anything but the wall."""
    return len(sentence) >= LABEL_CHARACTERS and not any(phrase.search(sentence) for phrase in kind.phrases)
