"""The usual ways to take a page's text and to read it, and ours, in the form that the sets' scorers call."""

import math
import re
from collections import Counter


def ours(body: bytes, url: str) -> str:
    """`convert` of this project, in process."""
    from webresearch.models import Page
    from webresearch.pages.page import page_from_bytes

    about = {"final_url": "", "status": None, "content_type": "", "engine": "file"}
    page = page_from_bytes(body, url=url, thin_characters=500, truncated=False, **about)  # type: ignore[arg-type]
    return page.markdown if isinstance(page, Page) else ""


def trafilatura(body: bytes, url: str) -> str:
    """The library alone, Markdown with links."""
    from trafilatura import extract

    return extract(body, url=url, output_format="markdown", include_links=True, include_formatting=True) or ""


def whole_page(body: bytes, url: str) -> str:
    """Everything between the body's tags, as Markdown."""
    from html_to_markdown import ConversionOptions, convert

    from webresearch.pages.decode import decode

    return convert(decode(body, "").text, ConversionOptions(extract_metadata=False)).content or ""


def best_paragraphs(page: str, question: str, budget: int) -> list[str]:
    """TF-IDF cosine, the five best paragraphs, best first and cut at the budget: so the cut takes the least of them."""
    from measure_reading import SEPARATOR, cosine, vector, words

    paragraphs = [part.strip() for part in re.split(r"\n\s*\n|\n(?=#)", page) if part.strip()]
    counts = [Counter(words(part)) for part in paragraphs]
    found = Counter(word for count in counts for word in count)
    rarity = {word: math.log(len(paragraphs) / number) + 1 for word, number in found.items()}
    query = vector(Counter(words(question)), rarity)
    order = sorted(range(len(paragraphs)), key=lambda place: (-cosine(query, vector(counts[place], rarity)), place))[:5]
    return [SEPARATOR.join(paragraphs[place] for place in order)[: 4 * budget]]
