"""The first process of the namespace: lays the network, starts the servers, runs the command. All ends with it."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":  # run as a file, this one knows nothing of its neighbours
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from stack import addresses, page_server, scrape_front, searxng
from stack.packages import scrape_engine

TIMED_OUT = 124  # as timeout(1) says it
NO_SUCH_COMMAND = 127  # as a shell says it
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be run.

    folder: for settings and logs. searx: the generation that listens. json_on: does it answer JSON. ready: generations that
    a test may start beside it. sites: folders of further hosts. life: seconds for the command.
    """

    folder: str
    searx: str
    json_on: bool
    ready: list[str]
    sites: list[str]
    life: float
    command: list[str]


def lay_network(folder: Path, hosts: list[str]) -> None:
    """Loopback up with the two addresses on it, and names from our own files alone."""
    (folder / "hosts").write_text(addresses.hosts_file(hosts))
    (folder / "resolv.conf").write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    steps = [
        ["ip", "link", "set", "lo", "up"],
        *(["ip", "address", "add", f"{each}/32", "dev", "lo"] for each in (addresses.SERVICE_ADDRESS, addresses.PAGES_ADDRESS)),
        *(["mount", "--bind", str(folder / name), f"/etc/{name}"] for name in ("hosts", "resolv.conf")),
    ]
    os.environ["PATH"] = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"  # where `ip` may be for an ordinary user
    for step in steps:
        subprocess.run(step, check=True)


def run_command(command: list[str], life: float, told: dict[str, str]) -> int:
    """The command's exit status, or 124 when its time was over."""
    environment = {name: value for name, value in os.environ.items() if name.lower() not in PROXIES}
    try:
        process = subprocess.Popen(command, env=environment | told)
    except OSError as error:
        print(f"stack: cannot run {command[0]}: {error.strerror}", file=sys.stderr)
        return NO_SUCH_COMMAND
    with process:
        try:
            status = process.wait(timeout=life)
        except subprocess.TimeoutExpired:
            print(f"stack: ended the command after {life:g} s", file=sys.stderr)
            process.kill()
            return TIMED_OUT
    return status if status >= 0 else 128 - status


def main(plan: Plan) -> int:
    """Bring everything up, then run the command."""
    folder = Path(plan.folder)
    folders = addresses.site_folders(addresses.SITES, *map(Path, plan.sites))
    lay_network(folder, [addresses.GUIDE_HOST, addresses.PYDOC_HOST, *folders])
    process = searxng.start(plan.searx, addresses.SEARXNG_PORT, plan.json_on, folder)
    scrape_front.start(scrape_engine())
    page_server.start(folders)
    searxng.wait_until_up(process, addresses.SEARXNG_PORT, folder)
    told = {
        "WEB_RESEARCH_STACK": plan.searx,
        "WEB_RESEARCH_STACK_READY": ",".join(plan.ready),
        "WEB_RESEARCH_STACK_FOLDER": plan.folder,
    }
    return run_command(plan.command, plan.life, told)


if __name__ == "__main__":
    sys.exit(main(Plan(**json.loads(sys.argv[1]))))
