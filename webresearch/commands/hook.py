"""`hook`: answer a hook of the client."""

import sys
from argparse import Namespace

from webresearch.pipeline.context import Context
from webresearch.pipeline.hook import answer
from webresearch.views.answers import to_json


def run(args: Namespace, context: Context) -> int:
    """Answer a hook of the client."""
    said = answer(context, args.event, sys.stdin.read())
    if said is not None:
        print(to_json(said))
    return 0
