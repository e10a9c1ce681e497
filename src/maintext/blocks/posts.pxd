cimport cython
from maintext.blocks.columns cimport Columns as PageColumns

cdef int MOST_ROWS, TIME, AUTHOR, DATE
cdef const unsigned char[::1] IS_BOX

cdef class Posts:
    cdef object _table
    cdef bytes _source
    cdef PageColumns _columns
    cdef const long long[::1] _class_start
    cdef const long long[::1] _class_stop
    cdef dict _posts
    cdef dict _signs

    @cython.locals(columns=PageColumns, groups=dict, row=int, end=cython.longlong)
    cpdef list rows(self)
    @cython.locals(columns=PageColumns, row=int, sign=int)
    cpdef tuple author_and_date(self, int post)
    @cython.locals(name=bytes)
    cdef bint _is_post(self, int row) except -1
    @cython.locals(name=bytes)
    cdef int _sign(self, int row) except -1
    cdef bytes _class(self, int row)
    cdef bytes _first_name(self, int row)
