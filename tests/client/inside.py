"""The first process of the client's namespace: hides the machine's own settings, joins client and model, runs the client.

usage: inside.py SOCKET OWN_NETWORK HIDDEN... -- COMMAND    (folders to hide; the environment is the client's)
"""

import contextlib
import os
import socket
import subprocess
import sys
import threading


def pump(source: socket.socket, target: socket.socket) -> None:
    """Hand on what comes, and the end of it."""
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def join(client: socket.socket, model_path: str) -> None:
    """Lead one connection of the client to the model, whose socket lies outside this network."""
    model = socket.socket(socket.AF_UNIX)
    try:
        model.connect(model_path)
    except OSError:  # the test is over
        client.close()
        return
    for source, target in ((client, model), (model, client)):
        threading.Thread(target=pump, args=(source, target), daemon=True).start()


def relay(server: socket.socket, model_path: str) -> None:
    """Lead every connection of the client to the model."""
    while True:
        join(server.accept()[0], model_path)


def main(model_path: str, own_network: str, *words: str) -> int:
    """Run the client; its exit status."""
    hidden, command = words[: words.index("--")], words[words.index("--") + 1 :]
    path = {**os.environ, "PATH": "/usr/sbin:/sbin:/usr/bin:/bin"}
    if own_network == "yes":
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True, env=path)
    for folder in hidden:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=True, env=path)
    server = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{server.getsockname()[1]}"
    threading.Thread(target=relay, args=(server, model_path), daemon=True).start()
    return subprocess.run(command, env=os.environ | {"ANTHROPIC_BASE_URL": address}).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
