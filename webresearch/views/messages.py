"""Errors on stderr."""

from webresearch.errors import ResearchError
from webresearch.safetext import one_line
from webresearch.streams import tell


def print_error(error: ResearchError) -> None:
    """An error on stderr in its three parts: what, where, what to try."""
    where = f" at {one_line(error.where, 300)}" if error.where else ""
    tell(f"web.py: {one_line(error.what, 600)}{where}")
    if error.hint:
        tell(f"try: {one_line(error.hint, 400)}")
