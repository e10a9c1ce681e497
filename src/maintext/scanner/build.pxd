cimport cython
from maintext.scanner.body cimport end_in_body, open_foreign, start_in_body
from maintext.read._html_codes cimport *
from maintext.scanner.formatting cimport reopen
from maintext.scanner.head cimport (
    close_template, end_before_body, end_in_frameset, leave, open_of_head, reset_mode, start_before_body,
    start_in_frameset,
)
from maintext.scanner.markup cimport cdata_end, is_cdata, is_doctype, is_plain_doctype, read_tag, skip_declaration
from maintext.scanner.state cimport FLAGS, Scan
from maintext.scanner.tabular cimport (
    end_in_caption, end_in_cell, end_in_column_group, end_in_row, end_in_table, end_in_table_body, leave_column_group,
    start_in_caption, start_in_cell, start_in_column_group, start_in_row, start_in_table, start_in_table_body,
)
from maintext.scanner.text cimport after_blank, after_space, begins_markup, is_space
from maintext.scanner.tree cimport current, current_rule, insert_text, is_open, pop, pop_until

cdef int build(Scan scan) except -1 nogil
cdef int _finish(Scan scan) except -1 nogil
@cython.locals(is_type=bint, end=int)
cdef int _declaration(Scan scan) except -1 nogil
cdef int _doctype(Scan scan, int start, int stop) except -1 nogil
@cython.locals(name=int, verdict=int)
cdef int _start(Scan scan) except -1 nogil
@cython.locals(name=int, verdict=int)
cdef int _end(Scan scan) except -1 nogil
cdef int _start_by_mode(Scan scan) except -1 nogil
cdef int _end_by_mode(Scan scan) except -1 nogil
cdef int _start_in_template(Scan scan) except -1 nogil
cdef int _back_to_body(Scan scan) except -1 nogil
cdef bint _is_in_foreign(Scan scan) except -1 nogil
@cython.locals(node=int)
cdef bint _is_foreign_to(Scan scan, bint is_tag) except -1 nogil
@cython.locals(breaks_out=bint, node=int)
cdef int _start_in_foreign(Scan scan) except -1 nogil
@cython.locals(at=int)
cdef int _end_in_foreign(Scan scan) except -1 nogil
@cython.locals(node=int)
cdef int _break_out(Scan scan) except -1 nogil
@cython.locals(mode=int, before=int)
cdef int _text(Scan scan) except -1 nogil
@cython.locals(end=int)
cdef bint _only_space(Scan scan) except -1 nogil
@cython.locals(end=int)
cdef int _space_only(Scan scan) except -1 nogil
@cython.locals(end=int)
cdef int _text_before_body(Scan scan) except -1 nogil
@cython.locals(is_part=bint)
cdef int _text_in_table(Scan scan) except -1 nogil
cdef int _text_in_body(Scan scan) except -1 nogil
