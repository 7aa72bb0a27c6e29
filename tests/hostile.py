"""A server on loopback that plays the behaviours of misbehaviours.py; nothing of it outlives its block."""

import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from misbehaviours import BEHAVIOURS, Talk


class HostileServer:
    """The server, from `with` to the end of the block. asked: requests by behaviour. port: where it listens."""

    def __init__(self, address: str = "127.0.0.1") -> None:
        self.asked: Counter[str] = Counter()
        self._over = threading.Event()
        self._listener = socket.create_server((address, 0), family=socket.AF_INET6 if ":" in address else socket.AF_INET)
        self._listener.settimeout(0.05)
        self.port = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]

    def __enter__(self) -> "HostileServer":
        self._threads[0].start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                continue
            thread = threading.Thread(target=self._serve, args=(connection,))
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(5)
            try:
                request = read_request(connection)
                if not request:
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                    return
                name = request.split()[1].decode().strip("/").partition("?")[0]
                self.asked[name] += 1
                BEHAVIOURS[name](Talk(connection, request, self.asked[name], self._over))
                connection.shutdown(socket.SHUT_WR)
            except (OSError, IndexError):
                pass  # the client left first


def read_request(connection: socket.socket) -> bytes:
    """A request with the body that its length announces; b"" when it is none."""
    data = b""
    while b"\r\n\r\n" not in data:
        if not (more := connection.recv(65536)) or not (data + more)[:1].isalpha():
            return b""
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    length = int((head.lower().partition(b"content-length:")[2].split() or [b"0"])[0])
    while len(body) < length and (more := connection.recv(65536)):
        body += more
    return head + b"\r\n\r\n" + body


def refused_port() -> int:
    """A port where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def hanging_port() -> Iterator[int]:
    """A port whose queue is full, so that a connection to it never opens."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            filler = stack.enter_context(socket.socket())
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
        yield int(listener.getsockname()[1])
