cimport cython
from maintext.blocks.addresses cimport Addresses as PageAddresses
from maintext.blocks.columns cimport Columns as PageColumns
from maintext.blocks.making cimport Maker as RecordMaker

cdef int DEEPEST, PARAGRAPH, HEADING, CODE, TABLE, FORMULA, POST, STRONG, EMPHASIS, CODE_SPAN
cdef int ENTER_HEADING, ENTER_CODE, ENTER_BULLETS, ENTER_NUMBERS, ENTER_ITEM, ENTER_QUOTE, ENTER_CELL, ENTER_LINK
cdef int ENTER_STYLE
cdef const unsigned char[::1] ENTER
cdef RecordMaker CONTAINERS

cdef class Place:
    cdef readonly int role
    cdef readonly int home
    cdef readonly int cell
    cdef readonly tuple within
    cdef readonly int style
    cdef readonly str href

    cdef bint is_whole(self) except -1
    cdef Place with_role(self, int role, int home, int style)
    cdef Place with_cell(self, int cell)
    cdef Place with_href(self, str href)
    cdef Place with_style(self, int style)
    @cython.locals(room=int)
    cdef Place put(self, str kind, int key, int number)
    cdef Place in_other_list(self, object numbers)
    cdef str innermost(self)

cdef class Places:
    cdef object _table
    cdef PageColumns _columns
    cdef PageAddresses _addresses
    cdef bint _has_links
    cdef bint _has_styles
    cdef readonly Place outside
    cdef list _known
    cdef bytearray _marks
    cdef dict _counted
    cdef dict _renumbered

    cpdef int mark(self, int row, int role) except -1
    @cython.locals(place=Place, waiting=list)
    cpdef Place at(self, int row)
    @cython.locals(mark=int, change=int)
    cdef Place _entered(self, Place place, int row)
    cdef Place _in_block(self, Place place, int row, int change)
    cdef Place _item(self, Place place, int row)
    cdef Place _link(self, Place place, int row)
    cdef Place _styled(self, Place place, int style)
