"""Folds by site: pages of one site are all in one fold, so that nothing is tested on a site it was trained on."""

import hashlib
from urllib.parse import urlsplit

from maintext.data import LabelledPage


def site_of(page: LabelledPage) -> str:
    """The host of the page without ``www.``; a page without a URL is a site of its own."""
    host = urlsplit(page.url).hostname if "//" in page.url else None
    return (host or f"page {page.id}").removeprefix("www.")


def fold_of(page: LabelledPage, folds: int) -> int:
    """The fold that the page's site falls into: the same one in every run, on every machine."""
    digest = hashlib.blake2b(site_of(page).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % folds
