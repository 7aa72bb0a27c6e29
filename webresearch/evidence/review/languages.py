"""Other languages: telling them from English, and their words for not and perhaps; figures need no more."""

from webresearch.evidence.review.lexicon import word_set
from webresearch.patterns import pattern

# Negation words of other languages: their number in the claim is compared with that in the quote.
NEGATORS = {
    "de": "nicht kein keine keinen keiner keinem keines nie niemals niemand nichts weder ohne kaum",
    "fr": "ne n pas jamais aucun aucune rien personne sans ni nul nulle",
    "es": "no nunca jamás ningún ninguno ninguna nada nadie sin tampoco ni",
    "it": "non mai nessun nessuno nessuna niente nulla senza né neppure",
    "pt": "não nunca jamais nenhum nenhuma nada ninguém sem nem",
    "nl": "niet geen nooit niemand niets zonder noch nergens",
    "sv": "inte ej aldrig ingen inget inga utan varken",
    "da": "ikke ej aldrig ingen intet uden hverken",
    "pl": "nie nigdy nikt nic żaden żadna żadne bez ani",
    "cs": "ne není nejsou nikdy nikdo nic žádný žádná žádné bez ani nebyl nebyla nebylo",
    "ru": "не нет никогда никто ничего без ни нельзя",
    "uk": "не ні немає ніколи ніхто нічого без",
    "fi": "ei eivät en emme et ette ilman koskaan eikä",
    "tr": "değil yok hiç asla hiçbir",
    "el": "δεν δε μη μην ποτέ κανείς κανένα καμία τίποτα χωρίς",
    "he": "לא אין אינו אינה אינם בלי ללא אף מעולם",
    "ar": "لا لم لن ليس ليست غير بدون دون ما",
    "hi": "नहीं न ना मत बिना",
}
# Scripts without spaces, or that join the mark to the verb: looked for anywhere in the text.
JOINED_NEGATORS = {
    "zh": "不 没 沒 無 无 未 非 否",
    "ja": "ない なかっ ません ず、 なく 無い なし",
    "ko": "않 못 없 아니",
    "th": "ไม่ มิได้ ไร้",
}
HEDGES = {
    "de": "könnte könnten kann möglicherweise vielleicht wahrscheinlich vermutlich wohl eventuell angeblich dürfte "
    "scheint mutmaßlich",
    "fr": "peut pourrait pourraient peuvent probablement possiblement semble semblent vraisemblablement serait "
    "seraient suggère suggèrent",
    "es": "puede podría podrían pueden probablemente posiblemente parece parecen quizás sugiere sugieren sería",
    "it": "può potrebbe potrebbero possono probabilmente forse sembra sembrano possibilmente suggerisce suggeriscono sarebbe",
    "pt": "pode poderia poderiam podem provavelmente possivelmente parece parecem talvez sugere sugerem seria",
    "nl": "kan kunnen zou zouden mogelijk misschien waarschijnlijk vermoedelijk lijkt lijken",
    "sv": "kan kunde möjligen kanske troligen förmodligen verkar",
    "da": "kan kunne muligvis måske sandsynligvis formentlig synes",
    "pl": "może mogą mógłby prawdopodobnie możliwe być-może chyba wydaje",
    "cs": "může mohou mohl pravděpodobně možná zřejmě snad",
    "ru": "может могут мог возможно вероятно кажется по-видимому",
    "uk": "може можуть міг можливо ймовірно здається",
    "fi": "voi voivat saattaa saattavat ehkä mahdollisesti todennäköisesti",
    "tr": "olabilir muhtemelen belki",
    "el": "μπορεί ίσως πιθανόν πιθανώς ενδέχεται μάλλον φαίνεται",
    "he": "אולי ייתכן עשוי עשויה עשויים כנראה יכול עלול",
    "ar": "قد ربما يمكن محتمل يحتمل لعل",
    "hi": "शायद संभवतः सकता सकती सकते संभव",
}
JOINED_HEDGES = {
    "zh": "可能 也许 也許 或许 或許 大概 似乎 恐怕 估计",
    "ja": "かも 可能性 だろう でしょう おそらく らしい",
    "ko": "수 있 아마 가능성 것 같",
    "th": "อาจ คงจะ น่าจะ เป็นไปได้",
}
# Beginnings of words for what rises, and for what falls, by language.
RISES = {
    "de": "stieg steig gestieg anstieg erhöh wuchs wächst gewachs zunahm zunimm zugenomm",
    "fr": "augment hauss croît accr progress grimp",
    "es": "aument subi sube crec increment",
    "it": "aument cresc sali increment",
    "pt": "aument cresc subi sobe",
    "nl": "steeg stijg gesteg toegenom groei",
}
FALLS = {
    "de": "sank sink gesunk senk gesenk fiel fallen gefall verringer reduzier abnahm abnimm abgenomm rückgang zurückgeg",
    "fr": "baiss dimin recul réduct réduit chut",
    "es": "baj disminu reduj reduc cay cae descend",
    "it": "diminu cala scend sces ridott riduc",
    "pt": "diminu caiu cai baix reduz",
    "nl": "daal daling gedaald afgenom verminder krimp",
}
_SCRIPTS = (
    ("ja", pattern("[\u3040-\u30ff]")),
    ("zh", pattern("[\u4e00-\u9fff]")),
    ("ko", pattern("[\uac00-\ud7af]")),
    ("th", pattern("[\u0e00-\u0e7f]")),
    ("el", pattern("[\u0370-\u03ff]{2}")),
    ("he", pattern("[\u0590-\u05ff]")),
    ("ar", pattern("[\u0600-\u06ff]")),
    ("hi", pattern("[\u0900-\u097f]")),
)
_RUSSIAN = pattern("[\u0400-\u04ff]{3}")
# The commonest words of each language that are not words of the others here: enough to tell it from English.
LANGUAGE_MARKS = {
    "de": "der um die das und ist nicht ein eine den dem des mit auf für von sich werden wird wurde auch bei im zu als",
    "fr": "le la les des et est une un de en du dans pour que qui pas sur au aux par il elle ne avec sont",
    "es": "el la los las y es una un del en para que por con no se su al como más son",
    "it": "il la gli le e è una un del della di che per con non si nel dei sono alla",
    "pt": "o a os as e é uma um do da de que para com não se em no na são dos",
    "nl": "de het een en van is niet in op voor met zijn dat te worden wordt ook bij",
    "sv": "och det att är en ett som på av för med inte den till har",
    "da": "og det at er en et som på af for med ikke den til har",
    "pl": "i w na z się nie jest do że od przez oraz są dla",
    "cs": "a v na se je že s z do pro není jsou od",
    "ru": "и в на не что с по для как из от это",
    "uk": "і в на не що з для як від це та",
    "fi": "ja on ei se että oli ovat tai myös",
    "tr": "ve bir bu için ile da de olarak",
}
_MARKS = {
    code: frozenset(f"{words} {NEGATORS[code]} {HEDGES[code]}".split()) - {"n", "can", "was", "on"}
    for code, words in LANGUAGE_MARKS.items()
}
_ENGLISH_MARKS = word_set(
    "the of and to in is was were that for it with as on by are be this from at a an have has had not or which no one all than "
    "only more less should would can could may must will its their they but been into when"
)
_ONLY_ENGLISH = word_set("the and of that with were from this which have are had than only should would could their they been")
_LETTERS = pattern(r"[^\W\d_]+")
LANGUAGE_WORDS = 200  # more of a text does not change the verdict


def language(text: str) -> str:
    """The language of a text by its script or its commonest words, "en" in doubt."""
    if not text.isascii():
        found = next((code for code, script in _SCRIPTS if len(script.findall(text)) >= 3), "")
        if found:
            return found
    words = _LETTERS.findall(text.lower())[:LANGUAGE_WORDS]
    if sum(word in _ONLY_ENGLISH for word in words) >= 2:
        return "en"
    english = sum(word in _ENGLISH_MARKS for word in words)
    counts = {code: sum(word in marks for word in words) for code, marks in _MARKS.items()}
    best = max(counts, key=lambda code: counts[code])
    if counts[best] > english and counts[best] >= 2:
        return best
    return "ru" if _RUSSIAN.search(text) and not english else "en"


def _has(text: str, code: str, apart: dict[str, str], joined: dict[str, str]) -> bool:
    """True when a text has one of the words of a language's table."""
    if code in joined:
        return any(mark in _PERHAPS_NOT.sub("", text) for mark in joined[code].split())
    return bool(frozenset(_WORDS_WITH_MARKS.findall(text.lower())) & frozenset(apart.get(code, "").split()))


_PERHAPS_NOT = pattern("(?<=かも)しれ(?:ない|ません)")  # perhaps, with a "not" that negates nothing
_WORDS_WITH_MARKS = pattern(r"[^\s.,;:!?()\"«»]+")


def negates(text: str, code: str) -> bool:
    """True when a text of that language has a word for not, never, nobody or without."""
    return _has(text, code, NEGATORS, JOINED_NEGATORS)


# A permission that is limited is no doubt: kann nur schriftlich gekündigt werden.
_ONLY_CAN = pattern(
    r"(?i)\b(?:kann|können) nur\b|\bne (?:peut|peuvent)\b(?= .{0,60}\bque\b)|\b(?:solo|sólo|solamente) (?:puede|pueden)\b"
)


def hedges(text: str, code: str) -> bool:
    """True when a text of that language has a word for may, perhaps or probably."""
    return _has(_ONLY_CAN.sub(" ", text), code, HEDGES, JOINED_HEDGES)


def moves(text: str, code: str) -> int:
    """1 for a text of that language with words for rising alone, -1 for falling alone, else 0."""
    words = _LETTERS.findall(text.lower())
    up, down = (any(word.startswith(tuple(stems.get(code, "-").split())) for word in words) for stems in (RISES, FALLS))
    return up - down


_STEM = 6  # letters of a word that are compared: endings of languages whose words are inflected stand behind them


def content_words(text: str, code: str) -> frozenset[str]:
    """The words of a text of that language without its commonest ones, cut where their endings begin."""
    marks = _MARKS.get(code, frozenset())
    return frozenset(word[:_STEM] for word in _LETTERS.findall(text.lower()) if len(word) > 2 and word not in marks)


def pairs_of_letters(text: str) -> frozenset[str]:
    """The pairs of neighbouring letters of a text: what two texts without word spaces can have in common."""
    letters = "".join(_LETTERS.findall(text))
    return frozenset(letters[place : place + 2] for place in range(len(letters) - 1))
