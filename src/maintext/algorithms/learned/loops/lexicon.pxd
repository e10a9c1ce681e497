cimport cython
from maintext.algorithms.learned.loops.state cimport Known, Words, more_known

cdef int PLACE_BITS
cdef unsigned long long PLACES

@cython.locals(mask=cython.ulonglong, key=cython.ulonglong, slot=cython.ulonglong, each=int)
cpdef int look_up(Words words, int first, const unsigned long long[::1] slots, Known known) except -1 nogil
@cython.locals(each=int, at=int, kind=int)
cpdef int add_kinds(Known known, const float[:, ::1] entries, unsigned char[::1] seen, float[::1] out) except -1 nogil
