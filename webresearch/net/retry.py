"""Trying again: how often, how long to pause, and when to give up at once."""

import random
import re
import time
from collections.abc import Callable

from webresearch.net.deadline import Deadline
from webresearch.net.messages import Reply, TransportFault

# The first pause of our own; doubled each time, jittered by half, so that parallel calls don't come back together.
FIRST_PAUSE = 0.3


def persist(once: Callable[[], Reply], deadline: Deadline, tries: int, transient: Callable[[Reply], bool]) -> Reply:
    """The reply of `once`, tried again on transient faults and replies.

    tries: the most calls. Gives up at once when the pause that is due is longer than what is left of the deadline. In the
    end the last reply is returned, whatever it says, and the last fault raised.
    """
    for attempt in range(1, tries):
        try:
            reply = once()
        except TransportFault as fault:
            pause = own_pause(attempt)
            if not fault.transient or pause >= deadline.left():
                raise
        else:
            pause = asked_pause(reply.headers.get("retry-after", ""), attempt)
            if not transient(reply) or pause >= deadline.left():
                return reply
        time.sleep(pause)
    return once()


def own_pause(attempt: int) -> float:
    """Seconds to wait after the given attempt, counted from 1, when nobody says how long."""
    return FIRST_PAUSE * 2.0 ** (attempt - 1) * random.uniform(0.5, 1.5)  # noqa: S311 - spreads retries, protects nothing


def asked_pause(retry_after: str, attempt: int) -> float:
    """Seconds to wait after a reply: Retry-After as seconds or as a date (RFC 9110, 10.2.3), else our own pause.

    Never less than our own pause: a server that says 0 or a past date is not asked in a tight loop.
    """
    own = own_pause(attempt)
    if re.fullmatch(r"[0-9]{1,9}", retry_after):
        return max(own, float(retry_after))
    if re.fullmatch(r"[0-9]+", retry_after):
        return float("inf")
    return max(own, seconds_until(retry_after)) if retry_after else own


def seconds_until(http_date: str) -> float:
    """Seconds from now until an HTTP date; 0 for anything else."""
    from email.utils import parsedate_to_datetime

    try:
        return float(parsedate_to_datetime(http_date).timestamp()) - time.time()
    except (TypeError, ValueError, IndexError, OverflowError):
        return 0.0
