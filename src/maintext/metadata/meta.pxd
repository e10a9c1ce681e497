cimport cython
from maintext.table._table cimport attributes_at

cdef tuple NAMES

@cython.locals(found=dict, place=Py_ssize_t, attributes=dict, content=str, names=set)
cpdef dict meta_contents(bytes source, list places)
