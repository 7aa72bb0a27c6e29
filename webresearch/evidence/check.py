"""Does every citation of a synthesis hold, and which sentences should a reader look at first? Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from webresearch.evidence.quotes import PageText
from webresearch.evidence.risk import RISK_ORDER, review
from webresearch.evidence.synthesis import BEGIN, END, Sentence, marks, own_definitions, sentences
from webresearch.patterns import pattern

# Flags of this file beside those of risk.py, and where they stand in the order of risk.
ONE_VOICE = "only_copies_of_one_source"
OLDER = "page_older_than_claim"
ORDER = (*RISK_ORDER[:5], ONE_VOICE, OLDER, *RISK_ORDER[5:])
# Words in quotation marks; below so many they are a name or a word used with reserve.
QUOTATION = pattern('“([^“”"]{1,600})”|„([^„“”]{1,600})[“”]|«([^«»]{1,600})»|(?<![\\w])"([^"]{1,600})"')
SHORTEST_QUOTATION = 4
YEAR = pattern(r"\b(19[5-9]\d|20\d\d)\b")


class Cited(NamedTuple):
    """One piece of evidence as the ledger and the disk have it now.

    fault: why it cannot be cited, "" when it can. cluster: the source whose copy this one is, or itself. published: the
    page's date, "" when unknown. page: the text of its source.
    """

    id: str
    source: str
    quote: str
    fault: str
    cluster: str
    published: str = ""
    page: PageText | None = None


class Doubt(NamedTuple):
    """A sentence worth a second look, with what a rule found."""

    sentence: str
    cites: tuple[str, ...]
    flags: tuple[str, ...]


class Judgement(NamedTuple):
    """What a check found.

    problems: each makes the check fail. doubts: for review, riskiest first. cited and uncited: sentences with a citation
    and without. sources: ids of the sources that are cited.
    """

    problems: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    cited: int
    uncited: tuple[str, ...]
    sources: tuple[str, ...]


def judge(text: str, ledger: Mapping[str, Cited]) -> Judgement:
    """The judgement of a writer's text against the ledger of evidence."""
    found = sentences(text)
    used = marks(text)
    problems = [f"[^{mark[:40]}] is no evidence id of this topic" for mark in used if mark not in ledger]
    problems += [f"{mark}: {ledger[mark].fault}" for mark in used if mark in ledger and ledger[mark].fault]
    problems += [f"the text defines the footnote {label[:40]} itself: leave that to finish" for label in own_definitions(text)]
    problems += [problem for sentence in found for problem in false_quotations(sentence, ledger)]
    if BEGIN in text or END in text:
        problems.append("text stands between the markers of the generated footnotes: move it out")
    if not used:
        problems.append("no sentence cites any evidence")
    doubts = [doubt for sentence in found if (doubt := doubt_of(sentence, ledger))]
    doubts.sort(key=lambda doubt: ORDER.index(doubt.flags[0]))
    uncited = tuple(sentence.text for sentence in found if not sentence.cites)
    sources = dict.fromkeys(ledger[mark].source for mark in used if mark in ledger)
    return Judgement(tuple(problems), tuple(doubts), len(found) - len(uncited), uncited, tuple(sources))


def false_quotations(sentence: Sentence, ledger: Mapping[str, Cited]) -> list[str]:
    """What a sentence puts in quotation marks, as words of a source, that stands in none of the sources it cites."""
    pages = [ledger[mark].page for mark in sentence.cites if mark in ledger]
    if not pages or None in pages:  # nothing is cited, or what is cited is a problem of its own
        return []
    if not any(mark in sentence.text for mark in '"“„«'):
        return []
    parts = (
        part.rstrip(" ,.;:!?") for found in QUOTATION.findall(sentence.text) for part in found
    )  # a last comma is the writer's
    said = [part for part in parts if len(part.split()) >= SHORTEST_QUOTATION]
    marks_named = ", ".join(sentence.cites)
    return [
        f'"{part[:80]}" stands in no source of {marks_named}: quote it as it stands, or take the quotation marks off'
        for part in said
        if not any(page.find(part) for page in pages if page)
    ]


def doubt_of(sentence: Sentence, ledger: Mapping[str, Cited]) -> Doubt | None:
    """What a rule finds in a sentence that cites evidence; None when nothing."""
    cites = [ledger[mark] for mark in sentence.cites if mark in ledger]
    if not cites:
        return None
    flags = set(review(sentence.text, "\n".join(cited.quote for cited in cites)))
    if len({cited.source for cited in cites}) > 1 and len({cited.cluster for cited in cites}) == 1:
        flags.add(ONE_VOICE)
    if older(sentence.text, cites):
        flags.add(OLDER)
    ordered = tuple(flag for flag in ORDER if flag in flags)
    return Doubt(sentence.text, sentence.cites, ordered) if ordered else None


def older(claim: str, cites: list[Cited]) -> bool:
    """Does the claim name a year after the latest page it cites was published?"""
    years = [int(year) for year in YEAR.findall(claim)]
    dated = [int(cited.published[:4]) for cited in cites if YEAR.match(cited.published)]
    return bool(years and len(dated) == len(cites) and max(years) > max(dated))
