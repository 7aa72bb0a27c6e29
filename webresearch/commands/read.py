"""`read`: the part of saved pages that answers, within a budget."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from webresearch.commands.output import lines_of, show
from webresearch.errors import NothingFound, UsageError
from webresearch.models import FailedPage
from webresearch.pipeline.context import Context
from webresearch.pipeline.read import (
    Asked,
    Document,
    all_documents,
    file_document,
    page_document,
    read,
    topic_documents,
)
from webresearch.views.reading import read_document, read_text


def run(args: Namespace, context: Context) -> int:
    """The part of saved pages that answers."""
    queries = tuple(line.strip() for line in lines_of(args.query) if line.strip())
    asked = Asked(queries, args.budget, args.mode or "", args.section or "", args.top_k)
    if args.query and not asked.queries:
        raise UsageError("the query is empty", hint='--query "what you want to know"')
    report = read(documents_of(args, context), asked)
    name = "sections" if report.sections else "excerpts"
    limit = context.settings.limits.json_characters
    show(args, context, read_document(report, limit), read_text(report), name, "a smaller --budget, or one page at a time")
    if not report.excerpts and not report.sections:
        raise NothingFound("no passage answers", args.topic or args.page or "md/", "other words, or --mode outline")
    return 0


def documents_of(args: Namespace, context: Context) -> Sequence[Document]:
    """What is to be read: a file, a URL, a source of a topic, a topic, or everything."""
    if args.all and (args.page or args.topic):
        raise UsageError("--all goes with neither a page nor --topic", hint="web.py read --help")
    if args.all:
        return all_documents(context)
    if args.topic:
        return topic_documents(context, args.topic, args.page or "")
    if not args.page:
        raise UsageError("give a page, --topic T or --all", hint="web.py read --help")
    if "://" in args.page:
        return [fetched(args, context)]
    return [file_document(Path(args.page))]


def fetched(args: Namespace, context: Context) -> Document:
    """A page of the web, fetched as `scrape` does."""
    from webresearch.pipeline.scrape import scrape_url
    from webresearch.views.pages import page_error

    outcome = scrape_url(context, args.page, fresh=args.fresh, offline=args.offline)
    if isinstance(outcome, FailedPage):
        raise page_error(outcome)
    return page_document(outcome)
