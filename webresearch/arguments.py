"""The grammar of the command line: every command with its options, its summary and an example."""

from argparse import SUPPRESS

from webresearch.parsing import Parser, add, add_engine, add_reading, add_topic, layout, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from webresearch.parsing import Commands


def parser(command: str = "") -> Parser:
    """The whole command line, or the part of one command.

    command: the only one to lay out, which saves its start some milliseconds; where it is unknown, all are laid out.
    """
    top = Parser(
        prog="web.py",
        description="Search, save, read and cite web pages with provenance.",
        epilog="exit codes: docs/errors.md",
        formatter_class=layout,
    )
    top.add_argument("--version", action="store_true", help="print the version")
    # prog: argparse would otherwise lay out a usage line to find it, and load shutil for that
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser, prog="web.py")
    for add_command in [COMMANDS[command]] if command in COMMANDS else COMMANDS.values():
        add_command(commands)
    return top


def search(commands: "Commands") -> None:
    """`search`."""
    command = add(commands, "search", "ask one or many queries", 'web.py search "postgresql vacuum" --max 5')
    command.add_argument("query", nargs="+", metavar="QUERY", help="a query; - reads them from stdin, one a line")
    command.add_argument("--max", type=whole_number(1, 50), default=10, metavar="N", help="most hits a query (default 10)")
    command.add_argument("--language", default="", metavar="L", help="e.g. en, de-CH, all")
    command.add_argument("--category", default="", metavar="C", help="e.g. general, science, it")
    command.add_argument("--fresh", action="store_true", help="ask again what is known already")
    command.add_argument("--offline", action="store_true", help="answer from the cache only")
    command.add_argument("--after", metavar="ID", help="show the hits behind this one")
    add_topic(command, required=False)
    add_engine(command)


def scrape(commands: "Commands") -> None:
    """`scrape`."""
    command = add(
        commands, "scrape", "fetch a page, or the picked hits of a run", "web.py scrape https://example.org/ --out page.md"
    )
    command.add_argument("url", nargs="?", metavar="URL", help="the page")
    command.add_argument("--out", metavar="PATH", help="write it there, with the provenance header")
    command.add_argument("--offline", action="store_true", help="fetch nothing, take it from the cache")
    command.add_argument("--query", default="-", metavar="Q", help="for the header: the query that found it")
    command.add_argument("--relevance", default="-", metavar="R", help="for the header: why it is kept")
    command.add_argument("--picks", metavar="FILE", help="decisions on hits, YAML or JSON; - is stdin (docs/formats.md)")
    add_topic(command, required=False)
    add_engine(command)


def convert(commands: "Commands") -> None:
    """`convert`."""
    command = add(commands, "convert", "a local HTML, PDF or text file as Markdown", "web.py convert page.html --out page.md")
    command.add_argument("file", metavar="FILE", help="the file; - is stdin")
    command.add_argument("--url", default="", metavar="U", help="where it is from: relative links become absolute")
    command.add_argument("--out", metavar="PATH", help="write the Markdown there")


def read(commands: "Commands") -> None:
    """`read`."""
    command = add(
        commands,
        "read",
        "the part of saved pages that answers",
        'web.py read --topic vacuum --query "when does it start?" --budget 800',
    )
    command.add_argument(
        "page", nargs="?", metavar="PAGE", help="a Markdown file or a URL; with --topic a source id such as S03"
    )
    command.add_argument("--all", action="store_true", help="every saved page of every topic")
    command.add_argument(
        "--query", action="append", default=[], metavar="Q", help="what to find; may be repeated; - reads stdin"
    )
    command.add_argument(
        "--mode", choices=("lossless", "chunks", "outline"), help="default: chunks with a query, else lossless"
    )
    command.add_argument("--section", metavar="ID", help="one section of the outline")
    add_reading(command)
    command.add_argument("--top-k", type=whole_number(0, 200), default=0, metavar="K", help="most excerpts (default: no limit)")
    command.add_argument("--topic", metavar="T", help="the topic, a folder in md/")
    add_engine(command)


def research(commands: "Commands") -> None:
    """`research`."""
    command = add(
        commands, "research", "search, fetch the best, read, in one go", 'web.py research "when does autovacuum start?" --json'
    )
    command.add_argument("query", nargs="+", metavar="QUERY", help="a query; further ones are sub-queries; - reads stdin")
    command.add_argument("--max", type=whole_number(1, 50), default=10, metavar="N", help="most hits a query (default 10)")
    command.add_argument("--top-k", type=whole_number(1, 5), default=3, metavar="K", help="pages fetched (default 3, most 5)")
    command.add_argument("--mode", choices=("chunks", "lossless"), default="chunks", help="passages, or whole pages")
    add_reading(command)
    add_topic(command, required=False)
    add_engine(command)


def map_site(commands: "Commands") -> None:
    """`map`."""
    command = add(commands, "map", "the addresses that a site exposes", "web.py map https://example.org/docs/")
    command.add_argument("url", metavar="URL", help="a page of the site")
    command.add_argument("--max", type=whole_number(1, 5000), default=5000, metavar="N", help="most addresses (default 5000)")
    command.add_argument("--after", metavar="ID", help="show the addresses behind this one")
    add_engine(command)


def crawl(commands: "Commands") -> None:
    """`crawl`."""
    command = add(
        commands,
        "crawl",
        "save a section of a site into a topic",
        "web.py crawl https://example.org/docs/ --topic docs",
    )
    command.add_argument("url", metavar="URL", help="where it begins: a hit of the run, or a page named with begin --url")
    command.add_argument("--max", type=whole_number(1, 1000), metavar="N", help="most pages (default: the run's room)")
    add_topic(command, required=True)
    add_engine(command)


def begin(commands: "Commands") -> None:
    """`begin`."""
    command = add(commands, "begin", "open or resume a run", 'web.py begin --topic vacuum --goal "when does it run?"')
    command.add_argument("--topic", metavar="T", required=True, help="the topic, a folder in md/")
    command.add_argument(
        "--goal", metavar="G", help="what you want to know; - reads it from stdin (default: the topic's latest run)"
    )
    command.add_argument("--max-sources", type=whole_number(1, 1000), metavar="N", help="most pages saved (default 12)")
    command.add_argument(
        "--max-rounds", type=whole_number(1, 20), metavar="N", help="most rounds of searching with --deep (default 3)"
    )
    command.add_argument("--deep", action="store_true", default=None, help="allow more than one round")
    command.add_argument("--with-corpus", action="store_true", default=None, help="the topic's own documents may be cited too")
    command.add_argument("--url", action="append", default=[], metavar="U", help="a page you want fetched; may be repeated")
    add_engine(command)


def status(commands: "Commands") -> None:
    """`status`."""
    command = add(commands, "status", "where a run stands and what is next", "web.py status --topic vacuum")
    command.add_argument("--after", metavar="ID", help="show the sources behind this one")
    command.add_argument("--brief", action="store_true", help="numbers and the next step only")
    add_topic(command, required=True)


def quote(commands: "Commands") -> None:
    """`quote`."""
    command = add(
        commands, "quote", "do these quotes stand in a page?", "web.py quote md/vacuum/web/routine-vacuuming.md < quotes.txt"
    )
    command.add_argument(
        "page", metavar="PAGE", help="a saved page; quotes come on stdin, one a line or as JSON lines {id, quote}"
    )


def note(commands: "Commands") -> None:
    """`note`."""
    command = add(commands, "note", "take quotes of a source into the ledger", "web.py note --topic vacuum < note.json")
    command.add_argument("--source", default="", metavar="ID", help="the source, where the note on stdin names none")
    add_topic(command, required=True)


def evidence(commands: "Commands") -> None:
    """`evidence`."""
    command = add(commands, "evidence", "what may be cited", "web.py evidence --topic vacuum --source S03")
    command.add_argument("--source", metavar="ID", help="of this source only")
    command.add_argument("--after", metavar="ID", help="show what stands behind this one")
    command.add_argument("--topic", metavar="T", required=True, help="the topic, a folder in md/")


def check(commands: "Commands") -> None:
    """`check`."""
    command = add(
        commands, "check", "does every citation of a synthesis hold?", "web.py check md/vacuum/when-does-it-run-synthesis.md"
    )
    command.add_argument("synthesis", metavar="SYNTHESIS", help="md/TOPIC/GOAL-synthesis.md")
    command.add_argument("--live", action="store_true", help="also against the web as it is now")


def finish(commands: "Commands") -> None:
    """`finish`."""
    command = add(
        commands,
        "finish",
        "add footnotes and stamp, if the check passes",
        "web.py finish md/vacuum/when-does-it-run-synthesis.md",
    )
    command.add_argument("synthesis", metavar="SYNTHESIS", help="md/TOPIC/GOAL-synthesis.md")


def doctor(commands: "Commands") -> None:
    """`doctor`."""
    command = add(commands, "doctor", "does everything work? what does not, and how to mend it", "web.py doctor --json")
    add_engine(command)


def demo(commands: "Commands") -> None:
    """`demo`."""
    add(commands, "demo", "the whole path without box and network, on Python's own documentation", "web.py demo")


def report(commands: "Commands") -> None:
    """`report`."""
    command = add(
        commands,
        "report",
        "a synthesis as one HTML page to look at",
        "web.py report md/vacuum/when-does-it-run-synthesis.md",
    )
    command.add_argument(
        "synthesis", nargs="?", metavar="SYNTHESIS", help="md/TOPIC/GOAL-synthesis.md; without it, the index of md/"
    )


def hook(commands: "Commands") -> None:
    """`hook`."""
    command = add(commands, "hook", "the hooks of .claude/settings.json", "web.py hook PostToolUse < event.json")
    command.add_argument(
        "event",
        choices=["PreToolUse", "PostToolUse"],
        metavar="EVENT",
        help="the hook's event; its JSON on stdin",
    )


def mcp(commands: "Commands") -> None:
    """`mcp`."""
    command = add(commands, "mcp", "the same tools for other agents, over stdio", "web.py mcp --answer")
    command.add_argument("--answer", action="store_true", help="the one tool search_answer, which returns no page text")
    command.add_argument("--call", action="store_true", help=SUPPRESS)  # one call, by the server itself
    add_engine(command)


COMMANDS: "dict[str, Callable[[Commands], None]]" = {
    "search": search,
    "scrape": scrape,
    "convert": convert,
    "read": read,
    "research": research,
    "map": map_site,
    "crawl": crawl,
    "begin": begin,
    "status": status,
    "quote": quote,
    "note": note,
    "evidence": evidence,
    "check": check,
    "finish": finish,
    "doctor": doctor,
    "demo": demo,
    "mcp": mcp,
    "report": report,
    "hook": hook,
}
