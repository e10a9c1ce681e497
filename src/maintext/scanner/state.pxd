cimport cython
from maintext.read._html_codes cimport *

cdef struct Node:
    int parent
    int row
    int start
    int open_start
    int open_end
    int close_start
    int close_end
    int length
    int characters
    int marks
    unsigned long long key
    short name
    short rule
    unsigned char space
    unsigned char point
    unsigned char is_text
    unsigned char sight
    unsigned char on_stack
    unsigned char apart
    unsigned char hidden

cdef struct Start:
    int origin
    int origin_stop
    int tag_length
    int class_start
    int class_stop
    int id_start
    int id_stop
    int mark_start
    int mark_stop

cdef struct Link:
    int first
    int last
    int next
    int previous

cdef struct Tag:
    int start
    int stop
    int name_start
    int name_stop
    unsigned long long key
    short name
    unsigned char self_closing
    unsigned char is_hidden_input
    unsigned char has_font_attribute
    unsigned char is_html_annotation
    unsigned char hidden
    int seen
    Start says

cdef struct Run:
    int start
    int stop
    int length
    int characters
    int marks

cdef class Scan:
    cdef bytes page
    cdef const unsigned char[::1] data
    cdef int size
    cdef int pos
    cdef Tag tag
    cdef bint is_end
    cdef bint end_used
    cdef bint may_be_wide
    cdef Node[::1] nodes
    cdef int count
    cdef Start[::1] starts
    cdef int started
    cdef int texts
    cdef Link[::1] links
    cdef unsigned char[::1] text
    cdef int text_size
    cdef Run run
    cdef unsigned int point
    cdef int named
    cdef int comment_in
    cdef int[::1] stack
    cdef int depth
    # Indexed by a name's number, which only the tables give.
    cdef int[MOST_NAMES] open_count
    cdef int[MOST_NAMES] left_out
    cdef int left_out_total
    cdef int[::1] formatting
    cdef int formatting_size
    cdef int bookmark
    cdef int clones_left
    cdef int[::1] template_modes
    cdef int template_depth
    cdef int mode
    cdef int html
    cdef int head
    cdef int body
    cdef int form
    cdef bint quirks
    cdef bint frameset_ok
    cdef bint foster
    cdef bint moved
    cdef int[::1] order
    cdef int ordered
    cdef object block
    cpdef object begin(self, bytes data, block)
    cpdef object lay_out(self, block, Py_ssize_t nodes, Py_ssize_t starts, Py_ssize_t text)
    cpdef object grow(self, Py_ssize_t text)
    cpdef object release(self)

cdef unsigned int[MOST_NAMES] FLAGS
cdef const unsigned long long[::1] KEYS
cdef const int[::1] LENGTHS
cdef int forget_left_out(Scan scan) noexcept nogil
cdef int more_room(Scan scan, int text) except -1 nogil
cdef int more_links(Scan scan) except -1 nogil
