"""Addresses of links and images: in full, and only such as cannot do harm."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final
from urllib.parse import urljoin, urlsplit

_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_REMOVED: Final = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)])
"""Browsers take some of these out of addresses; none of them belongs there."""
_LINKS: Final = frozenset("http https mailto tel ftp ftps sftp news magnet geo sms xmpp irc ircs".split())
_IMAGES: Final = frozenset({"http", "https"})
_ROOTED: Final = re.compile(r"/(?![/.])(?:[^/?#]|/(?![/.]))*(?:[?#]|$)")
"""A path from the root with nothing in it that would have to be worked out: most addresses are such."""
_FULL: Final = ("http://", "https://")


@dataclass(frozen=True)
class Addresses:
    """Resolves what a page writes as addresses; each is worked out once."""

    base: str
    _links: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _root(self) -> str:
        """Scheme and host, if addresses in the web are resolved against them."""
        try:
            parts = urlsplit(self.base)
        except ValueError:
            return ""
        return f"{parts.scheme}://{parts.netloc}" if parts.scheme in _IMAGES and parts.netloc else ""

    def link(self, written: str) -> str:
        """Where a link leads to, empty if it leads nowhere or may run a script."""
        found = self._links.get(written)
        if found is None:
            found = self._links[written] = self._resolved(written, _LINKS)
        return found

    def image(self, written: str) -> str:
        """The address of an image; one that is written out in the page itself has none."""
        return self._resolved(written, _IMAGES)

    def _resolved(self, written: str, schemes: frozenset[str]) -> str:
        address = (written if written.isprintable() else written.translate(_REMOVED)).strip()
        if address.startswith(_FULL):
            return address
        if self.base and address:
            if address[0] == "/" and _ROOTED.match(address) and self._root:
                return self._root + address
            try:
                address = urljoin(self.base, address)
            except ValueError:
                return ""
        scheme = _SCHEME.match(address)
        if scheme and scheme[1].lower() not in schemes:
            return ""
        return address
