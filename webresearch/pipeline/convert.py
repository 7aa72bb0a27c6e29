"""`convert`: a local file as Markdown, through the same path as a fetched page but without the network."""

from typing import TextIO

from webresearch.errors import UsageError
from webresearch.models import FailedPage, Page
from webresearch.pipeline.context import Context
from webresearch.pipeline.scrape import check_out
from webresearch.safetext import one_line
from webresearch.topic.store import write_whole

ENGINE = "file"


def convert(context: Context, given: str, stdin: TextIO, url: str, out: str | None) -> Page | FailedPage:
    """The page in a file of HTML, PDF or text, told by its bytes; its Markdown is written to `out` where that is given.

    given: the file's name, or "-" for `stdin`. url: where the page is from: what relative links are relative to; "" when
    that is not known. A file above the limit of its kind is cut there, as a fetched body is. Raises UsageError for a file
    that cannot be read and for a URL that is none, CannotWrite for `out`.
    """
    path = check_out(out, context.settings.root)
    outcome = convert_bytes(context, given, stdin, url)
    if path and isinstance(outcome, Page):
        write_whole(path, outcome.markdown.rstrip("\n") + "\n")
    return outcome


def convert_bytes(context: Context, given: str, stdin: TextIO, url: str) -> Page | FailedPage:
    """The page, from the first bytes of the file up to the limit of its kind."""
    from webresearch.pages.kinds import is_pdf
    from webresearch.pages.page import page_from_bytes

    if url and (not url.lower().startswith(("http://", "https://")) or one_line(url, 2048) != url):
        raise UsageError("--url is no http address", one_line(url, 200), "give the page's own: --url https://...")
    limits = context.settings.limits
    body = read_bytes(given, stdin, max(limits.body_bytes, limits.pdf_bytes) + 1)
    limit = limits.pdf_bytes if is_pdf(body) else limits.body_bytes
    return page_from_bytes(
        body[:limit],
        url=url,
        final_url="",
        status=None,
        content_type="",
        engine=ENGINE,
        thin_characters=limits.thin_characters,
        truncated=len(body) > limit,
    )


def read_bytes(given: str, stdin: TextIO, most: int) -> bytes:
    """At most so many bytes of a file or of stdin."""
    if given == "-":
        return stdin.buffer.read(most)
    try:
        with open(given, "rb") as file:  # noqa: PTH123 - a Path would raise its own error for a null character
            return file.read(most)
    except (OSError, ValueError) as error:
        why = (error.strerror or "no such file") if isinstance(error, OSError) else "no such file name"
        raise UsageError(f"cannot read the file: {why}", given, "give a readable file, or - for stdin") from None
