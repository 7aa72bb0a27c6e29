"""Documents that cannot drift: every command line in them parses, every link leads somewhere, every number is the code's."""

import json
import re
import shlex
from pathlib import Path

import pytest
import yaml

from webresearch import __version__, config, errors, models
from webresearch.arguments import COMMANDS, parser
from webresearch.evidence import notes
from webresearch.topic.fold import HANDLERS
from webresearch.topic.forms import REQUIRED
from webresearch.topic.provenance import FIELDS, NOTE
from webresearch.views import doctor

ROOT = Path(__file__).resolve().parent.parent
SKILL = ROOT / ".claude" / "skills" / "research"
TEXTS = sorted(
    [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *SKILL.rglob("*.md"), *(ROOT / ".claude" / "agents").glob("*.md")]
)
COMMAND = re.compile(r"(?:^|[\s`(])(?:\.venv/bin/python |python3 )?web\.py ([^`\n]*)")


def command_lines(text: str) -> list[str]:
    """What follows `web.py` wherever a text shows a command, up to what the shell would take."""
    found = []
    for match in COMMAND.finditer(text):
        line = re.split(r"\s(?:<<|<|&&|\||;|#)|`", match[1] + " ")[0].strip()
        if re.match(r"(?:--)?[a-z]+\b", line) and not line.split()[0].endswith((",", ".", ":")):
            found.append(line)
    return found


def plausible(word: str) -> str:
    """A placeholder as a value of its kind."""
    return {"N": "5", "EVENT": "PreToolUse"}.get(word, word)


def shown() -> list[tuple[str, str]]:
    return [(path.name, line) for path in TEXTS for line in command_lines(path.read_text())]


@pytest.mark.parametrize(("where", "line"), shown())
def test_every_command_line_in_a_document_parses(where: str, line: str) -> None:
    words = [plausible(word) for word in shlex.split(line.replace("…", "").replace("...", ""))]
    known = set(parser()._subparsers._group_actions[0].choices)  # type: ignore[union-attr]
    if words[0] in known and len(words) == 1:
        return  # the command is only named
    if words[0] in ("without", "from", "calls", "does", "is", "will", "and", "or", "runs"):
        return  # prose
    try:
        parser().parse_args(words)
    except errors.UsageError as error:
        pytest.fail(f"{where}: web.py {line}: {error.what}")


def test_the_documents_show_commands_at_all() -> None:
    assert len(shown()) > 25


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_link_within_the_project_leads_to_a_file(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not target.startswith(("http://", "https://")):
            assert (path.parent / target).exists(), target
    for target in re.findall(r"references/[a-z-]+\.md", text):
        assert (SKILL / target).exists(), target


def test_the_skill_is_short_and_its_front_matter_is_the_specifications() -> None:
    text = (SKILL / "SKILL.md").read_text()
    head = yaml.safe_load(text.split("---\n")[1])
    assert set(head) <= {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
    assert head["name"] == SKILL.name
    assert len(head["description"]) <= 1024
    assert len(text.splitlines()) < 150
    assert len(text) / 4 < 2500
    assert not re.search(r"\b(MUST|NEVER|ALWAYS|CRITICAL|MANDATORY|IMPORTANT)\b", text)


def test_the_skill_names_each_reference_and_references_are_one_level_deep() -> None:
    text = (SKILL / "SKILL.md").read_text()
    for path in SKILL.rglob("*.md"):
        if path.name != "SKILL.md":
            assert f"references/{path.name}" in text
            assert path.parent == SKILL / "references"


def test_the_reader_has_no_tool_but_read_and_knows_the_flags() -> None:
    text = (ROOT / ".claude/agents/page-reader.md").read_text()
    head = yaml.safe_load(text.split("---\n")[1])
    assert head["tools"] == "Read"
    assert "memory" not in head
    assert all(f"`{flag}`" in text for flag in notes.FLAGS)
    assert f"{notes.SHORTEST} to {notes.LONGEST} characters" in text


def test_every_spelling_in_the_skill_is_allowed_by_the_settings_and_nothing_wider() -> None:
    settings = json.loads((ROOT / ".claude/settings.json").read_text())
    allowed = settings["permissions"]["allow"]
    prefixes = [rule[len("Bash(") : -len(":*)")] for rule in allowed if rule.startswith("Bash(")]
    assert all(prefix.startswith(".venv/bin/python web.py ") for prefix in prefixes)
    for path in SKILL.rglob("*.md"):
        for line in re.findall(r"^\s*(\.venv/bin/python web\.py .*)$", path.read_text(), re.MULTILINE):
            assert any(line.startswith(prefix + " ") for prefix in prefixes), line
    assert [rule for rule in allowed if not rule.startswith("Bash(")] == [
        "Skill(research)",
        "Agent(page-reader)",
        "Edit(/md/*/*-synthesis.md)",
    ]


def test_outcomes_and_verdicts_and_exit_codes_are_all_explained() -> None:
    text = (ROOT / "docs/errors.md").read_text()
    for name in (*models.SEARCH_OUTCOMES, *models.PAGE_VERDICTS):
        assert f"`{name}`" in text, name
    for error in errors.ResearchError.__subclasses__():
        assert re.search(rf"^\| {error.exit_code} \|.*`{error.__name__}` \|$", text, re.MULTILINE), error


def test_every_kind_of_row_is_explained() -> None:
    text = (ROOT / "docs/formats.md").read_text()
    package = ROOT / "webresearch"
    sources = [path.read_text() for path in [*package.glob("pipeline/*.py"), *package.glob("topic/*.py")]]
    written = {kind for source in sources for kind in re.findall(r'"kind": "([a-z]+)"', source)} | {"page", "failed"}
    assert written == set(REQUIRED) == set(HANDLERS)
    for kind in written:
        assert f"| `{kind}` |" in text, kind


def test_the_start_of_a_command_lays_out_that_command_alone() -> None:
    for name in COMMANDS:
        assert list(parser(name)._subparsers._group_actions[0].choices) == [name]  # type: ignore[union-attr,arg-type]


def test_the_header_in_the_docs_is_the_headers_form() -> None:
    text = (ROOT / "docs/formats.md").read_text()
    assert NOTE in text
    assert all(f"> {name}: " in text for name in FIELDS)


def test_defaults_in_the_readme_are_the_codes() -> None:
    text = (ROOT / "README.md").read_text()
    limits = config.Limits()
    assert config.DEFAULT_HOST in text
    assert f"port {config.DEFAULT_SEARXNG_PORT}" in text
    assert f"port {config.DEFAULT_FIRECRAWL_PORT}" in text
    assert f"| `--max-sources N` | {limits.max_sources} |" in text
    assert f"| `--max-rounds N` | {limits.max_rounds} |" in text


def test_every_variable_that_is_read_is_in_the_readme_with_its_default() -> None:
    source = (ROOT / "webresearch/config.py").read_text()
    read = set(re.findall(r'env(?:\.get\(|, )"([A-Z][A-Z_]+)"', source)) - {"HOME"}
    assert {"WEBTOOLS_HOST", "WEBTOOLS_JOBS", "XDG_CACHE_HOME"} <= read
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.+?) \|", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert set(rows) == read
    settings = config.load(ROOT, {})
    defaults = {
        "WEBTOOLS_HOST": settings.host,
        "SEARXNG_PORT": settings.searxng_port,
        "FIRECRAWL_PORT": settings.firecrawl_port,
    }
    defaults |= {"WEBTOOLS_ENGINE": settings.engine, "WEBTOOLS_JOBS": settings.limits.pages_at_once}
    for name, value in defaults.items():
        assert rows[name] == f"`{value}`"
    limits = settings.limits
    kept = f"searches {limits.search_cache_seconds // 3600} hours, pages {limits.page_cache_seconds // 86400} days"
    assert kept in (ROOT / "README.md").read_text()


def test_numbers_in_the_documents_are_the_limits() -> None:
    limits = config.Limits()
    said = {
        "errors.md": [f"under {limits.thin_characters} characters"],
        "formats.md": [
            f"A quote has {notes.SHORTEST} to {notes.LONGEST} characters",
            f"at most {limits.quotes_per_source}",
            *(f"`{flag}`" for flag in notes.FLAGS),
        ],
        "services.md": [
            f"fetches {limits.pages_at_once} pages at once and {limits.pages_per_host} of one host",
            f"each page's deadline of {limits.scrape_seconds:.0f} s",
        ],
    }
    for name, sentences in said.items():
        text = " ".join((ROOT / "docs" / name).read_text().split())
        for sentence in sentences:
            assert sentence in text, (name, sentence)
    with pytest.raises(errors.UsageError):
        config.load(ROOT, {"WEBTOOLS_JOBS": "65"})
    assert "`WEBTOOLS_JOBS=N` (1 to 64)" in (ROOT / "docs" / "services.md").read_text()


def test_defaults_in_the_help_are_the_parsers_or_the_limits() -> None:
    commands = parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    limits, checked = config.Limits(), 0
    named = {"max_sources": limits.max_sources, "max_rounds": limits.max_rounds}
    for name, command in commands.items():
        for action in command._actions:
            found = re.search(r"\(default (\d+)[,)]", action.help or "")
            if found:
                checked += 1
                assert int(found[1]) == named.get(action.dest, action.default), (name, action.dest)
    assert checked > 5


def test_exit_codes_in_the_readme_are_the_codes() -> None:
    text = " ".join((ROOT / "README.md").read_text().split())
    for code, words in re.findall(r"(\d+) ([a-z][a-z ]+?)(?= ·|\. )", text.split("Exit codes:")[1].split("`doctor`")[0]):
        row = re.search(rf"^\| {code} \| (.+?) \|", (ROOT / "docs/errors.md").read_text(), re.MULTILINE)
        assert row is not None, (code, words)
    assert "`doctor`: 0 all good · 1 something is wrong · 2 no work is possible" in text
    assert doctor.VERDICTS == ("all good", "something is wrong, work is possible", "no work is possible")


def test_every_search_outcome_and_failing_verdict_has_a_remedy() -> None:
    text = (ROOT / "docs/troubleshooting.md").read_text()
    told = "ok unreachable".split()
    for name in models.SEARCH_OUTCOMES:
        assert f"`{name}`" in text or name in told, name
    for name in ("refused", "thin", "blocked", "consent_wall", "login_wall", "no_text", "service_refused"):
        assert f"`{name}`" in text, name


def test_messages_that_the_trouble_page_quotes_are_said_by_the_code() -> None:
    code = " ".join(path.read_text() for path in [*(ROOT / "webresearch").rglob("*.py"), ROOT / "web.py"])
    code += (ROOT / ".claude/settings.json").read_text()
    for row in re.findall(r"^\| (`.+?`)[^|]*\|", (ROOT / "docs/troubleshooting.md").read_text(), re.MULTILINE):
        for quoted in re.findall(r"`([^`]+)`", row):
            parts = [part.strip() for part in quoted.split("…") if part.strip()]
            assert all(part in code for part in parts), quoted


# The containers.

COMPOSE = ROOT / "docs" / "compose"


def test_every_container_of_the_box_is_hardened_and_published_on_loopback_only() -> None:
    document = yaml.safe_load((COMPOSE / "compose.yml").read_text())
    assert set(document["services"]) == {"searxng", "valkey", "scraper"}
    for name, service in document["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["pids_limit"] <= 200, name
        assert service["mem_limit"], name
        assert service["user"].split(":")[0] not in ("0", "root"), name
        assert not {"privileged", "cap_add", "network_mode", "devices"} & set(service), name
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", [])), name
        assert all(volume.endswith(":ro") for volume in service.get("volumes", [])), name
    published = [port.split(":")[1] for service in document["services"].values() for port in service.get("ports", [])]
    assert published == [str(config.DEFAULT_SEARXNG_PORT), str(config.DEFAULT_FIRECRAWL_PORT)]
    assert not set(document["services"]["scraper"]["networks"]) & set(document["services"]["searxng"]["networks"])


def test_the_boxs_searxng_answers_json_and_has_no_secret_in_the_repository() -> None:
    settings = yaml.safe_load((COMPOSE / "searxng" / "settings.yml").read_text())
    assert "json" in settings["search"]["formats"]
    assert settings["server"]["limiter"] is False
    assert "secret_key" not in settings["server"]
    assert "${SEARXNG_SECRET:?" in (COMPOSE / "compose.yml").read_text()
    assert ".env" in (COMPOSE / ".gitignore").read_text().splitlines()


def test_firecrawls_override_changes_limits_only() -> None:
    document = yaml.safe_load((COMPOSE / "firecrawl.override.yml").read_text())
    for service in document["services"].values():
        assert set(service) <= {"cap_drop", "security_opt", "pids_limit", "mem_limit"}


def test_every_command_is_in_the_readme_and_has_an_example() -> None:
    commands = parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    text = (ROOT / "README.md").read_text()
    for name, command in commands.items():
        if name != "hook":
            assert f"web.py {name}" in text, name
        assert "example:\n  web.py" in (command.epilog or ""), name
        assert command_lines(command.epilog.replace("  web.py", " web.py"))[0].startswith(name)


def test_the_changelog_knows_the_version() -> None:
    assert f"## [{__version__}] - 20" in (ROOT / "CHANGELOG.md").read_text()


def test_the_settings_are_ignored_by_git_where_they_are_personal() -> None:
    lines = (ROOT / ".gitignore").read_text().splitlines()
    order = [
        lines.index(line)
        for line in ("!.claude/", ".claude/*", "!.claude/skills/", "!.claude/agents/", "!.claude/settings.json")
    ]
    assert order == sorted(order)


def test_the_evals_are_ten_goals_and_triggers_with_near_misses() -> None:
    goals = json.loads((ROOT / "evals/goals.json").read_text())
    assert len(goals) == 10
    assert all(goal["prompt"].startswith("/research ") and goal["must"] and goal["must_not"] for goal in goals)
    triggers = json.loads((ROOT / "evals/triggers.json").read_text())
    assert min(len(triggers["start"]), len(triggers["stay_quiet"])) >= 4


def test_every_locked_package_is_in_the_licence_table() -> None:
    text = (ROOT / "docs/dependencies.md").read_text().lower().replace("_", "-")
    for name in re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE):
        assert re.search(rf"\b{re.escape(name)}\b", text), name


def test_every_flag_of_the_review_is_explained_to_people_and_to_the_skill() -> None:
    from webresearch.evidence.check import ORDER

    texts = ((ROOT / "docs/errors.md").read_text(), (SKILL / "references/review.md").read_text())
    for flag in ORDER:
        assert all(f"| `{flag}` |" in text for text in texts), flag
