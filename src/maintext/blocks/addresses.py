# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Addresses of links and images: in full, and only such as cannot do harm."""

import re
from urllib.parse import urljoin, urlsplit

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_REMOVED = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)])
"""Browsers take some of these out of addresses; none of them belongs there."""
_LINKS = frozenset("http https mailto tel ftp ftps sftp news magnet geo sms xmpp irc ircs".split())
_IMAGES = frozenset({"http", "https"})
_ROOTED = re.compile(r"/(?![/.])(?:[^/?#]|/(?![/.]))*(?:[?#]|$)")
"""A path from the root with nothing in it that would have to be worked out: most addresses are such."""
_WHOLE = re.compile(r"https?://[^/?#;]+(?:/[^/?#;.][^/?#;]*)*/?(?:\?[^?#;]+)?")
"""The address of a page to which that of a place in it is added as it is."""


class Addresses:
    """Resolves what a page writes as addresses; each is worked out once."""

    def __init__(self, base: str) -> None:
        """Take the address that others are relative to."""
        self._base = base
        self._root = _root_of(base)
        self._is_whole = _WHOLE.fullmatch(base) is not None
        self._links: dict[str, str] = {}
        self._images: dict[str, str] = {}

    def link(self, written: str) -> str:
        """Where a link leads to, empty if it leads nowhere or may run a script."""
        found = self._links.get(written)
        if found is None:
            found = self._links[written] = self._resolved(written, _LINKS)
        return found

    def image(self, written: str) -> str:
        """The address of an image; one that is written out in the page itself has none."""
        found = self._images.get(written)
        if found is None:
            found = self._images[written] = self._resolved(written, _IMAGES)
        return found

    def _resolved(self, written: str, schemes: frozenset[str]) -> str:
        address = (written if written.isprintable() else written.translate(_REMOVED)).strip()
        if address.startswith("https://") or address.startswith("http://"):
            return address
        if self._base and address:
            if address.startswith("/") and self._root and _ROOTED.match(address):
                return self._root + address
            if address.startswith("#") and self._is_whole and len(address) > 1:
                return self._base + address
            try:
                address = urljoin(self._base, address)
            except ValueError:
                return ""
        scheme = _SCHEME.match(address)
        if scheme and scheme[1].lower() not in schemes:
            return ""
        return address


def _root_of(base: str) -> str:
    """Scheme and host, if addresses in the web are resolved against them."""
    try:
        parts = urlsplit(base)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in _IMAGES and parts.netloc else ""
