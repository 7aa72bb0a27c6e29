"""`scrape`: fetch one page, or the picked hits of a run."""

from argparse import Namespace

from webresearch.commands.output import read_text, show
from webresearch.commands.page_output import show_page
from webresearch.errors import UsageError
from webresearch.models import Page
from webresearch.pipeline.context import Context
from webresearch.pipeline.picks import read_picks
from webresearch.pipeline.save import page_file
from webresearch.pipeline.scrape import check_out, scrape_url
from webresearch.pipeline.scrape import scrape_picks as scrape
from webresearch.topic.store import write_whole
from webresearch.views.pages import page_document, page_error, picks_document, picks_error, picks_text


def run(args: Namespace, context: Context) -> int:
    """Fetch one page, or the picked hits of a run."""
    if args.picks is not None:
        return scrape_picks(args, context)
    if args.topic is not None or not args.url:
        raise UsageError("give a URL, or --topic T with --picks FILE", hint="web.py scrape --help")
    path = check_out(args.out, context.settings.root)
    outcome = scrape_url(context, args.url, fresh=not args.offline, offline=args.offline)
    if path and isinstance(outcome, Page):
        write_whole(path, page_file(context, outcome, args.query, args.relevance))
    limit = context.settings.limits.json_characters
    return show_page(args, outcome, lambda: page_document(outcome, args.out, limit), page_error)


def scrape_picks(args: Namespace, context: Context) -> int:
    """Save the picked hits of a run."""
    if args.topic is None or args.url or args.out:
        raise UsageError("--picks needs --topic T, and neither a URL nor --out", hint="web.py scrape --help")
    report = scrape(context, args.topic, read_picks(read_text(args.picks), args.picks), args.run)
    show(
        args, context, picks_document(report), picks_text(report), "pages", f"web.py status --topic {report.topic.name} --json"
    )
    if (error := picks_error(report, args.picks)) is not None:
        raise error
    return 0
