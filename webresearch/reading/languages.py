"""What the reader knows of languages: the stemmer, the commonest words, and a cheap guess from them."""

import re
from functools import cache
from typing import NamedTuple

SAMPLE = 8000  # characters looked at for the guess: some 1,200 words, of which a third are among the commonest
LEAST_SHARE = 0.08  # of the words must be among the commonest of a language; running text has 20 to 40 %
WORD = re.compile(r"[^\W\d_]+")

# Code -> (Snowball algorithm, words that carry no topic: articles, pronouns, prepositions, auxiliaries, question words).
KNOWN: dict[str, tuple[str, str]] = {
    "en": (
        "english",
        "a an the of in on at by for with to from as into onto about over under between among through during before"
        " after within is are was were be been being am do does did done doing has have had having can could may might"
        " shall should will would must and or but if then than because so nor not no that this these those it its"
        " there their theirs they them he him his she her hers i me my you your yours we us our ours who whom whose"
        " which what when where why how also any all each every some such most more much many other another same own"
        " only very just both few too out up down off again further once here while s t don doesn isn aren wasn didn"
        " according text mention mentioned describe described discuss discussed list listed made used using",
    ),
    "de": (
        "german",
        "der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ist sind war waren"
        " wird werden wurde wurden hat haben hatte kann können muss soll zu zum zur in im an am auf aus bei mit nach"
        " von vom vor für über unter durch um als wie wenn dass weil auch noch nur sich es er sie wir ich ihr man so"
        " sehr mehr was wer wo wann warum welche welcher welches viel viele dieser diese dieses",
    ),
    "fr": (
        "french",
        "le la les l un une des de du d et ou mais ne pas n est sont était étaient être a ont avait avoir à au aux en"
        " dans sur sous par pour avec sans chez que qu qui quoi quand où comment pourquoi quel quelle quels quelles"
        " combien ce cet cette ces se s il elle ils elles on nous vous je j son sa ses leur leurs plus très aussi"
        " comme si c y",
    ),
    "es": (
        "spanish",
        "el la los las un una unos unas de del y o pero no es son era eran fue fueron ser está están ha han había a"
        " al en con por para sin sobre entre desde hasta que qué quien quién cuando cuándo donde dónde como cómo cuál"
        " cuáles cuanto cuánto cuántos cuántas se lo le les su sus este esta estos estas ese esa más muy también si yo"
        " tú él ella nos",
    ),
    "it": (
        "italian",
        "il lo la i gli le l un uno una di del della dei delle degli dello e o ma non è sono era erano essere ha"
        " hanno aveva a al alla ai alle in nel nella nei con per su sul sulla da dal dalla tra fra che chi cosa quando"
        " dove come perché quale quali quanto quanti quante si ci suo sua suoi questo questa questi queste più molto"
        " anche se",
    ),
    "pt": (
        "portuguese",
        "o a os as um uma uns umas de do da dos das e ou mas não é são era eram foi foram ser está estão tem têm ao à"
        " aos às em no na nos nas com por pelo pela para sem sobre entre que quem quando onde como qual quais quanto"
        " quantos quantas se lhe seu sua seus suas este esta isto esse essa mais muito também já",
    ),
    "nl": (
        "dutch",
        "de het een en of maar niet geen is zijn was waren wordt worden werd werden heeft hebben had kan kunnen moet"
        " te in op aan bij met naar van voor over onder door om als dat die dit deze wat wie waar wanneer waarom hoe"
        " welke hoeveel er ook nog zich hij zij ze wij we ik je u men zo meer zeer",
    ),
    "sv": (
        "swedish",
        "en ett den det de och eller men inte är var vara blir blev har hade kan ska skulle i på av för med till från"
        " om vid under över efter som att när där hur vad vem vilken vilka varför många sig sin sitt sina han hon vi"
        " ni jag man också mer",
    ),
    "da": (
        "danish",
        "en et den det de og eller men ikke er var være bliver blev har havde kan skal skulle i på af for med til fra"
        " om ved under over efter som at når hvor hvad hvem hvilken hvilke hvorfor hvordan mange sig sin sit sine han"
        " hun vi jeg man også",
    ),
    "no": (
        "norwegian",
        "en et ei den det de og eller men ikke er var være blir ble har hadde kan skal skulle i på av for med til fra"
        " om ved under over etter som å at når hvor hva hvem hvilken hvilke hvorfor hvordan mange seg sin sitt sine"
        " han hun vi jeg man også",
    ),
    "fi": (
        "finnish",
        "ja tai mutta ei eivät on ovat oli olivat olla ole se ne hän he minä sinä me te tämä tuo nämä että kun jos"
        " kuin niin myös vain joka jotka mikä mitä kuka missä milloin miksi miten kuinka monta sekä",
    ),
    "pl": (
        "polish",
        "i w we z ze na do od po o u za przez dla przy pod nad nie jest są był była było były być ma się to ten ta te"
        " tego tej tym że który która które co kto kiedy gdzie jak dlaczego ile czy oraz lub ale a jego jej ich jako",
    ),
    "cs": (
        "czech",
        "a i v ve z ze na do od po o u za pro při pod nad ne je jsou byl byla bylo byly být má se si to ten ta že"
        " který která které co kdo kdy kde jak proč kolik nebo ale jeho její jejich jako",
    ),
    "ro": (
        "romanian",
        "un o și sau dar nu este sunt era erau fi a al ai ale cu de din la în pe pentru prin după despre că care ce"
        " cine când unde cum câte câți se lui lor mai",
    ),
    "hu": (
        "hungarian",
        "a az egy és vagy de nem is van vannak volt voltak lesz hogy ha mint mi ki mikor hol hogyan miért mennyi hány"
        " ez azt ezt meg csak már még",
    ),
    "tr": (
        "turkish",
        "ve veya ama değil bir bu şu o için ile de da ki mi mu ne kim nerede nasıl neden kaç olarak olan daha en çok"
        " gibi sonra",
    ),
    "ru": (
        "russian",
        "и в во на с со к ко о об от до из за по у под над для при без не ни но а или что чтобы как кто где когда"
        " почему сколько какой какая какие это этот эта эти тот он она оно они мы вы я его её их был была было были"
        " быть есть же бы ли то",
    ),
    "el": (
        "greek",
        "ο η το οι τα του της των τον την και ή αλλά δεν είναι ήταν να θα σε στο στη στην στον από με για που πως τι"
        " ποιος ποια πότε πού γιατί πόσο πόσα ένα μια αυτό",
    ),
}
ALIASES = {"nb": "no", "nn": "no"}
# English words of questions rather than of answers: "what is the main purpose", "which types". They still count, a little.
ASKING = (
    "purpose relationship role type kind example specific potential key different various main primary result effect impact"
    " significance finding find study important difference similar feature characteristic factor reason cause way term name"
    " get give show happen mean include contain become come go take occur provide play involve related relation associated"
    " state information article paper author page section report identify know call use"
)
QUESTION_WORDS = tuple(ASKING.split())


class Language(NamedTuple):
    """code: ISO 639-1, "" when unknown. stemmer: a Snowball algorithm or "". common: its words without a topic."""

    code: str
    stemmer: str
    common: frozenset[str]


@cache
def language_of(tag: str) -> Language:
    """What is known of a language by its tag, e.g. `de` or `de-AT`; the unknown ones have no stemmer."""
    code = re.split(r"[-_]", tag.strip().lower(), maxsplit=1)[0]
    code = ALIASES.get(code, code)
    stemmer, words = KNOWN.get(code, ("", ""))
    return Language(code if stemmer else "", stemmer, frozenset(words.split()))


def guess(text: str) -> Language:
    """The language of a text by its commonest words; the unknown one when no list fits."""
    words = [word.lower() for word in WORD.findall(text[:SAMPLE])]
    best, most = "", 0
    for code in KNOWN:
        common = language_of(code).common
        count = sum(word in common for word in words)
        if count > most:
            best, most = code, count
    return language_of(best if most >= max(3, LEAST_SHARE * len(words)) else "")
