cimport cython

cdef class Addresses:
    cdef str _base
    cdef str _root
    cdef bint _is_whole
    cdef dict _links
    cdef dict _images

    cpdef str link(self, str written)
    cpdef str image(self, str written)
    @cython.locals(address=str)
    cdef str _resolved(self, str written, frozenset schemes)
