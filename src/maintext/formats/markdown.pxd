cimport cython

cdef const unsigned char[::1] MAY_BEGIN_BLOCK
cdef const unsigned char[::1] MAY_BE_MARKUP
cdef int STRONG, EMPHASIS, CODE

cdef class Writer:
    cdef readonly list parts
    cdef tuple _within
    cdef list _indents
    cdef dict _markers
    cdef bint _is_item

    @cython.locals(lines=list, within=tuple)
    cpdef add(self, object block)
    @cython.locals(shared=Py_ssize_t, common=str, first=str, rest=str, bare=str, line=str)
    cdef object _add_within(self, list lines, tuple within, bint is_item)
    @cython.locals(most=Py_ssize_t, shared=Py_ssize_t)
    cdef Py_ssize_t _shared(self, tuple within) except -1
    @cython.locals(opened=Py_ssize_t)
    cdef bint _is_tight(self, tuple within, Py_ssize_t shared) except -1
    @cython.locals(depth=Py_ssize_t)
    cdef str _opened(self, tuple within, Py_ssize_t shared)
    cdef tuple _mark(self, object container, tuple within, Py_ssize_t depth, object before)

@cython.locals(text=str)
cpdef list _paragraph(object block)
cdef str _protected(str text)
cdef str _line(str line)
@cython.locals(
    count=Py_ssize_t, parts=list, link=list, address=str, place=Py_ssize_t, href=str, target=list, text=str
)
cdef str _inlines(tuple inlines, str line_break)
@cython.locals(text=str, inner=str)
cdef object _end_link(list parts, list link, str address)
cdef str _other(object inline, str line_break)
@cython.locals(style=int)
cdef str _styled(object run, tuple inlines, Py_ssize_t place)
cdef str _last_of(str text)
cdef str _letters(object inline)
@cython.locals(character=Py_UCS4, code=int)
cpdef str escaped(str text)
@cython.locals(start=Py_ssize_t, stop=Py_ssize_t, after_word=bint, before_word=bint)
cdef str _emphasised(str text, str marks, str before, str behind)
cdef bint _is_of_word(str character) except -1
cdef str _code_span(str text)
cdef str _picture(object picture)
cdef str _image(object picture)
cdef str _address(str address)
cdef str _latex(str latex)
cdef str _cell(object cell)
