"""Find the articles that a site, a front page, a sitemap or a feed links to: where a crawl can start."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from maintext.errors import FetchError, check_optional, check_type
from maintext.fetch.options import FetchOptions
from maintext.links.link import Link
from maintext.links.listing import Listing, listing_of
from maintext.support.extras import needed

if TYPE_CHECKING:
    from maintext.links.listings import Listings

__all__ = ["Link", "Listing", "crawl_links", "find_links", "links_at", "listing_of", "listings_at"]


def find_links(
    url: str,
    fetch: FetchOptions | None = None,
    on_problem: Callable[[str], None] = lambda _: None,
    *,
    polite: bool = False,
) -> Iterator[Link]:
    """Yield the articles that a page, sitemap or feed links to.

    For the home page of a site, these are also the articles of its feeds and sitemaps, which the page and robots.txt
    name. They are fetched one after the other as you read on.

    Args:
        url: the address of the home page, front page, sitemap, sitemap index or feed.
        fetch: limits, the cache, and whether addresses in the local network are allowed.
        on_problem: called with a message for each listing that cannot be read, except the first.
        polite: ask robots.txt before the first listing too. It is always asked before the others.

    Raises:
        PageError: the listing at the URL cannot be fetched or read.
    """
    check_type("url", url, str)
    check_optional("fetch", fetch, FetchOptions)
    return _listings()(url, fetch or FetchOptions(), on_problem, is_polite=polite).links()


def links_at(url: str, options: FetchOptions, on_problem: Callable[[str], None]) -> Iterator[Link]:
    """Yield the links of a home page, front page, sitemap or feed on the web; see ``maintext.links.listings``."""
    return _listings()(url, options, on_problem).links()


def crawl_links(url: str, options: FetchOptions, on_problem: Callable[[str], None]) -> Iterator[Link]:
    """Yield the links of a site for a crawl: of one host, also from its sections, as far as robots.txt allows."""
    return _listings()(url, options, on_problem, is_polite=True, is_crawl=True).links()


def listings_at(url: str, options: FetchOptions, on_problem: Callable[[str], None]) -> Iterator[tuple[str, Listing]]:
    """Yield the feeds and sitemaps of a site, and its home page, with their addresses."""
    return _listings()(url, options, on_problem).read()


def _listings() -> Callable[..., "Listings"]:
    needed("maintext.links.listings", extra="fetch", user="fetching links", error=FetchError)
    from maintext.links.listings import Listings  # noqa: PLC0415

    return Listings
