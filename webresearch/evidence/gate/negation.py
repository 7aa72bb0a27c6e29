"""Words that turn what stands beside them round: a quote that leaves one out says the opposite of its page."""

import re

from webresearch.patterns import pattern

# By language: English; German, French, Spanish, Italian, Portuguese, Dutch, those of the north; Slavic, Greek, Turkish, Hindi,
# Arabic, Hebrew, Vietnamese, Indonesian.
PLAIN = (
    r"not|never|cannot|\w*n['’]t|no|none|neither|nor|without"
    "|nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|weder|ohne|pas|jamais|sans|non|mai|senza|não|nunca|nem|sin|tampoco"
    "|niet|nooit|geen|zonder|inte|aldrig|utan|ikke|aldri|uden|uten"
    "|nigdy|bez|není|nikdy|не|ни|нет|никогда|без|немає|ніколи|δεν|μην|όχι|ne|değil|नहीं|न|لا|لم|لن|ليس|ليست|غير|לא|אין|בלי"
    "|không|chưa|chẳng|tidak|bukan"
)
AT_THE_EDGE = (
    "nobody|nothing|nowhere|hardly|scarcely|barely|rarely|seldom|(?<!a )little|unlikely|unable"
    "|fail(?:s|ed|ing)?|refus(?:e|es|ed|ing)|den(?:y|ies|ied|ying)|lack(?:s|ed|ing)?|far from"
    "|niemand|niemanden|niemandem|nichts|kaum|guère|aucun|aucune|rien|ni|nessun|nessuno|nessuna|niente|nulla|nada|ninguém|nenhum"
    "|nenhuma|nadie|ningún|ninguno|ninguna|niets|nauwelijks|ingen|inget|inga|intet|nikt|nic|nikdo|никто|ничего"
)
FIRST = pattern(rf"[\"'(\[*_ ]*(?:{PLAIN}|{AT_THE_EDGE})(?![\w'’])", re.IGNORECASE)
LAST = pattern(rf"(?<![\w'’])(?:{PLAIN}|{AT_THE_EDGE})[\"'(\[*_ ]*\Z", re.IGNORECASE)
# Within a clause a negator turns its verb round wherever it stands; a gap over several clauses may leave one out whole.
WITHIN = pattern(rf"(?<![\w'’])(?:{PLAIN})(?![\w'’])", re.IGNORECASE)
PHRASE = pattern(r"\b(?:in no way|by no means|under no circumstances|on no account|not at all|no longer)\b", re.IGNORECASE)
CLAUSES = pattern(
    r"[,;:.!?()\ufdd0-\ufdd2]| - |^ ?(?:that|which|who|whom|whose|where|when|if|because|der|die|das|que|qui|che)\b"
)
# A gap of nothing but such words has no other reason than to make the rest say more.
LIMITERS = (
    "only|just|solely|merely|partly|partially|almost|nearly|hardly|possibly|probably|perhaps|maybe|"
    "likely|potentially|allegedly|reportedly|supposedly|apparently|seemingly|presumably|sometimes|"
    "occasionally|often|usually|generally|typically|mostly|largely|nur|vielleicht|möglicherweise|"
    "wahrscheinlich|vermutlich|angeblich|teilweise|meist|meistens|manchmal|seulement|presque|peut-être|"
    "probablement|parfois|souvent|solo|sólo|solamente|casi|quizás|probablemente|posiblemente|soltanto|"
    "forse|probabilmente|apenas|talvez|provavelmente|slechts|misschien|waarschijnlijk"
)
LIMITING = pattern(rf"(?: ?\b(?:{LIMITERS})\b,? ?){{1,4}}", re.IGNORECASE)
SENTENCE = pattern(r"[.!?\ufdd0-\ufdd2]")

UNSPACED = "(?:[没沒]有|不[能会會是]|[不没沒未無无非勿莫]|ไม่(?:ได้)?|มิ|บ่)"
UNSPACED_BEFORE = pattern(UNSPACED + r"\Z")
UNSPACED_AFTER = pattern(UNSPACED)
ENDINGS = pattern("なかっ|な[いくけ]|ません|ず(?![\u30a1-\u30ff])|ぬ|\\s?않|\\s?못")
WINDOW = 40  # characters in which a word at the edge of a gap is looked for


def swallows_negation(gap: str) -> bool:
    """Whether what an ellipsis leaves out turns what is kept on either side of it round, or was all that limited it."""
    if FIRST.match(gap[:WINDOW]) or LAST.search(gap[-WINDOW:]):
        return True
    if len(gap) <= 2 * WINDOW and LIMITING.fullmatch(gap):
        return True
    one_sentence = len(gap) <= 4 * WINDOW and not SENTENCE.search(gap)
    if one_sentence and (PHRASE.search(gap) or (WITHIN.search(gap) and not CLAUSES.search(gap))):
        return True
    return bool(UNSPACED_AFTER.match(gap.lstrip()) or UNSPACED_BEFORE.search(gap.rstrip()[-8:]))


def follows_negation(text: str, start: int) -> bool:
    """Whether the word right before `start` is a negator."""
    return LAST.search(text, max(0, start - WINDOW), start) is not None
