"""What a call on the network sends, and the two ways it can end: a whole reply, or a named fault."""

from collections.abc import Mapping
from typing import NamedTuple

from webresearch.safetext import one_line

# Every fault there is, and how it reads after the address. Which of them may be gone a moment later: TRANSIENT.
FAULTS = {
    "refused": "refused the connection",
    "unreachable": "cannot be reached",
    "unknown_host": "is not a known host",
    "timeout": "gave no whole answer in time",
    "reset": "broke the connection off",
    "bad_framing": "sent a broken answer",
    "bad_encoding": "sent a body that cannot be decoded",
    "too_large": "sent more headers than allowed",
    "redirect": "redirected without an end or a target",
    "tls": "has no valid TLS certificate or does not speak TLS",
    "not_http": "does not speak HTTP",
}

# A time-out is not among them: its deadline is used up. A connection that does not open was asked for several times by the
# system already.
TRANSIENT = frozenset({"refused", "reset", "bad_framing"})


class Ask(NamedTuple):
    """One request. where: the address as named in faults."""

    method: str
    url: str
    headers: Mapping[str, str]
    where: str
    body: bytes | None = None


class Reply(NamedTuple):
    """One whole answer.

    url: where it came from in the end. headers: names in lower case, values as single lines. body: decoded.
    truncated: the body was cut at the byte limit. seconds: how long the last exchange took.
    """

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    truncated: bool
    seconds: float


class TransportFault(Exception):
    """No whole answer came.

    kind: one of FAULTS. phase: what was being done (resolve, connect, tls, headers, body, redirect). address: whom it was
    asked of. detail: the cause in one line, "" when the kind says all.
    """

    def __init__(self, kind: str, phase: str, address: str, detail: str = "") -> None:
        super().__init__(kind, phase, address, detail)
        self.kind = kind
        self.phase = phase
        self.address = one_line(address, 200)
        self.detail = one_line(detail, 200)

    def __str__(self) -> str:
        """The same as `describe`."""
        return self.describe()

    @property
    def transient(self) -> bool:
        """Whether the same request may well succeed a moment later."""
        return self.kind in TRANSIENT

    def describe(self) -> str:
        """The fault as one sentence that names the address and the phase."""
        cause = f": {self.detail}" if self.detail else ""
        return f"{self.address} {FAULTS[self.kind]} (phase: {self.phase}){cause}"
