"""`finish`: add footnotes and a stamp, if the check passes."""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.pipeline.context import Context
from webresearch.pipeline.finish import finish
from webresearch.views.evidence import finished_document, finished_text


def run(args: Namespace, context: Context) -> int:
    """Add footnotes and a stamp, if the check passes."""
    done = finish(context, args.synthesis)
    show(args, context, finished_document(done), finished_text(done))
    return 0
