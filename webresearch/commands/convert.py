"""`convert`: a local file as Markdown."""

import sys
from argparse import Namespace

from webresearch.commands.page_output import show_page
from webresearch.pipeline.context import Context
from webresearch.pipeline.convert import convert
from webresearch.views.pages import converted_document, file_error


def run(args: Namespace, context: Context) -> int:
    """A local file as Markdown."""
    outcome = convert(context, args.file, sys.stdin, args.url, args.out)
    limit = context.settings.limits.json_characters
    return show_page(args, outcome, lambda: converted_document(outcome, args.file, args.out, limit), file_error(args.file))
