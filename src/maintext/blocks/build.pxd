cimport cython
from maintext.blocks.columns cimport Columns as PageColumns
from maintext.blocks.making cimport Maker as RecordMaker
from maintext.blocks.places cimport Place as TextPlace, Places as TextPlaces
from maintext.blocks.runs cimport Runs as TextRuns
from maintext.blocks.tables cimport OpenTable as DataTable

cdef int HR, CODE, FIGURE, FORMULA, HEADING, TABLE
cdef RecordMaker FIGURES, HEADINGS, ITEMS, PARAGRAPHS

cdef class Builder:
    cdef object _selected
    cdef object _table
    cdef PageColumns _columns
    cdef bint _has_tables
    cdef dict _figures
    cdef TextPlaces _places
    cdef list _atoms
    cdef Py_ssize_t _next_atom
    cdef TextRuns _runs
    cdef list _blocks
    cdef dict _tables
    cdef dict _codes
    cdef dict _captions
    cdef set _formulas
    cdef bint _has_latex
    cdef set _entered
    cdef tuple _entered_last
    cdef list _paragraph
    cdef TextPlace _place
    cdef int _leaf
    cdef int _number
    cdef int _last
    cdef list _breaks
    cdef list _break_places

    @cython.locals(columns=PageColumns, row=int, first=int, last=int, shown=cython.longlong, following=int)
    cpdef read_lines(self)
    cpdef list finished(self)
    @cython.locals(columns=PageColumns, leaf=int, ahead=list, place=TextPlace, inlines=list, opened=DataTable)
    cdef int _add(self, int first, int last) except -1
    cdef int _break_line(self, list inlines) except -1
    @cython.locals(row=int)
    cdef bint _is_before(self, int segment) except -1
    cdef int _skip_atoms(self, int last) except -1
    @cython.locals(breaks=int)
    cdef bint _goes_on(self, int first, int leaf, TextPlace place) except -1
    cdef int _breaks_before(self, int segment) except -1000
    @cython.locals(row=int, place=TextPlace, own=int)
    cdef int _put_between(self, list ahead, int first, int leaf) except -1
    cdef bint _is_broken(self, int row, int segment) except -1
    cdef bint _is_broken_behind(self, int row) except -1
    cdef object _inline(self, object atom, TextPlace place)
    cdef object _alone(self, object atom, TextPlace place)
    @cython.locals(columns=PageColumns, runs=TextRuns, before=int, segment=int, place=TextPlace, inlines=list)
    cdef list _inlines(self, int first, int last)
    @cython.locals(columns=PageColumns, segment=int, pieces=list)
    cdef str _verbatim(self, int first, int last)
    cdef DataTable _table_at(self, TextPlace place)
    cdef object _code(self, TextPlace place)
    @cython.locals(around=TextPlace)
    cdef object _figure(self, TextPlace place)
    @cython.locals(inlines=tuple)
    cdef int _close(self) except -1
    @cython.locals(within=tuple)
    cdef object _text_block(self, tuple inlines, TextPlace place)
    cdef int _put(self, object block, tuple within) except -1
    @cython.locals(depth=Py_ssize_t)
    cdef int _enter(self, tuple within) except -1

@cython.locals(kept=list, is_idle=bint, is_rule=bint)
cdef list _without_idle_rules(list blocks)
