cimport cython
from maintext.scanner.body cimport end_in_body, start_in_body
from maintext.read._html_codes cimport *
from maintext.scanner.formatting cimport add_marker, clear_to_marker
from maintext.scanner.head cimport close_template, open_of_head, reset_mode
from maintext.scanner.state cimport FLAGS, Scan
from maintext.scanner.tree cimport (
    add_void, clear_to, close_implied, current_rule, in_table_scope, is_open, open_element, open_implied, pop, pop_until,
)

cdef bint _is_of_table(int name) noexcept nogil
cdef bint _is_section(int name) noexcept nogil
cdef int start_in_table(Scan scan) except -1 nogil
cdef int end_in_table(Scan scan) except -1 nogil
@cython.locals(verdict=int)
cdef int _start_misplaced(Scan scan) except -1 nogil
@cython.locals(verdict=int)
cdef int _end_misplaced(Scan scan) except -1 nogil
cdef int start_in_caption(Scan scan) except -1 nogil
cdef int end_in_caption(Scan scan) except -1 nogil
cdef int _close_caption(Scan scan) except -1 nogil
cdef int start_in_column_group(Scan scan) except -1 nogil
cdef int end_in_column_group(Scan scan) except -1 nogil
cdef int leave_column_group(Scan scan) except -1 nogil
cdef int start_in_table_body(Scan scan) except -1 nogil
cdef int end_in_table_body(Scan scan) except -1 nogil
@cython.locals(has_section=bint)
cdef int _leave_table_body(Scan scan) except -1 nogil
cdef int start_in_row(Scan scan) except -1 nogil
cdef int end_in_row(Scan scan) except -1 nogil
cdef int _leave_row(Scan scan) except -1 nogil
cdef int start_in_cell(Scan scan) except -1 nogil
cdef int end_in_cell(Scan scan) except -1 nogil
@cython.locals(rule=int)
cdef int _close_cell(Scan scan) except -1 nogil
