cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from maintext.scanner.build cimport build
from maintext.scanner.codes cimport *
from maintext.scanner.state cimport FLAGS, Node, Scan
from maintext.scanner.text cimport find_before

cdef enum:
    PARENT, END, LEVEL, ORIGIN, OPEN_START, OPEN_END, CLOSE_START, CLOSE_END, SEGMENT_START, SEGMENT_STOP, CHARACTERS
    PUNCTUATION, TAG_LENGTH, CLASS_START, CLASS_STOP, ID_START, ID_STOP, MARK_START, MARK_STOP, ROW_COLUMNS

cdef enum:
    OWNER, LINE, CELLS, SEGMENT_CHARACTERS, OFFSET, PLACE, SEGMENT_COLUMNS

cdef int NAMES, SCRIPT_TAG, NOSCRIPT_TAG, LINKED_DATA_SIZE, PLUS_AT
cdef const unsigned char* LINKED_DATA
# Indexed by a name's number, and by a code of the page table.
cdef short[MOST_NAMES] TAGS
cdef unsigned int[MOST_NAMES] TAG_FLAGS

cdef class Columns:
    cdef object row_array
    cdef object tag_array
    cdef object rendered_array
    cdef object hidden_array
    cdef object segment_array
    cdef int[:, ::1] rows
    cdef short[::1] tag
    cdef unsigned char[::1] rendered
    cdef unsigned char[::1] hidden
    cdef int[:, ::1] segments
    cdef unsigned char[::1] text
    cdef Py_ssize_t row_room
    cdef Py_ssize_t segment_room
    cdef int* row_cells
    cdef short* tags
    cdef unsigned char* are_rendered
    cdef unsigned char* are_hidden
    cdef int* segment_cells
    cdef int row_count
    cdef int segment_count
    cdef int text_size
    cdef int row
    cdef int level
    cdef int lines
    cdef int cells
    cdef int length
    cdef int linked_data_bytes
    cdef int shown
    cdef long long noscript_bytes
    cdef bint joins
    cdef unsigned char[MOST_NAMES] present

@cython.locals(scan=Scan)
cpdef object read_page(bytes page)
cdef object _scanned(Scan scan)
@cython.locals(node=int, at=int)
cdef int _put_in_order(Scan scan) except -1 nogil
@cython.locals(at=int, nodes="Node*", node="Node*", parent=int, count=int)
cdef int _fill(Scan scan, Columns columns) except -1 nogil
@cython.locals(row=int, flags=cython.uint, tag=int, close_start=int, close_end=int, size=Py_ssize_t, cell="int*")
cdef int _add_row(Scan scan, Columns columns, Node* element, int parent) except -1 nogil
@cython.locals(plus=int, place=int, at=int)
cdef bint _is_linked_data(Scan scan, int start, int stop) except -1 nogil
@cython.locals(row=int, flags=cython.uint, size=Py_ssize_t, cell="int*")
cdef int _close_row(Columns columns) except -1 nogil
@cython.locals(segment=Py_ssize_t, size=Py_ssize_t, cell="int*")
cdef int _add_segment(Scan scan, Columns columns, Node* text, int owner) except -1 nogil
cdef int _fail(Py_ssize_t place) except -1 nogil
cdef int _copy_text(Scan scan, Columns columns, int start, int stop) except -1 nogil
cdef object _table(Scan scan, Columns columns)
cdef bytes _encoded(Scan scan, Columns columns)
