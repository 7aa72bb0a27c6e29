"""What the grammar of the command line is made of: the parser, and the options that several commands share."""

import argparse
from collections.abc import Callable

from webresearch.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from _typeshed import SupportsWrite

    Commands = argparse._SubParsersAction["Parser"]


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours."""

    def error(self, message: str) -> "NoReturn":
        """Raise a usage error that names the command's help."""
        raise UsageError(message, hint=f"{self.prog} --help")

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Print; the parent's own loses the text in silence where the stream is full."""
        if message and file is not None:
            file.write(message)


def layout(prog: str) -> argparse.HelpFormatter:
    """How help is laid out: for 80 columns. Left to find a width, argparse loads shutil for every command, help or not."""
    return argparse.RawDescriptionHelpFormatter(prog, width=78)


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """An argument type: a whole number within bounds."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text[:9]) <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {low} to {high}")
        return int(text)

    return read


def add(commands: "Commands", name: str, summary: str, example: str) -> Parser:
    """A command with the options that all share."""
    epilog = f"example:\n  {example}"
    command = commands.add_parser(name, help=summary, description=summary, epilog=epilog, formatter_class=layout)
    command.set_defaults(command=name)
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return command


def add_topic(command: Parser, required: bool) -> None:
    """The options that name a topic and a run of it."""
    command.add_argument("--topic", metavar="T", required=required, help="the topic, a folder in md/")
    command.add_argument("--run", type=whole_number(1, 9999), metavar="N", help="the run (default: the latest of the topic)")


def add_engine(command: Parser) -> None:
    """The option that names the engine."""
    which = "services: the box; embedded: search and fetch in this process (default: WEBTOOLS_ENGINE, else services)"
    command.add_argument("--engine", choices=("services", "embedded"), help=which)


def add_reading(command: Parser) -> None:
    """The options of commands that read pages which may have to be fetched."""
    command.add_argument(
        "--budget", type=whole_number(50, 100_000), default=2000, metavar="N", help="most tokens (default 2000)"
    )
    command.add_argument("--fresh", action="store_true", help="take nothing from the cache")
    command.add_argument("--offline", action="store_true", help="fetch nothing")
