"""Lines and segments of a text that repeat others."""

# What ``possible_repeats`` answers, as bits.
cpdef enum Repeat:
    SEGMENTS = 1
    LINES = 2

cdef enum:
    # Capacity for long lines; a power of two.
    SEEN_LINES = 1024
    # Slots that are tried for a line.
    MAX_STEPS = 16
    # Bytes at each end of a line that its hash is made of.
    HASHED_ENDS = 24


# A long line that was seen: its hash and its range of bytes. The hash 0 marks an empty slot.
cdef struct SeenLine:
    unsigned long long key
    int start
    int stop


def possible_repeats(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[:, ::1] segments, int min_length
):
    """What the kept segments may repeat, as bits of ``Repeat``. A bit that is not set is certain, one that is may be wrong.

    ``SEGMENTS``: a segment has the same text as the one before it in its line. ``LINES``: a line of at least
    ``min_length`` bytes has the same text as an earlier one. Most texts repeat nothing, and this pass is quick.
    """
    cdef int found, count = <int> keep.shape[0]
    if count == 0:
        return 0
    if segments.shape[1] <= count:
        raise IndexError(count)
    with nogil:
        found = _possible_repeats(
            text, &keep[0], &segments[<int> SEGMENT_LINE, 0], segments[<int> SEGMENT_CHARACTERS],
            segments[<int> SEGMENT_PLACE], count, min_length,
        )
    return found


cdef int _possible_repeats(
    const unsigned char[::1] text, const unsigned char* keep, const int* line, const int[::1] characters,
    const int[::1] place, int count, int min_length,
) except -1 nogil:
    """Do the work of ``possible_repeats``."""
    cdef SeenLine[SEEN_LINES] seen
    cdef int found = 0, before = -1, first = -1, last = -1, segment
    memset(seen, 0, sizeof(seen))
    for segment in range(count):
        if not keep[segment]:
            continue
        if before >= 0 and line[segment] == line[before] and characters[segment] == characters[before]:
            if _is_same_text(text, place[before], place[before + 1], place[segment], place[segment + 1]):
                found |= SEGMENTS
        if first >= 0 and line[segment] != line[first]:
            if place[last + 1] - place[first] >= min_length and _is_seen(text, characters, place, first, last, seen):
                found |= LINES
            first = segment
        elif first < 0:
            first = segment
        last = segment
        if characters[segment]:
            before = segment
    if first >= 0 and place[last + 1] - place[first] >= min_length:
        if _is_seen(text, characters, place, first, last, seen):
            found |= LINES
    return found


cdef bint _is_seen(
    const unsigned char[::1] text, const int[::1] characters, const int[::1] place, int first, int last,
    SeenLine* seen,
) except -1 nogil:
    """Whether the line of some segments may have been seen before; if not, remember it.

    White space does not count. Only lines of the same length with the same bytes at both ends are compared.
    """
    cdef unsigned long long key = 0, at_slot
    cdef Py_ssize_t start = place[first], stop = place[last + 1], at = start
    cdef int segment, left = HASHED_ENDS, _
    for segment in range(first, last + 1):
        key += characters[segment]
    while left and at < stop:
        if not is_ascii_space(text[at]):
            key = (key << 5 | key >> 59) ^ text[at]
            left -= 1
        at += 1
    at = stop - 1
    left = HASHED_ENDS
    while left and at >= start:
        if not is_ascii_space(text[at]):
            key = (key << 5 | key >> 59) ^ text[at]
            left -= 1
        at -= 1
    key = mix(0, key) | 1
    at_slot = slot(key >> 1, SEEN_LINES - 1)
    for _ in range(MAX_STEPS):
        if seen[at_slot].key == 0:
            seen[at_slot] = SeenLine(key, <int> start, <int> stop)
            return False
        if seen[at_slot].key == key and _is_same_text(text, seen[at_slot].start, seen[at_slot].stop, start, stop):
            return True
        at_slot = next_slot(at_slot, SEEN_LINES - 1)
    return True


def find_same_lines(
    const unsigned char[::1] text, const long long[::1] begin, const long long[::1] end,
    unsigned long long[::1] keys, int[::1] slots, int[::1] first,
):
    """For each line find the first line with the same text, -1 for lines without text. White space does not count.

    Args:
        text: the bytes that contain the lines, in UTF-8.
        begin: where each line begins.
        end: where each line ends.
        keys: scratch array, one entry per line.
        slots: scratch array filled with -1; its length is a power of two and at least twice the number of lines.
        first: the answer, one entry per line.
    """
    cdef unsigned long long mask = slots.shape[0] - 1, key, at_slot
    cdef int line, other
    for line in range(<int> begin.shape[0]):
        key = _key(text, begin[line], end[line])
        keys[line] = key
        first[line] = -1
        if key == 0:
            continue
        at_slot = slot(key >> 1, mask)
        while slots[at_slot] >= 0:
            other = slots[at_slot]
            if keys[other] == key and _is_same_text(text, begin[other], end[other], begin[line], end[line]):
                break
            at_slot = next_slot(at_slot, mask)
        if slots[at_slot] < 0:
            slots[at_slot] = line
        first[line] = slots[at_slot]


cdef unsigned long long _key(const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop) except? 1 nogil:
    """A hash of the bytes of a line that are not ASCII white space, 0 if there are none."""
    cdef unsigned long long key = 0
    cdef Py_ssize_t at
    for at in range(start, stop):
        if not is_ascii_space(text[at]):
            key = mix(key, text[at]) | 1
    return key


cdef bint _is_same_text(
    const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t other, Py_ssize_t end
) except -1 nogil:
    """Whether two ranges of a text have the same bytes apart from ASCII white space."""
    while True:
        while start < stop and is_ascii_space(text[start]):
            start += 1
        while other < end and is_ascii_space(text[other]):
            other += 1
        if start == stop or other == end:
            return start == stop and other == end
        if text[start] != text[other]:
            return False
        start += 1
        other += 1


def find_repeated_on_purpose(
    const unsigned char[::1] source, const long long[::1] first, const long long[::1] same_line,
    const int[:, ::1] segments, const int[:, ::1] rows, int levels, unsigned char[::1] found,
):
    """Mark the lines that are repeated on purpose; ``repeats.py`` says which these are.

    Args:
        source: the markup of the page.
        first: the first segment of each line.
        same_line: the first line with the same text, for each line; -1 for blank lines.
        segments: the columns of the table's segments.
        rows: the columns of the table's rows.
        levels: how many elements around the two lines are compared.
        found: the answer, one entry per line, filled with zeros.
    """
    cdef const int[::1] owner = segments[<int> SEGMENT_OWNER]
    cdef const int[::1] parent = rows[<int> PARENT]
    cdef int line, row, other, _
    for line in range(<int> first.shape[0]):
        if not 0 <= same_line[line] < line:
            continue
        row, other = owner[first[line]], owner[first[same_line[line]]]
        for _ in range(levels):
            if row < 0 or other < 0 or not _has_same_tag(source, rows, row, other):
                break
            row, other = parent[row], parent[other]
            if row == other:
                found[line] = True
                break


cdef bint _has_same_tag(const unsigned char[::1] source, const int[:, ::1] rows, int row, int other) except -1:
    """Whether two elements have the same start tag, byte for byte."""
    cdef int start = rows[<int> OPEN_START, row], size = rows[<int> OPEN_END, row] - start
    cdef int begin = rows[<int> OPEN_START, other]
    if size != rows[<int> OPEN_END, other] - begin:
        return False
    return size <= 0 or same_bytes(bytes_between(source, min(start, begin), max(start, begin) + size), start, begin, size)
