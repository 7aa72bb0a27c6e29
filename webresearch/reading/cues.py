"""What an answer to a kind of question looks like: a number for "how many", "X is ..." for "what is X"."""

import re
from typing import NamedTuple

NUMBER_GAIN = 0.1  # of the best score; .2 is no better
DEFINITION_GAIN = 0.15
LONGEST_QUERY = 400  # characters looked at

# Questions after a number, a date or a value, in the languages with a stop list of their own.
ASKS_NUMBER = re.compile(
    r"\b(?:how (?:many|much|long|often|old|large|big|far|fast|high)|when|what time|which (?:year|version)"
    r"|years?|dates?|percent(?:age)?|numbers?|sizes?|rates?|ages?|values?|defaults?|maximum|minimum|max|min|limits?"
    r"|prevalence|statistics|price|cost"
    r"|wie ?viele?|wann|wie (?:lange|oft|hoch|groß|alt)|combien|quand|cu[aá]nt[oa]s?|cu[aá]ndo|quant[oiae]s?|quando"
    r"|hoe ?veel|wanneer|hur många|när|hvor (?:mange|lenge|længe)|kuinka|milloin|ile|kiedy|kolik|kdy|сколько|когда|kaç"
    r"|πόσ[οα]ι?|πότε)\b"
    r"|多少|几|幾|何[年月日時人]|いつ|いくつ|いくら|몇|언제|얼마|กี่|เมื่อ",
    re.IGNORECASE,
)
DIGIT = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion)\b"
)
# "What is X?", with X of up to three words.
ASKS_MEANING = re.compile(
    r"\s*(?:what (?:is|are|was|were|does)|define|was (?:ist|sind)|qu'est-ce qu(?:e |')|qué (?:es|son)|che cos'è|wat (?:is|zijn)"
    r"|o que (?:é|são))\s+(?:an?\s+|the\s+)?([\w-]+(?:\s+[\w-]+){0,2}?)(?:\s+(?:mean|stand\s+for))?\s*\??\s*",
    re.IGNORECASE,
)
MEANS = (
    r"\b[\"'*_`)\s]{0,4}(?:\([^()]{1,80}\)\s*)?"
    r"(?:is|are|was|were|means?|stands\s+for|refers?\s+to|,\s*(?:an?|the)|ist|sind|est|sont|es|son|è|sono|zijn|é|são)\b"
)


class Cue(NamedTuple):
    """pattern: what to look for in a unit. gain: part of the best score it earns."""

    pattern: re.Pattern[str]
    gain: float


def cues_of(query: str) -> list[Cue]:
    """The cues of one query."""
    query = query[:LONGEST_QUERY]
    found = []
    if ASKS_NUMBER.search(query):
        found.append(Cue(DIGIT, NUMBER_GAIN))
    meaning = ASKS_MEANING.fullmatch(query)
    if meaning:
        subject = r"\s+".join(re.escape(word) for word in meaning[1].split())
        found.append(Cue(re.compile(r"\b" + subject + MEANS, re.IGNORECASE), DEFINITION_GAIN))
    return found
