"""What the home page of a site leads to: its feeds and its sections."""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from maintext.fetch.response import Fetched
from maintext.links.link import absolute
from maintext.metadata import base_address
from maintext.read import page_table

_FEED_TYPES: Final = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"}
)


def feeds_of(page: Fetched) -> Iterator[str]:
    """Yield the feeds that a page names in its head."""
    for attributes, base in _elements(page, "link"):
        is_alternate = "alternate" in attributes.get("rel", "").lower().split()
        if is_alternate and attributes.get("type", "").strip().lower() in _FEED_TYPES:
            yield from _address(base, attributes)


def sections_of(page: Fetched) -> Iterator[str]:
    """Yield all pages that a page links to. Those that are not articles may list some."""
    for attributes, base in _elements(page, "a"):
        yield from _address(base, attributes)


def _elements(page: Fetched, tag: str) -> Iterator[tuple[Mapping[str, str], str]]:
    """Yield the attributes of all elements with a tag, and the base of their addresses."""
    table = page_table(page.body, page.charset)
    base = base_address(table, page.url) or page.url
    for row in np.flatnonzero(table.has_tag(frozenset({tag}))).tolist():
        yield table.attributes(row), base


def _address(base: str, attributes: Mapping[str, str]) -> Iterator[str]:
    address = absolute(base, attributes.get("href", ""))
    if address and attributes.get("href"):
        yield address
