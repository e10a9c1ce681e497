cimport cython
from maintext.scanner.codes cimport *
from maintext.scanner.state cimport Scan
from maintext.scanner.text cimport after_space, characters_between, find

# Attributes that were met in a tag, as bits.
cdef enum:
    ID = 1
    CLASS = 2
    STYLE_ATTRIBUTE = 4
    ROLE = 8
    TYPE = 16
    ARIA_HIDDEN = 32
    ITEMPROP = 64
    ITEMTYPE = 128
    ENCODING = 256

# Indexed by a byte, so no index is out of bounds.
cdef unsigned char[256] MARKUP
cdef unsigned char[256] LOWER
cdef const unsigned long long[::1] NAME_KEYS
cdef const short[::1] NAME_NUMBERS

@cython.locals(place=int)
cdef bint read_tag(Scan scan, int name_start) except -1 nogil
cdef int _read_name(Scan scan, int place) except -1 nogil
@cython.locals(slot=int)
cdef int _name_of(unsigned long long key) except -1 nogil
@cython.locals(between=int, name_start=int, name_stop=int, start=int, stop=int)
cdef int _read_attributes(Scan scan, int place) except -1 nogil
@cython.locals(name_length=int, is_face=bint, is_property=bint, is_xhtml=bint)
cdef int _note_attribute(Scan scan, int name_start, int name_stop, int start, int stop) except -1 nogil
cdef bint _is_first(Scan scan, int name) except -1 nogil
@cython.locals(colon=int, value=int)
cdef bint _hides(Scan scan, int start, int stop) except -1 nogil
cdef bint _is(Scan scan, int start, int stop, const char* text, int size) except -1 nogil
cdef int skip_declaration(Scan scan) except -1 nogil
@cython.locals(place=int)
cdef int _comment_end(Scan scan, int start) except -1 nogil
@cython.locals(at=int)
cdef bint is_cdata(Scan scan, int place) except -1 nogil
@cython.locals(place=int)
cdef int cdata_end(Scan scan, int place) except -1 nogil
cdef bint is_doctype(Scan scan, int place) except -1 nogil
@cython.locals(place=int)
cdef int raw_end(Scan scan, int start) except -1 nogil
@cython.locals(place=int, comment_end=int, is_nested=bint)
cdef int script_end(Scan scan, int start) except -1 nogil
@cython.locals(place=int)
cdef int _dashes_end(Scan scan, int start) except -1 nogil
@cython.locals(size=int, at=int)
cdef bint _names_this_tag(Scan scan, int start) except -1 nogil
