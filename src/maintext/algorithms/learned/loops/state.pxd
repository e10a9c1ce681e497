# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
cimport cython
from maintext.room cimport set_rows, unset

cdef int PARENT, END, LEVEL, OPEN_START, OPEN_END, CLOSE_START, CLASS_START, CLASS_STOP, ID_START, ID_STOP, MARK_START
cdef int MARK_STOP, CHARACTERS, TAG_LENGTH, SEGMENT_START, OWNER, LINE, CELL, SEGMENT_CHARACTERS, PLACE, ROOM, BELOW


cdef class Rows:
    cdef const unsigned char[::1] source
    cdef const unsigned char[::1] text
    cdef const short[::1] tag
    cdef const int[::1] parent
    cdef const int[::1] end
    cdef const int[::1] level
    cdef const unsigned char[::1] hidden
    cdef const int[::1] open_start
    cdef const int[::1] open_end
    cdef const int[::1] close_start
    cdef const int[::1] class_start
    cdef const int[::1] class_stop
    cdef const int[::1] id_start
    cdef const int[::1] id_stop
    cdef const int[::1] mark_start
    cdef const int[::1] mark_stop
    cdef const int[::1] characters
    cdef const int[::1] tag_length
    cdef const int[::1] segment_start
    cdef const int[::1] owner
    cdef const int[::1] line
    cdef const int[::1] cell
    cdef const int[::1] segment_characters
    cdef const int[::1] place
    cdef readonly int count
    cdef readonly int segments
    cpdef object take(self, const int[:, ::1] rows, const int[:, ::1] segments)

cdef class Words:
    cdef readonly object key_array
    cdef readonly object at_array
    cdef readonly object start_array
    cdef readonly object stop_array
    cdef unsigned long long[::1] keys
    cdef int[::1] at
    cdef int[::1] starts
    cdef int[::1] stops
    cdef int room
    cdef readonly int count
    cpdef object begin(self, Py_ssize_t room)

cdef inline int add_word(Words words, unsigned long long key, int at, int start, int stop) noexcept nogil:
    """Add a word, if there is room for it."""
    cdef int count = words.count
    if count < words.room:
        words.keys[count] = key
        words.at[count] = at
        words.starts[count] = start
        words.stops[count] = stop
        words.count = count + 1
    return 0

cdef class Known:
    cdef int[::1] places
    cdef int[::1] at
    cdef int room
    cdef readonly int count
    cpdef object grow(self)

cdef int more_known(Known known) except -1 with gil

cdef class Values:
    cdef readonly object of_row_array
    cdef int[:, ::1] of_row
    cdef int[::1] starts
    cdef int[::1] stops
    cdef unsigned int[::1] named
    cdef int[::1] slots
    cdef float[::1] said
    cdef int slot_count
    cdef int room
    cdef readonly int count
    cpdef object begin(self, int rows)
    cpdef object make_room(self, int rows, slots, new)
    cpdef object grow(self, Py_ssize_t room)
    cdef int clear(self, int rows) except -1 nogil

cdef int more_values(Values values) except -1 with gil

cdef class Survey:
    cdef readonly object of_segment_array
    cdef readonly object first_array
    cdef readonly object last_array
    cdef readonly object owner_array
    cdef readonly object row_array
    cdef readonly object around_array
    cdef readonly object counts_array
    cdef object hash_array
    cdef int[::1] of_segment
    cdef int[::1] first
    cdef int[::1] last
    cdef int[::1] total
    cdef int[::1] holder
    cdef int[::1] outermost
    cdef unsigned char[::1] in_link
    cdef unsigned int[::1] named
    cdef unsigned long long[::1] path
    cdef unsigned long long[::1] shape
    cdef int[::1] alike_row
    cdef int[:, ::1] below
    cdef int[:, ::1] telling
    cdef int[:, ::1] siblings
    cdef int[::1] prose
    cdef int[::1] owner
    cdef int[::1] row
    cdef int[:, ::1] around
    cdef int[:, ::1] counts
    cdef int[::1] group
    cdef int[::1] twin
    cdef int[:, ::1] alike
    cdef unsigned long long[::1] key
    cdef readonly int count
    cpdef object begin(self, int rows, int segments)
    cpdef object make_room(self, int rows, int segments, new)
    cpdef object make_block_room(self, int blocks, new=*)
    @cython.locals(row=int)
    cdef int clear(self, int rows) except -1 nogil
