"""The links of a listing on the web, through the sitemaps that an index lists."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from maintext.errors import FetchError, PageError
from maintext.fetch.decompress import gunzipped
from maintext.fetch.options import FetchOptions
from maintext.fetch.politeness import Manners
from maintext.fetch.request import fetch
from maintext.fetch.response import LISTS, Fetched
from maintext.links.link import Link
from maintext.links.listing import GZIP, listing_of

_MOST_SITEMAPS: Final = 1_000
"""That one index may lead to; the standard allows fifty times as many, in one level."""


def links_at(url: str, options: FetchOptions, on_problem: Callable[[str], None]) -> Iterator[Link]:
    """The links of a front page, sitemap or feed; those of an index are the links of its sitemaps, one by one.

    A sitemap of an index that cannot be had does not stop the others.

    Raises:
        PageError: what is at the address cannot be had or read.
    """
    manners = Manners(options)
    waiting = deque([url])
    seen = {url}
    given: set[str] = set()
    while waiting:
        address = waiting.popleft()
        first = address == url
        try:
            page = fetch(address, options, LISTS, _whenever if first else manners.may_ask)
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
            if link.url not in given:
                given.add(link.url)
                yield link


def _unzipped(page: Fetched, options: FetchOptions) -> Fetched:
    """Sitemaps often come as gzip files."""
    if not page.body.startswith(GZIP):
        return page
    body = gunzipped(page.body, options.max_bytes + 1)
    if len(body) > options.max_bytes:
        raise FetchError(f"{page.url} has more than {options.max_bytes} bytes when unpacked")
    return replace(page, body=body)


def _whenever(_url: str) -> None:
    """The listing that was named is asked for at once."""
