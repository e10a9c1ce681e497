"""Fetch a listing and the sitemaps that it lists, and yield their links."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from maintext.errors import FetchError, PageError
from maintext.fetch.decompress import gunzipped
from maintext.fetch.options import FetchOptions
from maintext.fetch.politeness import Politeness
from maintext.fetch.request import fetch
from maintext.fetch.response import LISTS, Fetched
from maintext.links.link import Link
from maintext.links.listing import GZIP, listing_of

_MOST_SITEMAPS: Final = 1_000
"""How many sitemaps are read from one index; the standard allows fifty times as many."""


def crawled_links(url: str, options: FetchOptions, on_problem: Callable[[str], None]) -> Iterator[Link]:
    """Yield the links of a front page, sitemap or feed; for a sitemap index, the links of all its sitemaps.

    A sitemap of an index that cannot be fetched is reported to ``on_problem`` and skipped.

    Raises:
        PageError: the listing at the URL cannot be fetched or read.
    """
    politeness = Politeness(options)
    waiting = deque([url])
    seen = {url}
    yielded: set[str] = set()
    while waiting:
        address = waiting.popleft()
        first = address == url
        try:
            page = fetch(address, options, LISTS, _no_wait if first else politeness.wait_for_turn)
            listing = listing_of(_unzipped(page, options))
        except PageError as error:
            if first:
                raise
            on_problem(str(error))
            continue
        if listing.kind == "sitemap index":
            new = [link.url for link in listing.links if link.url not in seen][: _MOST_SITEMAPS - len(seen)]
            waiting.extend(new)
            seen.update(new)
            continue
        for link in listing.links:
            if link.url not in yielded:
                yielded.add(link.url)
                yield link


def _unzipped(page: Fetched, options: FetchOptions) -> Fetched:
    """Decompress a sitemap that is a gzip file, as many are."""
    if not page.body.startswith(GZIP):
        return page
    body = gunzipped(page.body, options.max_bytes + 1)
    if len(body) > options.max_bytes:
        raise FetchError(f"{page.url} has more than {options.max_bytes} bytes when decompressed")
    return replace(page, body=body)


def _no_wait(_url: str) -> None:
    """Allow the listing itself at once."""
