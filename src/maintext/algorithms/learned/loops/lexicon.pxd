cimport cython
from maintext.algorithms.learned.loops.state cimport Known, Words, more_known
from maintext.room cimport all_of, fetch

cdef int PLACE_BITS
cdef unsigned long long PLACES
cdef int AHEAD

cdef inline int fetch_slots(Words words, const unsigned long long* slots, unsigned long long mask) noexcept nogil:
    """Begin to bring the slots in which some words are looked up into the processor's cache."""
    cdef int each
    for each in range(words.count):
        fetch(slots + (words.keys[each] & mask))
    return 0

cdef inline int fetch_row(const float[:, ::1] kinds, int at) noexcept nogil:
    """The same with what a word says of the kinds."""
    fetch(&kinds[at, 0])
    return 0

@cython.locals(count=int)
cpdef int look_up(Words words, const unsigned long long[::1] slots, Known known) except -1 nogil
@cython.locals(key=cython.ulonglong, slot=cython.ulonglong, found=cython.ulonglong, each=int, count=int)
cdef int find_words(
    Words words, const unsigned long long* slots, unsigned long long mask, Known known
) except -1 nogil
@cython.locals(each=int, at=int, kind=int)
cpdef int add_kinds(Known known, const float[:, ::1] kinds, unsigned char[::1] seen, float[::1] out) except -1 nogil
