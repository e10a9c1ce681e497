cimport cython
from maintext.room cimport set_rows
from maintext.algorithms.learned.loops.state cimport Rows, Survey

cdef int AT_P, LEVELS, AT_LEVELS, AT_BEST, AT_ALIKE, AT_ORDER, AT_WHOLE, CHARACTERS
cdef float FAR

cpdef int fill(
    Rows rows, Survey survey, const float[::1] p, const float[::1] whole, float[:, ::1] sums, float[:, ::1] groups,
    float[:, ::1] until, float least, float[:, ::1] out,
) except -1 nogil
@cython.locals(block=int)
cdef int _beside(Survey survey, const float[::1] p, float least, float[:, ::1] out) except -1 nogil
@cython.locals(
    block=int, owner=int, n=float, row=int, above=int, each=int, main=float, level=int, at=int, inner=int, mass=float,
    best=int, worth=float, value=float, size=float,
)
cdef int _around(
    Rows rows, Survey survey, const float[::1] p, float[:, ::1] sums, float least, float[:, ::1] out
) except -1 nogil
@cython.locals(block=int, group=int, n=float, count=float)
cdef int _alike(Survey survey, const float[::1] p, float[:, ::1] groups, float least, float[:, ::1] out) except -1 nogil
@cython.locals(
    count=int, first=int, last=int, block=int, n=float, main=float, at=int, each=int, radius=int, low=int, high=int,
    near=int,
)
cdef int _order(Survey survey, const float[::1] p, float[:, ::1] until, float least, float[:, ::1] out) except -1 nogil
@cython.locals(each=int, block=int)
cdef int _whole(Survey survey, const float[::1] whole, float[:, ::1] out) except -1 nogil
