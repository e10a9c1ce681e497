cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from maintext.algorithms.learned.loops.context cimport Outline
from maintext.algorithms.learned.loops.features cimport Course
from maintext.algorithms.learned.loops.state cimport Known, Rows, Survey, Values, Words
from maintext.algorithms.learned.loops.walk cimport AT_A_TIME, TOGETHER
from maintext.room cimport with_columns

cdef enum:
    TILE = 64
    BATCH = 2048

cdef int FEATURES, KEPT_BLOCKS, KEPT_ROOM, KEPT_WORDS

cdef class Desk:
    cdef object memory
    cdef Rows rows
    cdef Survey survey
    cdef Values values
    cdef Words scratch
    cdef Known named
    cdef Known begun
    cdef Course course
    cdef Outline outline
    cdef int row_room
    cdef int segment_room
    cdef int block_room
    cdef Py_ssize_t behind_rows
    cdef int slot_count
    cdef float[:, ::1] said
    cdef float[::1] of_blocks
    cdef float[::1] kind_column
    cdef float[::1] kinds
    cdef float[:, ::1] truths
    cdef float[::1] answer
    cdef float[::1] confidence_column
    cdef int[:, ::1] kind_bits
    cdef short[:, ::1] kind_coarse
    cdef int[:, ::1] confidence_bits
    cdef short[:, ::1] confidence_coarse
    cdef float[::1] one
    cdef float[:, ::1] path
    cdef float[:, ::1] pairs
    cdef float[:, ::1] fours
    cdef unsigned char[::1] seen
    cdef int[::1] slots
    cdef float[::1] first_p
    cdef float[::1] second_p
    cdef int[::1] order
    cdef int[::1] spare
    cdef float[:, ::1] cut_sums
    cdef float[:, ::1] groups
    cdef float[:, ::1] until
    cdef unsigned char[::1] seen_groups
    cdef unsigned char[::1] chosen
    cdef unsigned char[::1] goes_on
    cdef int[:, ::1] runs
    cdef unsigned short[:, ::1] bits
    cdef float[:, ::1] tile
    cdef int[:, ::1] tile_bits
    cdef short[:, ::1] coarse_room
    cdef short[:, ::1] coarse
    cdef float[:, ::1] kept
    cdef float[:, ::1] words_said
    cdef float[:, ::1] sums
    cdef readonly float score
    cdef readonly float confidence
    cdef readonly float readable
    cdef readonly int kind
    cdef readonly float kind_probability
    @cython.locals(rows=Rows)
    cpdef object begin(self, table, block, int lexicons)
    @cython.locals(rows=int)
    cpdef object make_room(self, new)
    cdef int clear(self) except -1 nogil
    cdef int fit_blocks(self) except -1 nogil
    @cython.locals(count=int, batch=int)
    cpdef object make_block_room(self)
    cdef int fit_batch(self, int count) except -1 nogil
    @cython.locals(last=int, first="int*")
    cpdef bytes block_rows(self)
    @cython.locals(last=int)
    cpdef bytes block_chosen(self)
    @cython.locals(most=int, words=int)
    cpdef bint release(self)

cdef int make_block_room(Desk desk) except -1 with gil
