"""Fetch a listing and those that it leads to, and yield their links.

A sitemap index leads to its sitemaps. The home page of a site leads to its feeds, and with robots.txt to its sitemaps.
"""

import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urljoin, urlsplit

from maintext.errors import FetchError, PageError
from maintext.fetch.decompress import gunzipped
from maintext.fetch.options import FetchOptions
from maintext.fetch.politeness import Politeness
from maintext.fetch.request import fetch
from maintext.fetch.response import LISTS, Fetched
from maintext.links.home_page import feeds_of, sections_of
from maintext.links.link import Link
from maintext.links.listing import FRONT_PAGE, GZIP, INDEX, Listing, listing_of
from maintext.sites.site_names import site_name

_MOST_SITEMAPS: Final = 1_000
"""How many sitemaps are read from one index; the standard allows fifty times as many."""
_MOST_SECTIONS: Final = 50
"""How many sections of a site are read for their articles."""


@dataclass
class Listings:
    """The listings of one site, read one after the other."""

    url: str
    options: FetchOptions
    on_problem: Callable[[str], None]
    is_polite: bool = False
    """Ask robots.txt before the first listing too."""
    is_crawl: bool = False
    """Keep to one host, and read the sections of a home page last."""
    _politeness: Politeness = field(init=False)
    _waiting: deque[str] = field(default_factory=deque, init=False)
    _sections: deque[str] = field(default_factory=deque, init=False)
    _seen: set[str] = field(default_factory=set, init=False)
    _guessed: str = field(default="", init=False)
    """The usual address of a sitemap, if nothing names one. That it is not there is not a problem."""

    def __post_init__(self) -> None:
        """Prepare for requests."""
        self._politeness = Politeness(self.options)

    def links(self) -> Iterator[Link]:
        """Yield the links of all listings, each once.

        A listing that cannot be read is reported to ``on_problem`` and skipped.

        Raises:
            PageError: the first listing cannot be fetched or read.
        """
        yielded: set[str] = set()
        for _, listing in self.read():
            for link in listing.links:
                if link.url not in yielded and (not self.is_crawl or site_name(link.url) == site_name(self.url)):
                    yielded.add(link.url)
                    yield link

    def read(self) -> Iterator[tuple[str, Listing]]:
        """Yield the listings, each with its URL; indexes of sitemaps are followed and not yielded."""
        page, listing = self._listing(self.url, self._politeness.wait_for_turn if self.is_polite else _no_wait)
        self._seen = {self.url, page.url}
        if self.is_crawl:
            self.url = page.url
        self._note(page, listing)
        if listing.kind != INDEX:
            yield page.url, listing
        while self._waiting or self._sections:
            is_named = bool(self._waiting) and self._waiting[0] != self._guessed
            address = (self._waiting or self._sections).popleft()
            try:
                page, listing = self._listing(address, self._politeness.wait_for_turn)
            except PageError as error:
                if is_named:
                    self.on_problem(str(error))
                continue
            if listing.kind == INDEX:
                self._add(self._waiting, [link.url for link in listing.links], _MOST_SITEMAPS - len(self._seen))
            elif listing.kind != FRONT_PAGE or address != self._guessed:
                yield page.url, listing

    def _listing(self, url: str, before: Callable[[str], None]) -> tuple[Fetched, Listing]:
        page = fetch(url, self.options, LISTS, before)
        return page, listing_of(_unzipped(page, self.options))

    def _note(self, page: Fetched, listing: Listing) -> None:
        """Remember the listings that the first one leads to."""
        if listing.kind == INDEX:
            self._add(self._waiting, [link.url for link in listing.links], _MOST_SITEMAPS - 1)
        elif listing.kind == FRONT_PAGE and is_home(self.url):
            sitemaps = list(self._politeness.sitemaps(page.url))
            if not sitemaps:
                self._guessed = urljoin(page.url, "/sitemap.xml")
                sitemaps = [self._guessed]
            self._add(self._waiting, [*feeds_of(page), *sitemaps], _MOST_SITEMAPS)
            if self.is_crawl:
                host, articles = site_name(page.url), {link.url for link in listing.links}
                sections = [url for url in sections_of(page) if site_name(url) == host and url not in articles]
                self._add(self._sections, sections, _MOST_SECTIONS)

    def _add(self, waiting: deque[str], urls: list[str], most: int) -> None:
        new = [url for url in dict.fromkeys(urls) if url not in self._seen][: max(most, 0)]
        waiting.extend(new)
        self._seen.update(new)


def is_home(url: str) -> bool:
    """Whether a URL is that of a home page: a host without a path."""
    parts = urlsplit(url)
    return parts.path in ("", "/") and not parts.query


def _unzipped(page: Fetched, options: FetchOptions) -> Fetched:
    """Decompress a sitemap that is a gzip file, as many are."""
    if not page.body.startswith(GZIP):
        return page
    try:
        body = gunzipped(page.body, options.max_bytes + 1)
    except zlib.error as error:
        raise FetchError(f"{page.url} cannot be decompressed as gzip: {error}") from error
    if len(body) > options.max_bytes:
        raise FetchError(f"{page.url} has more than {options.max_bytes} bytes when decompressed")
    return replace(page, body=body)


def _no_wait(_url: str) -> None:
    """Allow the listing itself at once."""
