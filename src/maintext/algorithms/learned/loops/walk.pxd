cimport cython

cdef unsigned char[32] LEAVES

@cython.locals(count=int, tree=int, block=int, node=int, first=int, row=int, bit=cython.uint)
cpdef int add_leaves(
    const float[:, ::1] columns,
    const int[::1] node_start,
    const short[::1] feature,
    const float[::1] threshold,
    const unsigned int[::1] left_leaves,
    const int[::1] leaf_start,
    const float[::1] value,
    int outputs,
    unsigned int[::1] bits,
    float[:, ::1] sums,
) except -1 nogil
@cython.locals(block=Py_ssize_t)
cdef int _take_away(
    const float[::1] column, float threshold, unsigned int left_leaves, unsigned int[::1] bits
) except -1 nogil
