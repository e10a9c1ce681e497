cimport cython
from maintext.blocks.columns cimport Columns as PageColumns

cdef int TD, TH, TR, P, THEAD, LONGEST_CELL, MOST_PARAGRAPHS
cdef const unsigned char[::1] NOT_IN_DATA

@cython.locals(found=list, row=int, outer_end=int)
cpdef list data_tables(object table, PageColumns columns)
@cython.locals(headings=int, cells=int, rows=int, paragraphs=int, inner=int, tag=int)
cdef bint _is_data(object table, PageColumns columns, int row) except -1

cdef class OpenTable:
    cdef object _table
    cdef PageColumns _columns
    cdef tuple _within
    cdef dict _cells

    @cython.locals(line=list)
    cdef int add(self, int cell, list inlines) except -1
    @cython.locals(line=list)
    cdef int picture(self, int cell, object picture) except -1
    @cython.locals(caption=list, rows=dict, tag=int, cell=int, inlines=list)
    cpdef finished(self)
    @cython.locals(columns=PageColumns, parent=int, in_head=bint, cells=list, inner=int, tag=int)
    cdef tuple _line(self, int row)
    cdef object _cell(self, int cell, bint header)

cdef int _span(str written) except -1
