"""A headless Chromium, spoken to over a pipe in the DevTools protocol: no driver, no port, no package."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stack.packages import Unavailable, installing, run_installer

AXE_VERSION = "4.14.1"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


class Browser:
    """One tab. `events` holds what the browser told by itself, in order."""

    def __init__(self, write: int, read: int) -> None:
        self.to, self.back, self.number = write, read, 0
        self.buffer, self.events, self.answers = b"", [], {}
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.do(f"{domain}.enable")

    def ask(self, method: str, session: str = "", **params: object) -> dict:
        """One call, and its answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data) :]
        wanted = self.number
        self.wait(lambda: wanted in self.answers, method)
        answer = self.answers.pop(wanted)
        assert "error" not in answer, (method, answer)
        return answer["result"]

    def do(self, method: str, **params: object) -> dict:
        """One call to the tab."""
        return self.ask(method, self.session, **params)

    def wait(self, done: object, what: str, seconds: float = 30) -> None:
        """Take in messages until `done()`."""
        end = time.monotonic() + seconds
        while not done():
            ready, _, _ = select.select([self.back], [], [], max(0, end - time.monotonic()))
            assert ready, f"no answer within {seconds} s: {what}"
            self.buffer += os.read(self.back, 1 << 20)
            *whole, self.buffer = self.buffer.split(b"\0")
            for message in map(json.loads, whole):
                if "id" in message:
                    self.answers[message["id"]] = message
                else:
                    self.events.append(message)

    def open(self, url: str) -> float:
        """Go there; the seconds until its load event."""
        self.events.clear()
        begin = time.monotonic()
        self.do("Page.navigate", url=url)
        self.wait(lambda: any(event["method"] == "Page.loadEventFired" for event in self.events), url)
        return time.monotonic() - begin

    def requests(self) -> list[str]:
        """The addresses that the page asked for since it was opened."""
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def run(self, script: str) -> object:
        """The value of an expression in the page, a promise awaited."""
        found = self.do("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def key(self, name: str, code: int, text: str = "") -> None:
        """Press and release a key."""
        common = {"key": name, "code": name, "windowsVirtualKeyCode": code}
        self.do("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.do("Input.dispatchKeyEvent", type="keyUp", **common)

    def look(self, width: int, height: int, *, dark: bool = False, media: str = "screen", scale: float = 1) -> None:
        """The size of the window, the theme and the medium."""
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 600)
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.do("Emulation.setEmulatedMedia", media=media, features=[theme])

    def picture(self, path: Path, whole: bool = False) -> None:
        """What is seen, or the whole page, as PNG."""
        time.sleep(0.3)
        shot = self.do("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def pdf(self, path: Path) -> None:
        """The page as it is printed."""
        path.write_bytes(base64.b64decode(self.do("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"]))


def axe_core() -> str:
    """The source of axe-core, fetched from npm once into the cache; Unavailable where it cannot be had."""
    with installing(f"axe-core-{AXE_VERSION}") as folder:
        source = folder / "axe.min.js"
        if not source.exists():
            run_installer(["npm", "pack", f"axe-core@{AXE_VERSION}", "--silent", "--pack-destination", str(folder)], "axe-core")
            with tarfile.open(folder / f"axe-core-{AXE_VERSION}.tgz") as package:
                member = package.extractfile("package/axe.min.js")
                source.write_bytes(member.read() if member else b"")
        return source.read_text(encoding="utf-8")


@contextmanager
def browsing(profile: Path) -> Iterator[Browser]:
    """A browser with a profile of its own; Unavailable where there is none or it does not start."""
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        raise Unavailable("no Chromium is installed (apt-get install chromium)")
    # The browser reads from descriptor 3 and writes to 4; both are lifted above those first, so that none closes the other.
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for pair in (os.pipe(), os.pipe()) for end in pair]
    reads, write, read, writes = ends
    command = f'exec "$@" 3<&{reads} 4>&{writes}'
    process = subprocess.Popen(
        ["bash", "-c", command, "bash", program, *SWITCHES, f"--user-data-dir={profile}"],
        pass_fds=(reads, writes),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(reads)
    os.close(writes)
    try:
        try:
            browser = Browser(write, read)
        except (AssertionError, OSError) as error:
            raise Unavailable(f"{program} does not start here: {error}") from None
        yield browser
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        os.close(write)
        os.close(read)
