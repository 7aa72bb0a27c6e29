"""Which words of a page are the same as a word of the query."""

import pytest

from webresearch.reading.languages import guess, language_of
from webresearch.reading.terms import Matcher, alike, parts, query_terms
from webresearch.reading.tokens import characters_for, tokens_of

ENGLISH = language_of("en")


def words(query, tag="en"):
    return [term.word for term in query_terms(query, language_of(tag))]


def matched(query, page_words, tag="en"):
    known = language_of(tag)
    terms = query_terms(query, known)
    return set(Matcher(dict(enumerate(terms)), known).matches(page_words))


def test_words_without_a_topic_are_left_out_of_a_query():
    assert words("How many boats can be in the harbour?") == ["boats", "harbour"]


def test_a_query_of_nothing_but_such_words_keeps_them():
    assert words("who is it") == ["who", "is", "it"]


def test_words_of_questions_count_less_than_words_of_answers():
    weights = {term.word: term.weight for term in query_terms("main purposes of the lighthouse", ENGLISH)}
    assert weights["lighthouse"] == 1.0 and weights["main"] == weights["purposes"] < 0.5


@pytest.mark.parametrize(
    ("tag", "query", "page"),
    [
        ("en", "recommended", "recommends"),
        ("de", "Häuser", "Hauses"),
        ("fr", "chevaux", "cheval"),
        ("es", "canciones", "canción"),
        ("it", "gatti", "gatto"),
        ("pt", "livros", "livro"),
        ("nl", "boeken", "boek"),
        ("sv", "bilarna", "bilar"),
        ("ru", "города", "городов"),
        ("pl", "dom", "domy"),
    ],
)
def test_forms_of_a_word_are_one(tag, query, page):
    assert matched(query, {page}, tag) == {page}


def test_a_name_is_found_by_its_parts_and_a_part_by_its_name():
    assert parts("sharedBuffers_max") == ["sharedbuffers_max", "shared", "buffers", "max"]
    assert matched("shared buffer", {"shared_buffers", "SharedBuffer", "buffering", "share"}) >= {
        "shared_buffers",
        "SharedBuffer",
    }
    assert "buffers" in matched("shared_buffers", {"buffers"})


def test_accents_set_apart_or_left_out_make_no_difference():
    assert matched("São Malmö", {"Sao", "Malmo\u0308"}) == {"Sao", "Malmo\u0308"}


def test_a_run_of_sixty_letters_and_more_is_no_word():
    assert matched("a" * 61, {"a" * 61}) == set()


def test_scripts_without_spaces_are_asked_for_in_pairs_of_letters():
    assert words("東京の人口", "ja") == ["東京", "京の", "の人", "人口"]
    assert words("水", "zh") == ["水"]
    assert words("Python入門", "ja") == ["python", "入門"]


def test_japanese_grammar_is_left_out_where_there_is_anything_else():
    assert words("港はいつ", "ja") == ["港は"]
    assert words("いつ", "ja") == ["いつ"]


def test_a_very_long_query_is_cut():
    assert len(words(" ".join(f"word{n}" for n in range(5000)))) == 64


def test_a_misspelt_word_is_taken_for_the_nearest_one():
    vocabulary = {"carrageenan", "caravan", "care", "car2age"}
    assert alike("carageenan", vocabulary) == "carrageenan"
    assert alike("harbour", vocabulary) == ""
    assert alike("car", vocabulary) == alike("r2d2c3", vocabulary) == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The harbour is open and the boats are in it.", "en"),
        ("Der Hafen ist offen, und die Boote sind nicht mehr in dem Becken.", "de"),
        ("Le port est ouvert et les bateaux ne sont plus dans le bassin.", "fr"),
        ("El puerto está abierto y los barcos ya no son de la ciudad.", "es"),
        ("Il porto è aperto e le barche non sono più nella darsena.", "it"),
        ("Порт открыт, и все лодки уже не в гавани, они на море.", "ru"),
        ("港は開いています。", ""),
        ("xyzzy 42", ""),
    ],
)
def test_the_language_is_guessed_from_its_commonest_words(text, code):
    assert guess(text).code == code


def test_a_language_tag_may_carry_a_region_and_norwegian_has_three_names():
    assert language_of("de-AT").stemmer == "german"
    assert language_of("nb").code == language_of("nn_NO").code == "no"
    assert language_of("tlh").stemmer == language_of("").code == ""


def test_a_token_is_four_characters():
    assert [tokens_of(0), tokens_of(4), tokens_of(5)] == [0, 1, 2]
    assert tokens_of(9) == 3 and characters_for(3) == 12 and characters_for(-1) == 0
