"""Which site an address belongs to: its host, or the domain that somebody registered."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from maintext.support.extras import needed

Grouping = Literal["host", "domain"]
GROUPINGS: Final[tuple[Grouping, ...]] = ("host", "domain")


def site_name(url: str | None, grouping: Grouping = "host") -> str:
    """The name of the site of an address; empty for a page without an address."""
    host = _host(url) if url else ""
    return _registered_domain(host) if host and grouping == "domain" else host


def _host(url: str) -> str:
    """The host of an address in lower case, without ``www.`` and the port."""
    try:
        return (urlsplit(url if "//" in url else f"//{url}").hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _registered_domain(host: str) -> str:
    """The registered domain, such as ``example.co.uk``; the host itself if it has none, such as an IP address."""
    found = _splitter()(host)
    return f"{found.domain}.{found.suffix}" if found.domain and found.suffix else host


@cache
def _splitter() -> Callable[[str], Any]:
    """Splits a host by the public suffix list that comes with the package; nothing is fetched or cached."""
    tldextract = needed("tldextract", extra="sites", user="grouping pages by domain")
    splitter: Callable[[str], Any] = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    return splitter
