"""Years in a text, for other compiled units."""

cpdef list places_of_years(str text, Py_ssize_t start, Py_ssize_t stop)
cpdef int forms_around(str text, Py_ssize_t place) except -1
