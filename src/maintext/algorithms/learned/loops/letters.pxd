cimport cython
from maintext.room cimport bytes_between, eight_at
from maintext.algorithms.learned.loops.eights cimport (
    EIGHT, FIRST_BYTE, TWO_BYTES, before, capitals_in, first_of, is_ascii, letters_in, mixed, padded, run_of, small_letters,
    spaces_in, starts_in,
)
from maintext.algorithms.learned.loops.state cimport Rows, Survey, Words, add_word
from maintext.scanner.words cimport length_of

# Indexed by a byte, and by a number of two bytes, so no index is out of bounds.
cdef const unsigned char* IN_WORDS
cdef const unsigned char* KINDS
cdef const unsigned short[::1] LOWER
cdef int SPACE, TERMINAL, COMMA, DIGIT, UPPER, WIDE, WORD, CLOSING
cdef unsigned long long BEYOND_ASCII, ONE
# Indexed by a byte.
cdef unsigned long long[256] GATHERED
cdef unsigned long long[256] GATHERED_OF_ASCII
cdef unsigned long long PART
cdef int MOST_NAMES, MOST_GATHERED, SPACE_AT, THAI, LAO

@cython.locals(key=cython.ulonglong, chunk=cython.ulonglong, place=int, size=Py_ssize_t, base="const unsigned char*")
cdef unsigned long long hash_of(const unsigned char[::1] text, int start, int stop) except? 0 nogil
cdef int width_at(int byte) noexcept nogil
@cython.locals(byte=int, point=int)
cdef int point_at(Rows rows, int place, int width) except -1 nogil
@cython.locals(
    place=int, full=int, behind=int, point=int, width=int, gathered=cython.ulonglong, is_space=int, is_between=int,
    after_thai=int, words=int, size=Py_ssize_t, chunk=cython.ulonglong, spaces=cython.ulonglong,
    terminals=int, commas=int, digits=int, upper=int, wide=int, thai_sentences=int, total=cython.ulonglong, text="const unsigned char*",
)
cdef int count_characters(Rows rows, int start, int stop, Survey survey, int block) except -1 nogil
@cython.locals(place=int, width=int)
cdef bint _is_blank(Rows rows, int start, int stop) except -1 nogil
@cython.locals(place=int, kind=int)
cdef bint _ends_sentence(Rows rows, const unsigned char* text, int start, int stop) except -1 nogil
@cython.locals(
    key=cython.ulonglong, chunk=cython.ulonglong, within=cython.ulonglong, begin=int, place=int, last=int, length=int,
    size=Py_ssize_t, text="const unsigned char*",
)
cdef int take_words(Rows rows, int start, int stop, int most, Words words, int at) except -1 nogil
@cython.locals(
    key=cython.ulonglong, chunk=cython.ulonglong, bits=int, has_digit=int, width=int, kind=int, point=cython.ulonglong,
    place=int,
)
cdef int _take_slowly(Rows rows, int start, int stop, Words words, int at) except -1 nogil
@cython.locals(
    place=int, first=int, last=int, begin=int, end=int, length=int, least=int, is_capital=bint, key=cython.ulonglong,
    chunk=cython.ulonglong, letters=cython.ulonglong, capitals=cython.ulonglong, run=cython.ulonglong, within=cython.ulonglong,
    seen=cython.ulonglong, mark=cython.ulonglong, size=Py_ssize_t, text="const unsigned char*",
)
cdef int take_names(Rows rows, int start, int stop, Words words, int at) except -1 nogil
@cython.locals(known=int)
cdef bint _has_word(Words words, int first, unsigned long long key) except -1 nogil
