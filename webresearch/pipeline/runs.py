"""The topic and the run that a command works on."""

from webresearch.errors import UsageError
from webresearch.pipeline.context import Context
from webresearch.safetext import one_line
from webresearch.topic import journal, manifest, store
from webresearch.topic.journal import Row
from webresearch.topic.state import Run, TopicState
from webresearch.topic.store import Topic


def open_topic(context: Context, given: str) -> Topic:
    """The topic of that name; UsageError when no run was begun there."""
    topic = store.topic_of(context.settings.root, given)
    if not store.begun(topic):
        hint = f'begin one: web.py begin --topic {topic.name} --goal "what you want to know"'
        raise UsageError(f"no run was begun in the topic {one_line(given, 60)!r}", str(topic.web), hint)
    return topic


def current_run(topic: Topic, state: TopicState, number: int | None) -> Run:
    """The run of that number, by default the latest; UsageError where there is none."""
    run = state.run(number)
    if run is None:
        known = ", ".join(str(run.number) for run in state.runs) or "none"
        raise UsageError(
            f"the topic has no run {number or ''}".rstrip() + f" (it has {known})", str(topic.journal), "web.py status"
        )
    return run


def write(topic: Topic, rows: list[Row]) -> TopicState:
    """Add rows and render the manifest anew; the caller holds the lock. Returns the state after them."""
    journal.append(topic.journal, rows)
    state = store.load(topic)
    store.write_whole(topic.manifest, manifest.render(topic.name, state))
    return state
