"""A link of a listing."""

from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin, urlsplit

from maintext.dates.mail import mail_date


@dataclass(frozen=True, slots=True)
class Link:
    """A link to an article, with the title and date that the listing has for it."""

    url: str
    title: str | None = None
    date: str | None = None


def absolute(base: str, address: str) -> str | None:
    """Return the absolute URL without its fragment; None if it is not a web address."""
    try:
        found = urldefrag(urljoin(base, address.strip())).url
        parts = urlsplit(found)
    except ValueError:
        return None
    return found if parts.scheme in ("http", "https") and parts.hostname else None


def as_iso(date: str | None) -> str | None:
    """Return a date in ISO 8601 form; dates in the format of email headers are converted."""
    text = (date or "").strip()
    if not text or text[:4].isdigit():
        return text or None
    found = mail_date(text)
    return found.isoformat() if found else None
