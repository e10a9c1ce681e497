"""The columns of a page table, for compiled code: their positions and one typed view of them all."""

# Rows of ``PageTable.row_columns``.
cpdef enum RowColumn:
    PARENT, END, LEVEL, ORIGIN, OPEN_START, OPEN_END, CLOSE_START, CLOSE_END, SEGMENT_START, SEGMENT_STOP, CHARACTERS
    PUNCTUATION, TAG_LENGTH, CLASS_START, CLASS_STOP, ID_START, ID_STOP, MARK_START, MARK_STOP

# Rows of ``PageTable.segment_columns``.
cpdef enum SegmentColumn:
    SEGMENT_OWNER, SEGMENT_LINE, SEGMENT_CELL, SEGMENT_CHARACTERS, SEGMENT_OFFSET, SEGMENT_PLACE
    SEGMENT_SOURCE_START, SEGMENT_SOURCE_STOP

# Bits of ``PageTable.hiding``: what a row's start tag says about the visibility of its element.
cpdef enum Hiding:
    BY_ATTRIBUTE = 1
    BY_ARIA = 2
    BY_STYLE = 4
    BY_DOUBTFUL_STYLE = 8

cdef enum:
    # The attribute ``hidden``, ``aria-hidden=true``, ``display: none`` or ``visibility: hidden``.
    SAYS_HIDDEN = 7

cdef enum:
    ROW_COLUMN_COUNT = 19
    SEGMENT_COLUMN_COUNT = 8


cdef class TableView:
    # One entry per byte.
    cdef const unsigned char[::1] source
    cdef const unsigned char[::1] text
    # One entry per row.
    cdef const short[::1] tag
    cdef const unsigned char[::1] rendered
    cdef const unsigned char[::1] hiding
    cdef const int[::1] parent
    cdef const int[::1] end
    cdef const int[::1] level
    cdef const int[::1] origin
    cdef const int[::1] open_start
    cdef const int[::1] open_end
    cdef const int[::1] close_start
    cdef const int[::1] close_end
    cdef const int[::1] segment_start
    cdef const int[::1] segment_stop
    cdef const int[::1] characters
    cdef const int[::1] punctuation
    cdef const int[::1] tag_length
    cdef const int[::1] class_start
    cdef const int[::1] class_stop
    cdef const int[::1] id_start
    cdef const int[::1] id_stop
    cdef const int[::1] mark_start
    cdef const int[::1] mark_stop
    # One entry per segment, and one more.
    cdef const int[::1] owner
    cdef const int[::1] line
    cdef const int[::1] cell
    cdef const int[::1] segment_characters
    cdef const int[::1] offset
    cdef const int[::1] place
    cdef const int[::1] source_start
    cdef const int[::1] source_stop
    cdef readonly int count
    cdef readonly int segments
    cdef int _take(self, const int[:, ::1] rows, const int[:, ::1] segments) except -1


cpdef dict attributes_at(bytes source, Py_ssize_t place, frozenset wanted=*)
cpdef str attribute_at(bytes source, Py_ssize_t place, bytes name)
