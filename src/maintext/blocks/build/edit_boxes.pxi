# Elements in or beside a heading whose class has the letters "edit": nearly no page has any.

cdef enum:
    # Elements after a heading that are looked at.
    MAX_BESIDE = 30

cdef const unsigned char[::1] _IS_TITLE = tags.lookup(frozenset(f"h{level}" for level in range(1, 7))).view(np.uint8)


def edit_boxes(table):
    """The elements with "edit" in their class that are in a heading, or after it in a box that begins with it.

    Returns:
        Row of the element and row of the heading, in page order.
    """
    cdef const unsigned char[::1] source = table.source
    cdef const int[:, ::1] rows = table.row_columns
    cdef const short[::1] tag = table.tag
    cdef int row, heading, around, stop, count = <int> tag.shape[0]
    cdef list found = []
    if rows.shape[1] != count:
        raise IndexError(count)
    for heading in range(1, count):
        if not _IS_TITLE[tag[heading]]:
            continue
        around = rows[<int> PARENT, heading]
        stop = rows[<int> END, around if around == heading - 1 else heading]
        for row in range(heading + 1, min(stop, heading + MAX_BESIDE)):
            if _has_edit(source, rows[<int> CLASS_START, row], rows[<int> CLASS_STOP, row]):
                found.append((row, heading))
    return found


cdef bint _has_edit(const unsigned char[::1] source, int start, int stop) except -1:
    cdef int at
    for at in range(start, stop - 3):
        if source[at] == c"e" and source[at + 1] == c"d" and source[at + 2] == c"i" and source[at + 3] == c"t":
            return True
    return False
