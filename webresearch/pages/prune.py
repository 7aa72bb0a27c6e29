"""What of the content node is furniture: unchosen parts are weighed, each by what it is and where it stands."""

import re
from typing import TYPE_CHECKING, NamedTuple

from webresearch.pages.locate import BLOCKS, Measure, Measures

if TYPE_CHECKING:
    from lxml.html import HtmlElement

CHOSEN = 0.1  # share of chosen words up to which a part counts as unchosen
# Names of classes and ids that furniture goes by; whole words of such names only.
FURNITURE = re.compile(
    r"\b(?:share|sharing|social|related|recommend\w*|newsletter|subscri\w+|sign up|signup|promo\w*|advert\w*|ads?|sponsor\w*|"
    r"cookies?|consent|gdpr|comments?|breadcrumbs?|sidebar|toc|tags?|categories|menu|nav\w*|footer|author|byline|bio|"
    r"credits?|popular|trending|pagination|pager|banner|log ?in|modal|popup|ratings?|cart|skip|search|toolbar|print|more|"
    r"most|read next|also|teaser|card)\b"
)
NAME_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
SENTENCE_MARK = re.compile(r"[.!?;:,。、،؟！？](?:\s|$)|[。、！？]")
HEADINGS = frozenset(("h2", "h3", "h4", "h5", "h6"))
LISTS = frozenset(("li", "ul", "ol"))
CODE_WORDS = 50  # one piece of code for so many words makes a page one about code

# Points of a part; at zero and above it stays. Fitted by logistic regression to the share of people's truth in unchosen parts,
# once on the odd and once on the even pages of three sets (news, seven page types, documentation), averaged and rounded.
POINTS = {
    "code": 0.8,
    "code page": 0.6,
    "heading": 0.5,
    "sentences": 0.6,
    "covered": 0.3,
    "paragraph": 0.2,
    "list": 0.2,
    "details": 0.2,
    "table": 0.2,
    "like chosen": 0.3,
    "one of many": 0.4,
    "links": -0.5,
    "furniture name": -0.3,
    "furniture tag": -0.4,
    "figure": -0.4,
    "button": -0.8,
    "form": -0.3,
    "before": -0.2,
    "after": -0.4,
    "article": -0.4,
    "covered article": -0.6,
}
MANY = 4  # parts of one kind side by side that make a list of them


class Surroundings(NamedTuple):
    """What is the same for all parts of one page.

    covered: share of the content node's words that were chosen. article: the page declares itself one. code: how much
    of it is about code, from 0 to 1. first, last: the first and last blocks with chosen words, in document order.
    """

    covered: float
    article: bool
    code: float
    first: int
    last: int


def prune(root: "HtmlElement", measures: Measures, article: bool) -> int:
    """Take the furniture out of the content node; returns how many words went with it.

    root: the content node, changed in place. article: whether the page declares itself one.
    """
    order = {element: place for place, element in enumerate(root.iter()) if element in measures}
    around = surroundings(root, measures, article, order)
    furniture: list[HtmlElement] = []

    def visit(parent: "HtmlElement", named: bool) -> None:
        parts = [(child, measures[child]) for child in parent if child in measures]
        kinds = by_kind(parts)
        for child, part in parts:
            child_named = named or furniture_name(child)
            if child.tag not in BLOCKS or part.chosen > CHOSEN * part.words:
                visit(child, child_named)
                continue
            own = traits(child, part, around, order[child], child_named) | among_its_kind(part, kinds[kind_of(child)])
            if weight(own) < 0:
                furniture.append(child)

    visit(root, False)
    for element in furniture:
        element.drop_tree()
    return sum(measures[element].words for element in furniture)


def surroundings(root: "HtmlElement", measures: Measures, article: bool, order: dict["HtmlElement", int]) -> Surroundings:
    """Measure what all parts are weighed against."""
    whole = measures[root]
    chosen = [place for element, place in order.items() if measures[element].own_chosen]
    code = sum(1 for _ in root.iter("pre", "code")) + sum(1 for _ in root.iter("dt")) / 2
    return Surroundings(
        covered=whole.chosen / max(1, whole.words),
        article=article,
        code=min(1.0, code / (1 + whole.words / CODE_WORDS)),
        first=min(chosen, default=0),
        last=max(chosen, default=len(order)),
    )


def furniture_name(element: "HtmlElement") -> bool:
    """Whether an element's classes or id name furniture."""
    names = f"{(element.get('class') or '')[:300]} {(element.get('id') or '')[:100]}"
    return bool(FURNITURE.search(" ".join(NAME_PART.findall(names)).lower()))


def traits(element: "HtmlElement", part: Measure, around: Surroundings, place: int, named: bool) -> dict[str, float]:
    """What the points are given for: each trait of a part from 0 to 1."""
    tags = {inner.tag for inner in element.iter()}
    sentences = len(SENTENCE_MARK.findall(" ".join(element.itertext())))
    return {
        "code": bool(tags & {"pre", "code"}),
        "code page": around.code,
        "heading": element.tag in HEADINGS,
        "sentences": min(1.0, 12 * sentences / part.words),
        "covered": around.covered,
        "paragraph": element.tag == "p",
        "list": element.tag in LISTS,
        "details": element.tag == "summary" or "details" in tags,
        "table": bool(tags & {"tr", "td", "th"}),
        "links": part.linked / part.words,
        "furniture name": named,
        "furniture tag": element.tag in ("nav", "aside", "footer"),
        "figure": element.tag in ("figure", "figcaption"),
        "button": element.tag not in HEADINGS and bool(tags & {"button", "label"}),
        "form": "form" in tags,
        "before": place <= around.first,
        "after": place >= around.last,
        "article": around.article,
        "covered article": around.article and around.covered > 0.8,
    }


def by_kind(parts: "list[tuple[HtmlElement, Measure]]") -> dict[tuple[str, str], tuple[int, int, int]]:
    """How many parts of each kind (same tag, same first class) stand side by side, their words and chosen words."""
    kinds: dict[tuple[str, str], tuple[int, int, int]] = {}
    for element, part in parts:
        count, words, chosen = kinds.get(kind_of(element), (0, 0, 0))
        kinds[kind_of(element)] = (count + 1, words + part.words, chosen + part.chosen)
    return kinds


def among_its_kind(part: Measure, kind: tuple[int, int, int]) -> dict[str, float]:
    """Traits a part has by the others of its kind."""
    count, words, chosen = kind
    others = words - part.words
    return {"like chosen": (chosen - part.chosen) / others if others else 0.0, "one of many": count >= MANY}


def kind_of(element: "HtmlElement") -> tuple[str, str]:
    """Tag and first class: what the parts of a list have in common."""
    return str(element.tag), (element.get("class") or "").partition(" ")[0]


def weight(own: dict[str, float]) -> float:
    """The points of a part: below zero it is furniture."""
    return sum(POINTS[name] * value for name, value in own.items())
