"""The error tree: everything that ends a command early, each class with its exit code.

One page's trouble is not in here: it is a `FailedPage`, a value. `web.py` is the one place that turns these into
two lines on stderr and an exit status.
"""


class ResearchError(Exception):
    """Base of all expected failures.

    what: what failed, in words of the user's. where: the address or file it failed at ("" when there is none).
    hint: what to try next.
    """

    exit_code = 1

    def __init__(self, what: str, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint


class CheckFailed(ResearchError):
    """A check ran and did not pass."""

    exit_code = 1


class UsageError(ResearchError):
    """The command line, its input or a setting is wrong; nothing was changed."""

    exit_code = 2


TUNNEL = "is the box up, is the tunnel up? without a box: --engine embedded"  # what to try where a service is not there


class ServiceUnreachable(ResearchError):
    """No answer from a service: refused, unknown host, timed out."""

    exit_code = 3


class BadAnswer(ResearchError):
    """A service answered, but not what its contract says."""

    exit_code = 4


class NothingFound(ResearchError):
    """The search or the save came out empty."""

    exit_code = 5


class CannotWrite(ResearchError):
    """A file could not be read or written."""

    exit_code = 6
