cimport cython
from maintext.algorithms.learned.loops.eights cimport EIGHT, first_of, mixed
from maintext.algorithms.learned.loops.letters cimport take_names
from maintext.algorithms.learned.loops.lexicon cimport find_words
from maintext.algorithms.learned.loops.state cimport Known, Rows, Values, Words, more_values
from maintext.room cimport bytes_between, eight_at, same_bytes

cdef int MOST_STEPS, MANY_WORDS
cdef const unsigned long long[::1] NAMED_KEYS
cdef const int[::1] NAMED_SLOTS

@cython.locals(
    size=int, rest=int, length=Py_ssize_t, text="const unsigned char*", within=cython.ulonglong, key=cython.ulonglong,
    mask=cython.ulonglong, slot=cython.ulonglong, value=int,
)
cdef int number_of_value(Rows rows, int start, int stop, Values values) except -1 nogil
@cython.locals(first=int)
cdef int take_value(
    Rows rows, int value, Values values, Words names, Known known, const unsigned long long* slots,
    unsigned long long mask,
) except -1 nogil
@cython.locals(
    found=cython.longlong, at=int, mask=cython.ulonglong, key=cython.ulonglong, slot=cython.ulonglong
)
cdef long long _named(Words names, int first) except -1 nogil
