# Addresses of links and images: absolute where the base is known, and only those that cannot do harm.

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
# Browsers remove some of these characters from addresses; none of them belongs there.
_REMOVED = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)])
cdef frozenset LINK_SCHEMES = frozenset(
    "http https mailto tel ftp ftps sftp news magnet geo sms xmpp irc ircs".split()
)
cdef frozenset IMAGE_SCHEMES = frozenset({"http", "https"})
# Schemes that run or contain a page. An address is dropped even if it has one of them only after decoding.
cdef frozenset ACTIVE_SCHEMES = frozenset("javascript jscript livescript mocha vbscript data blob filesystem".split())
cdef Py_ssize_t LONGEST_ADDRESS = MAX_ADDRESS
# How often an address is decoded in search of a scheme.
cdef int MAX_DECODINGS = 3
# A base to which a fragment can be appended without resolving anything.
_WHOLE = re.compile(r"https?://[^/?#;]+(?:/[^/?#;.][^/?#;]*)*/?(?:\?[^?#;]+)?")


cdef class LinkResolver:
    """Resolves the addresses that a page has in its attributes; each is resolved once."""

    cdef str _base
    cdef str _root
    cdef bint _is_whole
    cdef dict _links
    cdef dict _images
    cdef Py_ssize_t _room

    def __init__(self, base, room=1_000_000):
        """Take the address that others are relative to, and the number of characters that all addresses may have."""
        self._base = base
        self._room = room
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

    cdef str spent(self, str address):
        """An address for one more record; empty if the addresses of the page have become too long together."""
        if len(address) > self._room:
            return ""
        self._room -= len(address)
        return address

    cpdef str image(self, str written):
        """The address of an image, empty for one whose data is in the page itself."""
        cdef object found = self._images.get(written)
        if found is None:
            found = self._images[written] = self._resolved(written, IMAGE_SCHEMES)
        return self.spent(found)

    cdef str _resolved(self, str written, frozenset schemes):
        cdef str address = self._absolute(written, schemes)
        return address if len(address) <= LONGEST_ADDRESS else ""

    cdef str _absolute(self, str written, frozenset schemes):
        """An address of any length."""
        cdef str address
        cdef object scheme
        if _is_plain(written):
            if written.startswith("https://") or written.startswith("http://"):
                return written
            if self._base and self._root and _is_rooted(written):
                return self._root + written
        address = (written if written.isprintable() else written.translate(_REMOVED)).strip()
        if address.startswith("https://") or address.startswith("http://"):
            return address
        if self._base and address:
            if self._root and _is_rooted(address):
                return self._root + address
            if address.startswith("#") and self._is_whole and len(address) > 1:
                return self._base + address
            try:
                address = urljoin(self._base, address)
            except ValueError:
                return ""
        scheme = _SCHEME.match(address)
        if scheme:
            return address if scheme[1].lower() in schemes else ""
        return "" if _hides_scheme(address) else address


cdef bint _hides_scheme(str address) except -1:
    """Whether an address without a scheme has an active one after decoding references and percent signs."""
    cdef object scheme
    cdef str decoded
    cdef int _
    for _ in range(MAX_DECODINGS):
        if "&" not in address and "%" not in address:
            return False
        decoded = unquote(unescape(address)).translate(_REMOVED).strip()
        if decoded == address:
            return False
        address = decoded
        scheme = _SCHEME.match(address)
        if scheme and scheme[1].lower() in ACTIVE_SCHEMES:
            return True
    return False


cdef bint _is_plain(str address) noexcept:
    """Whether all characters of an address are visible ones of ASCII, as in nearly all addresses."""
    cdef const unsigned char* characters
    cdef unsigned int others = 0
    cdef Py_ssize_t index
    if not address.isascii():
        return False
    characters = <const unsigned char*> PyUnicode_DATA(address)
    for index in range(len(address)):
        others |= characters[index] <= 0x20 or characters[index] == 0x7F
    return not others


cdef bint _is_rooted(str address) noexcept:
    """Whether an address is a path from the root without empty, "." and ".." steps. Most addresses are of this kind."""
    cdef int kind = PyUnicode_KIND(address)
    cdef void* characters = PyUnicode_DATA(address)
    cdef Py_ssize_t index, size = len(address)
    cdef unsigned int character = 0, before = 0
    for index in range(size):
        character = PyUnicode_READ(kind, characters, index)
        if index == 0 and character != c"/":
            return False
        if before == c"/" and (character == c"/" or character == c"."):
            return False
        if character == c"?" or character == c"#":
            break
        before = character
    return size > 0


cdef str _root_of(str base):
    """Scheme and host of a web address, empty for other addresses."""
    cdef object parts
    try:
        parts = urlsplit(base)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in IMAGE_SCHEMES and parts.netloc else ""
