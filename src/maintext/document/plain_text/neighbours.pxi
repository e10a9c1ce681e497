"""Texts right next to some elements."""


def segments_joined_to(
    const short[::1] tag, const int[:, ::1] rows, const int[:, ::1] segments, const unsigned char[::1] keep, int wanted
):
    """List the kept segments that follow another kept one in the same line, where an element with a tag begins or ends.

    The code of the tag is one of HTML's own. A segment may be listed twice.
    """
    cdef int row = 0, row_count = <int> tag.shape[0], count = <int> keep.shape[0], start, stop
    cdef list found = []
    if not row_count or not count:
        return found
    if rows.shape[1] != row_count or segments.shape[1] <= count:
        raise IndexError(count)
    row = next_row(&tag[0], 0, row_count, wanted)
    while row < row_count:
        start, stop = rows[<int> SEGMENT_START, row], rows[<int> SEGMENT_STOP, row]
        if start < stop:
            if 0 < start < count and keep[start] and keep[start - 1] and _are_in_one_cell(segments, start):
                found.append(start)
            if 0 < stop < count and keep[stop] and keep[stop - 1] and _are_in_one_cell(segments, stop):
                found.append(stop)
        row = next_row(&tag[0], row + 1, row_count, wanted)
    return found


cdef inline bint _are_in_one_cell(const int[:, ::1] segments, int segment) except -1:
    """Whether a segment is in the same line and cell as the one before it."""
    return (
        segments[<int> SEGMENT_LINE, segment] == segments[<int> SEGMENT_LINE, segment - 1]
        and segments[<int> SEGMENT_CELL, segment] == segments[<int> SEGMENT_CELL, segment - 1]
    )
