"""`report`: a synthesis as a page to look at, or the index of all topics."""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.pipeline.context import Context
from webresearch.pipeline.report import report
from webresearch.views.report import report_document, report_text


def run(args: Namespace, context: Context) -> int:
    """Write the page of a synthesis, or the index."""
    written = report(context, args.synthesis)
    show(args, context, report_document(written), report_text(written))
    return 0
