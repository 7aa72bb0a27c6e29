#!/usr/bin/env python3
"""The command line of the research tool. Commands: webresearch/commands/. Exit codes: docs/errors.md."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120 - pathlib would cost --help a third of its time
if sys.flags.safe_path:
    # With `python -P` the script's folder is not on the path, and the package beside this file would not be found.
    sys.path.insert(0, HERE)

from webresearch.arguments import parser  # noqa: E402
from webresearch.errors import CannotWrite, ResearchError, UsageError  # noqa: E402

INSTALL = "python3 -m venv .venv && .venv/bin/pip install --require-hashes -r requirements.txt"


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
    """Parse, and run the command's file."""
    args = parser(argv[0] if argv else "").parse_args(argv)
    if args.version:
        from webresearch import __version__

        print(f"web.py {__version__}")
        return 0
    if not hasattr(args, "command"):
        raise UsageError("no command was given", hint="web.py --help")
    from importlib import import_module
    from pathlib import Path

    from webresearch.config import load
    from webresearch.pipeline.context import Context, silent
    from webresearch.views.progress import print_line, watcher

    # A program that reads JSON has no use for progress, and Claude Code would show it to the model.
    wanted = not (args.quiet or args.json or args.command == "hook")
    settings = load(Path(root), engine=getattr(args, "engine", None))
    context = Context(settings, say=print_line if wanted else silent, watch=watcher(wanted))
    code: int = import_module(f"webresearch.commands.{args.command}").run(args, context)
    return code


def enter_environment() -> None:
    """Run again in the virtual environment beside this file, when started outside of one."""
    python = os.path.join(HERE, ".venv", "bin", "python")  # noqa: PTH118
    if sys.prefix == sys.base_prefix and os.access(python, os.X_OK):
        os.execv(python, [python, __file__, *sys.argv[1:]])  # noqa: S606


if __name__ == "__main__":
    enter_environment()
    sys.exit(main())
