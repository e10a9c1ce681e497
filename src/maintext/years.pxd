cimport cython

cdef int YEAR_SIGN, ERA, NUMERALS, YEAR_FIRST, COMPACT, NAME_DAY, DAY_NAME, YEAR_NAME, VIETNAMESE, DAY_FIRST
cdef frozenset MONTHS
cdef Py_ssize_t LONGEST_MONTH

@cython.locals(places=list, place=Py_ssize_t, width=Py_ssize_t, character=cython.Py_UCS4)
cpdef list places_of_years(str text, Py_ssize_t start, Py_ssize_t stop)
@cython.locals(first=cython.Py_UCS4)
cpdef int forms_around(str text, Py_ssize_t place) except -1
@cython.locals(first=cython.Py_UCS4, second=cython.Py_UCS4, third=cython.Py_UCS4, is_era=bint)
cdef Py_ssize_t _year_width(str text, Py_ssize_t place, Py_ssize_t stop) except -1
cdef Py_UCS4 _plain(Py_UCS4 character) noexcept
@cython.locals(after=Py_ssize_t, forms=int)
cdef int _forms_behind(str text, Py_ssize_t place, Py_ssize_t size) except -1
@cython.locals(before=Py_ssize_t, forms=int)
cdef int _forms_before(str text, Py_ssize_t place) except -1
@cython.locals(back=Py_ssize_t)
cdef bint _ends_ordinal(str text, Py_ssize_t place) except -1
@cython.locals(stop=Py_ssize_t)
cdef bint _may_begin_month(str text, Py_ssize_t place, Py_ssize_t size) except -1
@cython.locals(start=Py_ssize_t, begin=Py_ssize_t, word=str)
cdef bint _may_end_month(str text, Py_ssize_t place) except -1
cdef bint _is_letter(Py_UCS4 character) noexcept
