cimport cython
from cpython.object cimport PyObject_GenericSetAttr
from cpython.type cimport PyType_GenericNew

cdef bint IS_COMPILED

cdef class Maker:
    cdef type _kind
    cdef tuple _names

    @cython.locals(place=Py_ssize_t)
    cdef object new(self, tuple values)
