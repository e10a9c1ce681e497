"""The texts that facts are chosen from and that a page may hide."""

cdef int BODY_ELEMENT = tags.code_of("body")


def texts_of_facts(table, bint is_known, Py_ssize_t size):
    """The segments in headings, and those with at least ``size`` visible characters, in the body of a page, as a mask.

    None if no tag of an element with text says anything about its visibility, unless it is known that the page hides
    text.
    """
    cdef const int[:, ::1] rows = table.row_columns
    cdef const int[:, ::1] segments = table.segment_columns
    cdef const short[::1] tag = table.tag
    cdef const unsigned char[::1] hiding = table.hiding
    cdef const unsigned char* is_heading = IS_HEADING
    cdef unsigned char[::1] in_heading
    cdef unsigned char[::1] is_one
    cdef const int[::1] parents = rows[<int> PARENT]
    cdef const int[::1] owners = segments[<int> SEGMENT_OWNER]
    cdef const int[::1] characters = segments[<int> SEGMENT_CHARACTERS]
    cdef Py_ssize_t row, segment, count = tag.shape[0], first = 0, stop = count
    cdef int owner, parent
    for row in range(count if not is_known else 0):
        if hiding[row] and rows[<int> SEGMENT_STOP, row] > rows[<int> SEGMENT_START, row]:
            is_known = True
            break
    if not is_known:
        return None
    in_heading = np.empty(count, dtype=np.uint8)
    found = np.zeros(segments.shape[1] - 1, dtype=bool)
    is_one = found.view(np.uint8)
    if (<bytes> table.present_tags)[BODY_ELEMENT]:
        while tag[first] != BODY_ELEMENT:
            first += 1
        stop = rows[<int> END, first]
    for row in range(count):
        parent = parents[row]
        in_heading[row] = is_heading[tag[row]] or (parent >= 0 and in_heading[parent])
    for segment in range(is_one.shape[0]):
        owner = owners[segment]
        is_one[segment] = first <= owner < stop and (in_heading[owner] or characters[segment] >= size)
    return found
