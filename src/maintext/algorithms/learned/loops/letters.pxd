cimport cython
from maintext.algorithms.learned.loops.state cimport Words

# Indexed by a byte, and by a number of two bytes, so no index is out of bounds.
cdef const unsigned char* IS_LETTER
cdef const unsigned char* KINDS
cdef const unsigned short[::1] LOWER
cdef int SPACE, TERMINAL, COMMA, DIGIT, UPPER, WIDE, WORD, CLOSING
cdef unsigned long long SEED, FACTOR, ALL
cdef int MOST_NAMES, SMALL, CAPITAL, THAI, LAO

@cython.locals(key=cython.ulonglong, byte=int, place=int)
cpdef unsigned long long hash_of(const unsigned char[::1] text, int start, int stop) except? 0 nogil
cdef int width_at(int byte) noexcept nogil
@cython.locals(byte=int, point=int)
cdef int point_at(const unsigned char[::1] text, int place, int width) except -1 nogil
@cython.locals(
    place=int, point=int, width=int, kind=int, last=int, terminals=int, commas=int, digits=int, upper=int, wide=int,
    words=int, is_between=bint, is_markless=bint,
)
cdef int count_characters(
    const unsigned char[::1] text, int start, int stop, int[:, ::1] counts, int block
) except -1 nogil
cdef int add_word(Words words, unsigned long long key, int at, int start, int stop) except -1 nogil
@cython.locals(
    key=cython.ulonglong, begin=int, place=int, last=int, has_digit=bint, width=int, point=int, kind=int
)
cdef int take_words(const unsigned char[::1] text, int start, int stop, int most, Words words, int at) except -1 nogil
@cython.locals(
    place=int, first=int, last=int, begin=int, known=int, key=cython.ulonglong, byte=int, is_capital=bint
)
cdef int take_names(const unsigned char[::1] source, int start, int stop, Words words, int at) except -1 nogil
