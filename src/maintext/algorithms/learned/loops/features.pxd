cimport cython
from maintext.room cimport set_rows
from maintext.algorithms.learned.loops.page cimport first_block
from maintext.algorithms.learned.loops.state cimport Rows, Survey
from maintext.algorithms.learned.loops.walk cimport lowest

cdef int AT_TEXT, AT_PLACE, AT_ELEMENTS, AT_INSIDE, AT_AROUND
cdef int AT_REPETITION, AT_PROSE, AT_PAGE, AT_CALLED
cdef int TERMINALS, COMMAS, DIGITS, UPPER, WIDE, WORDS, ENDS, CHARACTERS, LINKED
cdef int IN_PROSE, LINKS, MARKUP, CONTENTS, FIRST_CONTENT, LEVELS, LEVEL_COLUMNS, FAR, NONE, NAMED_AT, HIDDEN_AT, PAGE_COUNTS, SAYS_AT, H1
cdef float MISSING
cdef const unsigned char[::1] AROUND_AT
cdef const unsigned char[::1] INNERMOST_AT
cdef const unsigned char[::1] COUNTED_AT
cdef const unsigned char[::1] IS_HEADING

cdef class Course:
    cdef float[::1] page
    cdef int h1
    cdef int before_h1
    cdef int best
    cdef float share
    cdef int value
    cdef float p_value
    cdef int before
    cdef int heading
    cdef int prose
    cdef int since
    cdef float heading_word
    cdef int rewind(self) except -1 nogil

cpdef int begin(Rows rows, Survey survey, int says, Course course) except -1 nogil
@cython.locals(row=int, above=int, is_telling=bint)
cdef int _find_telling(Rows rows, Survey survey) except -1 nogil
@cython.locals(block=int, group=int, row=int)
cdef int _sum_groups(Rows rows, Survey survey) except -1 nogil
@cython.locals(row=int, block=int)
cdef int _find_h1(Rows rows, Survey survey, Course course) except -1 nogil
@cython.locals(best=int, block=int, row=int, total=float)
cdef int _find_prose(Rows rows, Survey survey, Course course) except -1 nogil
cpdef int fill(Rows rows, Survey survey, Course course, int first, int last, float[:, ::1] out) except -1 nogil
@cython.locals(each=int, column=int)
cpdef int fill_page(Course course, int columns, float[:, ::1] out) except -1 nogil
@cython.locals(at=int, block=int, column=int, n=float, words=int)
cdef int _text(Survey survey, int first, int last, float[:, ::1] out) except -1 nogil
@cython.locals(at=int, each=int, block=int, column=int, row=int, named=cython.uint)
cdef int _elements(Rows rows, Survey survey, int first, int last, float[:, ::1] out) except -1 nogil
@cython.locals(
    at=int, count=int, before=int, heading=int, total=float, blocks=float, block=int, column=int, row=int, above=int
)
cdef int _place(Rows rows, Survey survey, Course course, int first, int last, float[:, ::1] out) except -1 nogil
@cython.locals(at=int, level=int, each=int, block=int)
cdef int _inside(Survey survey, int first, int last, float[:, ::1] out) except -1 nogil
@cython.locals(
    total=float, prose=float, level=int, at=int, block=int, column=int, row=int, characters=int, n=float, count=float,
    elements=float,
)
cdef int _surroundings(Rows rows, Survey survey, int first, int last, float[:, ::1] out) except -1 nogil
@cython.locals(at=int, total=float, block=int, column=int, group=int, size=float, length=float, row=int, level=int)
cdef int _repetition(Rows rows, Survey survey, int first, int last, float[:, ::1] out) except -1 nogil
@cython.locals(group=int, is_one_of_many=bint)
cdef bint _is_card(Survey survey, int row) except -1 nogil
@cython.locals(
    at=int, total=float, best=int, value=int, block=int, column=int, before=int, since=int, characters=int, owner=int
)
cdef int _prose(Rows rows, Survey survey, Course course, int first, int last, float[:, ::1] out) except -1 nogil
@cython.locals(total=float, markup=float)
cdef float _p_value(Survey survey, int row) except? -1 nogil
@cython.locals(best=int, highest=float, row=int, value=float)
cdef int _best_by_p_value(Rows rows, Survey survey) except -1 nogil
@cython.locals(count=int, longest=int, wide=int, digits=int, block=int, total=float, each=int, row=int)
cdef int _describe_page(Rows rows, Survey survey, int says, float[::1] out) except -1 nogil
