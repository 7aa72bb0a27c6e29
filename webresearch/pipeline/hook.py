"""The hooks of `.claude/settings.json`: which page the quarantined reader gets, and what of its answer gets out.

Before the reader starts, its order must name exactly one saved page; after it answered, the answer goes through the quote
gate and is replaced by accepted ids and counts. Whatever goes wrong, the reader's own words are dropped. Beside that, calls of
`web.py` in the skill's one spelling run without a question, whatever their heredoc holds.
"""

import json
import re
from pathlib import Path

from webresearch.errors import ResearchError, UsageError
from webresearch.pipeline.cite import note
from webresearch.pipeline.context import Context
from webresearch.pipeline.spelling import is_ours
from webresearch.topic import store
from webresearch.topic.state import TopicState

READER = "page-reader"
PAGE = re.compile(r"md/([A-Za-z0-9][A-Za-z0-9_-]{0,79})/(web/)?([A-Za-z0-9][A-Za-z0-9_.-]{0,200}\.md)\b")
MOST_CHARACTERS = 400_000  # of the event; a longer answer is no note

Event = dict[str, object]


def answer(context: Context, event_name: str, text: str) -> Event | None:
    """The hook's answer to an event, None where it has nothing to say.

    Raises UsageError for an answer's event that cannot be read: the command in the settings then drops the answer.
    """
    try:
        event = json.loads(text)
        given = event["tool_input"]
        name = event["hook_event_name"]
    except (ValueError, KeyError, TypeError, RecursionError):
        if event_name == "PreToolUse":
            return denied("the hook could not read the event")
        raise UsageError("the hook could not read the event", "stdin", "see .claude/settings.json") from None
    if not isinstance(given, dict):
        return None
    if name == "PreToolUse" and event.get("tool_name") == "Bash" and is_ours(str(given.get("command", ""))):
        return decided("PreToolUse", {"permissionDecision": "allow"})
    if given.get("subagent_type") != READER:
        return None
    if name == "PreToolUse":
        return before(context, given)
    return after(context, event, given) if name == "PostToolUse" else None


def before(context: Context, given: Event) -> Event:
    """Let the reader start on exactly one saved page, in the foreground; deny anything else."""
    place = place_of(context, str(given.get("prompt", "")))
    if isinstance(place, str):
        return denied(place)
    return decided("PreToolUse", {"permissionDecision": "allow", "updatedInput": {**given, "run_in_background": False}})


def place_of(context: Context, prompt: str) -> tuple[str, str] | str:
    """The topic and the source id of the one page that an order names, or why there is none."""
    order = prompt[:20_000]
    found = {match.groups() for match in PAGE.finditer(order)}
    roots = {"", "./", f"{context.settings.root}/", f"{context.settings.root.resolve()}/"}
    if len(found) != 1 or not all(led_to(order, match.start(), roots) for match in PAGE.finditer(order)):
        return f"the order to {READER} must name exactly one saved page, as md/TOPIC/web/PAGE.md"
    name, web, file = found.pop()
    try:
        state = store.load(store.topic_of(context.settings.root, name))
    except ResearchError as error:
        return error.what
    identity = source_by_file(state, file, bool(web))
    return (name, identity) if identity else f"{Path(file).name} is no saved page of the topic {name}"


def led_to(order: str, start: int, roots: set[str]) -> bool:
    """Does a path whose `md/` begins there begin at one of the roots, which are "" or end in a slash?"""
    longest = max(map(len, roots))
    before = re.search(r"[^\s\"'`<>()\[\]=:,;|]*\Z", order[max(0, start - longest - 1) : start])
    return before is not None and before[0] in roots


def source_by_file(state: TopicState, file: str, web: bool) -> str:
    """The id of the page or curated document that has this file name."""
    rows = state.pages if web else state.corpus
    return next((identity for identity, row in rows.items() if row["file"] == file), "")


def after(context: Context, event: Event, given: Event) -> Event:
    """The reader's answer through the gate, replaced by what was accepted."""
    response = event.get("tool_response")
    place = place_of(context, str(given.get("prompt", "")))
    if isinstance(place, str):
        return replaced(response, {"dropped": place})
    topic, source = place
    answer_text = text_of(response)
    if answer_text is None or len(answer_text) > MOST_CHARACTERS:
        return replaced(response, {"source": source, "dropped": "the answer is no note"})
    try:
        report = note(context, topic, answer_text, None, source, only=True)
    except ResearchError as error:
        return replaced(response, {"source": source, "dropped": error.what})
    summary: Event = {"topic": topic, "source": source, "accepted": report.accepted, "refused": len(report.refused)}
    return replaced(response, summary | {"flags": list(report.flags.get(source, ()))})


def text_of(response: object) -> str | None:
    """The report in a subagent's answer; None where it is not one finished text.

    The client puts notes of its own before and after the report, and counts them.
    """
    if not isinstance(response, dict) or response.get("status") != "completed" or not isinstance(response.get("content"), list):
        return None
    content = response["content"]
    first, tail = response.get("harnessNoteCount", 0), response.get("harnessTailCount", 0)
    if not isinstance(first, int) or not isinstance(tail, int) or first + tail + 1 != len(content) or min(first, tail) < 0:
        return None
    part = content[first]
    return part["text"] if isinstance(part, dict) and isinstance(part.get("text"), str) else None


def replaced(response: object, summary: Event) -> Event:
    """The answer in whose place only the summary stands.

    Every other field stays as it came: an answer that lacks one is not in the client's form, and the client then shows the
    reader's own words (seen with client 2.1.332).
    """
    shape = dict(response) if isinstance(response, dict) else {"status": "completed"}
    notes = {name: 0 for name in ("harnessNoteCount", "harnessTailCount") if name in shape}
    content = [{"type": "text", "text": json.dumps(summary, ensure_ascii=True)}]
    return decided("PostToolUse", {"updatedToolOutput": {**shape, **notes, "content": content}})


def denied(reason: str) -> Event:
    """A refusal before the tool runs."""
    return decided("PreToolUse", {"permissionDecision": "deny", "permissionDecisionReason": reason})


def decided(name: str, fields: Event) -> Event:
    """A hook's answer in the client's form."""
    return {"hookSpecificOutput": {"hookEventName": name, **fields}}
