"""What a reader should look at first: faults, doubtful sentences, sentences without a citation."""

from webresearch.report.elements import Markup, element, joined, line, number
from webresearch.report.facts import Report, Sentence
from webresearch.report.words import STAMPS, flag_words


def status(report: Report) -> Markup:
    """The state of the check and of the stamp, plainly at the top."""
    kind = "good" if report.passed and report.stamp == "valid" else "open" if report.passed else "bad"
    said = "Every citation holds" if report.passed else "The check fails"
    head = element(
        "p",
        {"class": "verdict-line"},
        element("strong", None, said),
        element("span", None, STAMPS.get(report.stamp, report.stamp)),
    )
    shown = [element("li", None, line(problem, 400)) for problem in report.problems[:50]]
    if len(report.problems) > 50:
        shown.append(element("li", None, f"and {len(report.problems) - 50} more: see web.py check"))
    problems = element("ul", {"class": "problems"}, *shown) if shown else None
    return element("div", {"class": f"status {kind}"}, head, problems)


def review(report: Report) -> Markup:
    """Doubtful sentences in the order of the text, each with what was found, and the sentences that cite nothing."""
    flagged = [sentence for sentence in report.sentences if sentence.flags]
    parts = []
    if flagged:
        intro = "By rule, these sentences differ from the quotes they cite. Whether that matters is yours to judge."
        parts.append(element("p", {"class": "quiet"}, intro))
        parts.append(element("ol", {"class": "doubts"}, *[doubt(number, one) for number, one in enumerate(flagged, 1)]))
    else:
        parts.append(element("p", {"class": "quiet"}, "The rules found no sentence that differs from its quotes."))
    if report.uncited:
        summary = element("summary", None, f"{number(len(report.uncited), 'sentence')} without a citation")
        items = [element("li", None, line(text, 400)) for text in report.uncited]
        parts.append(element("details", None, summary, element("ul", {"class": "fallen"}, *items)))
    return joined(parts)


def doubt(count: int, sentence: Sentence) -> Markup:
    """One doubtful sentence."""
    flags = [flag_words(flag) for flag in sentence.flags]
    found = [element("li", None, element("strong", None, short), ": ", text) for short, text in flags]
    back = element("a", {"href": f"#n{count}", "aria-label": f"to sentence {count} in the text"}, "↑ in the text")
    text = element("p", {"class": "claim"}, line(sentence.text, 500), " ", back)
    return element("li", {"id": f"r{count}"}, text, element("ul", None, *found))
