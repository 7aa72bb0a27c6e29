"""`search_answer`: the one place where a model is asked. Page text goes in; a synthesised answer and its sources come out.

Only `mcp --answer` loads this file. Whatever the model says, no passage of a page leaves here: a sentence that copies one is
dropped, quotes are checked and not returned, and where nothing is left the answer is refused. There is no fallback to raw text.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from webresearch.errors import NothingFound, UsageError
from webresearch.net.deadline import Deadline
from webresearch.net.guard import displayed
from webresearch.pipeline.context import Context
from webresearch.safetext import one_line
from webresearch.views.answers import Document, to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from webresearch.pipeline.read import Document as Page

AGAIN = "other words, or a higher limit"
TITLE_LIMIT = 120
SENTENCES_LIMIT = 12_000  # characters of the synthesis; the answer with its sources stays under the bound of 25,000
TOKENS_A_PAGE = 1500  # of passages for the model: an answer with its surroundings
COPIED_WORDS = 8  # in a row are a passage; shorter runs are names and terms
COPIED_CHARACTERS = 20  # the same in scripts without spaces, where each character counts as a word
WHOLE_SENTENCE = 4  # words, from which on a sentence that stands in a page as a whole is a copy
WORDS = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")
MARKS = re.compile(r"\[(\d{1,3})\]")
MARKS_BEHIND = re.compile(r"([.!?。！？]+)\s*((?:\[\d{1,3}\]\s*)+)")
LINK = re.compile(r"[a-z][a-z0-9+.-]*://|\bwww\.|\]\(|<[a-z/!]|`", re.IGNORECASE)
# What is plainly wrong in a sentence against its quotes; the other flags of the review are for readers.
WRONG = frozenset({"number_not_in_quote", "unit_differs", "negation_differs", "no_overlap"})


class Source(NamedTuple):
    """A page that an answer rests on. text: what is known of its words, for the check against copying."""

    title: str
    url: str
    text: str = ""


class Synthesis(NamedTuple):
    """Sentences, each with the numbers of its sources (from 1), and what has to be known of them."""

    sentences: tuple[tuple[str, tuple[int, ...]], ...]
    sources: tuple[Source, ...]
    by: str
    warnings: tuple[str, ...] = ()


def run_tool(context: Context, _: str, arguments: dict[str, object]) -> Document:
    """The answer of `search_answer`. Raises ResearchError where nothing was synthesised, with the likely cause."""
    query, limit = str(arguments["query"]), int(str(arguments["limit"]))
    deadline = Deadline(context.settings.limits.answer_seconds)
    by_claude = context.settings.answerer == "claude"
    return document(
        claude_answer(context, query, limit, deadline) if by_claude else box_answer(context, query, limit, deadline)
    )


def document(synthesis: Synthesis) -> Document:
    """An answer with its `Sources:` list, of the sources that it cites. Raises NothingFound where no sentence is left."""
    kept, dropped = screened(synthesis)
    if not kept:
        what = f"nothing was synthesised: none of {dropped} sentences could be kept (copied from a page, or not supported)"
        raise NothingFound(what, synthesis.by, AGAIN)
    used = sorted({number for _, numbers in kept for number in numbers})
    place = {number: new for new, number in enumerate(used, 1)}
    text = " ".join(f"{sentence}{''.join(f'[{place[number]}]' for number in numbers)}" for sentence, numbers in kept)
    sources: list[Document] = [
        {"number": place[number], "title": safe_title(source.title), "url": displayed(source.url)}
        for number in used
        for source in [synthesis.sources[number - 1]]
    ]
    lines = [f"[{row['number']}] {row['title'] and row['title'] + ' — '}{row['url']}" for row in sources]
    warnings = [one_line(warning, 200) for warning in synthesis.warnings]
    if dropped:
        warnings.append(
            f"{dropped} sentences were left out: copied from a page, or not supported by a quote that stands in one"
        )
    found: Document = {"command": "search_answer", "answer": "\n".join([text, "", "Sources:", *lines]), "sources": sources}
    return found | {"by": synthesis.by} | ({"warnings": warnings} if warnings else {})


def screened(synthesis: Synthesis) -> tuple[list[tuple[str, tuple[int, ...]]], int]:
    """The sentences that may leave, and how many may not: those that cite nothing, copy a page, or hold a link or code."""
    pages = [words_of(source.text) for source in synthesis.sources if source.text]
    kept: list[tuple[str, tuple[int, ...]]] = []
    size = 0
    for sentence, numbers in synthesis.sentences:
        known = tuple(dict.fromkeys(number for number in numbers if 1 <= number <= len(synthesis.sources)))
        size += len(sentence) + 8
        if known and size < SENTENCES_LIMIT and not LINK.search(sentence) and not any(copied(sentence, page) for page in pages):
            kept.append((sentence, known))
    return kept, len(synthesis.sentences) - len(kept)


def words_of(text: str) -> str:
    """A text as its words alone, in lower case, with one blank around each."""
    return f" {' '.join(WORDS.findall(text.casefold()))} "


def copied(sentence: str, page: str) -> bool:
    """Whether a sentence is, or holds, a passage of a page, which is given as its words."""
    words = WORDS.findall(sentence.casefold())
    single = sum(len(word) == 1 for word in words)
    run = COPIED_CHARACTERS if 2 * single > len(words) else COPIED_WORDS
    size = len(words) if WHOLE_SENTENCE <= len(words) < run else run
    return any(f" {' '.join(words[start : start + size])} " in page for start in range(len(words) - size + 1))


def safe_title(title: str) -> str:
    """A page's title as one short line, "" where it speaks to whoever reads it."""
    from webresearch.pages.address import addresses_reader

    line = one_line(title, TITLE_LIMIT)
    return "" if addresses_reader(line) or LINK.search(line) else line


def sentences_of(answer: str) -> list[tuple[str, tuple[int, ...]]]:
    """The sentences of an answer, each with the numbers of the marks it bears."""
    from webresearch.reading.sentences import sentence_ends

    found = []
    for line in answer[: 2 * SENTENCES_LIMIT].splitlines():
        # A mark behind the full stop belongs to the sentence before it.
        text = MARKS_BEHIND.sub(lambda match: f" {match[2].strip()}{match[1]} ", line)
        start = 0
        for end in sentence_ends(text, 0, len(text), 1000):
            piece, start = text[start:end], end
            sentence = re.sub(r"\s+([.!?,;:])", r"\1", one_line(MARKS.sub("", piece), 1000))
            if re.search(r"\w", sentence):
                found.append((sentence, tuple(int(number) for number in MARKS.findall(piece))))
    return found


def box_answer(context: Context, query: str, limit: int, deadline: Deadline) -> Synthesis:
    """The answer of the model on the box. Its sentences cite by their own marks, or all sources where they bear none."""
    from webresearch.engines.firecrawl_answer import CLAUDE, ask

    settings = context.settings
    if settings.engine == "embedded":
        raise UsageError("nothing was synthesised: the embedded engine has no language model", hint=CLAUDE)
    context.say(f"asking {settings.firecrawl_url} for an answer")
    client = context.client(settings.firecrawl_url, 3 * settings.limits.body_bytes)
    answer = ask(client, settings.firecrawl_url, query, limit, deadline.left())
    texts, warnings = answer.texts, list(answer.warnings)
    if not texts:
        warnings.append("the service sent no page text along, so whether the answer copies it could not be checked")
    # The texts need not be in the order of the citations; for the check they only have to be there.
    sources = [
        Source(title, url, texts[place] if place < len(texts) else "") for place, (title, url) in enumerate(answer.citations)
    ]
    everything = tuple(range(1, len(sources) + 1))
    cited = [(sentence, tuple(set(numbers) & set(everything))) for sentence, numbers in sentences_of(answer.text)]
    sentences = tuple((sentence, tuple(sorted(numbers)) or everything) for sentence, numbers in cited)
    rest = [Source("", "", text) for text in texts[len(sources) :]]
    return Synthesis(sentences, (*sources, *rest), f"the model of {settings.firecrawl_url}", tuple(warnings))


def claude_answer(context: Context, query: str, limit: int, deadline: Deadline) -> Synthesis:
    """The answer of a headless Claude Code without any tool, every sentence resting on quotes that stand in their pages."""
    from webresearch.engines.claude import ask_claude, claude_program, read_reply
    from webresearch.pipeline.asking import Filters
    from webresearch.pipeline.research import fetched
    from webresearch.pipeline.search import failure, search

    program, filters = claude_program(), Filters(10)
    found = search(context, [query], filters, topic=None, run=None)
    if (error := failure(found)) is not None:
        raise error
    documents, failed, _ = fetched(context, found.results, filters, limit)
    if not documents:
        why = "; ".join(f"{one.url}: {one.verdict}" for one in failed[:3])
        raise NothingFound(one_line(f"nothing was synthesised: no page could be had ({why})", 600), query, AGAIN)
    pages = [for_model(number, one, query) for number, one in enumerate(documents, 1)]
    context.say(f"asking Claude Code about {len(pages)} pages")
    said = ask_claude(program, to_json({"question": query, "pages": pages}), deadline.left())
    sources = [Source(str(one.facts.get("title", "")), str(one.facts.get("url", "")), one.text) for one in documents]
    answer, citations = read_reply(said, len(sources))
    if not answer.strip():
        raise NothingFound("nothing was synthesised: the pages read do not answer the question", query, AGAIN)
    return Synthesis(tuple(supported(answer, citations, sources)), tuple(sources), "Claude Code, without tools")


def for_model(number: int, page: "Page", query: str) -> Document:
    """A page as the model gets it: the passages that bear on the query, or its beginning where none has a word of it."""
    from webresearch.pipeline.read import Asked, read

    excerpts = read([page], Asked((query,), TOKENS_A_PAGE, "chunks")).excerpts
    text = "\n…\n".join(excerpt.text for _, excerpt in excerpts) or page.text[: 4 * TOKENS_A_PAGE]
    facts = {name: one_line(page.facts.get(name), 200) for name in ("title", "published")}
    return {"source": number, **facts, "text": text}


def supported(
    answer: str, citations: Sequence[tuple[int, str]], sources: Sequence[Source]
) -> list[tuple[str, tuple[int, ...]]]:
    """The sentences with the numbers of their sources; none for a sentence that its quotes, as they stand, do not bear."""
    from webresearch.evidence.notes import length_fault
    from webresearch.evidence.quotes import PageText
    from webresearch.evidence.risk import review

    pages: dict[int, PageText] = {}
    stands: dict[int, tuple[int, str]] = {}
    for place, (number, quote) in enumerate(citations, 1):
        if number and not length_fault(quote):
            page = pages.setdefault(number, PageText(sources[number - 1].text))
            if page.find(quote) is not None:
                stands[place] = number, quote
    found = []
    for sentence, marks in sentences_of(answer):
        good = bool(marks) and all(mark in stands for mark in marks)
        if good:
            quotes = "\n".join(stands[mark][1] for mark in marks)
            good = not WRONG & set(review(sentence, quotes))
        found.append((sentence, tuple(stands[mark][0] for mark in marks) if good else ()))
    return found
