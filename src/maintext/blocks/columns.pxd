cimport cython

cdef int IMG, HR, BR, SCRIPT, TABLE, MATH, NOSCRIPT, FIGURE
cdef const unsigned char[::1] WANTED
cdef const unsigned char[::1] ENDS_LINE

cdef class Columns:
    cdef readonly int count
    cdef readonly int segments
    cdef readonly int first
    cdef readonly int last
    cdef const unsigned char[::1] keep
    cdef const short[::1] tag
    cdef const long long[::1] parent
    cdef const long long[::1] end
    cdef const long long[::1] segment_start
    cdef const long long[::1] segment_stop
    cdef const long long[::1] owner
    cdef const long long[::1] line
    cdef const long long[::1] cell
    cdef const long long[::1] characters
    cdef const long long[::1] place
    cdef long long[::1] sizes
    cdef long long[::1] kept
    cdef long long[::1] leaf
    cdef long long[::1] figure
    cdef long long[::1] around
    cdef readonly list images
    cdef readonly list rules
    cdef readonly list breaks
    cdef readonly list scripts
    cdef readonly list tables
    cdef readonly list formulas

    cpdef tuple span(self)
    cpdef long long size_of(self, long long row) except -1
    cpdef long long kept_in(self, long long row) except -1
    @cython.locals(around=cython.longlong, is_between=bint)
    cpdef bint is_in_text(self, int row) except -1
    cpdef bint is_within_kept(self, int row) except -1
    @cython.locals(size=cython.longlong, kept=cython.longlong, segment=int)
    cdef int _sum_segments(self) except -1
    @cython.locals(row=int, tag=int, parent=cython.longlong)
    cdef int _survey_rows(self) except -1
    cdef int _take(self, int row, int kind) except -1
