cimport cython
from maintext.room cimport set_rows
from maintext.algorithms.learned.loops.page cimport first_block
from maintext.algorithms.learned.loops.state cimport Rows, Survey

cdef int WORDS, CHARACTERS, CUTS, LONG, ENOUGH, SHORT, TABLE, IN_COMMENT, IN_COMMENTS
cdef int MEANS, SHARES, IN_PRODUCT, AFTER_HEADING, KIND_COUNTS, LINK_SHARE
cdef float LINKED
cdef const unsigned char[::1] IS_HEADING

@cython.locals(
    block=int, at=int, words=float, wanted=float, best=int, highest=float, taken=float, score=float, together=float,
    cut=int, different=int, truth=float,
)
cpdef int best_cut(
    Survey survey, const float[::1] p, const int[::1] order, int ranked, float unity, float weight, float least,
    float[:, ::1] sums, float[:, ::1] truths, float[::1] answer,
) except -1 nogil
@cython.locals(count=int, cut=int)
cdef int _without_equals(float[:, ::1] truths) except -1 nogil
@cython.locals(at=int, block=int, row=int, above=int)
cpdef int choose(
    Rows rows, Survey survey, const float[:, ::1] kept, const float[::1] p, const int[::1] order, int best,
    bint is_forum, bint is_to_read, unsigned char[::1] chosen,
) except -1 nogil
@cython.locals(inside=float, outside=float, text=float, words=float, block=int)
cdef int _leave_comments(
    Survey survey, const float[:, ::1] kept, const float[::1] p, unsigned char[::1] chosen
) except -1 nogil
@cython.locals(following=int, block=int)
cdef int _leave_twins(Survey survey, unsigned char[::1] chosen) except -1 nogil
@cython.locals(before=int)
cdef bint _is_said(Survey survey, unsigned char[::1] chosen, int block) except -1 nogil
@cython.locals(start=int, stop=int, taken=int, words=int, block=int)
cdef int _whole_rows(Rows rows, Survey survey, unsigned char[::1] chosen) except -1 nogil
@cython.locals(
    text=int, block=int, following=int, row=int, is_innermost=bint, count=int, first=int, words=int, taken=int,
    comments=int, mass=float, is_of_data=bint,
)
cdef int _whole_tables(
    Rows rows, Survey survey, const float[:, ::1] kept, const float[::1] p, unsigned char[::1] chosen
) except -1 nogil
@cython.locals(
    mass=float, sure=float, size=float, likely=float, most=float, most_sure=float, main=int, shapes=int, products=int,
    each=int, block=int, around=int, words=float, weight=float, at=int, total=float,
)
cpdef int fill_kind(
    Rows rows, Survey survey, const float[:, ::1] kept, const float[::1] p, float least, unsigned char[::1] seen,
    float[:, ::1] in_element, float[::1] out,
) except -1 nogil
