"""`doctor`: does everything work?"""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.pipeline.context import Context
from webresearch.pipeline.doctor import doctor
from webresearch.views.doctor import doctor_document, doctor_text


def run(args: Namespace, context: Context) -> int:
    """Try every part of the path. Exit code 0 all good, 1 something is wrong, 2 no work is possible."""
    diagnosis = doctor(context)
    show(args, context, doctor_document(diagnosis, context.settings), doctor_text(diagnosis))
    return diagnosis.code
