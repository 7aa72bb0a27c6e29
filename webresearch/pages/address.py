"""Visible text that gives orders to an assistant: kept, but told of."""

import re
from collections.abc import Iterator

# All these are for text whose letters are folded to one case: matching in any case takes several times as long.

# Orders to drop what was ordered before, in the languages injections are most often written in.
DROP_ORDERS = re.compile(
    r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|overrule|bypass|discard|do\s+not\s+follow|stop\s+following)\b"
    r"[^.!?\n]{0,40}\b(?:(?:previous|prior|above|earlier|preceding|existing|foregoing|former|initial|original|your|system)\b"
    r"[^.!?\n]{0,30}\b(?:rules|constraints|messages?|instructions?|prompts?|directives?|directions|guidelines|commands|orders"
    r"|programming)"
    r"|(?:all|any|other)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|directives?|guidelines|commands|orders|programming))\b"
    r"|\b(?:ignorier\w*|vergiss|missachte\w*)\b[^.!?\n]{0,40}\b(?:anweisung|instruktion|befehl|vorgabe)\w*"
    r"|\b(?:ignor\w+|oubli\w+|olvid\w+|esque\w+|dimentic\w+)\b[^.!?\n]{0,40}"
    r"\b(?:instruction|instruccion|instruções|istruzion|consigne)\w*"
    r"|(?:忽略|无视|無視|忘记|忘掉)[^。\n]{0,20}(?:指令|指示|提示)"
    r"|(?:игнорир|забудь|не обращай)\w*[^.\n]{0,40}(?:инструкц|указани|команд)"
    r"|(?:指示|命令)を?[^。\n]{0,10}(?:無視|忘れ)|(?:지시|명령|지침)[^.\n]{0,12}(?:무시|잊)|تجاهل[^.\n]{0,40}(?:تعليمات|أوامر)"
    r"|\bnegeer\w*\b[^.!?\n]{0,40}\b(?:instructie|opdracht)\w*|\bz?ignoruj\w*\b[^.!?\n]{0,40}\b(?:instrukcj|polece)\w*"
    r"|\btalimat\w*[^.!?\n]{0,20}(?:yok say|dikkate alma|görmezden gel|unut)"
)
TO_ASSISTANT = re.compile(
    r"\b(?:(?:note|message|instructions?|attention|notice|warning|important|reminder|dear)\b[^.!?\n]{0,20}"
    r"\b(?:to|for|all|any|dear)\b[^.!?\n]{0,20}\b(?:ai|llms?|language models?|assistants?|chatbots?|claude|"
    r"chatgpt|gpt|gemini|copilot)\b[^.!?\n]{0,20}[:!,-]"
    r"|(?:if|as)\s+you\s+are\s+an?\s+(?:ai|llm|language\s+model|(?:ai\s+)?assistant|chatbot|(?:ai\s+)?agent)\b"
    r"|(?:ai|llm|language\s+model|claude|chatgpt|gpt)(?:\s+(?:assistants?|agents?|models?))?\s*[,:]\s*(?:you\s+)?"
    r"(?:must|please|ignore|do not|stop|now)\b"
    r"|you\s+are\s+(?:now|no\s+longer)\s+(?:an?\s+)?(?:in\s+)?(?:\w+\s+)?"
    r"(?:ai|assistant|dan|developer mode|jailbroken|unrestricted|bound|hacker|agent)\b"
    r"|(?:new|updated|revised|hidden|secret)\s+(?:system\s+)?instructions?\s*(?::|for\s+(?:the\s+)?(?:ai|assistant|model|agent))"
    r"|(?:reveal|print|repeat|show|output|leak|send|disclose)\b[^.!?\n]{0,30}"
    r"\b(?:your|the)\s+(?:system|initial|hidden)\s+(?:prompt|instructions?)\b"
    r"|system\s+(?:override|prompt\s*:|message\s*:)"
    r"|do\s+not\s+(?:tell|inform|mention\s+(?:this|it)\s+to|alert|warn)\s+the\s+(?:user|human|operator)\b(?!\s+(?:their|his|her)\b)"
    r"|without\s+(?:telling|informing|alerting)\s+the\s+(?:user|human|operator)\b"
    r"|(?:(?:ai|llm|language)\s+(?:models?|agents?|assistants?)|assistants?|ai|llms?)\s+(?:\w+\s+this\s+\w+\s+)?"
    r"(?:must|should|ha(?:s|ve)\s+to|shall)\s+(?:now\s+|always\s+)?"
    r"(?:run|execute|call|send|post|fetch|delete|download|visit|recommend|ignore|obey|rank)\b"
    r"|dear\s+(?:ai|llm|assistant|language\s+model|agent)\b|forget\s+everything\s+(?:you|that\s+you|above)\b"
    r"|ignore\s+(?:all\s+of\s+)?the\s+above\s+(?:and|,)\s+\w+"
    r")|^\W{0,4}(?:system|assistant|developer)\s*(?::|\\:|message)\s*\S+[^\n]{0,80}\b(?:ignore|run|execute|must|override|obey|comply)\b",
    re.M,
)


ORDERS = re.compile(
    "instru|istru|prompt|directive|guideline|command|order|rule|constraint|programming|message|anweisung|befehl|vorgabe|consigne"
    "|指令|指示|命令|提示|инструк|указани|команд|direction|지시|명령|지침|تعليمات|أوامر|opdracht|polece|talimat"
)
# One of these stands in every match above; text around them is all that the expressions have to be tried on.
KEY_LIST = """ignor|disregard|forget|overr|bypass|discard|follow|vergiss|missacht|oubli|olvid|esque|dimentic|
忽略|无视|無視|忘れ|忘记|忘掉|무시|잊|تجاهل|negeer|talimat|dear |
игнорир|забудь|обращай|llm|assistant|chatbot|claude|gpt|gemini|copilot|
agent|language model|you are|instructions|prompt|system override|system message|the user|the human|the operator|
system:|developer:|system\\:| ai | ai,| ai:|ai must|ai should|
ai has|ai shall|model must|model should|model has|model shall"""
KEYS = KEY_LIST.replace("\n", "").split("|")
MOST_TRIES = 1000  # places looked at; each can take a millisecond of a text made for it
AROUND = 160  # characters: the longest match has about 150


def addresses_reader(text: str) -> bool:
    """Whether a text speaks to an assistant that reads it instead of to people."""
    folded = text.casefold()
    end = 0
    tried = 0
    for place in sorted(place for key in KEYS for place in places(folded, key)):
        if place + AROUND <= end:
            continue
        tried += 1
        if tried > MOST_TRIES:
            break
        start, end = max(0, place - AROUND), place + 2 * AROUND
        part = folded[start:end]
        if (ORDERS.search(part) and DROP_ORDERS.search(part)) or TO_ASSISTANT.search(part):
            return True
    return False


def places(text: str, key: str) -> Iterator[int]:
    """Where a word stands in a text."""
    place = text.find(key)
    while place >= 0:
        yield place
        place = text.find(key, place + len(key))
