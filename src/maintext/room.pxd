# cython: language_level=3
from libc.string cimport memset

cdef inline const unsigned char* bytes_between(
    const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop
) except? NULL nogil:
    """A text whose bytes between two places are read without a further check."""
    if start < 0 or stop > text.shape[0] or start >= stop:
        with gil:
            raise IndexError(stop)
    return &text[0]

cdef inline unsigned char* room_between(unsigned char[::1] out, Py_ssize_t start, Py_ssize_t stop) except NULL nogil:
    """Room for a text, whose bytes between two places are written without a further check."""
    if start < 0 or stop > out.shape[0] or start >= stop:
        with gil:
            raise IndexError(stop)
    return &out[0]

cdef inline int clear_counts(int[:, ::1] table, Py_ssize_t rows) except -1 nogil:
    """Set the first rows of a table to 0, all at once: a loop through them takes far longer."""
    if rows > table.shape[0]:
        with gil:
            raise IndexError(rows)
    if rows > 0:
        memset(&table[0, 0], 0, rows * table.shape[1] * sizeof(int))
    return 0

cdef inline int clear_sums(float[:, ::1] table, Py_ssize_t rows) except -1 nogil:
    """The same for a table of fractions."""
    if rows > table.shape[0]:
        with gil:
            raise IndexError(rows)
    if rows > 0:
        memset(&table[0, 0], 0, rows * table.shape[1] * sizeof(float))
    return 0

cdef inline float[:, ::1] with_columns(float[:, ::1] table, Py_ssize_t columns) nogil:
    """A table of fewer columns in the same room; its rows follow each other without a gap, to take the least cache."""
    if columns < 0 or columns > table.shape[1]:
        with gil:
            raise IndexError(columns)
    table.shape[1] = columns
    table.strides[0] = columns * sizeof(float)
    return table
