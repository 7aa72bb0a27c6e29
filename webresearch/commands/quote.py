"""`quote`: does each quote stand in a page? Always JSON lines, one a quote, unbounded."""

import sys
from argparse import Namespace

from webresearch.errors import CheckFailed, UsageError
from webresearch.pipeline.context import Context
from webresearch.pipeline.quoting import find_quotes, quote_documents, read_quotes
from webresearch.views.answers import to_json


def run(args: Namespace, _: Context) -> int:
    """Does each quote stand in a page? Always JSON lines, one a quote, unbounded."""
    asked = read_quotes(sys.stdin.read())
    if not asked:
        raise UsageError("no quote was given", "stdin", "one a line, or JSON lines with id and quote")
    places = find_quotes(args.page, [quote for _, quote in asked])
    for document in quote_documents(asked, places):
        print(to_json(document))
    return 0 if all(places) else CheckFailed.exit_code
