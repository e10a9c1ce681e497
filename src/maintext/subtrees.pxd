cimport cython

cdef int NODE, LINK, PARAGRAPH
cdef int NEAREST, IN_LINK, BLOCK_OF_NODE, BLOCK_OF_ROW, NODES, BLOCKS
cdef int UNLINKED, LINKED, MARKS, PARAGRAPHS

@cython.locals(row=int, above=int, kinds=int, node=int, nodes=int, last=int, block=int)
cpdef int part_into_blocks(
    const short[::1] tag, const int[::1] parent, const int[::1] characters, const int[::1] punctuation,
    const unsigned char[::1] is_shown, const unsigned char[::1] kind, int[:, ::1] found, double[:, ::1] sums,
) except -1
