cimport cython

@cython.locals(row=int)
cpdef int look_up_tags(
    const short[::1] tag, const unsigned char[::1] is_one, unsigned char[::1] marked
) except -1
@cython.locals(row=int)
cpdef int add_to_parents(const int[::1] parent, long long[::1] sums) except -1
@cython.locals(row=int)
cpdef int count_around(const int[::1] parent, const unsigned char[::1] marked, long long[::1] counts) except -1
@cython.locals(row=int)
cpdef int find_nearest(const int[::1] parent, const unsigned char[::1] marked, long long[::1] nearest) except -1
