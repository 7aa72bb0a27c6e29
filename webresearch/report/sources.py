"""The table of sources, and what was found and is no source."""

from collections.abc import Sequence

from webresearch.report.elements import Markup, element, file_link, joined, line, number, web_link
from webresearch.report.facts import Fallen, Query, Report, Source
from webresearch.report.passages import doubts, verdict

COLUMNS = ("Source", "Published", "Fetched", "Verdict", "Quotes", "Kept because")


def sources_table(report: Report) -> Markup:
    """All sources of the run, and those of earlier runs that are cited."""
    rows = [source_row(source) for source in report.sources]
    return table("sources", COLUMNS, rows) if rows else element("p", {"class": "quiet"}, "No page was saved.")


def table(name: str, columns: Sequence[str], rows: Sequence[Markup]) -> Markup:
    """A table whose rows become cards on a narrow screen; the roles keep it a table for those who hear it."""
    head = [element("th", {"scope": "col", "role": "columnheader"}, column) for column in columns]
    header = element("thead", {"role": "rowgroup"}, element("tr", {"role": "row"}, *head))
    return element("table", {"class": name, "role": "table"}, header, element("tbody", {"role": "rowgroup"}, *rows))


def row(identity: str | None, columns: Sequence[str], cells: Sequence[object], kind: str | None = None) -> Markup:
    """One row; each cell knows the name of its column."""
    found = [
        element("td", {"role": "cell", "data-label": column}, element("div", None, cell))
        for column, cell in zip(columns, cells, strict=True)
    ]
    return element("tr", {"id": identity, "role": "row", "class": kind}, *found)


def source_row(source: Source) -> Markup:
    """One source."""
    title = line(source.title, 160) or source.id
    name = [element("span", {"class": "id"}, source.id), " ", file_link(source.file, title) if source.file else title]
    where: list[object] = [web_link(source.url, source.host or "live page")] if source.url else ["curated document"]
    if source.author:
        where.append(f" · {line(source.author, 80)}")
    said = doubts(source)
    care = element("p", {"class": "care"}, "; ".join(said)) if said else None
    cells = [
        joined([element("p", {"class": "title"}, *name), element("p", {"class": "facts"}, *where), care]),
        (line(source.published, 20) or "—") + (" ?" if source.published_guessed and source.published else ""),
        source.fetched or "—",
        verdict(source),
        joined([element("strong", None, source.cited), f" cited of {source.quotes}"]),
        line(source.relevance, 240) or "—",
    ]
    return row(f"source-{source.id}", COLUMNS, cells, None if source.cited else "unused")


def queries_table(queries: Sequence[Query]) -> Markup:
    """What was asked, and what came of it."""
    columns = ("Query", "Round", "Outcome", "Hits", "Notes")
    rows = [
        row(
            None,
            columns,
            (line(one.text, 400), one.round, one.outcome.replace("_", " "), one.hits, line(one.detail, 300) or "—"),
        )
        for one in queries
    ]
    return table("queries", columns, rows) if rows else element("p", {"class": "quiet"}, "Nothing was searched.")


def fallen_lists(fallen: Sequence[Fallen]) -> Markup:
    """What was found and is no source, by what became of it, each with the reason."""
    kinds = (
        ("skipped", "Skipped"),
        ("failed", "Could not be had"),
        ("undecided", "Not decided"),
        ("pending", "Not fetched yet"),
    )
    parts = []
    for what, title in kinds:
        pages = [one for one in fallen if one.what == what]
        if pages:
            summary = element("summary", None, f"{title}: {number(len(pages), 'page')}")
            parts.append(element("details", None, summary, element("ul", {"class": "fallen"}, *map(fallen_item, pages))))
    return joined(parts)


def fallen_item(one: Fallen) -> Markup:
    """One page that is no source."""
    title = line(one.title, 160) or line(one.url, 160)
    why = element("span", {"class": "why"}, line(one.why, 300)) if one.why else None
    return element("li", None, element("span", {"class": "id"}, one.id), " ", web_link(one.url, title), " ", why)
