"""Checks of this machine: Python and its packages, what Claude Code is told, the hooks, and the folders written to."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from webresearch.pipeline.context import Context
from webresearch.pipeline.doctor import Check, joined
from webresearch.safetext import one_line

OLDEST_PYTHON = (3, 11)
INSTALL = "make install"
RESTORE = "git checkout -- .claude"
HOOK_SECONDS = 6.0
LEAST_FREE = 200_000_000  # bytes; a run of 12 pages takes about one million
ENVIRONMENT = {"CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1"}  # a reader in the background answers past its hook
EVENTS = {"PreToolUse": {"Agent", "Bash"}, "PostToolUse": {"Agent"}}  # our hooks, and the tools that each must match
SKILL_FILES = (".claude/skills/research/SKILL.md", ".claude/agents/page-reader.md")
PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s;\\]+)\s*(;)?", re.MULTILINE)


def installation(context: Context) -> Iterator[Check]:
    """Python, the virtual environment, and every package of requirements.txt."""
    version = sys.version.split()[0]
    fine = sys.version_info >= OLDEST_PYTHON
    fix = "" if fine else f"install Python {'.'.join(map(str, OLDEST_PYTHON))} or later, remove .venv, make install"
    yield Check("python", "ok" if fine else "fail", f"Python {version}", fix)
    own = context.settings.root / ".venv" / "bin" / "python"
    if own.exists():
        yield Check("venv", "ok", ".venv is there" + ("" if sys.prefix != sys.base_prefix else ", though not in use here"))
    else:
        yield Check("venv", "warn", "there is no .venv, which the skill and the hooks call", INSTALL)
    yield packages(context.settings.root / "requirements.txt")


def packages(lock: Path) -> Check:
    """The installed packages against the lock. A pin with a condition may be for another system."""
    try:
        pins = PIN.findall(lock.read_text(encoding="utf-8"))
    except OSError as error:
        return Check("packages", "warn", f"cannot read {lock.name}: {error.strerror}", "git checkout -- requirements.txt")
    missing, other = [], []
    for name, wanted, condition in pins:
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            if not condition:
                missing.append(name)
            continue
        if found != wanted:
            other.append(f"{name} {found} instead of {wanted}")
    if missing:
        return Check("packages", "fail", f"not installed: {joined(missing)}", f"rm -f .venv/installed && {INSTALL}")
    if other:
        return Check("packages", "warn", f"other versions than locked: {joined(other)}", f"rm -f .venv/installed && {INSTALL}")
    return Check("packages", "ok", f"all {len(pins)} of {lock.name} as locked")


def claude_code(context: Context) -> Iterator[Check]:
    """The settings that the skill rests on, and whether the hooks in them answer."""
    root = context.settings.root
    missing = [name for name in SKILL_FILES if not (root / name).is_file()]
    if missing:
        yield Check("skill", "warn", f"missing: {joined(missing)}", RESTORE)
    settings = read_settings(root / ".claude" / "settings.json")
    if not settings:
        said = ".claude/settings.json is missing or no JSON object: no hook guards what readers answer"
        yield Check("claude code", "warn", said, RESTORE)
        return
    commands = {event: hook_command(settings, event) for event in EVENTS}
    wrong = faults(settings, read_settings(root / ".claude" / "settings.local.json"), commands)
    said = f"not as in the repository: {joined(wrong)}" if wrong else "settings.json has the hooks and the environment"
    yield Check("claude code", "warn" if wrong else "ok", said, RESTORE if wrong else "")
    for event, command in commands.items():
        if command:
            yield answering(root, event, command)


def read_settings(path: Path) -> dict[str, object]:
    """A settings file of Claude Code; empty where it is missing or is no JSON object."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def hook_command(settings: dict[str, object], event: str) -> str:
    """The command that the settings have for our hook of an event; "" for none."""
    hooks = settings.get("hooks")
    entries = hooks.get(event) if isinstance(hooks, dict) else None
    for entry in entries if isinstance(entries, list) else []:
        if not isinstance(entry, dict) or not isinstance(entry.get("hooks"), list):
            continue
        if not EVENTS[event] <= set(str(entry.get("matcher")).split("|")):
            continue
        for hook in entry["hooks"]:
            command = hook.get("command") if isinstance(hook, dict) else None
            if isinstance(command, str) and f"web.py hook {event}" in command:
                return command
    return ""


def faults(settings: dict[str, object], local: dict[str, object], commands: dict[str, str]) -> list[str]:
    """What the settings lack or switch off."""
    environment = settings.get("env")
    environment = environment if isinstance(environment, dict) else {}
    wrong = [f"no {event} hook for {' and '.join(sorted(EVENTS[event]))}" for event, command in commands.items() if not command]
    wrong += [f"env {name} is not {value}" for name, value in ENVIRONMENT.items() if environment.get(name) != value]
    for name, one in (("settings.json", settings), ("settings.local.json", local)):
        wrong += [f"disableAllHooks in {name}"] if one.get("disableAllHooks") else []
    return wrong


def answering(root: Path, event: str, command: str) -> Check:
    """A hook's command, run as the client runs it, with an event that names no page: it must refuse."""
    given = {"subagent_type": "page-reader", "prompt": "doctor: no page is named here"}
    sent = {"hook_event_name": event, "tool_name": "Agent", "tool_input": given}
    sent |= {"tool_response": {"status": "completed", "content": [{"type": "text", "text": "nothing"}]}}
    name, fix = f"hook {event}", f"run it by hand: echo '{{}}' | .venv/bin/python web.py hook {event}; {INSTALL}; {RESTORE}"
    words = ["env", f"CLAUDE_PROJECT_DIR={root}", "sh", "-c", command]
    try:
        ran = subprocess.run(  # noqa: S603 - the command of the project's own settings, which Claude Code runs too
            words, input=json.dumps(sent), capture_output=True, text=True, timeout=HOOK_SECONDS, check=False
        )
        answer = json.loads(ran.stdout)["hookSpecificOutput"]
    except (OSError, subprocess.TimeoutExpired) as error:
        return Check(name, "warn", one_line(f"its command does not run: {error}", 200), fix)
    except (ValueError, KeyError, TypeError):
        return Check(
            name, "warn", f"its command gives no answer (exit code {ran.returncode}): {one_line(ran.stderr, 160)}", fix
        )
    text = json.dumps(answer)
    if "must name exactly one saved page" not in text:
        return Check(name, "warn", f"its command lets an order without a page pass: {one_line(text, 160)}", fix)
    return Check(name, "ok", "its command runs and refuses an order without a page")


def files(context: Context) -> Iterator[Check]:
    """The folders that are written to, and the room there is."""
    folder = context.settings.root / "md"
    if error := unwritable(folder):
        yield Check("md", "fail", f"cannot write to {folder}: {error}", f"mkdir -p {folder}; chown it to yourself")
        return
    free = shutil.disk_usage(folder).free
    short = free < LEAST_FREE
    said = f"md/ can be written to, {free / 1e9:.1f} GB free"
    yield Check("md", "warn" if short else "ok", said, "make room: pages are small, a full disk loses them" if short else "")
    cache = context.settings.cache
    if error := unwritable(next(one for one in (cache, *cache.parents) if one.exists())):
        yield Check("cache", "warn", f"cannot write to {cache}: {error}", "set XDG_CACHE_HOME to a folder of yours")


def unwritable(folder: Path) -> str:
    """Why no file can be made in a folder; "" where it can."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return error.strerror or "no reason given"
