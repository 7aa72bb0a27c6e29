"""The synthesis as HTML: its citation marks become buttons, its doubtful sentences get a note in the margin."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from webresearch.report.elements import WEB_ADDRESS, Markup, element, escaped, line
from webresearch.report.facts import Sentence
from webresearch.report.words import flag_words

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

CITATION = re.compile(r"\[\^([^\]\n]{1,40})\](?!:)")
# A citation on its way through the parser: it begins as it was written, so that emphasis around it is read alike, and the
# private character keeps a text from imitating it (those of the text itself are taken out first).
PRIVATE = "\ue000"
TABLE = '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>'  # scrolls where the page is narrow
LAST_WORD = re.compile(r"[!-\u05ff]{1,24}\Z")  # before a citation: no line ends between the two, in scripts with spaces
PLACED = re.compile(rf"\[\^{PRIVATE}([0-9]+)\]")


class Prose(NamedTuple):
    """A rendered synthesis. order: cited evidence by first mention. places: per evidence id, the ids of its citations."""

    html: Markup
    order: tuple[str, ...]
    places: dict[str, list[str]]
    headings: tuple[tuple[str, str], ...]


class Cited(NamedTuple):
    """One citation mark. note: the flags of the sentence that it ends, with the number of that sentence in the review."""

    id: str
    written: str
    note: tuple[int, tuple[str, ...]] | None = None


def render(text: str, sentences: Sequence[Sentence], names: Mapping[str, str]) -> Prose:
    """The writer's text as HTML.

    sentences: all of the text, in order. names: what a citation of each evidence id is called aloud; an id that is missing
    here is shown as one that leads nowhere.
    """
    text = text.replace(PRIVATE, "\ufffd")  # of one length, so that offsets hold
    cited = citations(text, sentences)
    counted = iter(range(len(cited)))
    placed = CITATION.sub(lambda _: f"[^{PRIVATE}{next(counted)}]", text)
    order = {one.id: number for number, one in enumerate_first(cited, names)}
    writer = Writer(cited, names, order)
    html = writer.render(placed)
    return Prose(html, tuple(order), writer.places, tuple(writer.headings))


def enumerate_first(cited: Sequence[Cited], names: Mapping[str, str]) -> list[tuple[int, Cited]]:
    """The known citations by first mention, numbered from 1."""
    first = {one.id: one for one in reversed(cited) if one.id in names}
    return list(enumerate((first[name] for name in dict.fromkeys(one.id for one in cited) if name in first), 1))


def citations(text: str, sentences: Sequence[Sentence]) -> list[Cited]:
    """All citation marks in order; the last one of a sentence that the review flags carries its note."""
    starts = [sentence.start for sentence in sentences]
    last: dict[int, int] = {}
    found = []
    for index, match in enumerate(CITATION.finditer(text)):
        found.append(Cited(match[1], match[0]))
        place = bisect_right(starts, match.start()) - 1
        if place >= 0 and match[1] in sentences[place].cites:
            last[place] = index
    flagged = [place for place, sentence in enumerate(sentences) if sentence.flags]
    for number, place in enumerate(flagged, 1):
        if place in last:
            one = found[last[place]]
            found[last[place]] = Cited(one.id, one.written, (number, sentences[place].flags))
    return found


class Writer:
    """Renders one text and remembers where its citations and headings stand."""

    def __init__(self, cited: Sequence[Cited], names: Mapping[str, str], order: Mapping[str, int]) -> None:
        self.cited, self.names, self.order = cited, names, order
        self.places: dict[str, list[str]] = {}
        self.headings: list[tuple[str, str]] = []

    def render(self, placed: str) -> Markup:
        """The HTML of a text whose citations are placed."""
        parser = self.parser()
        tokens = parser.parse(placed)
        self.fit_headings(tokens)
        html = parser.renderer.render(tokens, parser.options, {})
        return Markup(PLACED.sub(lambda match: escaped(self.written(match)), html).replace(PRIVATE, ""))

    def written(self, match: re.Match[str]) -> str:
        """A citation as it was written, for where it is none: in code, in an address."""
        index = int(match[1])
        return self.cited[index].written if index < len(self.cited) else ""

    def parser(self) -> "MarkdownIt":
        """A CommonMark parser with tables; no HTML, no images, links only to the web."""
        from markdown_it import MarkdownIt

        parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
        parser.validateLink = lambda url: bool(WEB_ADDRESS.match(url))  # type: ignore[method-assign]
        parser.inline.ruler.before("link", "citation", self.read_citation)
        parser.renderer.rules |= {  # type: ignore[attr-defined]
            "citation": self.citation,
            "link_open": link,
            "table_open": lambda *_: TABLE,
            "table_close": lambda *_: "</table></div>",
        }
        return parser

    def read_citation(self, state: "StateInline", silent: bool) -> bool:
        """The inline rule that takes a placed citation out of the text."""
        match = PLACED.match(state.src, state.pos)
        if match is None or int(match[1]) >= len(self.cited):
            return False
        if not silent:
            word = LAST_WORD.search(state.pending[-24:])
            state.pending = state.pending[: -len(word[0])] if word else state.pending
            state.push("citation", "", 0).meta = {"index": int(match[1]), "word": word[0] if word else ""}
        state.pos = match.end()
        return True

    def citation(self, tokens: "Sequence[Token]", place: int, *_: object) -> str:
        """A citation as a button that opens its passage, with a note where the sentence is worth a second look."""
        index, word = tokens[place].meta["index"], tokens[place].meta["word"]
        one = self.cited[index]
        number = self.order.get(one.id)
        if number is None:
            return escaped(word) + element("span", {"class": "cite broken", "title": "this leads to no evidence"}, one.written)
        spot = f"c{index + 1}"
        self.places.setdefault(one.id, []).append(spot)
        label = f"{number}: show the quote from {line(self.names[one.id], 160)}"
        button = element(
            "button", {"type": "button", "class": "cite", "id": spot, "popovertarget": one.id, "aria-label": label}, number
        )
        tied = element("span", {"class": "tie"}, word, button) if word else button
        return tied + (margin_note(*one.note) if one.note else "")

    def fit_headings(self, tokens: "Sequence[Token]") -> None:
        """Headings stand below the report's own, leave out no level and get an id."""
        level = 2
        for place, token in enumerate(tokens):
            if token.type == "heading_open":
                level = min(int(token.tag[1]) + 2, level + 1, 6)
                name = f"h{len(self.headings) + 1}"
                token.tag = f"h{level}"
                token.attrSet("id", name)
                self.headings.append((name, CITATION.sub("", tokens[place + 1].content)))
            elif token.type == "heading_close":
                token.tag = f"h{level}"


def link(tokens: "Sequence[Token]", place: int, *_: object) -> str:
    """The beginning of a link that gives no referrer away."""
    return f'<a href="{escaped(tokens[place].attrGet("href"))}" rel="noreferrer noopener">'


def margin_note(number: int, flags: Sequence[str]) -> Markup:
    """What the review found in a sentence, beside it."""
    words = "; ".join(flag_words(flag)[0] for flag in flags)
    mark = element("a", {"href": f"#r{number}", "class": "look", "id": f"n{number}"}, "look again")
    return element("span", {"class": "note", "role": "note"}, mark, f" {words}")
