"""Which of some rows are alike, so that questions about their tags and those around them are answered once."""

cdef enum:
    # How many start tags are compared: that of a row, those of two elements around it, and more inside of a line.
    ALWAYS = 3
    LEVELS = 6
    # Slots that are tried for a row. A row that finds no slot is like no other.
    MAX_PROBES = 16


cdef const unsigned char[::1] _IS_BLOCK = tags.lookup(tags.BLOCK).view(np.uint8)


# The columns that start tags are compared by.
cdef struct TagColumns:
    const unsigned char* text
    Py_ssize_t text_size
    const int* parent
    const int* origin
    const int* start
    const int* stop
    const short* tag


def rows_alike(
    bytes source, list listed, const int[:, ::1] segments, const int[:, ::1] rows, const short[::1] tag
):
    """Describe rows: list each with its parent, its number of visible characters, and the first row that is like it.

    Rows are alike if they have the same start tag, and so have their parents, the parents of these, and up to three
    more elements around them if all are inside of a line.

    Args:
        source: the markup of the page.
        listed: the rows.
        segments: the columns of the table's segments.
        rows: the columns of the table's rows.
        tag: the tag of each row.
    """
    cdef const int[::1] characters = segments[<int> SEGMENT_CHARACTERS]
    cdef const int[::1] first = rows[<int> SEGMENT_START]
    cdef const int[::1] last = rows[<int> SEGMENT_STOP]
    cdef Py_ssize_t segment, segment_count = characters.shape[0], size = 1
    cdef list found = []
    cdef long long* sums = NULL
    cdef int* slots = NULL
    cdef TagColumns columns
    cdef int row, like
    if not listed:
        return found
    if tag.shape[0] != rows.shape[1] or max(listed) >= rows.shape[1] or min(listed) < 0:
        raise IndexError(len(listed))
    columns.text, columns.text_size = source, len(source)
    columns.parent, columns.origin = &rows[<int> PARENT, 0], &rows[<int> ORIGIN, 0]
    columns.start, columns.stop, columns.tag = &rows[<int> OPEN_START, 0], &rows[<int> OPEN_END, 0], &tag[0]
    while size < 2 * len(listed):
        size *= 2
    sums = <long long*> PyMem_RawCalloc(segment_count + 1, sizeof(long long))
    slots = <int*> PyMem_RawCalloc(size, sizeof(int))
    try:
        if sums == NULL or slots == NULL:
            raise MemoryError()
        for segment in range(segment_count):
            sums[segment + 1] = sums[segment] + characters[segment]
        for row in listed:
            if not 0 <= first[row] <= last[row] <= segment_count:
                raise IndexError(row)
            like = _first_like(&columns, row, slots, size - 1)
            found.append((row, columns.parent[row], sums[last[row]] - sums[first[row]], like))
    finally:
        PyMem_RawFree(sums)
        PyMem_RawFree(slots)
    return found


cdef int _first_like(const TagColumns* columns, int row, int* slots, unsigned long long mask) except -1 nogil:
    """The first row that is like a row; itself if it is the first. A slot has the number of a row, from 1."""
    cdef unsigned long long place = slot(_chain_key(columns, row), mask)
    cdef int _
    for _ in range(MAX_PROBES):
        if slots[place] == 0:
            slots[place] = row + 1
            return row
        if _is_alike(columns, slots[place] - 1, row):
            return slots[place] - 1
        place = next_slot(place, mask)
    return row


cdef inline int _tag_size(const TagColumns* columns, int row) noexcept nogil:
    """The size of a start tag in bytes, 0 if the element has none."""
    if 0 <= columns.start[row] < columns.stop[row] <= columns.text_size:
        return columns.stop[row] - columns.start[row]
    return 0


cdef unsigned long long _chain_key(const TagColumns* columns, int row) noexcept nogil:
    """A hash of the sizes of some of the start tags, and of some bytes of the first."""
    cdef int size = _tag_size(columns, row), _
    cdef unsigned long long key = 0
    if size >= 2 * WORD:
        key = mix(word_at(columns.text + columns.start[row] + size // 2), word_at(columns.text + columns.stop[row] - 8))
    for _ in range(ALWAYS):
        if row < 0:
            break
        key = mix(key, <unsigned long long> columns.tag[row] << 32 | <unsigned int> _tag_size(columns, row))
        row = columns.parent[row]
    return key


cdef bint _is_alike(const TagColumns* columns, int one, int other) except -1 nogil:
    """Whether two rows and the elements close around them have the same start tags."""
    cdef bint is_outside = False
    cdef int size, level
    for level in range(LEVELS):
        if one == other or (level >= ALWAYS and is_outside):
            return True
        if one < 0 or other < 0 or columns.tag[one] != columns.tag[other]:
            return False
        size = _tag_size(columns, one)
        if size != _tag_size(columns, other):
            return False
        # An element without a start tag has that of another one, or none at all.
        if size == 0 and columns.origin[one] != columns.origin[other]:
            return False
        if not same_bytes(columns.text, columns.start[one], columns.start[other], size):
            return False
        is_outside |= _IS_BLOCK[columns.tag[one]]
        one, other = columns.parent[one], columns.parent[other]
    return True
