cimport cython

cdef unsigned char[32] LEAVES

cdef class Trees:
    cdef int outputs
    cdef int count
    cdef const int[::1] node_start
    cdef const short[::1] feature
    cdef const float[::1] threshold
    cdef const unsigned int[::1] left_leaves
    cdef const int[::1] leaf_start
    cdef const float[::1] value

@cython.locals(count=int, tree=int, case=int, node=int, first=int, row=int)
cpdef int add_leaves(
    Trees trees, const float[:, ::1] columns, unsigned int[::1] bits, float[:, ::1] sums
) except -1 nogil
@cython.locals(tree=int, node=int, bits=cython.uint)
cpdef int add_leaves_of_one(Trees trees, const float[::1] column, float[::1] sums) except -1 nogil
cdef int _lowest(unsigned int bits) noexcept nogil
@cython.locals(case=Py_ssize_t)
cdef void _take_away(
    const float* column, Py_ssize_t count, float threshold, unsigned int left_leaves, unsigned int* bits
) noexcept nogil
