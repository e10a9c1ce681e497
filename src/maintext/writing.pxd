cimport cython
from libc.string cimport memcpy
from maintext.room cimport bytes_between, room_between
from maintext.scanner.words cimport WORD, word_at

# Indexed by a number of two bytes, and by a byte, so no index is out of bounds.
cdef const unsigned char* IS_SPACE
cdef const unsigned char* IS_INK
cdef const unsigned char[::1] IS_VERBATIM
cdef unsigned char SPACE, TAB, NEWLINE
cdef unsigned long long FACTOR, ALL, LOW
cdef int MOST_STEPS, ENDS, STUTTERS, COPIES, OWNER, LINE, CELL, CHARACTERS, PLACE, PARENT

cdef inline int copy_words(
    const unsigned char* source, Py_ssize_t at, Py_ssize_t end, unsigned char* target, Py_ssize_t size
) noexcept nogil:
    """Write the next eight bytes as they are, and say how many of them count: all, or all but a space at their end.

    None does if fewer are left, or if they are more than ASCII with single spaces between words. What stands before
    them is no space.
    """
    cdef unsigned long long word, spaces
    if at + WORD > end:
        return 0
    word = word_at(source + at)
    if (word | ~(word + 0x6060606060606060ULL)) & 0x8080808080808080ULL:
        return 0
    spaces = ~((word ^ 0x2020202020202020ULL) + 0x7F7F7F7F7F7F7F7FULL) & 0x8080808080808080ULL
    if spaces & spaces << 8:
        return 0
    memcpy(target + size, source + at, WORD)
    return WORD - <int> (spaces >> 63)

@cython.locals(
    size=Py_ssize_t, written=cython.longlong, count=int, first=int, shown=cython.longlong, stop=int,
    owner="const int[::1]", line="const int[::1]", cell="const int[::1]",
    characters="const int[::1]", place="const int[::1]", parent="const int[::1]",
)
cdef Py_ssize_t _write(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[:, ::1] segments,
    const short[::1] tag, const int[:, ::1] rows, unsigned char[::1] out,
) except -1 nogil
cpdef Py_ssize_t write_text(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[:, ::1] segments,
    const short[::1] tag, const int[:, ::1] rows, unsigned char[::1] out,
) except -1
cdef inline Py_ssize_t without_lock(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[:, ::1] segments,
    const short[::1] tag, const int[:, ::1] rows, unsigned char[::1] out,
) except -1:
    with nogil:
        return _write(text, keep, segments, tag, rows, out)
@cython.locals(segment=int)
cpdef bint shows_text(const unsigned char[::1] keep, const int[:, ::1] segments) except -1
@cython.locals(
    found=int, before=int, first=int, last=int, segment=int, line="const int[::1]", characters="const int[::1]",
    place="const int[::1]",
)
cpdef int may_repeat(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[:, ::1] segments, int length,
    unsigned long long[::1] seen,
) except -1 nogil
cdef bint _are_equal(
    const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t other, Py_ssize_t end
) except -1 nogil
@cython.locals(
    key=cython.ulonglong, segment=int, at=Py_ssize_t, left=int, mask=cython.ulonglong, slot=cython.ulonglong,
    start=cython.ulonglong, stop=cython.ulonglong, before=cython.ulonglong,
)
cdef bint _is_seen(
    const unsigned char[::1] text, const int[::1] characters, const int[::1] place, int first, int last,
    unsigned long long[::1] seen,
) except -1 nogil
cdef bint _is_verbatim(int row, const short[::1] tag, const int[::1] parent) except -1 nogil
@cython.locals(byte=int)
cdef int space_at(const unsigned char[::1] text, Py_ssize_t place, Py_ssize_t stop) except -1 nogil
@cython.locals(byte=int, point=int)
cdef int _wide_space_at(const unsigned char[::1] text, Py_ssize_t place, Py_ssize_t stop) except -1 nogil
@cython.locals(
    start=Py_ssize_t, is_between=bint, before=int, segment=int, at=Py_ssize_t, end=Py_ssize_t, width=int,
    byte=cython.uchar, source="const unsigned char*", target="unsigned char*",
)
cdef Py_ssize_t _fold(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[::1] place, int first, int stop,
    unsigned char[::1] out, Py_ssize_t size,
) except -1 nogil
@cython.locals(
    start=Py_ssize_t, newlines=int, blanks=int, before=int, segment=int, at=Py_ssize_t, end=Py_ssize_t,
    is_apart=bint, width=int, blank=Py_ssize_t,
)
cdef Py_ssize_t _copy_lines(
    const unsigned char[::1] text, const unsigned char[::1] keep, const int[::1] place, int first, int stop,
    unsigned char[::1] out, Py_ssize_t size,
) except -1 nogil
