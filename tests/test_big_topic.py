"""The generator of big topics: what the benchmarks measure must be what the product makes."""

from pathlib import Path

import pytest
from big_topic import make_topic, page_text, sentences_of
from conftest import Call

from webresearch.ranking.duplicates import copies


def test_a_made_topic_passes_the_check_and_is_read_as_any_other(root: Path, call: Call, tmp_path: Path) -> None:
    synthesis = make_topic(root, 4, 10, 3000)
    assert call("check", synthesis, "--json").code == 0
    assert len(list((root / "md/big/web").glob("[!_.]*.md"))) == 4
    assert synthesis.read_text().count("[^E") == 10
    assert "pump" in call("read", "--topic", "big", "--query", "what did the pump deliver?").out


@pytest.mark.parametrize("characters", [1000, 20_000])
def test_a_page_has_the_length_asked_for_and_is_always_the_same(characters: int) -> None:
    assert characters <= len(page_text(7, characters)) <= characters * 1.1 + 600
    assert page_text(7, characters) == page_text(7, characters) != page_text(8, characters)


def test_pages_are_no_copies_of_each_other_and_no_sentence_comes_twice() -> None:
    texts = {str(number): page_text(number, 5000) for number in range(12)}
    assert copies(texts) == {}
    sentences = [sentence for text in texts.values() for sentence in sentences_of(text)]
    assert len(sentences) == len(set(sentences)) > 400
