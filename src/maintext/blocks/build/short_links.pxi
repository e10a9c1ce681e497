# Links of a few characters in the selected text: marks of footnotes, ways back from them, and marks next to headings.

cdef enum:
    MAX_MARK_SIZE = 6
    # Elements between the text of a mark and its link.
    MAX_MARK_LEVELS = 3


cdef list _short_links(
    const unsigned char[::1] source, const unsigned char[::1] keep, const int[:, ::1] segments, const short[::1] tag,
    const int[:, ::1] rows,
):
    """The rows of the links of at most ``MAX_MARK_SIZE`` characters that lead to a named place, in page order."""
    cdef const int[::1] characters = segments[<int> SEGMENT_CHARACTERS]
    cdef int segment, row, last = -1, count = <int> keep.shape[0], row_count = <int> tag.shape[0], _
    cdef list found = []
    if not count or not row_count:
        return found
    if segments.shape[1] <= count or rows.shape[1] != row_count:
        raise IndexError(count)
    cdef const unsigned char* kept = &keep[0]
    cdef const int* size = &characters[0]
    cdef const int* owner = &segments[<int> SEGMENT_OWNER, 0]
    cdef const int* parent = &rows[<int> PARENT, 0]
    cdef const short* tags_of = &tag[0]
    for segment in range(count):
        if not kept[segment] or not 0 < size[segment] <= MAX_MARK_SIZE:
            continue
        row = owner[segment]
        for _ in range(MAX_MARK_LEVELS):
            if not 0 <= row < row_count or tags_of[row] == TAG_A:
                break
            row = parent[row]
        if last < row < row_count and tags_of[row] == TAG_A:
            last = row
            if _has_name(source, rows, row) and _is_short(characters, rows, row):
                found.append(row)
    return found


cdef bint _has_name(const unsigned char[::1] source, const int[:, ::1] rows, int row) except -1:
    """Whether the tag of a link has a number sign, which begins the name of a place on a page."""
    cdef int at
    for at in range(rows[<int> OPEN_START, row], rows[<int> OPEN_END, row]):
        if source[at] == c"#":
            return True
    return False


cdef bint _is_short(const int[::1] characters, const int[:, ::1] rows, int row) except -1:
    """Whether an element has at most ``MAX_MARK_SIZE`` segments and characters."""
    cdef int start = rows[<int> SEGMENT_START, row], stop = rows[<int> SEGMENT_STOP, row], size = 0, segment
    if stop - start > MAX_MARK_SIZE:
        return False
    for segment in range(start, stop):
        size += characters[segment]
    return size <= MAX_MARK_SIZE
