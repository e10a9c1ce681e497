cimport cython
from libc.string cimport memcmp
from maintext.read._html_codes cimport *
from maintext.scanner.state cimport FLAGS, Node, Scan
from maintext.scanner.tree cimport (
    append, close_implied, current, detach, forget, in_plain_scope, is_open, leave_order, new_node, place_node, pop,
    push, remove_from_stack,
)

cdef int add_marker(Scan scan) except -1 nogil
cdef int _add_entry(Scan scan, int node) except -1 nogil
cdef int _remove_entry(Scan scan, int index) except -1 nogil
cdef int clear_to_marker(Scan scan) except -1 nogil
@cython.locals(at=int, alike=int, entries=int, first_alike=int, first=int)
cdef int add_formatting(Scan scan, int node) except -1 nogil
@cython.locals(size=int, one=int, other=int, at=int)
cdef bint _alike(Scan scan, int first, int second) except -1 nogil
cdef int index_in_list(Scan scan, int node) except -2 nogil
cdef int last_named(Scan scan, int rule) except -2 nogil
@cython.locals(node=int)
cdef int clone(Scan scan, int original) except -1 nogil
@cython.locals(at=int, node=int)
cdef int reopen(Scan scan) except -1 nogil
@cython.locals(rule=int, at=int, node=int)
cdef int close_any(Scan scan) except -1 nogil
cdef int close_formatting(Scan scan, int rule) except -1 nogil
@cython.locals(index=int, place=int, block_place=int, element=int)
cdef bint _adopt(Scan scan, int rule) except -1 nogil
cdef int _place_in_stack(Scan scan, int node) except -2 nogil
cdef int _block_inside(Scan scan, int place) except -2 nogil
cdef int _close_with(Scan scan, int place, int index) except -1 nogil
@cython.locals(block=int, ancestor=int, last=int, copy=int, at=int, above=int)
cdef int _move_out(Scan scan, int element, int place, int block_place) except -1 nogil
@cython.locals(block=int, last=int, inner=int, at=int, node=int, index=int, copy=int)
cdef int _copy_between(Scan scan, int element, int place, int block_place) except -1 nogil
@cython.locals(index=int)
cdef int _replace_in_list(Scan scan, int element, int copy) except -1 nogil
@cython.locals(child=int, following=int)
cdef int _move_children(Scan scan, int source, int target) except -1 nogil
