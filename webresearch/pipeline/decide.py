"""Decisions on hits become journal rows: ids, file names and the run's limits are settled here, before any fetch."""

from collections.abc import Iterator
from typing import NamedTuple

from webresearch.pipeline.context import Context
from webresearch.pipeline.picks import Pick, Picks
from webresearch.topic import names
from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState


class Verdict(NamedTuple):
    """What became of one pick: saved, already saved, failed, skipped, or refused with the reason."""

    id: str
    what: str
    source: str = ""
    verdict: str = ""
    reason: str = ""
    file: str = ""
    title: str = ""
    characters: int = 0


def decide(context: Context, state: TopicState, run: Run, picks: Picks) -> tuple[list[Row], list[Verdict], list[str]]:
    """The rows of new decisions, verdicts of those that need no fetch, and what is wrong with the others."""
    at, rows, verdicts, errors = context.at(), [], [], list(picks.errors)
    taken = set(state.slugs.values())
    new_sources = state.new_sources()
    room = run.room
    base = {"kind": "decision", "at": at, "run": run.number, "round": run.round}
    for pick in picks.picks:
        hit = state.results.get(pick.id)
        if hit is None or pick.id not in run.scores:
            errors.append(f"{pick.id}: no hit of this run has that id")
        elif pick.skip:
            if same(run.decisions.get(pick.id), "skip", pick.skip):
                continue
            rows.append({**base, "id": pick.id, "action": "skip", "reason": pick.skip})
            verdicts.append(Verdict(pick.id, "skipped", reason=pick.skip))
        elif state.sources.get(pick.id) in state.pages:
            row = state.pages[state.sources[pick.id]]
            verdicts.append(
                Verdict(pick.id, "already saved", state.sources[pick.id], str(row["verdict"]), file=str(row["file"]))
            )
        elif same(run.decisions.get(pick.id), "save", pick.relevance) and pick.id not in run.pages:
            continue  # decided by an earlier call that did not get to it
        elif room <= 0:
            limit = run.limits["max_sources"]
            errors.append(
                f"{pick.id}: over the run's limit of {limit} sources; raise it with begin --max-sources N, or skip it"
            )
        else:
            room -= 1
            rows.append({**base, **save_decision(state, pick, hit, taken, new_sources)})
    if picks.rest and not errors:
        decided = {str(row["id"]) for row in rows} | set(run.decisions)
        left = [result for result in run.order if result not in decided and state.sources.get(result) not in state.pages]
        rows += [{**base, "id": result, "action": "skip", "reason": picks.rest} for result in left]
    elif picks.rest:
        errors.append("rest was not applied, since an entry is wrong")
    return rows, verdicts, errors


def same(decision: Row | None, action: str, reason: str) -> bool:
    """Has this been decided already, in these words?"""
    return (
        decision is not None and decision["action"] == action and reason in (decision.get("reason"), decision.get("relevance"))
    )


def save_decision(state: TopicState, pick: Pick, hit: Row, taken: set[str], new_sources: Iterator[str]) -> Row:
    """The row that decides to save a hit: its source id and its file name are fixed here, before anything is fetched."""
    source = state.sources.get(pick.id) or next(new_sources)
    slug = state.slugs.get(pick.id) or names.file_slug(
        str(hit["title"]), str(hit["url"]).split("://")[-1], str(hit["key"]), taken
    )
    taken.add(slug)
    row: Row = {"id": pick.id, "action": "save", "relevance": pick.relevance, "source": source, "slug": slug}
    if pick.dubious:
        row["dubious"] = pick.dubious
    return row


def undone(run: Run, state: TopicState, result: str, wanted: set[str]) -> bool:
    """Has a decision to save neither a page, nor a failure that this call does not ask to try again?"""
    if state.sources[result] in state.pages:
        return False
    return result not in run.pages or result in wanted
