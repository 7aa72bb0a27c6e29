"""`note`: take a reader's quotes into the ledger."""

import sys
from argparse import Namespace

from webresearch.commands.output import show
from webresearch.errors import CheckFailed
from webresearch.pipeline.cite import note
from webresearch.pipeline.context import Context
from webresearch.views.evidence import note_document, note_text


def run(args: Namespace, context: Context) -> int:
    """Take a reader's quotes into the ledger."""
    report = note(context, args.topic, sys.stdin.read(), args.run, args.source)
    show(args, context, note_document(report), note_text(report))
    if report.refused and not report.accepted:
        raise CheckFailed("no quote was accepted", report.refused[0][0], "quote the page word for word")
    return 0
