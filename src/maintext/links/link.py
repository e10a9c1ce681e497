"""An address that a listing leads to."""

from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from urllib.parse import urldefrag, urljoin, urlsplit


@dataclass(frozen=True, slots=True)
class Link:
    """An article, as far as the listing tells."""

    url: str
    title: str | None = None
    date: str | None = None


def absolute(base: str, address: str) -> str | None:
    """An address in full and without its fragment; None if it leads to no page of the web."""
    try:
        found = urldefrag(urljoin(base, address.strip())).url
        parts = urlsplit(found)
    except ValueError:
        return None
    return found if parts.scheme in ("http", "https") and parts.hostname else None


def as_iso(date: str | None) -> str | None:
    """A date of a feed: those of mails are turned into ISO 8601, others are left as they are."""
    text = (date or "").strip()
    if not text or text[:4].isdigit():
        return text or None
    try:
        found = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).isoformat()
