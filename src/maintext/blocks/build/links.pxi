# Addresses of links and images: absolute where the base is known, and only those that cannot do harm.

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
# Browsers remove some of these characters from addresses; none of them belongs there.
_REMOVED = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)])
cdef frozenset LINK_SCHEMES = frozenset(
    "http https mailto tel ftp ftps sftp news magnet geo sms xmpp irc ircs".split()
)
cdef frozenset IMAGE_SCHEMES = frozenset({"http", "https"})
# A path from the root without "." or ".." steps and empty steps. Most addresses are of this kind.
_ROOTED = re.compile(r"/(?![/.])(?:[^/?#]|/(?![/.]))*(?:[?#]|$)")
# A base to which a fragment can be appended without resolving anything.
_WHOLE = re.compile(r"https?://[^/?#;]+(?:/[^/?#;.][^/?#;]*)*/?(?:\?[^?#;]+)?")


cdef class LinkResolver:
    """Resolves the addresses that a page has in its attributes; each is resolved once."""

    cdef str _base
    cdef str _root
    cdef bint _is_whole
    cdef dict _links
    cdef dict _images

    def __init__(self, base):
        """Take the address that others are relative to."""
        self._base = base
        self._root = _root_of(base)
        self._is_whole = _WHOLE.fullmatch(base) is not None
        self._links = {}
        self._images = {}

    cpdef str link(self, str written):
        """The address of a link, empty if it has none or could run a script."""
        cdef object found = self._links.get(written)
        if found is None:
            found = self._links[written] = self._resolved(written, LINK_SCHEMES)
        return found

    cpdef str image(self, str written):
        """The address of an image, empty for one whose data is in the page itself."""
        cdef object found = self._images.get(written)
        if found is None:
            found = self._images[written] = self._resolved(written, IMAGE_SCHEMES)
        return found

    cdef str _resolved(self, str written, frozenset schemes):
        cdef str address = (written if written.isprintable() else written.translate(_REMOVED)).strip()
        cdef object scheme
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


cdef str _root_of(str base):
    """Scheme and host of a web address, empty for other addresses."""
    cdef object parts
    try:
        parts = urlsplit(base)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in IMAGE_SCHEMES and parts.netloc else ""
