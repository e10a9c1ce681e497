"""What came from the web."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

HTML: Final = frozenset({"", "text/html", "application/xhtml+xml"})
"""The content types of pages; a server that says nothing is given the benefit of the doubt."""
LISTS: Final = HTML | {
    "application/atom+xml", "application/feed+json", "application/gzip", "application/json", "application/octet-stream",
    "application/rdf+xml", "application/rss+xml", "application/x-gzip", "application/xml", "text/plain", "text/xml",
}  # fmt: skip
"""The content types of what lists pages: feeds, sitemaps and front pages."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as a server sent it."""

    url: str
    """Where it was found in the end."""
    body: bytes
    charset: str | None
    content_type: str
    fetched: datetime
    from_cache: bool = False
    http_version: str = ""
