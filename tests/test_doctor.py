"""The doctor finds each fault by itself, names what mends it, and is done in ten seconds whatever happens."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from box import Answer, Handler, hit, results, scraped

import web
from webresearch.engines.identify import by_error, identify
from webresearch.net.transport import Reply, ServiceClient
from webresearch.pipeline import checkup_here, checkup_services, doctor
from webresearch.pipeline.context import Context

REPOSITORY = Path(__file__).resolve().parent.parent
Routes = dict[str, Answer | Callable[[dict[str, Any]], Answer]]
OK = Answer(b"OK", headers={"Content-Type": "text/plain"})
CONFIG = {"version": "2026.8.1", "engines": [{"name": "one", "enabled": True}], "limiter": {"enabled": False}}
FOUND = results("python documentation", hit("https://example.com/a"), hit("https://example.org/b"))
SEARXNG: Routes = {"/healthz": OK, "/config": Answer(CONFIG), "/search": FOUND}
CRW: Routes = {"/health": Answer({"status": "ok", "version": "0.36.0", "active_crawl_jobs": 0})}


@contextmanager
def serving(routes: Routes) -> Iterator[int]:
    """A server that answers these paths and 404 to all others; gives its port."""

    class RoutesHandler(Handler):
        def do_GET(self) -> None:  # noqa: N802 - the server's name for it
            self.reply({})

        def do_POST(self) -> None:  # noqa: N802 - the server's name for it
            self.reply(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def reply(self, body: dict[str, Any]) -> None:
            found = routes.get(self.path.split("?")[0], Answer({"success": False, "error": "Not found"}, 404))
            answer = found(body) if callable(found) else found
            time.sleep(answer.wait)
            self.send(answer)

    server = ThreadingHTTPServer(("127.0.0.1", 0), RoutesHandler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own, with the repository's settings and the program."""
    folder = tmp_path / "installed"
    (folder / "md").mkdir(parents=True)
    for name in ("web.py", "webresearch", ".venv"):
        (folder / name).symlink_to(REPOSITORY / name)
    shutil.copytree(REPOSITORY / ".claude", folder / ".claude")
    shutil.copy(REPOSITORY / "requirements.txt", folder)
    return folder


Examine = Callable[..., tuple[int, dict[str, dict[str, str]]]]


@pytest.fixture
def examine(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Examine]:
    """Run the doctor against two services with these routes; gives its exit code and its checks by id."""
    monkeypatch.setattr(checkup_here, "answering", lambda root, event, command: doctor.Check(f"hook {event}", "ok", ""))
    with ExitStack() as stack:

        def run(searxng: Routes = SEARXNG, scraper: Routes | None = None) -> tuple[int, dict[str, dict[str, str]]]:
            pages: Routes = {**CRW, "/v1/scrape": lambda body: scraped(str(body.get("url")))}
            monkeypatch.setenv("WEBTOOLS_HOST", "127.0.0.1")
            monkeypatch.setenv("SEARXNG_PORT", str(stack.enter_context(serving(searxng))))
            monkeypatch.setenv("FIRECRAWL_PORT", str(stack.enter_context(serving(pages if scraper is None else scraper))))
            code = web.main(["doctor", "--json"], str(project))
            document = json.loads(capsys.readouterr().out)
            assert document["exit_code"] == code
            assert document["seconds"] < 10
            for row in document["checks"]:
                assert row["state"] == "ok" or row["fix"], row
            return code, {row["id"]: row for row in document["checks"]}

        yield run


def test_all_is_good_where_all_works(examine: Examine) -> None:
    code, checks = examine()
    assert code == 0, checks
    assert "fastCRW 0.36.0" in checks["scraper"]["said"]
    assert "version 2026.8.1, 1 engines enabled, limiter off" in checks["settings"]["said"]
    assert "2 hits" in checks["search"]["said"]
    assert checks["engines"]["said"] == "with hits: one"
    assert " characters of https://example." in checks["page"]["said"]  # whichever came first


def test_json_that_is_off_is_named_with_the_lines_to_add(examine: Examine) -> None:
    off = Answer(b"<h1>403 Forbidden</h1>", 403, {"Content-Type": "text/html"})
    code, checks = examine({**SEARXNG, "/search": off})
    assert code == 2
    assert "json_off" in checks["search"]["said"]
    assert "formats:" in checks["search"]["fix"]
    assert checks["page"]["state"] == "ok"  # the scrape service is proved all the same
    assert "https://example.com/" in checks["page"]["said"]


@pytest.mark.parametrize("limiter", [True, {"enabled": True, "botdetection.ip_lists.pass_searxng_org": True}])
def test_a_limiter_is_a_warning_as_long_as_it_lets_us_pass(examine: Examine, limiter: object) -> None:
    code, checks = examine({**SEARXNG, "/config": Answer({**CONFIG, "limiter": limiter})})
    assert code == 1
    assert "limiter on" in checks["settings"]["said"]
    assert "limiter: false" in checks["settings"]["fix"]


def test_an_old_searxng_does_not_say_whether_it_limits(examine: Examine) -> None:
    code, checks = examine({**SEARXNG, "/config": Answer({"version": "1.1.0", "engines": None})})
    assert code == 0
    assert "version 1.1.0, 0 engines enabled, limiter unknown" in checks["settings"]["said"]


def test_a_limiter_that_refuses_stops_all_work(examine: Examine) -> None:
    code, checks = examine({**SEARXNG, "/search": Answer(b"Too Many Requests", 429, {"Content-Type": "text/html"})})
    assert code == 2
    assert "limited" in checks["search"]["said"]
    assert "pass" in checks["search"]["fix"]


def test_failing_engines_are_named_with_their_reasons(examine: Examine) -> None:
    found = results("python documentation", hit("https://example.com/a"), failed=(("two", "CAPTCHA"), ("three", "timeout")))
    code, checks = examine({**SEARXNG, "/search": found})
    assert code == 1
    assert "two (CAPTCHA (suspended for an hour" in checks["engines"]["said"]
    assert "three (timeout)" in checks["engines"]["said"]


def test_a_search_without_any_hit_is_no_working_search(examine: Examine) -> None:
    code, checks = examine({**SEARXNG, "/search": results("python documentation", failed=(("one", "timeout"),))})
    assert code == 2
    assert "degraded" in checks["search"]["said"]
    assert "with hits: none; failing: one (timeout)" in checks["engines"]["said"]


def test_a_service_without_config_and_health_is_doubted(examine: Examine) -> None:
    code, checks = examine({"/search": FOUND})
    assert code == 1
    assert "HTTP 404" in checks["searxng"]["said"]
    assert "/config" in checks["settings"]["said"]


def test_swapped_ports_are_told(examine: Examine) -> None:
    code, checks = examine(CRW, SEARXNG)
    assert code == 2
    assert "neither Firecrawl nor fastCRW" in checks["scraper"]["said"]
    assert "FIRECRAWL_PORT" in checks["scraper"]["fix"]
    assert "SEARXNG_PORT" in checks["searxng"]["fix"]
    assert "something else listens there" in checks["page"]["said"]


def test_a_service_that_wants_a_key_is_told_to_want_none(examine: Examine) -> None:
    code, checks = examine(scraper={"/v1/scrape": Answer({"error": "Missing Authorization header"}, 401)})
    assert code == 2
    assert "wants an API key" in checks["scraper"]["said"]
    assert "CRW_AUTH__API_KEYS" in checks["scraper"]["fix"]


def test_a_service_of_the_right_api_may_not_say_which_it_is(examine: Examine) -> None:
    def scrape(body: dict[str, Any]) -> Answer:
        return scraped(str(body["url"])) if "url" in body else Answer({"success": False, "error": "no url"}, 400)

    code, checks = examine(scraper={"/v1/scrape": scrape})
    assert code == 0
    assert "does not say which" in checks["scraper"]["said"]


def test_one_page_that_fails_is_no_fault_where_another_comes(examine: Examine) -> None:
    def scrape(body: dict[str, Any]) -> Answer:
        gone = Answer({"success": False, "error": "Blocked by anti-bot protection", "errorCode": "anti_bot"})
        return gone if "example.com" in str(body.get("url")) else scraped(str(body.get("url")))

    code, checks = examine(scraper={**CRW, "/v1/scrape": scrape})
    assert code == 0
    assert "https://example.org/b" in checks["page"]["said"]


def test_pages_that_all_fail_ask_for_the_boxs_way_out(examine: Examine) -> None:
    broken = Answer({"success": False, "error": "Target unreachable", "errorCode": "target_unreachable"}, 422)
    code, checks = examine(scraper={**CRW, "/v1/scrape": broken})
    assert code == 2
    assert "none could be had" in checks["page"]["said"]
    assert "does the box reach the web?" in checks["page"]["fix"]


def test_an_address_that_is_not_public_is_never_asked_for(examine: Examine) -> None:
    asked: list[str] = []

    def scrape(body: dict[str, Any]) -> Answer:
        asked.append(str(body.get("url")))
        return scraped(asked[-1])

    inside = results("python documentation", hit("http://127.0.0.1/secret"), hit("http://router.local/"))
    code, _ = examine({**SEARXNG, "/search": inside}, {**CRW, "/v1/scrape": scrape})
    assert code == 0
    assert asked == ["https://example.com/"]


def test_services_that_never_answer_cost_less_than_ten_seconds(examine: Examine) -> None:
    slow = Answer(b"", wait=30)
    began = time.monotonic()
    routes: Routes = dict.fromkeys(("/healthz", "/search", "/config", "/v1/scrape", "/v1/capabilities"), slow)
    code, checks = examine(routes, routes)
    assert time.monotonic() - began < 10
    assert code == 2
    assert "gave no whole answer in time" in checks["searxng"]["said"]
    assert "no page within the doctor's time" in checks["page"]["said"]


def test_nothing_that_listens_is_named_with_the_tunnel(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving({}) as free:
        pass
    monkeypatch.setenv("WEBTOOLS_HOST", "127.0.0.1")
    monkeypatch.setenv("SEARXNG_PORT", str(free))
    monkeypatch.setenv("FIRECRAWL_PORT", str(free))
    assert web.main(["doctor"], str(project)) == 2
    shown = capsys.readouterr().out
    text = " ".join(shown.split())
    assert "FAIL scraper" in text
    assert "FAIL searxng" in text
    assert f"ssh -N -L {free}:127.0.0.1:{free}" in text
    assert "WEBTOOLS_ENGINE=embedded" in text
    assert "no work is possible" in text
    assert "ok hook PreToolUse its command runs" in text  # the real command, started
    assert "ok hook PostToolUse" in text


@pytest.mark.parametrize(
    ("routes", "product", "version"),
    [
        (CRW, "fastCRW", "0.36.0"),
        ({"/v1/capabilities": Answer({"version": "0.40", "formats": {}})}, "fastCRW", "0.40"),
        ({"/": Answer(b"SCRAPERS-JS: Hello, world! K8s!")}, "Firecrawl", ""),
        ({"/": Answer(b"", 302, {"Location": "https://docs.firecrawl.dev/api-reference"})}, "Firecrawl", ""),
        ({"/v1/scrape": Answer({"success": False, "error": "Bad Request", "details": []}, 400)}, "Firecrawl", ""),
        ({"/v1/scrape": Answer({"success": False, "error": "missing", "errorCode": "invalid_request"}, 400)}, "fastCRW", ""),
        ({"/v1/scrape": Answer({"error": "Missing Authorization header"}, 401)}, "unknown", ""),
        ({"/health": Answer({"status": "ok"})}, "", ""),
        ({"/v1/capabilities": Answer([1, 2]), "/health": Answer(b"<html>")}, "", ""),
        ({"/v1/scrape": Answer({"success": False}, 404)}, "", ""),
    ],
)
def test_products_are_told_apart_by_what_only_they_say(routes: Routes, product: str, version: str) -> None:
    with serving(routes) as port:
        client = ServiceClient(f"http://127.0.0.1:{port}", connect_seconds=2, tries=2, body_bytes=10**6, user_agent="test/1")
        found = identify(client, 5)
    assert (found.product, found.version) == (product, version)


def test_a_hostile_answer_of_a_service_is_one_short_line() -> None:
    body = json.dumps({"success": False, "error": "\x1b[31mred\nnext line " + "x" * 5000}).encode()
    found = by_error(Reply("http://x/", 500, {}, body, False, 0.1))
    assert "\x1b" not in found.evidence
    assert "\n" not in found.evidence
    assert len(found.evidence) < 200


def test_a_service_that_breaks_off_is_another_service() -> None:
    routes: Routes = {"/v1/scrape": Answer(b"", wait=5)}
    with serving(routes) as port:
        client = ServiceClient(f"http://127.0.0.1:{port}", connect_seconds=2, tries=1, body_bytes=10**6, user_agent="test/1")
        found = identify(client, 1.0)
    assert found.product == ""
    assert "no whole answer in time" in found.evidence


# This machine.


def here(context: Context) -> dict[str, doctor.Check]:
    groups = (checkup_here.installation, checkup_here.claude_code, checkup_here.files)
    return {check.id: check for group in groups for check in group(context)}


@pytest.fixture
def context(project: Path) -> Context:
    return Context(web_settings(project))


def web_settings(project: Path) -> Any:
    from webresearch.config import load

    return load(project, {"HOME": str(project), "XDG_CACHE_HOME": str(project / "cache")})


def change_settings(project: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = project / ".claude" / "settings.json"
    settings = json.loads(path.read_text())
    change(settings)
    path.write_text(json.dumps(settings))


def test_the_repositorys_own_settings_have_all_that_is_asked_for(context: Context) -> None:
    checks = here(context)
    assert checks["claude code"].state == "ok"
    assert checks["hook PreToolUse"].state == "ok"
    assert checks["hook PostToolUse"].state == "ok"


def test_a_hook_that_was_taken_out_is_missed(context: Context, project: Path) -> None:
    change_settings(project, lambda settings: settings["hooks"].pop("PostToolUse"))
    checks = here(context)
    assert "no PostToolUse hook" in checks["claude code"].said
    assert "hook PostToolUse" not in checks
    assert "git checkout" in checks["claude code"].fix


def test_a_hook_that_matches_fewer_tools_is_missed(context: Context, project: Path) -> None:
    change_settings(project, lambda settings: settings["hooks"]["PreToolUse"][0].update(matcher="Agent"))
    assert "no PreToolUse hook for Agent and Bash" in here(context)["claude code"].said


def test_an_environment_that_was_changed_is_named(context: Context, project: Path) -> None:
    change_settings(project, lambda settings: settings.pop("env"))
    assert "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS is not 1" in here(context)["claude code"].said


def test_hooks_that_are_switched_off_locally_are_found(context: Context, project: Path) -> None:
    (project / ".claude" / "settings.local.json").write_text('{"disableAllHooks": true}')
    assert "disableAllHooks in settings.local.json" in here(context)["claude code"].said


@pytest.mark.parametrize("text", ["", "[]", "{broken", '{"hooks": {"PreToolUse": [{"matcher": "Agent", "hooks": [3]}, 4]}}'])
def test_settings_that_are_none_are_named(context: Context, project: Path, text: str) -> None:
    (project / ".claude" / "settings.json").write_text(text)
    assert here(context)["claude code"].state == "warn"


def test_a_hook_whose_program_is_gone_does_not_answer(context: Context, project: Path) -> None:
    (project / ".venv").unlink()
    checks = here(context)
    assert checks["hook PreToolUse"].state == "warn"
    assert "no answer" in checks["hook PreToolUse"].said
    assert "make install" in checks["hook PreToolUse"].fix
    assert checks["hook PostToolUse"].state == "warn"
    assert checks["venv"].state == "warn"


def test_a_hook_that_lets_everything_pass_is_no_hook(project: Path) -> None:
    said = '{"hookSpecificOutput": {"permissionDecision": "allow"}}'
    check = checkup_here.answering(project, "PreToolUse", f"echo '{said}' # web.py hook PreToolUse")
    assert check.state == "warn"
    assert "pass" in check.said


def test_a_hook_that_hangs_is_given_up(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup_here, "HOOK_SECONDS", 0.2)
    assert "does not run" in checkup_here.answering(project, "PreToolUse", "exec sleep 5").said


def test_a_missing_skill_is_named(context: Context, project: Path) -> None:
    (project / ".claude" / "agents" / "page-reader.md").unlink()
    assert "page-reader.md" in here(context)["skill"].said


def test_packages_are_held_against_the_lock(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text('requests==0.0.1 \\\n    --hash=sha256:00\nno-such-package==1 ; sys_platform == "win32" \\\n')
    check = checkup_here.packages(lock)
    assert check.state == "warn"
    assert "instead of 0.0.1" in check.said
    lock.write_text("no-such-package==1 \\\n")
    assert checkup_here.packages(lock).state == "fail"
    lock.unlink()
    assert checkup_here.packages(lock).state == "warn"


def test_an_old_python_is_refused(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup_here, "OLDEST_PYTHON", (9, 9))
    assert here(context)["python"].state == "fail"


def test_a_folder_that_cannot_be_written_to_stops_all_work(context: Context, project: Path) -> None:
    (project / "md").rmdir()
    check = here(context)["md"]
    assert check.state == "fail"
    assert "mkdir -p" in check.fix


def test_a_full_disk_and_a_bad_cache_are_warnings(context: Context, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup_here, "LEAST_FREE", 10**18)
    (project / "cache").write_text("a file where a folder is wanted")
    checks = here(context)
    assert checks["md"].state == "warn"
    assert checks["cache"].state == "warn"


def test_a_check_that_breaks_is_told_and_the_others_go_on() -> None:
    def broken() -> Iterator[doctor.Check]:
        yield doctor.Check("first", "ok", "")
        raise RuntimeError("surprise")

    def lacking() -> Iterator[doctor.Check]:
        import no_such_package  # noqa: F401

        yield doctor.Check("never", "ok", "")

    found = doctor.run_groups({"broken": broken, "lacking": lacking}, doctor.Deadline(5))
    assert [(check.id, check.state) for check in found] == [("first", "ok"), ("broken", "warn"), ("lacking", "fail")]
    assert "surprise" in found[1].said
    assert "no_such_package" in found[2].said


def test_a_check_that_does_not_end_is_left_behind() -> None:
    def endless() -> Iterator[doctor.Check]:
        time.sleep(20)
        yield doctor.Check("never", "ok", "")

    found = doctor.run_groups({"endless": endless}, doctor.Deadline(0.1))
    assert found[0].state == "warn"
    assert "not done within" in found[0].said


def test_a_long_list_is_counted() -> None:
    assert doctor.joined([str(number) for number in range(20)], 3) == "0, 1, 2 and 17 more"


# The engine that needs no box.


def test_packages_of_the_embedded_engine_that_are_missing_are_named(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup_services, "EMBEDDED_PACKAGES", ("json", "no_such_package"))
    (check,) = checkup_services.embedded_imports(context)
    assert check.state == "warn"
    assert "no_such_package" in check.said


def test_the_embedded_engine_is_tried_where_it_is_chosen(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from webresearch.engines.embedded_search import EmbeddedSearch
    from webresearch.models import SearchAnswer

    monkeypatch.setattr(checkup_here, "answering", lambda root, event, command: doctor.Check(f"hook {event}", "ok", ""))
    nothing = SearchAnswer("q", "unreachable", failed_engines=(("brave", "timeout"),), note="none could be reached")
    monkeypatch.setattr(EmbeddedSearch, "search", lambda *_: nothing)
    assert web.main(["doctor", "--engine", "embedded", "--json"], str(project)) == 2
    document = json.loads(capsys.readouterr().out)
    checks = {row["id"]: row for row in document["checks"]}
    assert document["engine"] == "embedded"
    assert "scraper" not in checks
    assert checks["search"]["state"] == "fail"
    assert "does this machine reach the web?" in checks["page"]["fix"]
    assert "does this machine reach the web?" in checks["search"]["fix"]
    assert "SearXNG" not in checks["engines"]["fix"]


# The real services: `make integration`.

STACK = os.environ.get("WEB_RESEARCH_STACK", "")
real = [pytest.mark.integration, pytest.mark.skipif(not STACK, reason="needs the real services: run it by `make integration`")]


def real_doctor(**environment: str) -> tuple[int, dict[str, dict[str, str]], float]:
    """Run the doctor as a person does; its exit code, its checks by id, and the seconds it took."""
    began = time.monotonic()
    command = [sys.executable, "web.py", "doctor", "--json"]
    done = subprocess.run(command, cwd=REPOSITORY, env=os.environ | environment, capture_output=True, text=True)
    seconds = time.monotonic() - began
    print(f"doctor {environment or 'as it is'}: exit {done.returncode}, {seconds:.1f} s", file=sys.stderr)
    assert seconds < 10
    return done.returncode, {row["id"]: row for row in json.loads(done.stdout)["checks"]}, seconds


class TestRealServices:
    pytestmark = real

    def test_all_is_good(self) -> None:
        code, checks, _ = real_doctor()
        assert code == 0, checks
        assert "fastCRW 0.36.0" in checks["scraper"]["said"]
        assert checks["page"]["state"] == "ok"

    def test_json_that_is_off(self, tmp_path: Path) -> None:
        from stack import searxng

        with searxng.running(STACK, 8082, tmp_path, json_on=False):
            code, checks, _ = real_doctor(SEARXNG_PORT="8082")
        assert code == 2
        assert "formats:" in checks["search"]["fix"]
        assert checks["settings"]["state"] == "ok"

    def test_engines_that_fail(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from stack import searxng
        from stack.addresses import INDEX_URL

        more = [
            searxng.engine(f"general {how}", f"g{how}", "general", f"{INDEX_URL}/broken/{how}?q={{query}}", 1.5)
            for how in ("403", "hang")
        ]
        whole = searxng.engines()
        monkeypatch.setattr(searxng, "engines", lambda: [*whole, *more])
        with searxng.running(STACK, 8083, tmp_path):
            code, checks, _ = real_doctor(SEARXNG_PORT="8083")
        assert code == 1
        assert "with hits: shelf; failing: general 403 (access denied" in checks["engines"]["said"]
        assert "general hang (timeout)" in checks["engines"]["said"]

    def test_the_settings_of_the_documented_box(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        import yaml
        from stack import searxng
        from stack.addresses import SERVICE_ADDRESS

        settings = yaml.safe_load((REPOSITORY / "docs/compose/searxng/settings.yml").read_text())
        settings["server"] |= {"bind_address": SERVICE_ADDRESS, "port": 8085, "secret_key": "only-for-tests"}
        monkeypatch.setattr(searxng, "settings", lambda *_: json.dumps(settings))
        with searxng.running(STACK, 8085, tmp_path):
            _, checks, _ = real_doctor(SEARXNG_PORT="8085")
        assert checks["searxng"]["state"] == "ok"
        assert "limiter off" in checks["settings"]["said"]
        assert "json_off" not in checks["search"]["said"]  # its engines have no web here, and say so
        assert "degraded" in checks["search"]["said"]

    def test_no_engine_at_all(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from stack import searxng

        broken = [one for one in searxng.engines() if one["name"] == "broken square"]
        monkeypatch.setattr(searxng, "engines", lambda: [{**one, "categories": ["general"]} for one in broken])
        with searxng.running(STACK, 8084, tmp_path):
            code, checks, _ = real_doctor(SEARXNG_PORT="8084")
        assert code == 2
        assert "degraded" in checks["search"]["said"]

    @pytest.mark.parametrize(("searxng_port", "firecrawl_port"), [("9", "3002"), ("8080", "9"), ("9", "9"), ("3002", "8080")])
    def test_services_that_are_down_or_swapped(self, searxng_port: str, firecrawl_port: str) -> None:
        code, checks, _ = real_doctor(SEARXNG_PORT=searxng_port, FIRECRAWL_PORT=firecrawl_port)
        assert code == 2
        assert (checks["searxng"]["state"] == "ok") == (searxng_port == "8080")
        assert (checks["scraper"]["state"] == "ok") == (firecrawl_port == "3002")

    def test_a_box_that_does_not_exist(self) -> None:
        code, checks, _ = real_doctor(WEBTOOLS_HOST="no-such-box.example.org")
        assert code == 2
        assert "is not a known host" in checks["searxng"]["said"]
