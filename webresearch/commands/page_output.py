"""How the one page of `scrape` and `convert` is printed."""

from argparse import Namespace
from collections.abc import Callable

from webresearch.errors import ResearchError
from webresearch.models import FailedPage, Page
from webresearch.views.answers import Document, to_json


def show_page(
    args: Namespace,
    outcome: Page | FailedPage,
    document: Callable[[], Document],
    error: Callable[[FailedPage], ResearchError],
) -> int:
    """Print one page: as JSON, as Markdown, or where it was written. Raises the `error` made of a FailedPage."""
    if args.json:
        print(to_json(document()))
    if isinstance(outcome, FailedPage):
        raise error(outcome)
    if not args.json:
        print(f"{outcome.verdict}: {len(outcome.markdown)} characters in {args.out}" if args.out else outcome.markdown)
    return 0
