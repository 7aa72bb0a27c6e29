"""Errors on stderr."""

import sys

from webresearch.errors import ResearchError
from webresearch.safetext import one_line


def print_error(error: ResearchError) -> None:
    """An error on stderr in its three parts: what, where, what to try."""
    where = f" at {one_line(error.where, 300)}" if error.where else ""
    print(f"web.py: {one_line(error.what, 600)}{where}", file=sys.stderr)
    if error.hint:
        print(f"try: {one_line(error.hint, 400)}", file=sys.stderr)
