cimport cython
from maintext.room cimport set_rows
from maintext.algorithms.learned.loops.features cimport Course
from maintext.algorithms.learned.loops.state cimport Known, Rows, Survey, Values

cdef int AT_CALLED, AT_BEGUN, AFTER_HEADING, FIRST_WORDS, LEVELS
cdef float BAD

@cython.locals(row=int, own=float, each=int, value=int, above=int)
cpdef int begin_names(
    Rows rows, Survey survey, Values values, Known known, const float[::1] weights, float[:, ::1] path
) except -1 nogil
@cython.locals(at=int, block=int, column=int, owner=int, above=int, level=int, row=int)
cpdef int fill_names(
    Rows rows, Survey survey, const float[:, ::1] path, int first, int last, float[:, ::1] out
) except -1 nogil
@cython.locals(each=int, value=float, block=int, size=float, row=int)
cpdef int begin_words(
    Rows rows, Survey survey, Known known, const float[::1] weights, float[:, ::1] said, float[:, ::1] sums
) except -1 nogil
@cython.locals(at=int, block=int, column=int, each=int, level=int, row=int)
cpdef int fill_words(
    Survey survey, const float[:, ::1] said, const float[:, ::1] sums, Course course, int first, int last,
    float[:, ::1] out,
) except -1 nogil
