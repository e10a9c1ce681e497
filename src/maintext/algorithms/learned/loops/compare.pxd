from libc.string cimport memcmp
from maintext.algorithms.learned.loops.state cimport Rows

cdef bint same_bytes(Rows rows, int one, int other, int size) noexcept nogil
