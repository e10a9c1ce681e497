cimport cython
from maintext.algorithms.learned.loops.state cimport Known, Words, more_known
from maintext.room cimport all_of

cdef int PLACE_BITS
cdef unsigned long long PLACES

cpdef int look_up(Words words, int first, const unsigned long long[::1] slots, Known known) except -1 nogil
@cython.locals(key=cython.ulonglong, slot=cython.ulonglong, found=cython.ulonglong, each=int, count=int)
cdef int find_words(
    Words words, int first, const unsigned long long* slots, unsigned long long mask, Known known
) except -1 nogil
@cython.locals(each=int, at=int, kind=int)
cpdef int add_kinds(Known known, const float[:, ::1] kinds, unsigned char[::1] seen, float[::1] out) except -1 nogil
