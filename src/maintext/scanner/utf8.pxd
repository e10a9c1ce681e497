cimport cython
from maintext.scanner.words cimport WORD, before_first, beyond_ascii, length_of, word_before

cdef enum:
    # From so many bytes on a page is long.
    LONG = 1048576
    # Bytes that are looked through at once for one beyond ASCII, and for NUL: few enough to be at hand for the other yet.
    STRIDE = 256
    CHUNK = 16384

@cython.locals(size=Py_ssize_t)
cpdef Py_ssize_t continuations(const unsigned char[::1] data) except -2
@cython.locals(
    count=Py_ssize_t, place=Py_ssize_t, start=Py_ssize_t, limit=Py_ssize_t, stop=Py_ssize_t, width=int,
    ahead=cython.ulonglong,
)
cdef Py_ssize_t _count(const unsigned char* base, Py_ssize_t size) noexcept nogil
@cython.locals(high=cython.uchar, place=int)
cdef bint _is_ascii(const unsigned char* base) noexcept nogil
@cython.locals(lead=int, width=int)
cdef int width_of(const unsigned char* base, Py_ssize_t left) noexcept nogil
