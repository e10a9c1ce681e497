"""A fetched page, and the content types that are accepted."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from maintext.decode import decode

HTML: Final = frozenset({"", "text/html", "application/xhtml+xml"})
"""The content types of pages; a response without a content type is accepted."""
MARKDOWN_TYPES: Final = frozenset({"text/markdown", "text/x-markdown"})
LISTS: Final = HTML | {
    "application/atom+xml", "application/feed+json", "application/gzip", "application/json", "application/octet-stream",
    "application/rdf+xml", "application/rss+xml", "application/x-gzip", "application/xml", "text/plain", "text/xml",
}  # fmt: skip
"""The content types of listings: feeds, sitemaps and front pages."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as a server sent it."""

    url: str
    """The URL after all redirects."""
    body: bytes
    """A ``MarkdownPage`` if the server sent Markdown."""
    charset: str | None
    content_type: str
    fetched: datetime
    from_cache: bool = False
    http_version: str = ""
    declared_type: str = ""
    """The content type with its parameters, as the server wrote it."""

    @property
    def text(self) -> str:
        """The body as text, decoded as a browser would."""
        return decode(self.body, self.charset).text
