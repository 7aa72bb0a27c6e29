"""The evidence: every cited quote highlighted in its saved context, as a list that is also what a citation opens."""

import re
from collections.abc import Mapping, Sequence

from webresearch.report.elements import Markup, element, file_link, joined, line, web_link
from webresearch.report.facts import Passage, Report, Source
from webresearch.report.words import source_flag

LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*(?: \"[^\"\n]*\")?\)")
HEADING = re.compile(r"^#{1,6} +(\S.*)$", re.MULTILINE)
BLANKS = re.compile(r"\n(?:[ \t]*\n)+")


def evidence(report: Report, order: Sequence[str], places: Mapping[str, Sequence[str]]) -> Markup:
    """The cards of all cited quotes, numbered as in the text.

    places: per evidence id, the ids of its citations in the text.
    """
    sources = {source.id: source for source in report.sources}
    cards = [
        card(report.passages[identity], number, sources.get(report.passages[identity].source), places.get(identity, ()))
        for number, identity in enumerate(order, 1)
    ]
    return element("ol", {"class": "cards"}, *cards) if cards else element("p", {"class": "quiet"}, "No evidence is cited.")


def card(passage: Passage, number: int, source: Source | None, places: Sequence[str]) -> Markup:
    """One quote in its context. As a popover it opens beside the text; closed, it stands in the list."""
    source = source or Source(passage.source, passage.source)
    title = f"{passage.id}-title"
    head = element(
        "div",
        {"class": "card-head"},
        element("span", {"class": "number", "aria-hidden": "true"}, number),
        element("h3", {"id": title}, element("span", {"class": "away"}, f"Quote {number}: "), line(source.title, 200)),
        element(
            "button",
            {
                "type": "button",
                "class": "close",
                "popovertarget": passage.id,
                "popovertargetaction": "hide",
                "aria-label": f"Close quote {number}",
            },
            "×",
        ),
    )
    attributes = {"class": "card", "id": passage.id, "popover": "auto", "role": "group", "aria-labelledby": title}
    parts = [head, facts_line(source), warnings(source), body(passage), links(passage, source), back(places)]
    return element("li", None, element("div", attributes, *parts))


def body(passage: Passage) -> Markup:
    """The quote highlighted where it stands; where it cannot be shown, the ledger's words and the reason."""
    under = element("p", {"class": "under"}, "under “", line(passage.heading, 120), "”") if passage.heading else None
    if passage.fault:
        reason = element("p", {"class": "alarm"}, f"This quote cannot be shown in its page: {passage.fault}.")
        return joined([reason, under, element("blockquote", {"class": "passage", "dir": "auto"}, passage.quote)])
    before, after = readable(passage.before), readable(passage.after)
    parts = ["… " if passage.cut_before else "", before, element("mark", None, passage.marked), after]
    parts.append(" …" if passage.cut_after else "")
    return joined([under, element("blockquote", {"class": "passage", "dir": "auto"}, *parts)])


def readable(text: str) -> Markup:
    """The surroundings of a quote with less Markdown in sight: links as their words, headings as bold lines."""
    plain = BLANKS.sub("\n\n", LINK.sub(r"\1", text))
    pieces, done = [], 0
    for match in HEADING.finditer(plain):
        pieces += [plain[done : match.start()], element("b", None, match[1])]
        done = match.end()
    return joined([*pieces, plain[done:]])


def facts_line(source: Source) -> Markup:
    """Whose page it is, and from when."""
    parts: list[object] = [element("span", {"class": "id"}, source.id), source.host or "curated document"]
    if source.author:
        parts.append(line(source.author, 80))
    if source.url:
        parts += [element("span", {"class": "tie"}, words) for words in (published(source), f"fetched {source.fetched}")]
    parts.append(verdict(source))
    spaced = [piece for part in parts for piece in (element("span", {"class": "dot", "aria-hidden": "true"}, " · "), part)]
    return element("p", {"class": "facts"}, *spaced[1:])


def published(source: Source) -> str:
    """The date of a page in words."""
    if not source.published:
        return "no date"
    return f"published {line(source.published, 20)}" + (" (inferred)" if source.published_guessed else "")


def verdict(source: Source) -> Markup:
    """The verdict on a page, as a label."""
    calm = source.verdict in ("ok", "curated")
    return element("span", {"class": "verdict" if calm else "verdict uneasy"}, source.verdict.replace("_", " ") or "unknown")


def warnings(source: Source) -> Markup | None:
    """What speaks for weighing a source with care."""
    said = doubts(source)
    return element("p", {"class": "care"}, "With care: ", "; ".join(said)) if said else None


def doubts(source: Source) -> list[str]:
    """Dubious, flagged, a copy: in words."""
    said = [f"called dubious: {source.dubious}" if source.dubious not in ("", "yes") else "called dubious"]
    said = said if source.dubious else []
    said += [source_flag(flag) for flag in source.flags]
    if source.copy_of:
        figures = f", with {source.differing} differing figures" if source.differing else ""
        said.append(f"a copy of {source.copy_of}{figures}")
    return [line(word, 200) for word in said]


def links(passage: Passage, source: Source) -> Markup:
    """To the saved file and, where the page is of the web, to the passage on the live page."""
    found = [file_link(source.file, "saved page" if source.url else "document")] if source.file else []
    if passage.live:
        found.append(web_link(passage.live, "live page at this passage"))
    return element("p", {"class": "links"}, *[piece for link in found for piece in (" ", link)][1:])


def back(places: Sequence[str]) -> Markup | None:
    """Links to where the text cites this quote."""
    if not places:
        return None
    shown = [
        element("a", {"href": f"#{place}", "aria-label": f"citation {count} in the text"}, f"↑{count}")
        for count, place in enumerate(places[:20], 1)
    ]
    more = f" and {len(places) - 20} more" if len(places) > 20 else ""
    return element("p", {"class": "back"}, "cited ", *[piece for one in shown for piece in (one, " ")], more)
