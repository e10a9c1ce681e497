# Elements in or beside a selected heading whose class has the letters "edit": nearly no page has any.

cdef enum:
    # Elements after a heading that are looked at.
    MAX_BESIDE = 30

cdef const unsigned char[::1] _IS_TITLE = tags.lookup(frozenset(f"h{level}" for level in range(1, 7))).view(np.uint8)


cdef list _edit_boxes(
    bytes source, const unsigned char[::1] keep, const short[::1] tag, const int[:, ::1] rows
):
    """The elements with "edit" in their class that are in a selected heading, or after it in a box that begins with it.

    Each comes with the row of the heading, in page order.
    """
    cdef int row, heading, around, stop, start, end, count = <int> tag.shape[0], segments = <int> keep.shape[0]
    cdef int size = <int> len(source)
    cdef list found = []
    if rows.shape[1] != count:
        raise IndexError(count)
    if not count or not segments:
        return found
    cdef const unsigned char* text = source
    cdef const unsigned char* is_title = &_IS_TITLE[0]
    cdef const short* tags_of = &tag[0]
    cdef const int* class_start = &rows[<int> CLASS_START, 0]
    cdef const int* class_stop = &rows[<int> CLASS_STOP, 0]
    for heading in range(1, count):
        if not is_title[tags_of[heading]]:
            continue
        start, end = rows[<int> SEGMENT_START, heading], rows[<int> SEGMENT_STOP, heading]
        if not 0 <= start < end <= segments or find_byte(&keep[0], start, end, 1) == end:
            continue
        around = rows[<int> PARENT, heading]
        stop = min(rows[<int> END, around if around == heading - 1 else heading], heading + MAX_BESIDE, count)
        for row in range(heading + 1, stop):
            if 0 <= class_start[row] < class_stop[row] <= size and _has_edit(text, class_start[row], class_stop[row]):
                found.append((row, heading))
    return found


cdef bint _has_edit(const unsigned char* text, int start, int stop) noexcept nogil:
    """Whether the letters are between two offsets; nearly all names have fewer of the second than of the first."""
    cdef int at = find_byte(text, start + 1, stop, c"d")
    while at + 2 < stop:
        if text[at - 1] == c"e" and text[at + 1] == c"i" and text[at + 2] == c"t":
            return True
        at = find_byte(text, at + 1, stop, c"d")
    return False
