"""Errors on stderr."""

from webresearch.errors import ResearchError
from webresearch.safetext import one_line
from webresearch.streams import tell


def error_lines(error: ResearchError) -> list[str]:
    """An error in its three parts: what and where on one line, what to try on another."""
    where = f" at {one_line(error.where, 300)}" if error.where else ""
    return [one_line(error.what, 600) + where, *([f"try: {one_line(error.hint, 400)}"] if error.hint else [])]


def print_error(error: ResearchError) -> None:
    """An error on stderr."""
    what, *hint = error_lines(error)
    for line in (f"web.py: {what}", *hint):
        tell(line)
