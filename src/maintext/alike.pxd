cimport cython

cdef unsigned char SPACE, TAB, RETURN
cdef unsigned long long FACTOR, ALL

@cython.locals(key=cython.ulonglong, slot=cython.ulonglong, mask=cython.ulonglong, line=int, other=int)
cpdef int number_alike_lines(
    const unsigned char[::1] text, const long long[::1] begin, const long long[::1] end,
    unsigned long long[::1] keys, int[::1] slots, int[::1] first,
) except -1
cdef bint _is_space(unsigned char byte) noexcept nogil
@cython.locals(key=cython.ulonglong, at=Py_ssize_t)
cdef unsigned long long _key(const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop) except? 1 nogil
cdef bint _are_alike(
    const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t other, Py_ssize_t end
) except -1 nogil
