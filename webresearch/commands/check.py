"""`check`: does every citation of a synthesis hold?"""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.errors import CheckFailed
from webresearch.pipeline.context import Context
from webresearch.pipeline.finish import Checked, check
from webresearch.views.evidence import check_document, check_text


def run(args: Namespace, context: Context) -> int:
    """Does every citation of a synthesis hold?"""
    return show_checked(args, context, check(context, args.synthesis))


def show_checked(args: Namespace, context: Context, checked: Checked) -> int:
    """Print a check; exit code 1 where it failed."""
    document = check_document(checked, args.command)
    show(args, context, document, check_text(checked), "review", "web.py check without --json")
    return 0 if checked.passed else CheckFailed.exit_code
