"""Number words: cardinals, ordinals, parts and scales, which the gate keeps whole and the review reads; pure tables."""

_BELOW_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_ROUND = "twenty thirty forty fifty sixty seventy eighty ninety"
_NTH = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth "
    "seventeenth eighteenth nineteenth twentieth"
)
SMALL = {word: value for value, word in enumerate(_BELOW_TWENTY.split())}
TENS = {word: 10 * value for value, word in enumerate(_ROUND.split(), start=2)}
GROUPS = {"dozen": 12, "score": 20, "hundred": 100}
SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "bn": 1e9, "mn": 1e6, "tn": 1e12} | {
    # the long words of other languages; a German Billion is not told from an English one
    word: value
    for value, words in (
        (1e3, "tausend tysiąc mille тыс тысяч тысячи"),
        (
            1e6,
            "millionen mio millions millones millón milioni milione milhões milhão miljoen miljoner miljon mln млн "
            "миллионов миллиона",
        ),
        (1e9, "milliarde milliarden mrd milliard milliards miliardi miliardo miljard miljarder mld млрд миллиардов миллиарда"),
    )
    for word in words.split()
}
ORDINALS = {word: value for value, word in enumerate(_NTH.split(), start=1)} | {"thirtieth": 30, "hundredth": 100}
PARTS = {"half": 2, "quarter": 4} | {word: value for word, value in ORDINALS.items() if value > 2}
