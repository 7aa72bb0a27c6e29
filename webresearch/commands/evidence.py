"""`evidence`: what may be cited."""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.pipeline.cite import evidence
from webresearch.pipeline.context import Context
from webresearch.views.answers import after
from webresearch.views.evidence import evidence_document, evidence_text


def run(args: Namespace, context: Context) -> int:
    """What may be cited."""
    ledger = evidence(context, args.topic, args.source)
    document = evidence_document(ledger)
    document["evidence"] = after(document["evidence"], args.after)
    again = f"web.py evidence --topic {ledger.topic.name} --json --after {{id}}"
    show(args, context, document, evidence_text(ledger), "evidence", again)
    return 0
