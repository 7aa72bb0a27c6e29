"""`begin`: open or resume a run."""

import sys
from argparse import Namespace

from webresearch.commands.output import show
from webresearch.pipeline.context import Context
from webresearch.pipeline.run import begin
from webresearch.views.runs import begun_document, begun_text


def run(args: Namespace, context: Context) -> int:
    """Open or resume a run."""
    goal = sys.stdin.read() if args.goal == "-" else args.goal
    limits = {
        "max_sources": args.max_sources,
        "max_rounds": args.max_rounds,
        "deep": args.deep,
        "with_corpus": args.with_corpus,
    }
    begun = begin(context, args.topic, goal, limits, args.url)
    show(args, context, begun_document(begun), begun_text(begun))
    return 0
