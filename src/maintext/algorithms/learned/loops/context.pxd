cimport cython
from maintext.room cimport set_rows
from maintext.algorithms.learned.loops.state cimport Rows, Survey

cdef int AT_P, LEVELS, AT_LEVELS, AT_BEST, AT_ALIKE, AT_ORDER, AT_WHOLE, OF_PAGE, CHARACTERS, FAR

cdef class Outline:
    cdef readonly object of_page_array
    cdef float[::1] of_page
    cdef int best
    cdef float worth
    cdef float share
    cdef int first
    cdef int last

@cython.locals(block=int, n=float)
cpdef int begin(
    Rows rows, Survey survey, const float[::1] p, float[:, ::1] sums, float[:, ::1] groups, float[:, ::1] until,
    Outline outline,
) except -1 nogil
@cython.locals(block=int, owner=int, n=float, row=int, above=int, each=int)
cdef int _sum_rows(Rows rows, Survey survey, const float[::1] p, float[:, ::1] sums) except -1 nogil
@cython.locals(block=int, group=int, n=float)
cdef int _sum_groups(Survey survey, const float[::1] p, float[:, ::1] groups) except -1 nogil
@cython.locals(best=int, worth=float, main=float, row=int, value=float)
cdef int _find_best(Rows rows, const float[:, ::1] sums, Outline outline) except -1 nogil
@cython.locals(main=float, block=int, column=int, owner=int)
cpdef int fill(
    Rows rows, Survey survey, const float[::1] p, const float[:, ::1] sums, const float[:, ::1] groups,
    const float[:, ::1] until, Outline outline, float least, int first, int last, float[:, ::1] out,
) except -1 nogil
@cython.locals(each=int, column=int)
cpdef int fill_page(Outline outline, int columns, float[:, ::1] out) except -1 nogil
cdef int _beside(Survey survey, const float[::1] p, int block, int column, float[:, ::1] out) except -1 nogil
@cython.locals(inner=int, level=int, at=int, row=int, mass=float)
cdef int _around(
    Survey survey, const float[:, ::1] sums, float main, int block, int column, float[:, ::1] out
) except -1 nogil
@cython.locals(group=int, count=float)
cdef int _alike(
    Survey survey, const float[::1] p, const float[:, ::1] groups, int block, int column, float[:, ::1] out
) except -1 nogil
@cython.locals(at=int, main=float, each=int, radius=int, low=int, high=int)
cdef int _order(Survey survey, const float[:, ::1] until, int block, int column, float[:, ::1] out) except -1 nogil
@cython.locals(at=int, each=int, column=int, before=int, after=int, block=int)
cdef int _likely(
    Survey survey, const float[::1] p, Outline outline, int first, int last, float[:, ::1] out
) except -1 nogil
