"""`research`: search, fetch the best, read, in one go."""

from argparse import Namespace

from webresearch.commands.output import read_queries, show
from webresearch.errors import NothingFound
from webresearch.pipeline.asking import Filters
from webresearch.pipeline.context import Context
from webresearch.pipeline.read import Asked
from webresearch.pipeline.research import research
from webresearch.views.reading import read_excerpts, research_document, research_text


def run(args: Namespace, context: Context) -> int:
    """Search, fetch the best, read."""
    queries = read_queries(args)
    filters = Filters(args.max, kept=True, fresh=args.fresh, offline=args.offline)
    asked = Asked(tuple(line.strip() for line in queries if line.strip()), args.budget, args.mode)
    done = research(context, queries, filters, asked, most=args.top_k, topic=args.topic, run=args.run)
    limit = context.settings.limits.json_characters
    again = "web.py read URL, or --topic T and then web.py read --topic T"
    show(args, context, research_document(done, limit), research_text(done), "sources", again)
    if not args.topic and not read_excerpts(done):  # in a topic, pages were saved at least
        raise NothingFound("no passage of the pages found answers", asked.queries[0], "other words")
    return 0
