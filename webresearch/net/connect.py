"""Opening a TCP connection to addresses that are already known."""

import socket
from collections.abc import Callable, Sequence

from webresearch.net.deadline import Deadline
from webresearch.net.messages import TransportFault

# Address as text, port, seconds -> a connected socket; OSError when there is none.
Dialler = Callable[[str, int, float], socket.socket]


def dial_tcp(address: str, port: int, seconds: float) -> socket.socket:
    """A connection to one address, without asking any name server."""
    return socket.create_connection((address, port), seconds)


def connect_any(addresses: Sequence[str], port: int, deadline: Deadline, where: str, dial: Dialler = dial_tcp) -> socket.socket:
    """A connection to the first of the addresses that takes it.

    deadline: for all of them; each gets an equal share of what is left, so that a dead one does not use it up.
    where: the address as named in a fault. Raises TransportFault with the last address's cause.
    """
    cause: OSError = OSError("no address")
    for position, address in enumerate(addresses):
        share = deadline.left() / (len(addresses) - position)
        try:
            connection = dial(address, port, max(0.001, share))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(max(0.001, deadline.left()))  # for a TLS handshake
            return connection
        except OSError as error:
            cause = error
    raise TransportFault(kind_of(cause), "connect", where, detail_of(cause)) from cause


def kind_of(error: OSError) -> str:
    """Which kind of fault a failed connection is."""
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, ConnectionRefusedError):
        return "refused"
    if isinstance(error, ConnectionResetError):
        return "reset"
    return "unreachable"


def detail_of(error: OSError) -> str:
    """The system's words for it; "" where the kind already says all."""
    if isinstance(error, (TimeoutError, ConnectionRefusedError, ConnectionResetError)):
        return ""
    return error.strerror or str(error)
