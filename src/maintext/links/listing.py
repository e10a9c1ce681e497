"""Recognise feeds, sitemaps and front pages, and read their links."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from maintext.decode import decode
from maintext.errors import PageError
from maintext.fetch.response import Fetched
from maintext.links.feeds import feed_links, is_json_feed, is_xml_listing, json_links, kind_of, parsed, sitemap_links
from maintext.links.front_page import front_page_links
from maintext.links.link import Link

GZIP: Final = b"\x1f\x8b"
FRONT_PAGE: Final = "front page"
INDEX: Final = "sitemap index"


@dataclass(frozen=True, slots=True)
class Listing:
    """The links of a listing, in its order, without repeats."""

    kind: str
    """``feed``, ``sitemap``, ``sitemap index`` (whose links are sitemaps) or ``front page``."""
    links: tuple[Link, ...]


def listing_of(page: Fetched) -> Listing:
    """Read the links of a feed, sitemap, sitemap index or front page.

    Raises:
        PageError: it looks like a feed or a sitemap but cannot be read.
    """
    if page.body.startswith(GZIP):
        raise PageError("this is gzip data; decompress it first")
    text = decode(page.body, page.charset).text
    if is_json_feed(text):
        return _listing("feed", json_links(text, page.url))
    if not is_xml_listing(text):
        return _listing(FRONT_PAGE, front_page_links(page.body, page.url, page.charset))
    root = parsed(text)
    kind = kind_of(root)
    return _listing(kind, (feed_links if kind == "feed" else sitemap_links)(root, page.url))


def _listing(kind: str, links: Iterable[Link]) -> Listing:
    by_address: dict[str, Link] = {}
    for link in links:
        by_address.setdefault(link.url, link)
    return Listing(kind, tuple(by_address.values()))
