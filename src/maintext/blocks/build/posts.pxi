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
            if is_profile(attribute_at(source, view.origin[row], b"href")):
                found |= AUTHOR_SIGN
        signs[row] = found
    return found_signs


cpdef tuple own_points(const int[::1] end, const int[:, ::1] segments, list rows, tuple sums):
    """The selected characters and the points of each of some boxes, without those of boxes within it.

    A box with selected text and an author or a time has one point, with both it has two.

    Args:
        end: for each row of the page the first row after its subtree.
        segments: for each row its first segment, and the one after its last.
        rows: the boxes in page order.
        sums: the number of authors and of times before each row, and of selected characters before each segment.
    """
    cdef const long long[::1] authors_before = sums[0]
    cdef const long long[::1] dates_before = sums[1]
    cdef const long long[::1] kept_before = sums[2]
    cdef Py_ssize_t count = len(rows), place, around, depth = 0
    cdef long long[:, ::1] own = np.empty((4, max(1, count)), dtype=np.int64)
    cdef int row
    cdef long long kept, authors, dates
    for place in range(count):
        row = rows[place]
        kept = kept_before[segments[1, row]] - kept_before[segments[0, row]]
        authors = authors_before[end[row]] - authors_before[row]
        dates = dates_before[end[row]] - dates_before[row]
        while depth and end[rows[own[3, depth - 1]]] <= row:
            depth -= 1
        if depth:
            around = own[3, depth - 1]
            own[0, around] -= kept
            own[1, around] -= authors
            own[2, around] -= dates
        own[0, place], own[1, place], own[2, place] = kept, authors, dates
        own[3, depth] = place
        depth += 1
    return (
        [own[0, place] for place in range(count)],
        [
            (own[0, place] > 0) * ((own[1, place] > 0) + (own[2, place] > 0))
            for place in range(count)
        ],
    )
