"""One wall deadline for everything a call does, and the watchdog that ends a connection at it."""

import contextlib
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket


class Deadline:
    """A moment on the monotonic clock, `seconds` from now; `began` is when it was set."""

    def __init__(self, seconds: float) -> None:
        self.began = time.monotonic()
        self.seconds = seconds

    def left(self) -> float:
        """Seconds until then, never negative."""
        return max(0.0, self.began + self.seconds - time.monotonic())


class Watchdog:
    """Shuts a connection down at the deadline.

    A socket's own time limit starts anew with every byte, so a sender that drips outlives it; this does not. It holds a
    duplicate of the socket: TLS takes the original over, and a descriptor of our own cannot come to mean another file.
    """

    def __init__(self, deadline: Deadline) -> None:
        self.fired = False
        self._copy: socket.socket | None = None
        self._lock = threading.Lock()
        self._timer = threading.Timer(deadline.left(), self._fire)
        self._timer.daemon = True

    def watch(self, connection: "socket.socket") -> None:
        """Take a connection under watch."""
        with self._lock:
            self._copy = connection.dup()
        if self.fired:
            self._shut_down()

    def _fire(self) -> None:
        self.fired = True
        self._shut_down()

    def _shut_down(self) -> None:
        import socket

        with self._lock:
            if self._copy is not None:
                with contextlib.suppress(OSError):  # the other side was quicker
                    self._copy.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> "Watchdog":
        """Begin to wait for the deadline."""
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Stop waiting and let the connection go."""
        self._timer.cancel()
        with self._lock:
            if self._copy is not None:
                self._copy.close()
                self._copy = None
