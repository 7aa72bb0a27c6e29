"""The usual ways to take a page's text, and ours, in the form that the extraction set's scorer calls."""


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
    from html_to_markdown import convert

    from webresearch.pages.decode import decode

    return convert(decode(body, "").text).content or ""
