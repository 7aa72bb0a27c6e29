"""Topic and file names: one safe path part each, whatever the text they are made from."""

import hashlib
import re
from collections.abc import Container

# Names that an agent or an operating system reads as its own, compared without case and ending.
RESERVED = frozenset(
    ["claude", "claude-local", "agents", "agent", "skill", "skills", "gemini", "copilot-instructions", "readme", "index"]
    + ["con", "prn", "aux", "nul", "conin", "conout", "clock"]
    + [f"{device}{number}" for device in ("com", "lpt") for number in range(10)]
)
LONGEST = 60  # characters; leaves room for a suffix and an ending in any file system's 255 bytes
SYNTHESIS_ENDING, REPORT_ENDING = "-synthesis.md", "-report.html"  # what stands behind the slug of a goal
SAFE_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")


def digest(text: str) -> str:
    """Six hexadecimal digits of a text's hash, to tell apart what would share a name."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]


def plain_slug(text: str) -> str:
    """Lower-case ASCII words joined by hyphens; "" where nothing is left."""
    from slugify import slugify

    return slugify(text[:2000], max_length=LONGEST, word_boundary=True)


def topic_name(given: str) -> str:
    """The folder name of a topic as somebody typed it.

    Words and spaces become words and hyphens. Where more than that was lost (C++, C#), a hash of the given text is added,
    so that two topics never share a folder silently. The same text always gives the same name.
    """
    kept = re.sub(r"[\s_-]+", "-", given.strip().lower()).strip("-")
    slug = kept if SAFE_PART.fullmatch(kept) and len(kept) <= LONGEST else plain_slug(given)
    if slug and slug == kept and slug not in RESERVED:
        return slug
    return f"{slug or 'topic'}-{digest(given)}"


def file_slug(text: str, fallback: str, unique: str, taken: Container[str]) -> str:
    """The name, without ending, of a page's file.

    text: title of the page; fallback: used where the title leaves nothing (host and path). unique: what tells this page
    from every other (its key), hashed into the name where the plain one is reserved or taken.
    """
    slug = plain_slug(text) or plain_slug(fallback) or "page"
    if slug in RESERVED or slug in taken or slug.startswith("_"):
        return f"{slug}-{digest(unique)}"
    return slug


def goal_slug(goal: str) -> str:
    """The slug of a goal, in the names of its synthesis and report."""
    return plain_slug(goal) or f"goal-{digest(goal)}"


def synthesis_name(goal: str) -> str:
    """The file name of the synthesis for a goal."""
    return goal_slug(goal) + SYNTHESIS_ENDING
