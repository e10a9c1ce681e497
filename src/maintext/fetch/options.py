"""The settings for fetching pages."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from maintext.errors import OptionError, check_fields, check_range
from maintext.fetch.proxy import Proxy
from maintext.version import __version__


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """Limits, pauses and permissions for fetching pages."""

    seconds: float = 30.0
    """The time limit for one page, including redirects and retries."""
    max_bytes: int = 20_000_000
    """The largest page that is accepted, before and after decompression."""
    retries: int = 3
    """How often a request is repeated if the server is busy or does not answer."""
    max_redirects: int = 10
    allow_private: bool = False
    """Allow addresses of this machine and the local network. Never set this in a service for strangers."""
    cache: Path | None = None
    """A folder for fetched pages, which are then transferred again only if they have changed."""
    user_agent: str = f"maintext/{__version__}"
    host_seconds: float = 1.0
    """The pause between two requests to one host, when several pages are fetched."""
    robots: bool = True
    """Obey robots.txt when several pages are fetched."""
    markdown: Literal["served", "linked", "never"] = "served"
    """Whether to take a page as Markdown: if the server sends it instead of HTML, also if the page links to it, or
    never."""
    same_host: bool = False
    """Refuse redirects to another host."""
    proxy: str | None = None
    """The proxy to use, such as ``http://host:port`` or ``socks5://user:password@host:port``."""
    ca_file: Path | None = None
    """A file of certificate authorities to trust instead of the usual ones."""

    def __post_init__(self) -> None:
        """Refuse values that make no sense."""
        check_fields(self)
        check_range("seconds", self.seconds, 0)
        check_range("max_bytes", self.max_bytes, 0)
        check_range("host_seconds", self.host_seconds, -1)
        if min(self.retries, self.max_redirects) < 0:
            raise OptionError("retries and max_redirects must be 0 or more")
        if self.proxy is not None:
            Proxy.at(self.proxy)
