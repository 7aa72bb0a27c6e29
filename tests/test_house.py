"""The rules of the house that no linter knows: who may import what, and that the lock matches its source."""

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from webresearch import patterns

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "webresearch").rglob("*.py"))
# Importing one of these costs more than the start of the commands that must be quick.
HEAVY = {
    "requests",
    "urllib3",
    "lxml",
    "trafilatura",
    "selectolax",
    "html_to_markdown",
    "pypdfium2",
    "Stemmer",
    "yaml",
    "slugify",
    "ddgs",
    "rich",
    "markdown_it",
}


def imports_of(tree: ast.AST) -> set[str]:
    """The top-level packages that these statements import."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_nothing_imports_the_command_line(path: Path) -> None:
    assert "web" not in {name.split(".")[0] for name in imports_of(ast.parse(path.read_text()))}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_only_the_settings_read_the_environment_and_only_the_pipeline_reads_the_clock(path: Path) -> None:
    text = path.read_text()
    if path.name != "config.py":
        assert not re.search(r"os\.environ|os\.getenv", text)
    stage = path.relative_to(ROOT / "webresearch").parts[0]
    if stage in ("engines", "pages", "ranking", "topic", "reading", "evidence", "report"):
        assert not re.search(r"datetime\.now|time\.time\(|date\.today", text)


@pytest.mark.parametrize(
    "argv", [["--help"], ["--version"], ["status", "--topic", "none"], ["quote", "README.md"], ["check", "x"]]
)
def test_quick_commands_load_nothing_heavy(argv: list[str]) -> None:
    command = [sys.executable, "-X", "importtime", str(ROOT / "web.py"), *argv]
    done = subprocess.run(command, capture_output=True, text=True, input="words that stand nowhere in it\n", cwd=ROOT)
    loaded = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in done.stderr.splitlines() if "|" in line}
    assert "webresearch" in loaded
    assert not loaded & HEAVY


def test_every_expression_that_waits_for_its_use_compiles() -> None:
    waiting = 0
    for path in MODULES:
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name, value in vars(module).items():
            if isinstance(value, patterns._Pattern):
                assert isinstance(re.compile(value.pattern, value.flags), re.Pattern), f"{path}: {name}"
                waiting += 1
    assert waiting > 100


# Named in the design, or with fields that equality must pass over.
DATACLASSES = {"config.py", "models.py", "reading/blocks.py", "reading/focus.py", "reading/terms.py"}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_values_that_are_none_of_the_nouns_are_named_tuples(path: Path) -> None:
    assert "@dataclass" not in path.read_text() or path.relative_to(ROOT / "webresearch").as_posix() in DATACLASSES


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_every_name_of_a_source_is_locked_with_hashes(name: str) -> None:
    wanted = re.findall(r"^([A-Za-z][A-Za-z0-9_.-]*)", (ROOT / f"{name}.in").read_text(), re.MULTILINE)
    locked = (ROOT / f"{name}.txt").read_text()
    blocks = re.findall(r"^([a-z0-9-]+)==\S+.*\\\n    --hash=sha256:[0-9a-f]{64}", locked, re.MULTILINE)
    assert {one.lower().replace("_", "-") for one in wanted} <= set(blocks)
    assert len(blocks) == len(re.findall(r"^[a-z0-9-]+==", locked, re.MULTILINE))


def test_urllib3_is_at_least_the_release_without_known_holes() -> None:
    version = re.search(r"^urllib3==(\d+)\.(\d+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert version is not None
    assert (int(version[1]), int(version[2])) >= (2, 7)
