"""What the letters of a text say about its encoding, where a general detector is weak.

Between the Latin encodings the plain letters are the same, and only the accented ones, which are few, decide. Kana and
Hangul syllables decide at once: no other encoding's text turns into whole sentences of them.
"""

import re

# The letters beside a to z of each language, lower case, after the alphabets in the Unicode CLDR exemplar sets.
ALPHABETS = {
    "cp1252": (
        "àâæçéèêëîïôœùûüÿ",  # French
        "äöüßéà",  # German
        "áéíñóúü¿¡ºª",  # Spanish
        "áâãàçéêíóôõúüºª",  # Portuguese
        "àèéìíîòóùú",  # Italian
        "àçèéíïòóúü·",  # Catalan
        "åäöéüáà",  # Swedish, Finnish
        "åæøéèêóòâôäöü",  # Danish, Norwegian
        "áéëïíóöúüè",  # Dutch
        "áðéíóúýþæö",  # Icelandic
    ),
    "cp1250": (
        "ąćęłńóśźż",  # Polish
        "áčďéěíňóřšťúůýž",  # Czech
        "áäčďéíĺľňóôŕšťúýž",  # Slovak
        "áéíóöőúüű",  # Hungarian
        "čćđšž",  # Croatian, Slovenian
        "ăâîşţ",  # Romanian
    ),
    "cp1254": ("çğıöşüâîûİ",),  # Turkish
    "cp1257": (
        "ąčęėįšųūž",  # Lithuanian
        "āčēģīķļņšūž",  # Latvian
        "äöõüšž",  # Estonian
    ),
}
CANDIDATES = (("cp1252", "cp1252"), ("iso8859_2", "cp1250"), ("cp1250", "cp1250"), ("cp1254", "cp1254"), ("cp1257", "cp1257"))
# A sign by itself is © or °, whatever letter it would be elsewhere.
IN_A_WORD = re.compile("(?<=[A-Za-z\x80-\uffff])[\x80-\uffff]|[\x80-\uffff](?=[A-Za-z\x80-\uffff])")
KANA = re.compile("[\u3041-\u3096\u30a1-\u30fc]")
HANGUL = re.compile("[\uac00-\ud7a3]")
# Marks of every language: they speak for no encoding. What is neither these nor a letter speaks against one.
NEUTRAL = frozenset("\xa0«»„“”‘’‚–—…•€§°©®™´ˇ˘\xad")


def latin_encoding(sample: bytes) -> str:
    """The most likely Latin encoding of a sample; windows-1252 when several fit or none does."""
    best, best_share = "cp1252", 0.0
    for encoding, family in CANDIDATES:
        share = fit(sample.decode(encoding, "replace"), ALPHABETS[family])
        if share > best_share + 0.02:  # a tie is windows-1252's, the most frequent by far
            best, best_share = encoding, share
    return best


def fit(text: str, alphabets: tuple[str, ...]) -> float:
    """The share of a text's non-ASCII letters and odd signs that the best-fitting language has."""
    marks = [character for character in IN_A_WORD.findall(text) if character not in NEUTRAL]
    if not marks:
        return 0.0
    return max(sum(1 for mark in marks if mark in letters or mark.lower() in letters) for letters in alphabets) / len(marks)


def looks_latin(sample: bytes) -> bool:
    """Whether the non-ASCII bytes mostly stand alone between ASCII letters, as accented letters and quotes do."""
    runs = re.findall(rb"[\x80-\xff]+", sample)
    alone = sum(1 for run in runs if len(run) == 1)
    # Big5 and Shift JIS have ASCII letters as second bytes, but never twice as many as others.
    return alone * 2 >= len(runs) and len(re.findall(rb"[A-Za-z]", sample)) >= 2 * sum(map(len, runs))


def kana_or_hangul(sample: bytes) -> str:
    """cp932, euc_jp or cp949 when the sample, read so, is Japanese or Korean; "" otherwise."""
    for encoding, strict, script, least in (
        ("cp932", "cp932", KANA, 0.2),
        ("euc_jp", "euc_jp", KANA, 0.2),
        ("cp949", "euc_kr", HANGUL, 0.85),  # the syllables cp949 adds take ASCII letters as second bytes
    ):
        text = sample.decode(strict, "replace")
        signs = sum(1 for character in text if character > "\x7f")
        # Chinese read as Korean is Hangul for two thirds, the rest Hanja; Japanese prose is kana for half and more.
        if text.count("\ufffd") * 200 <= signs and len(script.findall(text)) >= least * signs > 0:
            return encoding
    return ""
