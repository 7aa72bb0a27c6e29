"""`crawl`: a section of a site as pages of a topic."""

from argparse import Namespace

from webresearch.commands.output import show
from webresearch.pipeline.context import Context
from webresearch.pipeline.site import crawl
from webresearch.views.site import crawl_document, crawl_error, crawl_text


def run(args: Namespace, context: Context) -> int:
    """Save a section of a site."""
    report = crawl(context, args.topic, args.url, args.max, args.run)
    again = f"web.py status --topic {report.topic.name} --json"
    show(args, context, crawl_document(report), crawl_text(report), "pages", again)
    if (error := crawl_error(report)) is not None:
        raise error
    return 0
