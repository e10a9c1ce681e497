"""Whether bytes are UTF-8, many of them at a time.

No index is checked here: each offset that is read is below the size, and the condition is next to each read.
"""

from libc.string cimport memchr
from maintext.table.byte_scan cimport WORD, before_first, beyond_ascii, length_of, word_before

cdef enum:
    # Pages of this many bytes are long.
    LONG = 1048576
    # Bytes searched at once for one beyond ASCII.
    STRIDE = 256
    # Bytes searched at once for NUL, few enough to stay in the processor's cache for the other search.
    CHUNK = 16384


def continuations(const unsigned char[::1] data not None):
    """The number of continuation bytes of multi-byte characters; -1 if the bytes are not UTF-8, or one of them is NUL.

    Only for long pages is the interpreter's lock released: getting it back takes longer than a short page does.
    """
    cdef Py_ssize_t size = data.shape[0], count
    if size == 0:
        return 0
    if size < LONG:
        return count_continuations(&data[0], size)
    with nogil:
        count = count_continuations(&data[0], size)
    return count


cdef Py_ssize_t count_continuations(const unsigned char* base, Py_ssize_t size) noexcept nogil:
    """The same for the bytes from an address on."""
    cdef Py_ssize_t count = 0, place = 0, limit = 0, start, stop
    cdef unsigned long long ahead
    cdef int width
    while limit < size:
        start = limit
        limit = min(size, start + CHUNK)
        if memchr(base + start, 0, limit - start) != NULL:
            return -1
        while place < limit:
            if place + STRIDE <= size and is_ascii_stride(base + place):
                place += STRIDE
                continue
            stop = min(size, place + STRIDE)
            while place < stop:
                ahead = beyond_ascii(word_before(base + place, <int> min(size - place, WORD)))
                if ahead == 0:
                    place += WORD
                    continue
                place += length_of(before_first(ahead))
                width = width_of(base + place, size - place)
                if width == 0:
                    return -1
                count += width - 1
                place += width
    return count


cdef bint is_ascii_stride(const unsigned char* base) noexcept nogil:
    """Whether the next ``STRIDE`` bytes are all ASCII."""
    cdef unsigned char high = 0
    cdef int place
    for place in range(STRIDE):
        high |= base[place]
    return high < 0x80
