# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
cimport cython
from maintext.read._html_codes cimport *
from maintext.scanner.state cimport FLAGS, KEYS, LENGTHS, Node, Scan, Start, forget_left_out, more_links, more_room
from maintext.scanner.text cimport read_run, skip_text

cdef int new_node(Scan scan) except -1 nogil
cdef int append(Scan scan, int parent, int node) except -1 nogil
cdef int _unlink(Scan scan, int node) except -1 nogil
cdef int _link(Scan scan, int parent, int node) except -1 nogil
@cython.locals(node=int)
cdef int leave_order(Scan scan) except -1 nogil
@cython.locals(node=int)
cdef int last_of_root(Scan scan) except -2 nogil
cdef int insert_before(Scan scan, int node, int reference) except -1 nogil
cdef int detach(Scan scan, int node) except -1 nogil
cdef int place_node(Scan scan, int node, int target) except -1 nogil
@cython.locals(table=int, at=int)
cdef int _place_before_table(Scan scan, int node) except -1 nogil
cdef int push(Scan scan, int node) except -1 nogil
cdef int forget(Scan scan, int node, int index) except -1 nogil
cdef int pop(Scan scan) except -1 nogil
cdef int remove_from_stack(Scan scan, int node) except -1 nogil
@cython.locals(flags=cython.uint)
cdef int add_element(Scan scan, int name, int rule, bint has_tag) except -1 nogil
cdef int _new_start(Scan scan) except -1 nogil
cdef int add_attributes(Scan scan, int node) except -1 nogil
cdef int _take_tag(Scan scan, Node* element) except -1 nogil
cdef int open_element(Scan scan) except -1 nogil
cdef int open_implied(Scan scan, int name) except -1 nogil
cdef int add_void(Scan scan, int name) except -1 nogil

@cython.locals(at=int, rule=int)
cdef bint in_scope(Scan scan, int wanted, int extra, int other) except -1 nogil
cdef bint in_plain_scope(Scan scan, int wanted) except -1 nogil
cdef bint in_table_scope(Scan scan, int wanted) except -1 nogil
cdef bint p_in_button_scope(Scan scan) except -1 nogil
@cython.locals(rule=int)
cdef int close_implied(Scan scan, int but, unsigned int flag) except -1 nogil
@cython.locals(rule=int)
cdef int pop_until(Scan scan, int wanted) except -1 nogil
cdef int close_p(Scan scan) except -1 nogil
@cython.locals(rule=int)
cdef int clear_to(Scan scan, int one, int two, int three) except -1 nogil
@cython.locals(node=int, target=int, sight=int)
cdef int insert_text(Scan scan, int limit, bint is_raw) except -1 nogil
cdef bint _goes_on(Scan scan, int last, int target) except -1 nogil
cdef int _new_text(Scan scan, int target) except -1 nogil
cdef int foster_table(Scan scan) except -2 nogil

# Short and called everywhere: these go into the code of the modules that use them.
cdef inline int current(Scan scan) except -2 nogil:
    """The innermost open element, -1 if there is none."""
    return scan.stack[scan.depth - 1] if scan.depth > 0 else -1

cdef inline int current_rule(Scan scan) except -1 nogil:
    """The rule of the innermost open element."""
    return scan.nodes[scan.stack[scan.depth - 1]].rule if scan.depth > 0 else UNKNOWN

cdef inline bint is_open(Scan scan, int rule) except -1 nogil:
    """Whether an element of a name is on the stack."""
    return scan.open_count[rule] > 0
