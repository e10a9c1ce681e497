cimport cython
from maintext.room cimport bytes_between
from maintext.algorithms.learned.loops.state cimport Rows, Survey, Words

# Indexed by a byte, and by a number of two bytes, so no index is out of bounds.
cdef const unsigned char* IS_LETTER
cdef const unsigned char* KINDS
cdef const unsigned short[::1] LOWER
cdef int SPACE, TERMINAL, COMMA, DIGIT, UPPER, WIDE, WORD, CLOSING
cdef unsigned long long FACTOR, ALL
# Indexed by a byte, the other by a byte below 128.
cdef unsigned long long[256] GATHERED
cdef unsigned long long[128] GATHERED_OF_ASCII
cdef unsigned long long PART
cdef int MOST_NAMES, MOST_GATHERED, SPACE_AT, SMALL, CAPITAL, THAI, LAO

@cython.locals(key=cython.ulonglong, byte=int, place=int)
cpdef unsigned long long hash_of(const unsigned char[::1] text, int start, int stop) except? 0 nogil
cdef unsigned long long with_letter(unsigned long long key, unsigned long long letter) noexcept nogil
cdef unsigned long long spread(unsigned long long letter) noexcept nogil
cdef unsigned long long finished(unsigned long long key) noexcept nogil
cdef int width_at(int byte) noexcept nogil
@cython.locals(byte=int, point=int)
cdef int point_at(Rows rows, int place, int width) except -1 nogil
@cython.locals(
    place=int, full=int, point=int, width=int, gathered=cython.ulonglong, is_space=int, is_between=int, after_thai=int, words=int,
    terminals=int, commas=int, digits=int, upper=int, wide=int, thai_sentences=int, total=cython.ulonglong, text="const unsigned char*",
)
cdef int count_characters(Rows rows, int start, int stop, Survey survey, int block) except -1 nogil
@cython.locals(place=int, width=int)
cdef bint _is_blank(Rows rows, int start, int stop) except -1 nogil
@cython.locals(place=int, kind=int)
cdef bint _ends_sentence(Rows rows, int start, int stop) except -1 nogil
cdef int add_word(Words words, unsigned long long key, int at, int start, int stop) except -1 nogil
@cython.locals(
    key=cython.ulonglong, begin=int, place=int, last=int, has_digit=bint, width=int, point=int, kind=int,
    text="const unsigned char*",
)
cdef int take_words(Rows rows, int start, int stop, int most, Words words, int at) except -1 nogil
@cython.locals(
    place=int, first=int, last=int, begin=int, known=int, key=cython.ulonglong, byte=int, is_capital=bint,
    text="const unsigned char*",
)
cdef int take_names(Rows rows, int start, int stop, Words words, int at) except -1 nogil
