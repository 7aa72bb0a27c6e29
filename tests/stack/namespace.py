"""How this machine gives a process a network, mounts and processes of its own."""

import os
import shutil
import subprocess

from stack.packages import Unavailable

# setpriv: however the caller goes, the kernel ends the namespace's first process, and with it all others.
ENTER = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]


def entering(own_network: bool = True) -> list[str]:
    """The words before a command that put it into namespaces of its own: as root outright, else by a user namespace.

    own_network: with a network of its own, in which nothing is up yet. Unavailable where neither way is open.
    """
    for tool in ("setpriv", "unshare", "ip", "mount"):
        if not shutil.which(tool, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"):
            raise Unavailable(f"no `{tool}` on this machine")
    command = [*ENTER, *(["--net"] if own_network else [])]
    message = ""
    for way in ([command] if os.geteuid() == 0 else []) + [[*command, "--map-root-user"]]:
        tried = subprocess.run([*way, "true"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if tried.returncode == 0:
            return way
        message = tried.stderr.strip().splitlines()[-1] if tried.stderr.strip() else f"exit status {tried.returncode}"
    raise Unavailable(f"no namespace of its own to be had: {message}")
