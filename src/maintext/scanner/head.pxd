cimport cython
from maintext.read._html_codes cimport *
from maintext.scanner.formatting cimport add_marker, clear_to_marker, reopen
from maintext.scanner.markup cimport raw_end, read_tag
from maintext.scanner.state cimport FLAGS, Scan
from maintext.scanner.text cimport blank_end
from maintext.scanner.tree cimport (
    add_attributes, add_void, close_implied, current, current_rule, insert_text, is_open, last_of_root, leave_order,
    open_element, open_implied, pop, pop_until, push, remove_from_stack,
)

@cython.locals(end=int)
cdef int raw_element(Scan scan) except -1 nogil
@cython.locals(end=int)
cdef int skip_newline(Scan scan) except -1 nogil
cdef int open_of_head(Scan scan) except -1 nogil
cdef int open_template(Scan scan) except -1 nogil
cdef int close_template(Scan scan) except -1 nogil
@cython.locals(at=int, rule=int)
cdef int reset_mode(Scan scan) except -1 nogil
cdef int start_before_body(Scan scan) except -1 nogil
@cython.locals(name=int, goes_on=bint)
cdef int end_before_body(Scan scan) except -1 nogil
cdef int leave(Scan scan) except -1 nogil
cdef int _start_in_head(Scan scan) except -1 nogil
cdef int _start_after_head(Scan scan) except -1 nogil
cdef int start_in_frameset(Scan scan) except -1 nogil
cdef int end_in_frameset(Scan scan) except -1 nogil
