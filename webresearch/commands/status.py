"""`status`: where a run stands."""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.pipeline.context import Context
from webresearch.pipeline.run import status
from webresearch.views.answers import after
from webresearch.views.runs import brief_document, brief_text, status_document, status_text


def run(args: Namespace, context: Context) -> int:
    """Where a run stands."""
    begun = status(context, args.topic, args.run)
    if args.brief:
        show(args, context, brief_document(begun), brief_text(begun))
        return 0
    document = status_document(begun)
    document["sources"] = after(document["sources"], args.after)
    again = f"web.py status --topic {begun.topic.name} --json --after {{id}}"
    show(args, context, document, status_text(begun), "sources", again)
    return 0
