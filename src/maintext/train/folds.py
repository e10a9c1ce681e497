"""Folds by registered domain: pages of one owner are in one fold, so that no site is both trained on and tested.

Newspapers have several hosts, such as ``www1.`` and ``sport.``, that look the same.
"""

import hashlib
from typing import Final
from urllib.parse import urlsplit

from maintext.data import LabelledPage

_SECOND_LEVEL: Final = frozenset("ac co com edu go gob gov gr ne net nom or org".split())
"""Labels below which domains of a country are registered, as in ``co.uk``."""


def site_of(page: LabelledPage) -> str:
    """The host of the page without ``www.``; a page without a URL is a site of its own."""
    host = urlsplit(page.url).hostname if "//" in page.url else None
    return (host or f"page {page.id}").removeprefix("www.")


def domain_of(page: LabelledPage) -> str:
    """The last two labels of the host, or three where a country has a level for organisations in between."""
    labels = site_of(page).split(".")
    is_country = len(labels[-1]) == len("uk")
    size = 3 if is_country and len(labels) > 2 and labels[-2] in _SECOND_LEVEL else 2
    return ".".join(labels[-size:])


def fold_of(page: LabelledPage, folds: int) -> int:
    """The fold that the page's domain falls into: the same one in every run, on every machine."""
    digest = hashlib.blake2b(domain_of(page).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % folds
