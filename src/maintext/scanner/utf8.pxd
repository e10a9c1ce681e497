cimport cython

cdef enum:
    STRIDE = 64

@cython.locals(
    size=Py_ssize_t, count=Py_ssize_t, place=Py_ssize_t, stop=Py_ssize_t, width=int, base="const unsigned char*",
)
cpdef Py_ssize_t continuations(const unsigned char[::1] data) except -2
@cython.locals(high=cython.uchar, zeros=cython.uchar, place=int)
cdef bint _is_plain(const unsigned char* base) noexcept nogil
@cython.locals(lead=int, width=int)
cdef int width_of(const unsigned char* base, Py_ssize_t left) noexcept nogil
