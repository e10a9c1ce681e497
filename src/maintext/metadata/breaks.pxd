cimport cython

@cython.locals(first=list, stop=list, before=Py_ssize_t, segment=Py_ssize_t)
cpdef tuple line_breaks(const long long[::1] line, const long long[::1] characters)
