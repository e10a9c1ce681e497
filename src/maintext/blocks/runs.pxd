cimport cython
from maintext.blocks.making cimport Maker as RecordMaker
from maintext.blocks.places cimport Place as TextPlace
from maintext.table._characters cimport space_at

cdef int SPACE
cdef RecordMaker TEXTS

cdef class Runs:
    cdef const unsigned char[::1] _text
    cdef bytearray _room
    cdef list _runs
    cdef int _style
    cdef str _href
    cdef Py_ssize_t _size
    cdef bint _is_begun
    cdef bint _is_led
    cdef bint _is_parted
    cdef bint _blank

    cdef int begin(self, Py_ssize_t size) except -1
    cdef int text(self, Py_ssize_t start, Py_ssize_t stop, bint is_apart, TextPlace place) except -1
    @cython.locals(size=Py_ssize_t, is_parted=bint, at=Py_ssize_t, byte=int, width=int)
    cdef int _fold(self, Py_ssize_t start, Py_ssize_t stop) except -1
    cdef int inline(self, object inline) except -1
    cdef list finished(self)
    cdef int _end_run(self) except -1
    cdef int _put_run(self) except -1
    cdef bint _ends_plain(self) except -1
    cdef int _put_blank(self) except -1
