"""Visible text that gives orders to an assistant: kept, but told of."""

import re

# Orders to drop what was ordered before, in the languages injections are most often written in.
DROP_ORDERS = re.compile(
    r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|overrule|bypass|discard|do\s+not\s+follow|stop\s+following)\b"
    r"[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|existing|foregoing|former|initial|original|all|any|your|system|other)\b"
    r"[^.!?\n]{0,30}\b(?:instructions?|prompts?|directives?|guidelines|commands|orders|rules|constraints|programming|messages?)\b"
    r"|\b(?:ignorier\w*|vergiss|missachte\w*)\b[^.!?\n]{0,40}\b(?:anweisung|instruktion|befehl|vorgabe)\w*"
    r"|\b(?:ignor\w+|oubli\w+|olvid\w+|esque\w+|dimentic\w+)\b[^.!?\n]{0,40}\b(?:instruction|instruccion|instruções|istruzion|consigne)\w*"
    r"|(?:忽略|无视|無視|忘记|忘掉)[^。\n]{0,20}(?:指令|指示|提示)"
    r"|(?:игнорир|забудь|не обращай)\w*[^.\n]{0,40}(?:инструкц|указани|команд)",
    re.I,
)
TO_ASSISTANT = re.compile(
    r"\b(?:note|message|instructions?|attention|notice|warning|important|reminder|dear)\b[^.!?\n]{0,20}"
    r"\b(?:to|for|all|any|dear)\b[^.!?\n]{0,20}\b(?:ai|llms?|language models?|assistants?|chatbots?|claude|chatgpt|gpt|gemini|copilot)\b"
    r"[^.!?\n]{0,20}[:!,-]"
    r"|\b(?:if|as)\s+you\s+are\s+an?\s+(?:ai|llm|language\s+model|(?:ai\s+)?assistant|chatbot|(?:ai\s+)?agent)\b"
    r"|\b(?:ai|llm|language\s+model|claude|chatgpt|gpt)(?:\s+(?:assistants?|agents?|models?))?\s*[,:]\s*(?:you\s+)?(?:must|please|ignore|do not|stop|now)\b"
    r"|\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?\s+)?(?:in\s+)?(?:\w+\s+)?(?:ai|assistant|dan|developer mode|jailbroken|unrestricted|bound|hacker|agent)\b"
    r"|\b(?:new|updated|revised|hidden|secret)\s+(?:system\s+)?instructions?\s*(?::|for\s+(?:the\s+)?(?:ai|assistant|model|agent))"
    r"|\b(?:reveal|print|repeat|show|output|leak|send|disclose)\b[^.!?\n]{0,30}\b(?:your|the)\s+(?:system|initial|hidden)\s+(?:prompt|instructions?)\b"
    r"|\bsystem\s+(?:override|prompt\s*:|message\s*:)"
    r"|\bdo\s+not\s+(?:tell|inform|mention\s+(?:this|it)\s+to|alert|warn)\s+the\s+(?:user|human|operator)\b"
    r"|\bwithout\s+(?:telling|informing|asking|alerting)\s+the\s+(?:user|human|operator)\b"
    r"|\b(?:assistant|model|agent|ai)\s+(?:must|should|has\s+to|shall)\s+(?:now\s+)?(?:run|execute|call|send|post|fetch|delete|download|visit)\b"
    r"|^\W{0,4}(?:system|assistant|developer)\s*(?::|\\:|message)\s*\S+[^\n]{0,80}\b(?:ignore|run|execute|must|override|obey|comply)\b",
    re.I | re.M,
)


def addresses_reader(text: str) -> bool:
    """Whether a text speaks to an assistant that reads it instead of to people."""
    return bool(DROP_ORDERS.search(text) or TO_ASSISTANT.search(text))
