# cython: language_level=3, wraparound=False, initializedcheck=False
from libc.string cimport memchr, memcmp, memset
from maintext.scanner.words cimport word_before

cdef inline const unsigned char* bytes_between(
    const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop
) except? NULL nogil:
    """A text whose bytes between two places are read without a further check."""
    if start < 0 or stop > text.shape[0] or start >= stop:
        with gil:
            raise IndexError(stop)
    return &text[0]

cdef inline unsigned long long eight_at(const unsigned char* text, Py_ssize_t place, Py_ssize_t size) noexcept nogil:
    """The eight bytes of a text from a place on as one number, the first lowest, and zeros behind its end."""
    return word_before(text + place, <int> (size - place))

cdef inline int find_byte(const unsigned char* text, int start, int stop, int byte) noexcept nogil:
    """The first place of a byte between two places of a text; the second of these where there is none."""
    if start >= stop:
        return stop
    cdef const void* found = memchr(text + start, byte, stop - start)
    return <int> (<const unsigned char*> found - text) if found else stop

cdef inline bint same_bytes(const unsigned char* text, int one, int other, int size) noexcept nogil:
    """Whether so many bytes are the same from two places of a text on."""
    return memcmp(text + one, text + other, size) == 0

cdef inline const unsigned long long* all_of(const unsigned long long[::1] numbers) except? NULL nogil:
    """Numbers that are read without a further check: a pointer is handed on quicker than a view."""
    return &numbers[0]

cdef inline unsigned char* room_between(unsigned char[::1] out, Py_ssize_t start, Py_ssize_t stop) except NULL nogil:
    """Room for a text, whose bytes between two places are written without a further check."""
    if start < 0 or stop > out.shape[0] or start >= stop:
        with gil:
            raise IndexError(stop)
    return &out[0]

cdef extern from *:
    """
    #if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    #include <intrin.h>
    #define fetch(place) _mm_prefetch((const char*)(place), _MM_HINT_T0)
    #elif defined(_MSC_VER)
    #define fetch(place) ((void)(place))
    #else
    #define fetch(place) __builtin_prefetch(place)
    #endif
    """
    void fetch(const void* place) noexcept nogil  # Begin to bring what stands at a place into the processor's cache.

ctypedef fused Number:
    short
    int
    float

cdef inline int set_rows(Number[:, ::1] table, Py_ssize_t rows, int value) except -1 nogil:
    """Set the first rows of a table to 0 or -1, all at once: a loop through them takes far longer."""
    if rows > table.shape[0]:
        with gil:
            raise IndexError(rows)
    if rows > 0:
        memset(&table[0, 0], value, rows * table.shape[1] * sizeof(Number))
    return 0

cdef inline int unset(int[::1] numbers, Py_ssize_t count) except -1 nogil:
    """Set the first numbers to -1."""
    if count > numbers.shape[0]:
        with gil:
            raise IndexError(count)
    if count > 0:
        memset(&numbers[0], 0xFF, count * sizeof(int))
    return 0

cdef inline Number[:, ::1] with_columns(Number[:, ::1] table, Py_ssize_t columns) nogil:
    """A table of fewer columns in the same room; its rows follow each other without a gap, to take the least cache."""
    if columns < 0 or columns > table.shape[1]:
        with gil:
            raise IndexError(columns)
    table.shape[1] = columns
    table.strides[0] = columns * sizeof(Number)
    return table
