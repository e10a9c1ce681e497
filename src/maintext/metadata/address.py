"""The canonical address of a page, and addresses in full."""

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urljoin, urlsplit

from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact
from maintext.options import MAX_ADDRESS

_COMPLETE: Final = re.compile(r"https?://[a-zA-Z0-9.-]+(?:/[a-zA-Z0-9._~%/-]*)?(?:\?[a-zA-Z0-9._~%/=&,+-]+)?")
"""Plain addresses that are the same after they are resolved, which takes long."""


def choose_address(candidates: Candidates) -> Fact | None:
    """The address of the page's canonical link, else that of OpenGraph."""
    found = [(address, "link element") for address in candidates.links.get("canonical", ())]
    found += [(content, "meta") for _, content in candidates.meta.get("address", ())]
    return first_address(candidates.base, found)


def first_address(base: str, found: Iterable[tuple[str, str]]) -> Fact | None:
    """The first text, with its source, that is an address of the web; resolved as a browser would."""
    for text, source in found:
        stripped = text.strip()
        if not stripped:
            continue
        if len(stripped) > MAX_ADDRESS:
            continue
        if _COMPLETE.fullmatch(stripped):
            return Fact(stripped, source)
        try:
            address = urljoin(base, stripped)
            parts = urlsplit(address)
        except ValueError:
            continue
        if parts.scheme in ("http", "https") and parts.netloc and len(address) <= MAX_ADDRESS:
            return Fact(address, source)
    return None
