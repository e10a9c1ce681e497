"""Where a crawl can start: the articles that a front page, a sitemap or a feed leads to."""

from maintext.links.link import Link
from maintext.links.listing import Listing, listing_of

__all__ = ["Link", "Listing", "listing_of"]
