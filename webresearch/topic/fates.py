"""What became of each hit of a run, and what a row says in words: for the manifest, the report and answers. Pure."""

from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState


def counts(state: TopicState, run: Run) -> dict[str, int]:
    """How many hits a run has and what became of them; the parts add up to `hits`."""
    fates = [fate(state, run, result)[0] for result in run.order]
    names = ("saved", "saved_before", "failed", "pending", "skipped", "undecided")
    parts = {name: fates.count(name) for name in names}
    dubious = sum(bool(row.get("dubious")) for row in run.decisions.values() if row["action"] == "save")
    return {"queries": len(run.searches), "hits": len(fates), **parts, "dubious": dubious}


def fate(state: TopicState, run: Run, result: str) -> tuple[str, str]:
    """What became of a hit in a run, as a word and as the reason."""
    page, decision = run.pages.get(result), run.decisions.get(result)
    if page and page["kind"] == "page":
        return "saved", str(page["source"])
    if page and decision and decision["action"] == "save":
        return "failed", f"{page['verdict']}: {page['reason']}"
    if decision and decision["action"] == "save":
        return "pending", str(decision["source"])
    if decision:
        return "skipped", str(decision["reason"])
    source = state.sources.get(result, "")
    if source in state.pages:
        return "saved_before", source
    return "undecided", ""


def ids_of(row: Row) -> list[str]:
    """The result ids of a search row."""
    hits = row["hits"]
    return [str(result) for result in hits] if isinstance(hits, list) else []


def search_detail(row: Row) -> str:
    """Filters, failed engines and notes of one search, in a few words."""
    filters = [f"{name} {row[name]}" for name in ("language", "category") if row[name]]
    failed = [f"{name}: {reason}" for name, reason in row.get("failed_engines", [])]  # type: ignore[attr-defined]
    parts = [", ".join(filters), "failed: " + ", ".join(failed) if failed else "", str(row.get("note", ""))]
    return "; ".join(part for part in parts if part)


def raise_text(row: Row) -> str:
    """A raise of limits in words."""
    changes: dict[str, list[object]] = row["changes"]  # type: ignore[assignment]
    return ", ".join(f"{name} from {str(old).lower()} to {str(new).lower()}" for name, (old, new) in changes.items())
