cimport cython
from maintext.algorithms.learned.loops.compare cimport same_bytes
from maintext.algorithms.learned.loops.letters cimport take_names
from maintext.algorithms.learned.loops.lexicon cimport look_up
from maintext.algorithms.learned.loops.state cimport Known, Rows, Values, Words

cdef int MOST_STEPS
cdef const unsigned long long[::1] NAMED_KEYS
cdef const int[::1] NAMED_SLOTS

@cython.locals(
    size=int, key=cython.ulonglong, mask=cython.ulonglong, slot=cython.ulonglong, value=int, first=int
)
cdef int number_of_value(
    Rows rows, int start, int stop, Values values, Words names, Known known, const unsigned long long[::1] slots
) except -1 nogil
@cython.locals(
    found=cython.longlong, at=int, mask=cython.ulonglong, key=cython.ulonglong, slot=cython.ulonglong
)
cdef long long _named(Words names, int first) except -1 nogil
