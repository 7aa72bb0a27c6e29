#!/usr/bin/env python3
"""The command line of the research tool: one short function per command. Exit codes: docs/errors.md."""

import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120 - pathlib would cost --help a third of its time
if sys.flags.safe_path:
    # With `python -P` the script's folder is not on the path, and the package beside this file would not be found.
    sys.path.insert(0, HERE)

from webresearch.arguments import parser  # noqa: E402
from webresearch.errors import CannotWrite, CheckFailed, ResearchError, UsageError  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from webresearch.pipeline.context import Context
    from webresearch.views.answers import Document

INSTALL = "python3 -m venv .venv && .venv/bin/pip install --require-hashes -r requirements.txt"


def command_search(args: argparse.Namespace, context: "Context") -> int:
    """Ask the search engine."""
    from webresearch.pipeline.asking import Filters
    from webresearch.pipeline.search import failure, search
    from webresearch.views.answers import after
    from webresearch.views.search import search_document, search_text

    queries = [line for query in args.query for line in (sys.stdin.read().splitlines() if query == "-" else [query])]
    report = search(
        context, queries, Filters(args.max, args.language, args.category, args.fresh), topic=args.topic, run=args.run
    )
    document = search_document(report)
    total = len(report.results)
    document["results"] = after(document["results"], args.after)
    shown = total - len(document["results"])
    show(args, context, document, search_text(report, shown), "results", "the same call with --after {id}")
    if (error := failure(report)) is not None:
        raise error
    return 0


def command_scrape(args: argparse.Namespace, context: "Context") -> int:
    """Fetch one page, or the picked hits of a run."""
    if args.picks is not None:
        return scrape_picks(args, context)
    if args.topic or not args.url:
        raise UsageError("give a URL, or --topic T with --picks FILE", hint="web.py scrape --help")
    from webresearch.models import Page
    from webresearch.pipeline.save import page_file
    from webresearch.pipeline.scrape import check_out, scrape_url
    from webresearch.topic.store import write_whole
    from webresearch.views.pages import page_document, page_error

    path = check_out(args.out)
    outcome = scrape_url(context, args.url)
    if path and isinstance(outcome, Page):
        write_whole(path, page_file(context, outcome, args.query, args.relevance))
    limit = context.settings.limits.json_characters
    return show_page(args, outcome, lambda: page_document(outcome, args.out, limit), page_error)


def scrape_picks(args: argparse.Namespace, context: "Context") -> int:
    """Save the picked hits of a run."""
    from webresearch.pipeline.picks import read_picks
    from webresearch.pipeline.scrape import scrape_picks as scrape
    from webresearch.views.pages import picks_document, picks_error, picks_text

    if not args.topic or args.url or args.out:
        raise UsageError("--picks needs --topic T, and neither a URL nor --out", hint="web.py scrape --help")
    report = scrape(context, args.topic, read_picks(read_text(args.picks), args.picks), args.run)
    show(
        args, context, picks_document(report), picks_text(report), "pages", f"web.py status --topic {report.topic.name} --json"
    )
    if (error := picks_error(report, args.picks)) is not None:
        raise error
    return 0


def command_convert(args: argparse.Namespace, context: "Context") -> int:
    """A local file as Markdown."""
    from webresearch.pipeline.convert import convert
    from webresearch.views.pages import converted_document, file_error

    outcome = convert(context, args.file, sys.stdin, args.url, args.out)
    limit = context.settings.limits.json_characters
    return show_page(args, outcome, lambda: converted_document(outcome, args.file, args.out, limit), file_error(args.file))


def command_begin(args: argparse.Namespace, context: "Context") -> int:
    """Open or resume a run."""
    from webresearch.pipeline.run import begin
    from webresearch.views.runs import begun_document, begun_text

    goal = sys.stdin.read() if args.goal == "-" else args.goal
    limits = {
        "max_sources": args.max_sources,
        "max_rounds": args.max_rounds,
        "deep": args.deep,
        "with_corpus": args.with_corpus,
    }
    begun = begin(context, args.topic, goal, limits, args.url)
    show(args, context, begun_document(begun), begun_text(begun))
    return 0


def command_status(args: argparse.Namespace, context: "Context") -> int:
    """Where a run stands."""
    from webresearch.pipeline.run import status
    from webresearch.views.answers import after
    from webresearch.views.runs import status_document, status_text

    begun = status(context, args.topic, args.run)
    document = status_document(begun)
    document["sources"] = after(document["sources"], args.after)
    again = f"web.py status --topic {begun.topic.name} --json --after {{id}}"
    show(args, context, document, status_text(begun), "sources", again)
    return 0


def command_quote(args: argparse.Namespace, _: "Context") -> int:
    """Does each quote stand in a page? Always JSON lines, one a quote, unbounded."""
    from webresearch.pipeline.cite import find_quotes, read_quotes
    from webresearch.views.answers import to_json
    from webresearch.views.evidence import quote_documents

    asked = read_quotes(sys.stdin.read())
    places = find_quotes(args.page, [quote for _, quote in asked])
    for document in quote_documents(asked, places):
        print(to_json(document))
    return 0 if all(places) else CheckFailed.exit_code


def command_note(args: argparse.Namespace, context: "Context") -> int:
    """Take a reader's quotes into the ledger."""
    from webresearch.pipeline.cite import note
    from webresearch.views.evidence import note_document, note_text

    report = note(context, args.topic, sys.stdin.read(), args.run, args.source)
    show(args, context, note_document(report), note_text(report))
    if report.refused and not report.accepted:
        raise CheckFailed("no quote was accepted", report.refused[0][0], "quote the page word for word")
    return 0


def command_evidence(args: argparse.Namespace, context: "Context") -> int:
    """What may be cited."""
    from webresearch.pipeline.cite import evidence
    from webresearch.views.answers import after
    from webresearch.views.evidence import evidence_document, evidence_text

    ledger = evidence(context, args.topic, args.source)
    document = evidence_document(ledger)
    document["evidence"] = after(document["evidence"], args.after)
    again = f"web.py evidence --topic {ledger.topic.name} --json --after {{id}}"
    show(args, context, document, evidence_text(ledger), "evidence", again)
    return 0


def command_check(args: argparse.Namespace, context: "Context") -> int:
    """Does every citation of a synthesis hold?"""
    from webresearch.pipeline.finish import check

    return show_checked(args, context, check(context, args.synthesis))


def command_finish(args: argparse.Namespace, context: "Context") -> int:
    """Add footnotes and a stamp, if the check passes."""
    from webresearch.pipeline.finish import finish

    return show_checked(args, context, finish(context, args.synthesis))


def show_checked(args: argparse.Namespace, context: "Context", checked) -> int:  # type: ignore[no-untyped-def]
    """Print a check; exit code 1 where it failed."""
    from webresearch.views.evidence import check_document, check_text

    document = check_document(checked, args.command)
    show(args, context, document, check_text(checked), "review", "web.py check without --json")
    return 0 if checked.passed else CheckFailed.exit_code


def command_hook(args: argparse.Namespace, context: "Context") -> int:
    """Answer a hook of the client."""
    from webresearch.pipeline.hook import answer
    from webresearch.views.answers import to_json

    said = answer(context, args.event, sys.stdin.read())
    if said is not None:
        print(to_json(said))
    return 0


COMMANDS: "dict[str, Callable[[argparse.Namespace, Context], int]]" = {
    name.removeprefix("command_"): function for name, function in list(globals().items()) if name.startswith("command_")
}


def show(
    args: argparse.Namespace, context: "Context", document: "Document", text: str, name: str = "", again: str = ""
) -> None:
    """Print an answer: JSON, its list `name` bounded and `again` as the call that gets the rest; or text for people."""
    from webresearch.views.answers import bounded, to_json

    if args.json:
        print(to_json(bounded(document, name, context.settings.limits.json_characters, again) if name else document))
    elif text:
        print(text)


def show_page(args, outcome, document, error) -> int:  # type: ignore[no-untyped-def]
    """Print one page: as JSON, as Markdown, or where it was written. Raises the `error` made of a FailedPage."""
    from webresearch.models import FailedPage
    from webresearch.views.answers import to_json

    if args.json:
        print(to_json(document()))
    if isinstance(outcome, FailedPage):
        raise error(outcome)
    if not args.json:
        print(f"{outcome.verdict}: {len(outcome.markdown)} characters in {args.out}" if args.out else outcome.markdown)
    return 0


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


def main(argv: list[str] | None = None, root: str = HERE) -> int:
    """Run one command; returns its exit code. root: the folder that holds md/."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = dispatch(sys.argv[1:] if argv is None else argv, root)
        sys.stdout.flush()
        return code
    except ResearchError as error:
        from webresearch.views.messages import print_error

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
    from dataclasses import replace
    from pathlib import Path

    from webresearch.config import load
    from webresearch.pipeline.context import Context, silent
    from webresearch.views.messages import print_progress

    say = silent if args.quiet or args.command == "hook" else print_progress
    settings = load(Path(root))
    if getattr(args, "engine", None):
        settings = replace(settings, engine=args.engine)
    return COMMANDS[args.command](args, Context(settings, say=say))


def enter_environment() -> None:
    """Run again in the virtual environment beside this file, when started outside of one."""
    python = os.path.join(HERE, ".venv", "bin", "python")  # noqa: PTH118
    if sys.prefix == sys.base_prefix and os.access(python, os.X_OK):
        os.execv(python, [python, __file__, *sys.argv[1:]])  # noqa: S606


if __name__ == "__main__":
    enter_environment()
    sys.exit(main())
