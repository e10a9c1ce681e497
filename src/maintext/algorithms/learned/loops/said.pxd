cimport cython
from maintext.algorithms.learned.loops.letters cimport hash_of
from maintext.algorithms.learned.loops.state cimport Rows
from maintext.room cimport bytes_between, find_byte

cdef int META, SCRIPT, LONGEST_TYPE, QUOTE, ESCAPE, MARK

@cython.locals(found=int, row=int, start=int, stop=int)
cpdef int types_of(Rows rows, const unsigned long long[::1] kinds, const int[::1] bits) except -1 nogil
@cython.locals(behind=int, mark=int, at=int, text="const unsigned char*")
cdef bint _has(const unsigned char[::1] source, int start, int stop, const unsigned char* word, int size) except -1 nogil
@cython.locals(found=int, place=int, end=int, key=cython.ulonglong, each=int, text="const unsigned char*")
cdef int _in_quotes(
    const unsigned char[::1] source, int start, int stop, const unsigned long long[::1] kinds, const int[::1] bits
) except -1 nogil
@cython.locals(at=int)
cdef bint _is_escaped(const unsigned char* text, int start, int place) noexcept nogil
