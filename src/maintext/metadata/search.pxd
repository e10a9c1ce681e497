cimport cython

cdef int LARGE_A, LARGE_Z, FOUR, SHIFT
cdef unsigned int FACTOR, SMALL, ALL
cdef long long ONE

cdef class Words:
    cdef readonly tuple words
    cdef Py_ssize_t step
    cdef bytes is_in
    cdef const long long[::1] first, following, number, offset

    cpdef list places(self, bytes source)
    @cython.locals(row=Py_ssize_t, number=int)
    cpdef object mark(
        self, bytes source, const long long[::1] start, const long long[::1] stop, long long longest,
        long long[::1] marks,
    )
    @cython.locals(place=Py_ssize_t, begin=Py_ssize_t, part=int, word=bytes)
    cdef object _find(self, bytes source, Py_ssize_t start, Py_ssize_t stop, list found)

cdef Py_ssize_t _next_hit(
    const unsigned char* source, Py_ssize_t place, Py_ssize_t last, Py_ssize_t step, const unsigned char* is_in
) noexcept
@cython.locals(four=cython.uint)
cdef unsigned int _slot(const unsigned char* source, Py_ssize_t place) noexcept
@cython.locals(each=Py_ssize_t, byte=int)
cdef bint _stands_at(const unsigned char* source, Py_ssize_t place, const unsigned char* word, Py_ssize_t size) noexcept
