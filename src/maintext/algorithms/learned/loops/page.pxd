cimport cython
from maintext.algorithms.learned.loops.letters cimport count_characters, take_names, take_words
from maintext.algorithms.learned.loops.state cimport Rows, Survey, Values, Words

cdef int LEVELS, BELOW, FIRST_WORDS, FIRST_BYTES, PROSE, WIDE_PROSE, A, BODY, NO_COLUMN, MARKUP, MOST_NAMES, MOST_STEPS
cdef int TERMINALS, WIDE, CHARACTERS, LINKED, IN_PROSE, FIRST_COUNT
cdef unsigned long long PATH_FACTOR, ALL
cdef const unsigned char[::1] IS_HOLDER
cdef const unsigned char[::1] COLUMN_OF
cdef const unsigned long long[::1] NAMED_KEYS
cdef const int[::1] NAMED_SLOTS

@cython.locals(low=int, high=int, count=int, segment=int, before=int, between=int)
cpdef int part_into_blocks(Rows rows, Survey survey) except -1 nogil
@cython.locals(row=int, tag=int, above=int, value=int)
cpdef int describe_rows(Rows rows, Survey survey, Values values, Words names) except -1 nogil
@cython.locals(room=Py_ssize_t, row=int)
cpdef Py_ssize_t names_at_most(Rows rows) except -1 nogil
@cython.locals(
    size=int, key=cython.ulonglong, mask=cython.ulonglong, slot=cython.ulonglong, value=int, at=int, first=int
)
cdef int _value(const unsigned char[::1] source, int start, int stop, Values values, Words names) except -1 nogil
@cython.locals(
    found=cython.uint, at=int, mask=cython.ulonglong, key=cython.ulonglong, slot=cython.ulonglong
)
cdef unsigned int _named(Words names, int first) except? 0 nogil
@cython.locals(
    block=int, segment=int, owner=int, at=int, level=int, start=int, stop=int, characters=int, linked=int, each=int,
    is_wide=bint, key=cython.ulonglong, first=int, terminals=int,
)
cpdef int describe_blocks(Rows rows, Survey survey, Words words) except -1 nogil
@cython.locals(block=int, owner=int, row=int, column=int, above=int, each=int)
cpdef int add_up(Rows rows, Survey survey) except -1 nogil
@cython.locals(
    mask=cython.ulonglong, key=cython.ulonglong, slot=cython.ulonglong, at=int, different=int
)
cdef int number_alike(unsigned long long[::1] keys, int count, int[::1] slots, int[::1] number) except -1 nogil
@cython.locals(block=int)
cpdef int number_groups(Rows rows, Survey survey, int[::1] slots) except -1 nogil
@cython.locals(mask=cython.ulonglong, key=cython.ulonglong, slot=cython.ulonglong, at=int)
cpdef int look_up(
    Words words, const int[::1] slots, const unsigned long long[::1] known, int[::1] place
) except -1 nogil
