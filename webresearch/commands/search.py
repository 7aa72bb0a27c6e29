"""`search`: ask the search engine."""

from argparse import Namespace

from webresearch.commands.output import read_queries, show
from webresearch.pipeline.asking import Filters
from webresearch.pipeline.context import Context
from webresearch.pipeline.search import failure, search
from webresearch.views.answers import after
from webresearch.views.search import search_document, search_text


def run(args: Namespace, context: Context) -> int:
    """Ask the search engine."""
    queries = read_queries(args)
    # By hand a search is asked anew each time; within a run, and for the next part of a list, it is not.
    kept = bool(args.topic or args.after)
    filters = Filters(args.max, args.language, args.category, kept, args.fresh, args.offline)
    report = search(
        context,
        queries,
        filters,
        topic=args.topic,
        run=args.run,
    )
    document = search_document(report)
    total = len(report.results)
    document["results"] = after(document["results"], args.after)
    shown = total - len(document["results"])
    show(args, context, document, search_text(report, shown), "results", "the same call with --after {id}")
    if (error := failure(report)) is not None:
        raise error
    return 0
