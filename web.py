#!/usr/bin/env python3
"""The command line of the research tool. Commands: webresearch/commands/. Exit codes: docs/errors.md."""

import _signal as signal  # type: ignore[import-not-found]  # what `signal` wraps; that one alone takes long enough to be interrupted
import gc
import os
import sys

if __name__ == "__main__":
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # until main can take it: an import would end in a traceback
    # What is made at the start stays: looking through it for garbage, then and at the end, is a tenth of a quick command.
    gc.set_threshold(100_000)

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120 - pathlib would cost --help a third of its time
if sys.flags.safe_path:
    # With `python -P` the script's folder is not on the path, and the package beside this file would not be found.
    sys.path.insert(0, HERE)

from webresearch import streams  # noqa: E402
from webresearch.arguments import parser  # noqa: E402
from webresearch.errors import CannotWrite, ResearchError, UsageError  # noqa: E402

INSTALL = "python3 -m venv .venv && .venv/bin/pip install --require-hashes -r requirements.txt"


def main(argv: list[str] | None = None, root: str = HERE) -> int:
    """Run one command; returns its exit code. root: the folder that holds md/."""
    streams.complete()
    try:
        code = outcome(sys.argv[1:] if argv is None else argv, root)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except RuntimeError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # so Python 3.11 tells one that came while a class was made
            return 130
        raise
    except OSError as error:
        if error.filename is not None:  # a name that no file system takes, and the like
            return told(CannotWrite(f"cannot use this file: {error.strerror}", str(error.filename), "give another name"))
        streams.drop(1)
        return lost(error)


def outcome(argv: list[str], root: str) -> int:
    """Run one command, and say what went wrong; returns its exit code."""
    try:
        return dispatch(argv, root)
    except ResearchError as error:
        return told(error)
    except ModuleNotFoundError as error:
        streams.tell(f"web.py: the package {error.name} is not installed; run: {INSTALL}")
        return CannotWrite.exit_code
    except SystemExit as leave:  # the parser's, after --help
        return int(leave.code or 0)


def told(error: ResearchError) -> int:
    """Print an error; returns its exit code."""
    from webresearch.views.messages import print_error

    print_error(error)
    return error.exit_code


def lost(error: OSError) -> int:
    """The exit code where the answer could not be written: silently where nobody reads it any more."""
    import errno

    if error.errno in (None, errno.EPIPE, errno.EBADF):
        return 141
    return told(CannotWrite(f"cannot write the answer: {error.strerror}", "stdout", "free some space, or write it elsewhere"))


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
    if callable(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, signal.default_int_handler)
    code = main()
    gc.freeze()
    sys.exit(code)
