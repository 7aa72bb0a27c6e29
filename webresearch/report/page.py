"""The report as one HTML file that needs nothing else: no script, no request, a strict policy over both."""

import base64
import hashlib
from collections.abc import Sequence

from webresearch.report.charts import by_host, over_time
from webresearch.report.elements import Markup, element, file_link, joined, line, number
from webresearch.report.facts import Report
from webresearch.report.flow import flow
from webresearch.report.passages import evidence
from webresearch.report.prose import Prose, render
from webresearch.report.review import review, status
from webresearch.report.sources import fallen_lists, queries_table, sources_table
from webresearch.report.words import day

SECTIONS = (
    ("synthesis", "Synthesis"),
    ("review", "Look again"),
    ("evidence", "Evidence"),
    ("sources", "Sources"),
    ("run", "The run"),
)


def page(report: Report, style: str) -> str:
    """The whole report. style: the style sheet, which is put into the page."""
    names = {identity: report.source(passage.source).title for identity, passage in report.passages.items()}
    prose = render(report.text, report.sentences, names)
    main = element(
        "main",
        {"id": "main"},
        section("synthesis", "Synthesis", contents(prose), element("article", {"class": "prose"}, prose.html)),
        section("review", "Look again", review(report)),
        section("evidence", "Evidence", evidence(report, prose.order, prose.places)),
        section("sources", "Sources", sources_table(report)),
        section("run", "The run", picture(report)),
    )
    return document(f"{line(report.goal, 120)} · {report.topic}", style, header(report), main, footer(report))


def document(title: str, style: str, *body: Markup) -> str:
    """A page with its policy: only this very style sheet, nothing from anywhere."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    head = [
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("meta", {"name": "referrer", "content": "no-referrer"}),
        element("meta", {"name": "color-scheme", "content": "light dark"}),
        element("meta", {"name": "robots", "content": "noindex"}),
        element("title", None, title),
        element("style", None, Markup(style)),
    ]
    content = element("body", None, element("a", {"class": "skip", "href": "#main"}, "Skip to the content"), *body)
    return f'<!doctype html>\n<html lang="en">{element("head", None, *head)}{content}</html>\n'


def section(name: str, title: str, *content: Markup | None) -> Markup:
    """One section with its heading."""
    return element(
        "section", {"id": name, "aria-labelledby": f"{name}-title"}, element("h2", {"id": f"{name}-title"}, title), *content
    )


def header(report: Report) -> Markup:
    """What was asked, when, and how far it can be trusted."""
    dates = day(report.started) if day(report.started) == day(report.ended) else f"{day(report.started)} to {day(report.ended)}"
    home = element("a", {"href": "../report.html"}, "Research") if report.indexed else "Research"
    parts = [f"run {report.run} of topic {report.topic}", dates, f"engine {line(report.engine, 40)}", line(report.limits, 200)]
    raised = (
        [element("p", {"class": "facts"}, f"Limits were raised: {line('; '.join(report.raises), 300)}")]
        if report.raises
        else []
    )
    return element(
        "header",
        {"class": "top"},
        element("p", {"class": "kicker"}, home, " / ", report.topic),
        element("h1", {"class": "long" if len(report.goal) > 90 else None}, line(report.goal, 2000)),
        element("p", {"class": "facts"}, " · ".join(part for part in parts if part)),
        *raised,
        status(report),
        figures(report),
        element("nav", {"aria-label": "Sections"}, *[element("a", {"href": f"#{name}"}, title) for name, title in SECTIONS]),
    )


def figures(report: Report) -> Markup:
    """How much of the text is covered, by how much."""
    total = report.cited_sentences + len(report.uncited)
    share = round(100 * report.cited_sentences / total) if total else 0
    flagged = sum(bool(sentence.flags) for sentence in report.sentences)
    cited = [source for source in report.sources if source.cited]
    hosts = len({source.host for source in cited if source.host})
    marks = sum(len(sentence.cites) for sentence in report.sentences)
    rows: Sequence[tuple[str, str, str]] = (
        (f"{share} %", "of sentences cite evidence", f"{report.cited_sentences} of {total}"),
        (str(len(cited)), "sources cited", f"of {len(report.sources)}, from {number(hosts, 'host')}"),
        (str(len(report.passages)), "quotes cited", f"in {number(marks, 'place')}"),
        (
            str(flagged),
            "sentences to look at again",
            "noted in the margin" if flagged else "by the rules",
        ),
    )
    tiles = [
        element(
            "div",
            None,
            element("dt", None, name),
            element("dd", None, element("strong", None, value), " ", element("small", None, more)),
        )
        for value, name, more in rows
    ]
    return element("dl", {"class": "figures"}, *tiles)


def contents(prose: Prose) -> Markup | None:
    """The headings of a longer synthesis."""
    if len(prose.headings) < 4:
        return None
    items = [element("li", None, element("a", {"href": f"#{name}"}, line(title, 120))) for name, title in prose.headings[:40]]
    return element("details", {"class": "contents"}, element("summary", None, "Contents"), element("ol", None, *items))


def picture(report: Report) -> Markup:
    """The run drawn, and in words behind it."""
    charts = [
        element("figure", None, element("figcaption", None, "Sources over time"), over_time(report.sources)),
        element("figure", None, element("figcaption", None, "Sources by host"), by_host(report.sources)),
        element("p", {"class": "quiet key"}, "Strong: cited. Faint: saved, not cited."),
    ]
    drawn = element("figure", None, element("figcaption", None, "What fell away, and why"), flow(report.flow))
    summary = element("summary", None, f"Queries: {len(report.queries)}")
    queries = element("details", None, summary, queries_table(report.queries))
    return joined(
        [element("div", {"class": "picture"}, drawn, element("div", None, *charts)), queries, fallen_lists(report.fallen)]
    )


def footer(report: Report) -> Markup:
    """Where the parts of this page are kept."""
    files = [file_link(report.synthesis, "the synthesis"), " · ", file_link("web/_manifest.md", "the whole log of the run")]
    note = "Quotes and titles come from the web and are shown as data, whatever they say. This page asks for nothing."
    return element("footer", None, element("p", None, *files), element("p", None, note))
