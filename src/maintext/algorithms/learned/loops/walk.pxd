cimport cython

cdef enum:
    ALL = 0xFFFFFFFF

cdef enum:
    AT_ONCE = 4

cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static int lowest(unsigned int bits) { unsigned long place; _BitScanForward(&place, bits); return (int)place; }
    #else
    #define lowest(bits) __builtin_ctz(bits)
    #endif
    """
    int lowest(unsigned int bits) noexcept nogil  # The number of the lowest bit that is set.

cdef class Trees:
    cdef int outputs
    cdef int count
    cdef const int[::1] node_start
    cdef const short[::1] feature
    cdef const float[::1] threshold
    cdef const unsigned int[::1] left_leaves
    cdef const int[::1] leaf_start
    cdef const float[::1] value
    cdef const unsigned char[::1] is_shared
    cdef unsigned int[::1] left_nodes
    cdef unsigned int[::1] right_nodes
    @cython.locals(tree=int, first=int, node=int, left=int, right=int)
    cdef object _find_subtrees(self)

@cython.locals(
    tree=int, run=int, case=int, node=int, begin=int, row=int, common=cython.uint, left=cython.uint, gathered=int,
    nodes="int[AT_ONCE]",
)
cpdef int add_leaves(
    Trees trees, int first, int last, const float[:, ::1] columns, const int[:, ::1] runs, int count,
    unsigned int[::1] bits, float[:, ::1] sums,
) except -1 nogil
@cython.locals(tree=int, node=int, bits=cython.uint, goes_left=bint)
cpdef int add_leaves_of_one(Trees trees, const float[::1] column, float[::1] sums) except -1 nogil
@cython.locals(
    run=int, case=int, one="const float*", two="const float*", three="const float*", four="const float*", first=float,
    second=float, third=float, fourth=float, a=cython.uint, b=cython.uint, c=cython.uint, d=cython.uint,
    left="unsigned int*",
)
cdef void _take_away(
    Trees trees, const int* nodes, const float[:, ::1] columns, const int[:, ::1] runs, int count,
    unsigned int[::1] bits,
) noexcept nogil
