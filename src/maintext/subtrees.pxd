cimport cython

cdef int NODE, LINK, PARAGRAPH
cdef int NEAREST, IN_LINK, BLOCK_OF_NODE, BLOCK_OF_ROW, NODES, BLOCKS
cdef int UNLINKED, LINKED, MARKS, PARAGRAPHS

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
@cython.locals(row=int, above=int, kinds=int, node=int, nodes=int, last=int, block=int)
cpdef int part_into_blocks(
    const short[::1] tag, const int[::1] parent, const int[::1] characters, const int[::1] punctuation,
    const unsigned char[::1] is_shown, const unsigned char[::1] kind, int[:, ::1] found, double[:, ::1] sums,
) except -1
