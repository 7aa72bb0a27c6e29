"""Regular expressions that are compiled when they are first used, so that a command pays for those it needs and no others."""

import re
from typing import cast

METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class _Pattern:
    """Has the methods of a compiled expression from the first call of one of them."""

    def __init__(self, text: str, flags: int) -> None:
        self.pattern, self.flags = text, flags

    def __getattr__(self, name: str) -> object:
        """A method, the first time."""
        compiled = re.compile(self.pattern, self.flags)
        self.__dict__.update((method, getattr(compiled, method)) for method in METHODS)
        return getattr(compiled, name)


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression to be used by its methods, and not through the functions of `re`.

    text and flags: as for `re.compile`, whose errors come with the first use.
    """
    return cast("re.Pattern[str]", _Pattern(text, flags))
