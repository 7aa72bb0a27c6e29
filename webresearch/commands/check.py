"""`check`: does every citation of a synthesis hold?"""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.errors import CheckFailed
from webresearch.pipeline.context import Context
from webresearch.pipeline.finish import check
from webresearch.views.evidence import check_document, check_text


def run(args: Namespace, context: Context) -> int:
    """Does every citation of a synthesis hold?"""
    checked = check(context, args.synthesis)
    document, text = check_document(checked, args.command), check_text(checked)
    if args.live:
        from webresearch.pipeline.live import lines, live

        found = live(context, checked)
        document["live"] = [one._asdict() for one in found]
        text = f"{text}\n{lines(found)}"
    show(args, context, document, text, "review", "web.py check without --json")
    return 0 if checked.passed else CheckFailed.exit_code
