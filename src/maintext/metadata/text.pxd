cimport cython

cdef Py_ssize_t MOST_BEFORE

@cython.locals(kept=bytearray, size=Py_ssize_t, character=cython.Py_UCS4)
cpdef str letters(str text)
cpdef str folded(str text)
@cython.locals(place=Py_ssize_t)
cpdef bint has_cjk(str text, Py_ssize_t stop) except -1
@cython.locals(found=list, size=Py_ssize_t, number=Py_ssize_t, place=Py_ssize_t, stop=Py_ssize_t)
cpdef list lines_beginning(str text, list starts, Py_ssize_t first, frozenset prefixes)
cdef bint _is_of_word(Py_UCS4 character) noexcept
