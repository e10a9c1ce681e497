cimport cython
from maintext.attributes cimport attributes_at

cdef tuple NAMES

@cython.locals(found=dict, place=Py_ssize_t, attributes=dict, content=str, names=set)
cpdef dict meta_contents(bytes source, list places)
