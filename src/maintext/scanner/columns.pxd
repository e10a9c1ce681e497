cimport cython
from cpython.buffer cimport PyBuffer_FillInfo
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.string cimport memcpy
from maintext.scanner.build cimport build
from maintext.read._html_codes cimport *
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
    cdef void* memory
    cdef Py_ssize_t size
    cdef Py_ssize_t row_room
    cdef Py_ssize_t segment_room
    cdef Py_ssize_t text_room
    cdef int* row_cells
    cdef int* segment_cells
    cdef short* tags
    cdef unsigned char* are_rendered
    cdef unsigned char* are_hidden
    cdef unsigned char* text
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
    @cython.locals(text="unsigned char*")
    cdef object table(self, Scan scan)
    @cython.locals(before=Py_ssize_t)
    cdef object _array(self, shape, kind, void* place)

@cython.locals(row_cells=Py_ssize_t, segment_cells=Py_ssize_t, numbers=Py_ssize_t)
cdef int _make_room(Columns columns, Py_ssize_t rows, Py_ssize_t segments, Py_ssize_t text) except -1 nogil
@cython.locals(scan=Scan)
cpdef object read_page(bytes page)
cdef object _scanned(Scan scan)
@cython.locals(node=int, at=int)
cdef int _put_in_order(Scan scan) except -1 nogil
@cython.locals(at=int, nodes="Node*", node="Node*", parent=int, count=int, cell="int*")
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
