cimport cython

cdef int TAB, NEWLINE, FORM_FEED, RETURN, SPACE, QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER
cdef Py_ssize_t MAX_ATTRIBUTES

@cython.locals(
    values=dict, size=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t, value=Py_ssize_t, end=Py_ssize_t, quoted=bint,
    name=str, is_new=bint,
)
cpdef dict attributes_at(bytes source, Py_ssize_t place, frozenset wanted=*)
@cython.locals(
    size=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t, value=Py_ssize_t, end=Py_ssize_t, quoted=bint, is_wanted=bint
)
cpdef str attribute_at(bytes source, Py_ssize_t place, bytes name)
@cython.locals(text=str)
cdef str _decoded(bytes source, Py_ssize_t start, Py_ssize_t stop)
cdef bint _is_blank(int byte) noexcept
cdef Py_ssize_t _after_name(bytes source, Py_ssize_t place, Py_ssize_t size) except -1
cdef Py_ssize_t _next_attribute(bytes source, Py_ssize_t place, Py_ssize_t size) except -1
@cython.locals(byte=int)
cdef Py_ssize_t _name_end(bytes source, Py_ssize_t place, Py_ssize_t size) except -1
cdef Py_ssize_t _value_start(bytes source, Py_ssize_t place, Py_ssize_t size) except -2
@cython.locals(mark=int, end=Py_ssize_t)
cdef Py_ssize_t _value_end(bytes source, Py_ssize_t place, Py_ssize_t size) except -1
@cython.locals(mark=int)
cdef bint _is_quoted(bytes source, Py_ssize_t place, Py_ssize_t end, Py_ssize_t size) except -1
