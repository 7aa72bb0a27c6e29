"""The quote gate on pages and quotes of every kind."""

import pytest
from quote_cases import PAGES, ROWS

from webresearch.evidence.quotes import PageText

PREPARED = {name: PageText(text) for name, text in PAGES.items()}


@pytest.mark.parametrize(("page", "quote", "expected", "why"), ROWS)
def test_a_quote_stands_exactly_when_its_words_do(page: str, quote: str, expected: bool, why: str) -> None:
    assert (PREPARED[page].find(quote) is not None) == expected, why
