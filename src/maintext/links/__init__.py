"""Find the articles that a front page, a sitemap or a feed links to: where a crawl can start."""

from collections.abc import Callable, Iterator

from maintext.errors import FetchError
from maintext.fetch.options import FetchOptions
from maintext.links.link import Link
from maintext.links.listing import Listing, listing_of
from maintext.support.extras import needed

__all__ = ["Link", "Listing", "links_at", "listing_of"]


def links_at(url: str, options: FetchOptions, on_problem: Callable[[str], None]) -> Iterator[Link]:
    """Yield the links of a front page, sitemap or feed on the web; see ``maintext.links.crawl``."""
    needed("maintext.links.crawl", extra="fetch", user="fetching links", error=FetchError)
    from maintext.links.crawl import crawled_links  # noqa: PLC0415

    return crawled_links(url, options, on_problem)
