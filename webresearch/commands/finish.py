"""`finish`: add footnotes and a stamp, if the check passes."""

from argparse import Namespace

from webresearch.commands.check import show_checked
from webresearch.pipeline.context import Context
from webresearch.pipeline.finish import finish


def run(args: Namespace, context: Context) -> int:
    """Add footnotes and a stamp, if the check passes."""
    return show_checked(args, context, finish(context, args.synthesis))
