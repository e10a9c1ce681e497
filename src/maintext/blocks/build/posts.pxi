# What the attributes of each element say about posts, their authors, times and votes.

# Bytes of a class or an id that are examined.
cdef int MAX_CLASS = 300
cdef enum:
    # Names that are remembered, a power of two.
    KNOWN_NAMES = 256
cdef int TAG_TIME = tags.code_of("time")
cdef int TAG_A = tags.code_of("a")
cdef int DATE_SIGN = post_signs.Sign.DATE
cdef int AUTHOR_SIGN = post_signs.Sign.AUTHOR


cdef class KnownSigns:
    """The signs of names in a page. Most names were examined before, which is quicker to see without a copy of them."""

    cdef bytes _source
    cdef object _signs_of
    cdef int _start[KNOWN_NAMES]
    cdef int _size[KNOWN_NAMES]
    cdef int _signs[KNOWN_NAMES]

    def __init__(self, bytes source, signs_of):
        """Take the page, and what examines a name."""
        self._source = source
        self._signs_of = signs_of
        memset(self._size, 0, sizeof(self._size))

    cdef int between(self, int start, int stop) except -1:
        """The signs of the name between two offsets."""
        cdef const unsigned char* source = self._source
        cdef int size = stop - start, slot
        if size <= 0:
            return 0
        slot = (31 * size + 7 * source[stop - 1] + source[start + size // 2]) & (KNOWN_NAMES - 1)
        if self._size[slot] != size or memcmp(source + self._start[slot], source + start, size):
            self._signs[slot] = self._signs_of(self._source[start:stop])
            self._start[slot] = start
            self._size[slot] = size
        return self._signs[slot]


def row_signs(table):
    """For each row the signs of posts in its class, id, ``itemprop``, ``itemtype`` and ``href``."""
    cdef TableView view = TableView(table)
    cdef bytes source = table.source
    cdef str address
    cdef KnownSigns names = KnownSigns(source, post_signs.signs_of_name)
    cdef KnownSigns marks = KnownSigns(source, post_signs.signs_of_mark)
    cdef int[::1] signs
    cdef int row, found, stop
    found_signs = np.zeros(view.count, dtype=np.intc)
    signs = found_signs
    for row in range(view.count):
        found = DATE_SIGN if view.tag[row] == TAG_TIME else 0
        if view.class_stop[row] > view.class_start[row]:
            found |= names.between(view.class_start[row], min(view.class_stop[row], view.class_start[row] + MAX_CLASS))
        if view.id_stop[row] > view.id_start[row]:
            stop = min(view.id_stop[row], view.id_start[row] + MAX_CLASS)
            while stop > view.id_start[row] and c"0" <= view.source[stop - 1] <= c"9":
                stop -= 1
            found |= names.between(view.id_start[row], stop)
        if view.mark_stop[row] > view.mark_start[row]:
            found |= marks.between(view.mark_start[row], view.mark_stop[row])
        if view.tag[row] == TAG_A:
            address = attribute_at(source, view.origin[row], b"href")
            if _may_be_profile(address) and post_signs.is_profile(address):
                found |= AUTHOR_SIGN
        signs[row] = found
    return found_signs


cdef bint _may_be_profile(str address) noexcept:
    """Whether an address may be the page of a member: each of these has two certain characters next to each other."""
    cdef int kind = PyUnicode_KIND(address)
    cdef void* characters = PyUnicode_DATA(address)
    cdef Py_ssize_t index
    cdef unsigned int before = c"/", one, other
    for index in range(len(address)):
        one = <unsigned int> PyUnicode_READ(kind, characters, index) | 32
        other = <unsigned int> PyUnicode_READ(kind, characters, index + 1) | 32 if index + 1 < len(address) else 0
        if before == c"/" or before == c"?" or before == c"&":
            if one == c"u" or one == c"~" or one == 96:  # 96: an at sign as small letters are made
                return True
            if (one == c"m" and other == c"e") or (one == c"a" and other == c"u"):
                return True
            if one == c"p" and (other == c"r" or other == c"e"):
                return True
        if (before == c"-" and one == c"u") or (before == c"w" and one == c"p"):
            return True
        before = one
    return False
