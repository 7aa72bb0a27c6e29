"""`begin` and `status`: a run is opened, resumed, its limits fixed, and where it stands."""

from collections.abc import Sequence
from typing import NamedTuple

from webresearch.errors import UsageError
from webresearch.models import SearchResult
from webresearch.net import guard
from webresearch.pipeline.context import Context
from webresearch.pipeline.runs import current_run, open_topic, write
from webresearch.pipeline.sources import corpus_rows
from webresearch.ranking.urls import key
from webresearch.safetext import one_line
from webresearch.topic import store
from webresearch.topic.forms import LIMITS
from webresearch.topic.ids import result_row
from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState
from webresearch.topic.store import Topic

GOAL_LIMIT = 2000  # characters; a goal is a sentence or two


class Begun(NamedTuple):
    """A run that is open now.

    resumed: it had been begun before. changed: limits that this call changed, old and new.
    """

    topic: Topic
    state: TopicState
    run: Run
    resumed: bool
    changed: dict[str, tuple[int | bool, int | bool]]


def begin(context: Context, given: str, goal: str | None, limits: dict[str, int | bool | None], urls: Sequence[str]) -> Begun:
    """Open a run for a goal, or resume the run that has that goal.

    goal: None for the topic's latest run. limits: those that were given on the command line; None keeps what holds, or the
    default. urls: pages that the user named. Raises UsageError for an empty goal and for a URL that the gate refuses;
    nothing is written then.
    """
    goal = one_line(goal, GOAL_LIMIT) if goal is not None else latest_goal(context, given)
    if not goal:
        raise UsageError("the goal is empty", hint='say what you want to know: --goal "..." or --goal - and the text on stdin')
    gated = [named_url(url) for url in urls]
    topic = store.topic_of(context.settings.root, given)
    with store.locked(topic):
        state = store.load(topic)
        run = next((run for run in reversed(state.runs) if run.goal == goal), None)
        rows, number, changed = begin_rows(context, state, run, goal, limits)
        rows += named_rows(context, state, number, run, gated)
        if limits.get("with_corpus") or (run and run.limits["with_corpus"]):
            rows += corpus_rows(topic, state, context.at())
        state = write(topic, rows)
    return Begun(topic, state, current_run(topic, state, number), run is not None, changed)


def latest_goal(context: Context, given: str) -> str:
    """The goal of the topic's latest run; UsageError where there is none."""
    topic = open_topic(context, given)
    return current_run(topic, store.load(topic), None).goal


def named_url(url: str) -> str:
    """A URL that the user named, gated; UsageError where it is none that may be fetched."""
    try:
        return guard.gate(url)
    except guard.Refused as refused:
        raise UsageError(f"--url is refused: {refused.reason}", one_line(url, 200), "give a public http(s) address") from None


def begin_rows(
    context: Context, state: TopicState, run: Run | None, goal: str, given: dict[str, int | bool | None]
) -> tuple[list[Row], int, dict[str, tuple[int | bool, int | bool]]]:
    """The rows that open a run or change its limits, its number, and what changes."""
    at, wanted = context.at(), {name: value for name, value in given.items() if value is not None}
    if run is None:
        number = 1 + max((run.number for run in state.runs), default=0)
        base = context.settings.limits
        defaults = {"max_sources": base.max_sources, "max_rounds": base.max_rounds, "deep": False, "with_corpus": False}
        head: Row = {"kind": "begin", "at": at, "run": number, "goal": goal, "engine": context.settings.engine}
        return [{**head, **defaults, **wanted}], number, {}
    changed = {name: (run.limits[name], wanted[name]) for name in LIMITS if name in wanted and wanted[name] != run.limits[name]}
    rows: list[Row] = [{"kind": "raise", "at": at, "run": run.number, "changes": changed}] if changed else []
    return rows, run.number, changed


def named_rows(context: Context, state: TopicState, number: int, run: Run | None, urls: Sequence[str]) -> list[Row]:
    """The rows for pages that the user named and the run does not have yet."""
    rows: list[Row] = []
    at, new_results, known = context.at(), state.new_results(), dict(state.ids_by_key)
    named = set(run.named) if run else set()
    for url in urls:
        result = known.get(key(url))
        if result is None:
            result = known[key(url)] = next(new_results)
            rows.append(result_row(at, result, key(url), SearchResult(url, "", "")))
        if result not in named:
            named.add(result)
            rows.append({"kind": "named", "at": at, "run": number, "id": result})
    return rows


def status(context: Context, given: str, number: int | None) -> Begun:
    """Where a run stands."""
    topic = open_topic(context, given)
    state = store.load(topic)
    return Begun(topic, state, current_run(topic, state, number), True, {})
