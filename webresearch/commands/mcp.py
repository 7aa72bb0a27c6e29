"""`mcp`: the use cases for other agents, over stdio; with --answer the one tool that returns no page text."""

import sys
from argparse import Namespace
from pathlib import Path

from webresearch.mcp_server.schemas import ANSWER, RAW
from webresearch.pipeline.context import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from webresearch.mcp_server.worker import Work

PROGRAM = Path(__file__).resolve().parent.parent.parent / "web.py"


def run(args: Namespace, context: Context) -> int:
    """Serve until the client is gone; with --call do one call of a server and end."""
    tools = ANSWER if args.answer else RAW
    if args.call:
        from webresearch.mcp_server.tools import run_tool
        from webresearch.mcp_server.worker import private, serve_one

        serve_one(context, tools, answering() if args.answer else run_tool, sys.stdin.buffer, private(sys.stdout.fileno()))
        return 0
    from webresearch.mcp_server.calls import Call
    from webresearch.mcp_server.protocol import Server
    from webresearch.mcp_server.schemas import Tool

    words = ["mcp", "--call", *(["--answer"] if args.answer else []), *(["--engine", args.engine] if args.engine else [])]

    def begin(tool: Tool, arguments: object) -> Call:
        request: dict[str, object] = {"root": str(context.settings.root), "tool": tool.name, "arguments": arguments}
        return Call([sys.executable, str(PROGRAM), *words], request, context.settings.limits.answer_seconds)

    server = Server("web-answer" if args.answer else "web", tools, begin, sys.stdout.fileno())
    server.serve(sys.stdin.buffer)
    return 0


def answering() -> "Work":
    """The work behind search_answer: this is the one place that loads the answerer."""
    from webresearch.answerer import run_tool

    return run_tool
