cimport cython
from libc.string cimport memcpy
from maintext.algorithms.learned.loops.letters cimport count_characters, take_words
from maintext.algorithms.learned.loops.lexicon cimport find_words
from maintext.algorithms.learned.loops.state cimport Known, Rows, Survey, Values, Words
from maintext.algorithms.learned.loops.values cimport number_of_value, take_value
from maintext.room cimport all_of

cdef int LEVELS, MANY_WORDS, FIRST_WORDS, FIRST_BYTES, PROSE, WIDE_PROSE, A, BODY, NO_COLUMN, MARKUP, MOST_NAMES
cdef int TERMINALS, WIDE, CHARACTERS, LINKED, IN_PROSE, FIRST_COUNT
cdef unsigned long long PATH_FACTOR, ALL
cdef const unsigned char[::1] IS_HOLDER
cdef const unsigned char[::1] COLUMN_OF

cdef inline int add_to_row(int[:, ::1] table, int to, int row) noexcept nogil:
    """Add the eleven counts of a row to those of another: several at once, for they are read before any is written."""
    cdef int[11] counts
    cdef int each
    cdef int* out = &table[to, 0]
    memcpy(counts, &table[row, 0], sizeof(counts))
    for each in range(11):
        out[each] += counts[each]
    return 0

@cython.locals(low=int, high=int, count=int, segment=int, before=int, between=int)
cpdef int part_into_blocks(Rows rows, Survey survey) except -1 nogil
@cython.locals(
    row=int, tag=int, above=int, value=int, table="const unsigned long long*", mask=cython.ulonglong
)
cpdef int describe_rows(
    Rows rows, Survey survey, Values values, Words names, Known known, const unsigned long long[::1] slots
) except -1 nogil
@cython.locals(before=int, value=int)
cdef int _value(
    Rows rows, int start, int stop, Values values, Words names, Known known, const unsigned long long* slots,
    unsigned long long mask,
) except -1 nogil
@cython.locals(room=Py_ssize_t, row=int)
cpdef Py_ssize_t names_at_most(Rows rows) except -1 nogil
@cython.locals(
    block=int, segment=int, owner=int, at=int, level=int, start=int, stop=int, characters=int, linked=int, each=int,
    is_wide=bint, is_prose=bint, key=cython.ulonglong, first=int, terminals=int,
    table="const unsigned long long*", mask=cython.ulonglong,
)
cpdef int describe_blocks(
    Rows rows, Survey survey, Words words, Known known, const unsigned long long[::1] slots
) except -1 nogil
@cython.locals(block=int, owner=int, row=int, column=int)
cpdef int add_up(Rows rows, Survey survey) except -1 nogil
@cython.locals(
    mask=cython.ulonglong, key=cython.ulonglong, slot=cython.ulonglong, at=int, different=int
)
cdef int number_alike(
    unsigned long long[::1] keys, int count, int[::1] slots, int room, int[::1] number
) except -1 nogil
@cython.locals(block=int)
cpdef int number_groups(Rows rows, Survey survey, int[::1] slots, int room) except -1 nogil
@cython.locals(segment=int)
cdef int first_block(Rows rows, Survey survey, int row) except -1 nogil
