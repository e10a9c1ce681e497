"""Where a text has invisible characters that may carry or reorder text."""


def segments_with_invisible(bytes encoded, const unsigned char[::1] keep, const int[:, ::1] segments):
    """List the kept segments with tag characters, zero-width characters in rows, overrides of direction and the like.

    Joiners between letters, direction marks, soft hyphens and single variation selectors are parts of many scripts and
    of emoji, and are not looked at.
    """
    cdef const int[::1] places = segments[<int> SEGMENT_PLACE]
    cdef const unsigned char* text = encoded
    cdef list listed = []
    cdef int first, last, stop = 0, at, end, count = <int> keep.shape[0]
    while stop < count:
        first = find_byte(&keep[0], stop, count, 1)
        if first == count:
            break
        last, stop = first, find_byte(&keep[0], first, count, 0)
        at, end = places[first], places[stop]
        if not 0 <= at <= end <= len(encoded):
            raise IndexError(end)
        while at < end:
            at = _next_suspicious(text, at, end)
            if at < end:
                while places[last + 1] <= at:
                    last += 1
                listed.append(last)
                at = places[last + 1]
    return listed


cdef bint _has_invisible(
    const unsigned char* text, Py_ssize_t size, const unsigned char* keep, const int* places, int count
) except -1:
    """Whether ``segments_with_invisible`` would list a segment."""
    cdef int first = find_byte(keep, 0, count, 1), stop, at, end
    while first < count:
        stop = find_byte(keep, first, count, 0)
        at, end = places[first], places[stop]
        if not 0 <= at <= end <= size:
            raise IndexError(end)
        if _next_suspicious(text, at, end) < end:
            return True
        first = find_byte(keep, stop, count, 1)
    return False


cdef int _next_suspicious(const unsigned char* text, int at, int stop) noexcept nogil:
    """The offset of the next invisible character that is not a usual part of a text, ``stop`` if there is none."""
    cdef unsigned int found
    while at < stop:
        if TAKES_SIXTEEN and at + SIXTEEN <= stop:
            found = wide_among_sixteen(text + at)
            if found:
                found = (
                    like_among_sixteen(text + at, 0xE2) | like_among_sixteen(text + at, 0xF3)
                    | like_among_sixteen(text + at, 0xEF)
                )
            while found:
                if _is_suspicious(text, at + lowest(found), stop):
                    return at + lowest(found)
                found &= found - 1
            at += SIXTEEN
        elif text[at] >= 0xE2 and _is_suspicious(text, at, stop):
            return at
        else:
            at += 1
    return stop


cdef inline int _third(const unsigned char* text, Py_ssize_t at, Py_ssize_t size, int first, int second) noexcept nogil:
    """The third byte of a character that begins with two bytes, 0 for other characters."""
    return text[at + 2] if at + 2 < size and text[at] == first and text[at + 1] == second else 0


cdef bint _is_zero_width(const unsigned char* text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    cdef int third = _third(text, at, size, 0xE2, 0x80)
    if third:
        return 0x8B <= third <= 0x8D
    third = _third(text, at, size, 0xE2, 0x81)
    if third:
        return 0xA0 <= third <= 0xA4
    return _third(text, at, size, 0xEF, 0xBB) == 0xBF


cdef bint _is_selector(const unsigned char* text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """Whether a variation selector is here."""
    cdef int third = _third(text, at, size, 0xEF, 0xB8)
    if third:
        return third < 0x90
    third = _third(text, at, size, 0xF3, 0xA0)
    return 0x84 <= third <= 0x87


cdef bint _is_suspicious(const unsigned char* text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """Whether an invisible character is here that is not a usual part of a script or an emoji."""
    cdef int third
    if text[at] == 0xF3:
        third = _third(text, at, size, 0xF3, 0xA0)
        return third == 0x80 or third == 0x81 or (_is_selector(text, at, size) and _is_selector(text, at + 4, size))
    if text[at] == 0xEF:
        return _third(text, at, size, 0xEF, 0xBB) == 0xBF or (
            _is_selector(text, at, size) and _is_selector(text, at + 3, size)
        )
    third = _third(text, at, size, 0xE2, 0x80)
    if third:
        if 0x8C <= third <= 0x8D:
            return _is_zero_width(text, at + 3, size)
        return third == 0x8B or third == 0xAD or third == 0xAE
    third = _third(text, at, size, 0xE2, 0x81)
    return third == 0xA0 or (0xA1 <= third <= 0xA4 and _is_zero_width(text, at + 3, size))
