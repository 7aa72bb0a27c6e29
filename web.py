#!/usr/bin/env python3
"""The command line of the research tool: a parser and one short function per command. Exit codes: docs/errors.md."""

import argparse
import os
import sys
from typing import NoReturn

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120 - pathlib would cost --help a third of its time
if sys.flags.safe_path:
    # With `python -P` the script's folder is not on the path, and the package beside this file would not be found.
    sys.path.insert(0, HERE)

from webresearch.errors import CannotWrite, NothingFound, ResearchError, UsageError  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from webresearch.pipeline.context import Context

INSTALL = "python3 -m venv .venv && .venv/bin/pip install --require-hashes -r requirements.txt"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours."""

    def error(self, message: str) -> NoReturn:
        """Raise a usage error that names the command's help."""
        raise UsageError(message, hint=f"{self.prog} --help")


def command_search(args: argparse.Namespace, context: "Context") -> int:
    """Ask SearXNG."""
    from webresearch import views
    from webresearch.pipeline.asking import Filters
    from webresearch.pipeline.search import failure, search

    queries = [line for query in args.query for line in (sys.stdin.read().splitlines() if query == "-" else [query])]
    filters = Filters(args.max, args.language, args.category, args.fresh)
    report = search(context, queries, filters, topic=args.topic, run=args.run)
    document = views.search_document(report)
    shown = len(report.results) - len(hits := views.after(document["results"], args.after))  # type: ignore[arg-type]
    document["results"] = hits
    again = "the same call with --after "
    show(args, context, document, views.search_text(report, shown), ("results", lambda last: f"{again}{last['id']}"))
    if (error := failure(report)) is not None:
        raise error
    return 0


def command_scrape(args: argparse.Namespace, context: "Context") -> int:
    """Fetch pages."""
    if args.picks is not None:
        return scrape_picks(args, context)
    if args.topic or not args.url:
        raise UsageError("give a URL, or --topic T with --picks FILE", hint="web.py scrape --help")
    from webresearch import views
    from webresearch.models import FailedPage
    from webresearch.pipeline.save import page_file
    from webresearch.pipeline.scrape import check_out, scrape_url
    from webresearch.topic.store import write_whole

    path = check_out(args.out)
    outcome = scrape_url(context, args.url)
    if isinstance(outcome, FailedPage):
        if args.json:
            print(views.to_json(views.page_document(outcome, "", context.settings.limits.json_characters)))
        raise views.page_error(outcome)
    if path:
        write_whole(path, page_file(context, outcome, args.query, args.relevance))
    if args.json:
        print(views.to_json(views.page_document(outcome, args.out or "", context.settings.limits.json_characters)))
    else:
        print(f"{outcome.verdict}: {len(outcome.markdown)} characters in {args.out}" if args.out else outcome.markdown)
    return 0


def scrape_picks(args: argparse.Namespace, context: "Context") -> int:
    """Save the picked hits of a run."""
    from webresearch import views
    from webresearch.pipeline.picks import read_picks
    from webresearch.pipeline.scrape import scrape_picks as scrape

    if not args.topic or args.url:
        raise UsageError("--picks needs --topic T and no URL", hint="web.py scrape --help")
    report = scrape(context, args.topic, read_picks(read_text(args.picks), args.picks), args.run)
    show(
        args,
        context,
        views.picks_document(report),
        views.picks_text(report),
        ("pages", lambda _: f"web.py status --topic {report.topic.name}"),
    )
    if report.stopped is not None:
        raise report.stopped
    if report.errors:
        raise UsageError(
            f"{len(report.errors)} of the picks were not done: {report.errors[0]}",
            args.picks,
            "mend them and run the same call again",
        )
    if any(row.what == "failed" for row in report.verdicts) and not any("saved" in row.what for row in report.verdicts):
        raise NothingFound("none of the picked pages could be saved", views.relative(report.topic.manifest), "pick other hits")
    return 0


def command_begin(args: argparse.Namespace, context: "Context") -> int:
    """Open or resume a run."""
    from webresearch import views
    from webresearch.pipeline.run import begin

    goal = sys.stdin.read() if args.goal == "-" else args.goal
    limits = {
        "max_sources": args.max_sources,
        "max_rounds": args.max_rounds,
        "deep": args.deep,
        "with_corpus": args.with_corpus,
    }
    begun = begin(context, args.topic, goal, limits, args.url)
    show(args, context, views.begun_document(begun), views.begun_text(begun))
    return 0


def command_status(args: argparse.Namespace, context: "Context") -> int:
    """Where a run stands."""
    from webresearch import views
    from webresearch.pipeline.run import status

    begun = status(context, args.topic, args.run)
    document = views.status_document(begun)
    document["sources"] = views.after(document["sources"], args.after)  # type: ignore[arg-type]
    again = f"web.py status --topic {begun.topic.name} --json --after "
    show(args, context, document, views.status_text(begun), ("sources", lambda last: f"{again}{last['id']}"))
    return 0


def show(args, context, document, text, bound=None) -> None:  # type: ignore[no-untyped-def]
    """Print an answer: as bounded JSON, or as text for people."""
    from webresearch import views

    if args.json:
        document = views.bounded(document, bound[0], context.settings.limits.json_characters, bound[1]) if bound else document
        print(views.to_json(document))
    elif text:
        print(text)


def read_text(name: str) -> str:
    """A file's text, or that of stdin for "-"."""
    if name == "-":
        return sys.stdin.read()
    try:
        with open(name, encoding="utf-8") as file:  # noqa: PTH123
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"cannot read the file: {why}", name, "give a readable file, or - for stdin") from None


def whole_number(low: int, high: int):  # type: ignore[no-untyped-def]
    """An argument type: a whole number within bounds."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text[:9]) <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {low} to {high}")
        return int(text)

    return read


def add(commands, name: str, run, summary: str, example: str) -> argparse.ArgumentParser:  # type: ignore[no-untyped-def]
    """A command with the options that all share."""
    form = argparse.RawDescriptionHelpFormatter
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=summary, description=summary, epilog=f"example:\n  {example}", formatter_class=form
    )
    command.set_defaults(command=run)
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return command


def parser() -> Parser:
    """The whole command line."""
    top = Parser(prog="web.py", description="Search, save and read web pages with provenance. Exit codes: docs/errors.md")
    top.add_argument("--version", action="store_true", help="print the version")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    search = add(commands, "search", command_search, "ask one or many queries", 'web.py search "postgresql vacuum" --max 5')
    search.add_argument("query", nargs="+", metavar="QUERY", help="a query; - reads them from stdin, one a line")
    search.add_argument("--max", type=whole_number(1, 50), default=10, metavar="N", help="most hits a query (default 10)")
    search.add_argument("--language", default="", metavar="L", help="e.g. en, de-CH, all")
    search.add_argument("--category", default="", metavar="C", help="e.g. general, science, it")
    search.add_argument("--fresh", action="store_true", help="ask again what is known already")
    search.add_argument("--after", metavar="ID", help="show the hits behind this one")

    scrape = add(
        commands,
        "scrape",
        command_scrape,
        "fetch a page, or the picked hits of a run",
        "web.py scrape https://example.org/ --out page.md",
    )
    scrape.add_argument("url", nargs="?", metavar="URL", help="the page")
    scrape.add_argument("--out", metavar="PATH", help="write it there, with the provenance header")
    scrape.add_argument("--query", default="-", metavar="Q", help="for the header: the query that found it")
    scrape.add_argument("--relevance", default="-", metavar="R", help="for the header: why it is kept")
    scrape.add_argument("--picks", metavar="FILE", help="decisions on hits, YAML or JSON; - is stdin (docs/formats.md)")

    begin = add(
        commands, "begin", command_begin, "open or resume a run", 'web.py begin --topic vacuum --goal "when does it run?"'
    )
    begin.add_argument("--goal", required=True, metavar="G", help="what you want to know; - reads it from stdin")
    begin.add_argument("--max-sources", type=whole_number(1, 1000), metavar="N", help="most pages saved (default 12)")
    begin.add_argument(
        "--max-rounds", type=whole_number(1, 20), metavar="N", help="most rounds of searching with --deep (default 3)"
    )
    begin.add_argument("--deep", action="store_true", default=None, help="allow more than one round")
    begin.add_argument("--with-corpus", action="store_true", default=None, help="the topic's own documents may be cited too")
    begin.add_argument("--url", action="append", default=[], metavar="U", help="a page you want fetched; may be repeated")

    status = add(commands, "status", command_status, "where a run stands and what is next", "web.py status --topic vacuum")
    status.add_argument("--after", metavar="ID", help="show the sources behind this one")
    for command in (search, scrape, begin, status):
        command.add_argument("--topic", metavar="T", required=command in (begin, status), help="the topic, a folder in md/")
    for command in (search, scrape, status):
        command.add_argument(
            "--run", type=whole_number(1, 9999), metavar="N", help="the run (default: the latest of the topic)"
        )
    return top


def main(argv: list[str] | None = None, root: str = HERE) -> int:
    """Run one command; returns its exit code. root: the folder that holds md/."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = dispatch(sys.argv[1:] if argv is None else argv, root)
        sys.stdout.flush()
        return code
    except ResearchError as error:
        from webresearch.views import print_error

        print_error(error)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is still buffered goes nowhere, silently
        return 141
    except ModuleNotFoundError as error:
        print(f"web.py: the package {error.name} is not installed; run: {INSTALL}", file=sys.stderr)
        return CannotWrite.exit_code


def dispatch(argv: list[str], root: str) -> int:
    """Parse and run."""
    args = parser().parse_args(argv)
    if args.version:
        from webresearch import __version__

        print(f"web.py {__version__}")
        return 0
    if not hasattr(args, "command"):
        raise UsageError("no command was given", hint="web.py --help")
    from pathlib import Path

    from webresearch import config, views
    from webresearch.pipeline.context import Context, silent

    say = silent if args.quiet else views.print_progress
    code: int = args.command(args, Context(config.load(Path(root)), say=say))
    return code


def enter_environment() -> None:
    """Run again in the virtual environment beside this file, when started outside of one."""
    python = os.path.join(HERE, ".venv", "bin", "python")  # noqa: PTH118
    if sys.prefix == sys.base_prefix and os.access(python, os.X_OK):
        os.execv(python, [python, __file__, *sys.argv[1:]])  # noqa: S606


if __name__ == "__main__":
    enter_environment()
    sys.exit(main())
