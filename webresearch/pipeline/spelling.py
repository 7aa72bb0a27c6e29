"""The one spelling in which the skill may call `web.py` without being asked.

The client's own rules also refuse harmless text in a quoted heredoc (a brace beside a quote, a non-breaking space, more than
10,000 characters). So its hook asks here: exactly one call of a known command, plain or single-quoted arguments, and at
most one heredoc whose end mark is quoted, so that the shell reads nothing in it.
"""

import re

COMMANDS = ("begin", "search", "scrape --topic", "status", "read", "note", "evidence", "check", "finish", "report", "doctor")
ARGUMENT = r"(?:[A-Za-z0-9_./:@%+,-][A-Za-z0-9_./:=@%+,-]*|'[^'\x00-\x1f\x7f]*')"
CALL = re.compile(rf"\.venv/bin/python web\.py (?:{'|'.join(map(re.escape, COMMANDS))})(?: {ARGUMENT})*")
HEREDOC = re.compile(r" <<'EOF'\n(?P<body>.*\n)?EOF\n?", re.DOTALL)
MOST_CHARACTERS = 200_000


def is_ours(command: str) -> bool:
    """Is this one call of `web.py` in the skill's spelling, and nothing else?"""
    if len(command) > MOST_CHARACTERS:
        return False
    call = CALL.match(command)
    if call is None or not narrow(call[0].split(" ")[2:]):
        return False
    rest = command[call.end() :]
    if rest in ("", "\n"):
        return True
    heredoc = HEREDOC.fullmatch(rest)
    if heredoc is None:
        return False
    lines = (heredoc["body"] or "").split("\n")
    return "EOF" not in lines and not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", rest)


def narrow(words: list[str]) -> bool:
    """Does a call stay within the run?

    No address but one that `begin --url` names, no file but a topic's, nothing written elsewhere.
    """
    name, arguments = words[0], words[1:]
    if name != "begin" and any("://" in word for word in arguments):
        return False
    if any(word.startswith("--out") for word in arguments):
        return False
    if name == "scrape":
        return "--picks" in arguments and arguments.count("--topic") == 1
    if name == "read":
        return not arguments or arguments[0].startswith(("--", "md/")) or bool(re.fullmatch(r"[SC][0-9]+", arguments[0]))
    return True
