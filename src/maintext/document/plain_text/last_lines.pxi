"""The last lines of a text, from the last one back."""


def last_lines(
    const unsigned char[::1] keep, const int[:, ::1] segments, int max_segments, int max_lines, int max_bytes
):
    """Find the last kept segment, -1 if there is none, and the spans of the last lines, which are not too long.

    The first line of the last ``max_segments`` segments is left out: it may begin before them.
    """
    cdef const int[::1] place = segments[<int> SEGMENT_PLACE]
    cdef const int[::1] line = segments[<int> SEGMENT_LINE]
    cdef list spans = []
    cdef int segment, begin = -1, last = -1, seen = 0, lines = 0, stop = 0
    for segment in range(<int> keep.shape[0] - 1, -1, -1):
        if not keep[segment]:
            continue
        if last < 0:
            last = segment
            stop = place[last + 1]
        elif line[segment] != line[begin]:
            if stop - place[begin] < max_bytes:
                spans.append((place[begin], stop))
            stop = place[begin]
            lines += 1
        begin = segment
        seen += 1
        if seen == max_segments or lines == max_lines:
            break
    return last, spans
