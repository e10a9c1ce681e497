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


def repeated_neighbours(const unsigned char[::1] text, const unsigned char[::1] keep, const int[:, ::1] segments):
    """List the pairs of kept segments with the same text that follow each other in their line."""
    cdef int before = -1, segment, count = <int> keep.shape[0]
    cdef const int[::1] line = segments[<int> SEGMENT_LINE]
    cdef const int[::1] characters = segments[<int> SEGMENT_CHARACTERS]
    cdef const int[::1] place = segments[<int> SEGMENT_PLACE]
    cdef list found = []
    for segment in range(count):
        if not keep[segment] or not characters[segment]:
            continue
        if before >= 0 and line[segment] == line[before] and characters[segment] == characters[before]:
            if _is_same_text(text, place[before], place[before + 1], place[segment], place[segment + 1]):
                found.append((before, segment))
        before = segment
    return found


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
