"""Values that documents have in other forms than the page: moments, and excerpts."""

from datetime import datetime
from typing import Final

EXCERPT_LENGTH: Final = 200
_LATEST_CUT: Final = 40
"""A longer word at the end of an excerpt is cut in two, as in scripts that have no spaces between words."""


def moment_of(written: str | None) -> datetime | None:
    """A date in ISO 8601 as a datetime; an impossible time zone is left out. A month alone is not a moment."""
    if written is None or len(written) < len("2000-01-01"):
        return None
    try:
        return datetime.fromisoformat(written)
    except ValueError:
        return datetime.fromisoformat(written[: len("2000-01-01T00:00:00")])


def written(moment: datetime | None) -> str | None:
    """A moment in ISO 8601."""
    return None if moment is None else moment.isoformat()


def excerpt_of(text: str) -> str:
    """The beginning of a text on one line, up to ``EXCERPT_LENGTH`` characters."""
    line = " ".join(text[: 5 * EXCERPT_LENGTH].split())
    if len(line) <= EXCERPT_LENGTH:
        return line
    cut = line.rfind(" ", EXCERPT_LENGTH - _LATEST_CUT, EXCERPT_LENGTH)
    return f"{line[: cut if cut > 0 else EXCERPT_LENGTH - 1].rstrip(' ,;:–—-')}…"
