"""The form of each row of the journal: what a field must be before anything that stands in it is used.

A topic is kept in git, so its journal may come from a stranger: a name in it must not lead out of the topic's folder, and no
value may be of a type that a reader of the state does not expect.
"""

import math
import re
from collections.abc import Callable

from webresearch.topic.names import RESERVED, SAFE_PART

Form = Callable[[object], bool]

LONGEST = 20_000  # characters; the longest text that the tool writes itself is an address's key, some 6,000
MOST_ROUNDS = 1000  # the command line allows 20
FILE_ENDING = ".md"


def pattern(expression: str) -> Form:
    """A text of this form."""
    compiled = re.compile(expression)
    return lambda value: isinstance(value, str) and len(value) <= LONGEST and compiled.fullmatch(value) is not None


def whole(low: int, high: int) -> Form:
    """A whole number within bounds."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def either(*forms: Form) -> Form:
    """A value of any of these forms."""
    return lambda value: any(form(value) for form in forms)


def list_of(form: Form, size: int | None = None) -> Form:
    """A list of values of a form; of so many where that is given."""
    return lambda value: isinstance(value, list) and size in (None, len(value)) and all(map(form, value))


def pair_of(first: Form, second: Form) -> Form:
    """A list of two values."""
    return lambda value: isinstance(value, list) and len(value) == 2 and first(value[0]) and second(value[1])


def mapping(names: Form, values: Form) -> Form:
    """An object whose names and values have these forms."""
    return lambda value: isinstance(value, dict) and all(names(name) and values(one) for name, one in value.items())


def text(value: object) -> bool:
    """A text of bounded length."""
    return isinstance(value, str) and len(value) <= LONGEST


def flag(value: object) -> bool:
    """Yes or no."""
    return isinstance(value, bool)


def nothing(value: object) -> bool:
    """Null."""
    return value is None


def number(value: object) -> bool:
    """A finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e12 and math.isfinite(value)


def slug(value: object) -> bool:
    """The name of a saved page without ending: one safe path part, and none that agents or systems read as their own."""
    return isinstance(value, str) and SAFE_PART.fullmatch(value) is not None and value.lower() not in RESERVED


def page_file(value: object) -> bool:
    """The file name of a saved page."""
    return isinstance(value, str) and value.endswith(FILE_ENDING) and slug(value.removesuffix(FILE_ENDING))


def document_file(value: object) -> bool:
    """The file name of a curated document: any one path part that people may have given, but no hidden one."""
    if not isinstance(value, str) or not value.endswith(FILE_ENDING) or value.startswith((".", "_")):
        return False
    return len(value) <= 255 and not re.search(r"[/\\\x00\ud800-\udfff]", value)


RESULT, SOURCE, CORPUS, EVIDENCE = (pattern(f"{letters}[0-9]{{1,9}}") for letters in ("R", "S", "C", "E"))
ANY_SOURCE = pattern("[SC][0-9]{1,9}")
WORD = pattern("[A-Za-z0-9_-]{1,60}")
TIME = pattern("[A-Za-z0-9:.+-]{1,40}")
DIGEST = pattern("[0-9a-f]{64}")
ADDRESS = pattern(r"(?i:https?)://\S+")
SOME_TEXT = pattern(r"(?s).*\S.*")
COUNT, RUN, ROUND = whole(0, 10**12), whole(1, 10**9), whole(0, MOST_ROUNDS)
TEXTS, WORDS, PAIRS = list_of(text), list_of(WORD), list_of(list_of(text, 2))
LIMITS: dict[str, Form] = {"max_sources": whole(0, 10**6), "max_rounds": ROUND, "deep": flag, "with_corpus": flag}
CHANGE = {name: pair_of(form, form) for name, form in LIMITS.items()}

PLACE: dict[str, Form] = {"run": RUN, "round": ROUND}
FETCHED: dict[str, Form] = {**PLACE, "id": RESULT, "url": ADDRESS, "final_url": either(ADDRESS, pattern("")), "reason": text}
FETCHED |= {"verdict": WORD, "status": either(nothing, COUNT)}
# What a row of each kind must hold; every row has `at` beside it.
REQUIRED: dict[str, dict[str, Form]] = {
    "begin": {"run": RUN, "goal": SOME_TEXT, "engine": WORD, **LIMITS},
    "raise": {"run": RUN, "changes": lambda value: isinstance(value, dict) and all(map(changes_limit, value.items()))},
    "named": {"run": RUN, "id": RESULT},
    "crawled": {**PLACE, "id": RESULT, "from": RESULT},
    "crawl": {"run": RUN, "from": RESULT, "engine": WORD, "pages": COUNT, "outside": COUNT, "note": text},
    "result": {"id": RESULT, "key": SOME_TEXT, "url": ADDRESS, "title": text, "snippet": text, "engine": text}
    | {"engines": TEXTS, "published": either(nothing, text)},
    "search": {**PLACE, "query": SOME_TEXT, "language": text, "category": text, "count": COUNT, "outcome": WORD}
    | {"understood": text, "note": text, "asked": text, "failed_engines": PAIRS, "hits": list_of(RESULT), "engine": WORD},
    "ranked": {**PLACE, "order": list_of(pair_of(RESULT, number))},
    "decision": {**PLACE, "id": RESULT, "action": pattern("save|skip")},
    "page": {**FETCHED, "source": SOURCE, "file": page_file, "sha256": DIGEST, "title": text, "characters": COUNT}
    | {"published": either(nothing, text), "flags": WORDS},
    "failed": FETCHED,
    "corpus": {"id": CORPUS, "file": document_file},
    "evidence": {**PLACE, "id": EVIDENCE, "source": ANY_SOURCE, "quote": SOME_TEXT, "start": COUNT, "end": COUNT}
    | {"heading": text, "page_sha256": DIGEST, "seal": DIGEST},
    "note": {**PLACE, "source": ANY_SOURCE, "new": COUNT, "refused": COUNT, "flags": WORDS},
    "finished": {"run": RUN, "file": document_file, "sha256": DIGEST, "cited": list_of(ANY_SOURCE)},
    "copies": {"of": mapping(SOURCE, SOURCE)},
    "furniture": {"sources": list_of(SOURCE), "blocks": mapping(text, COUNT)},
}
# What a row may hold beside it, and what is read where it is there.
OPTIONAL: dict[str, dict[str, Form]] = {
    "page": {"engine": text, "tried": PAIRS, "author": text, "language": text, "published_guessed": flag},
    "failed": {"engine": text, "tried": PAIRS},
    "copies": {"differing": mapping(SOURCE, list_of(list_of(text, 3)))},
}
DECISIONS: dict[object, dict[str, Form]] = {
    "save": {"relevance": SOME_TEXT, "source": SOURCE, "slug": slug},
    "skip": {"reason": SOME_TEXT},
}


def changes_limit(change: tuple[object, object]) -> bool:
    """Is this the name of a limit with its old and its new value?"""
    name, pair = change
    return isinstance(name, str) and name in CHANGE and CHANGE[name](pair)


def fits(row: dict[str, object]) -> bool:
    """Has a row the form of its kind?"""
    kind = row.get("kind")
    if not isinstance(kind, str) or kind not in REQUIRED or not TIME(row.get("at")):
        return False
    required = REQUIRED[kind]
    if kind == "decision" and WORD(row.get("action")):
        required = {**required, **DECISIONS.get(row["action"], {})}
    optional = OPTIONAL.get(kind, {}) if kind != "decision" else {"dubious": either(flag, text)}
    return all(name in row and form(row[name]) for name, form in required.items()) and all(
        form(row[name]) for name, form in optional.items() if row.get(name) is not None
    )
