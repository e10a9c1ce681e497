# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Whether bytes are UTF-8, many of them at a time; see ``maintext.decode``.

No index is checked here: every place that is read lies before the size, and that stands next to each of them.
"""

import cython
from cython.cimports.libc.string import memchr


def continuations(data: bytes) -> int:
    """How many bytes go on with a character that was begun before; -1 if these are no characters, or if one is NUL.

    Only long pages are worth letting other threads run meanwhile: to get the interpreter's lock back takes longer.
    """
    size = len(data)
    if size == 0:
        return 0
    if size < LONG:
        return _count(cython.address(data[0]), size)
    with cython.nogil:
        return _count(cython.address(data[0]), size)


def _count(base: cython.p_uchar, size: int) -> int:
    """The same of bytes from a place on."""
    count = place = limit = 0
    while limit < size:
        start = limit
        limit = min(size, start + CHUNK)
        if memchr(base + start, 0, limit - start) != cython.NULL:
            return -1
        while place < limit:
            if place + STRIDE <= size and _is_ascii(base + place):
                place += STRIDE
                continue
            stop = min(size, place + STRIDE)
            while place < stop:
                ahead = beyond_ascii(word_before(base + place, min(size - place, WORD)))
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


def _is_ascii(base: cython.p_uchar) -> bool:
    """Whether the next bytes are all ASCII."""
    high = 0
    for place in range(STRIDE):
        high |= base[place]
    return high < 0x80


def width_of(base: cython.p_uchar, left: int) -> int:
    """The number of bytes of the character at a place, with so many bytes left; 0 if there is none."""
    lead = base[0]
    if lead < 0x80:
        return 1 if lead else 0
    if lead < 0xC2 or lead > 0xF4:
        return 0
    width = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    if width > left or base[1] & 0xC0 != 0x80:
        return 0
    if (lead == 0xE0 and base[1] < 0xA0) or (lead == 0xED and base[1] >= 0xA0):
        return 0
    if (lead == 0xF0 and base[1] < 0x90) or (lead == 0xF4 and base[1] >= 0x90):
        return 0
    if width > 2 and base[2] & 0xC0 != 0x80:
        return 0
    if width > 3 and base[3] & 0xC0 != 0x80:
        return 0
    return width
