cimport cython
from maintext.read._html_codes cimport *
from maintext.scanner.formatting cimport (
    add_formatting, add_marker, clear_to_marker, close_any, close_formatting, index_in_list, last_named, reopen,
    _remove_entry,
)
from maintext.scanner.head cimport close_template, open_of_head, raw_element, skip_newline
from maintext.scanner.state cimport FLAGS, Scan
from maintext.scanner.tree cimport (
    add_attributes, add_element, add_void, close_implied, close_p, current, current_rule, detach, in_plain_scope,
    in_scope, is_open, open_element, open_implied, p_in_button_scope, pop, pop_until, push, remove_from_stack,
)

# Indexed by a name's number, which only the tables give.
cdef unsigned char[MOST_NAMES] START_ACTIONS
cdef unsigned char[MOST_NAMES] END_ACTIONS

@cython.locals(action=int)
cdef int start_in_body(Scan scan) except -1 nogil
cdef int _start_block(Scan scan, int action) except -1 nogil
cdef int _start_inline(Scan scan, int action) except -1 nogil
cdef int _start_void(Scan scan, int action) except -1 nogil
cdef int _start_control(Scan scan, int action) except -1 nogil
cdef int _start_root(Scan scan, int action) except -1 nogil
@cython.locals(in_template=bint)
cdef int _open_form(Scan scan) except -1 nogil
@cython.locals(at=int, rule=int)
cdef int _close_items(Scan scan, int one, int other) except -1 nogil
@cython.locals(index=int, node=int)
cdef int _open_a(Scan scan) except -1 nogil
cdef int _open_frameset(Scan scan) except -1 nogil
@cython.locals(point=int, name=int, node=int)
cdef int open_foreign(Scan scan, int space) except -1 nogil
@cython.locals(action=int)
cdef int end_in_body(Scan scan) except -1 nogil
cdef int _close_block(Scan scan, int name) except -1 nogil
cdef int _close_form(Scan scan) except -1 nogil
@cython.locals(is_found=bint, rule=int)
cdef int _close_heading(Scan scan) except -1 nogil
