cimport cython
from maintext.scanner.words cimport lowest

cdef enum:
    ALL = 0xFFFF
    AFTER_SIGN = 0x7FFF

cdef enum:
    AT_ONCE = 4
    AT_A_TIME = 8
    TOGETHER = 4
    MOST_NODES = 16

cdef class Trees:
    cdef int outputs
    cdef int count
    cdef const int[::1] node_start
    cdef const short[::1] feature
    cdef const short[::1] threshold
    cdef const unsigned short[::1] left_leaves
    cdef const int[::1] leaf_start
    cdef const float[::1] value
    cdef const unsigned char[::1] is_shared
    cdef const int[::1] shared_nodes
    cdef const int[::1] shared_start
    cdef unsigned int[::1] own_nodes
    cdef unsigned int[::1] left_nodes
    cdef unsigned int[::1] right_nodes
    @cython.locals(tree=int, first=int, node=int, left=int, right=int)
    cdef object _mark_nodes(self)

@cython.locals(
    row=int, cases=Py_ssize_t, case=Py_ssize_t, lane=Py_ssize_t, source="const int*", target="short*", upper=short
)
cdef int make_coarse(
    Trees trees, int first, int last, const int[:, ::1] bits, Py_ssize_t start, Py_ssize_t stop, short[:, ::1] out
) except -1 nogil
@cython.locals(
    tree=int, each=int, run=int, case=Py_ssize_t, left="unsigned short*", into="float*", value="const float*"
)
cdef int add_leaves(
    Trees trees, int first, int last, const short[:, ::1] columns, const int[:, ::1] runs, int count,
    unsigned short[:, ::1] bits, float[:, ::1] sums,
) except -1 nogil
@cython.locals(
    begin=int, gone=cython.uint, passed=cython.uint, at=int, node=int, goes_right=bint, ahead=cython.uint, gathered=int,
    run=int, case=Py_ssize_t, nodes="int[MOST_NODES]",
)
cdef void _sift(
    Trees trees, int tree, const short[:, ::1] columns, const int[:, ::1] runs, int count, unsigned short* left
) noexcept nogil
@cython.locals(
    one="const float*", two="const float*", three="const float*", four="const float*", a="const unsigned short*",
    b="const unsigned short*", c="const unsigned short*", d="const unsigned short*", run=int, case=Py_ssize_t,
    total=float,
)
cdef void _add_together(
    Trees trees, int tree, const int[:, ::1] runs, int count, const unsigned short[:, ::1] bits, float* into
) noexcept nogil
@cython.locals(
    tree=int, node=Py_ssize_t, stop=Py_ssize_t, left=cython.uint, goes_right=bint, output=int, feature="const short*",
    threshold="const short*", left_leaves="const unsigned short*",
)
cpdef int add_leaves_of_one(Trees trees, const short[::1] column, float[::1] sums) except -1 nogil
@cython.locals(
    run=int, case=Py_ssize_t, lane=Py_ssize_t, one="const short*", two="const short*", three="const short*", four="const short*",
    first=short, second=short, third=short, fourth=short, a=cython.ushort, b=cython.ushort, c=cython.ushort,
    d=cython.ushort, remain="unsigned short[AT_A_TIME]",
)
cdef void _take_away(
    Trees trees, const int* nodes, const short[:, ::1] columns, const int[:, ::1] runs, int count,
    unsigned short* left,
) noexcept nogil
