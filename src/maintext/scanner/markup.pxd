cimport cython
from maintext.read._html_codes cimport *
from maintext.scanner.state cimport Scan
from maintext.scanner.text cimport after_space, characters_between, find, find_before, find_quote
from maintext.scanner.words cimport FIRST_BYTE, before_first, length_of, lower_name, may_end_name, may_end_tag_name, word_before

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

# What a byte means in a tag, as bits; as in maintext.read.html_rules.
cdef enum:
    SPACE = 1
    NAME_END = 2
    ATTRIBUTE_END = 4
    BETWEEN = 8
    VALUE_END = 16

cdef enum:
    NAME_SLOTS = 1 << NAME_BITS
    # The name of an attribute that is too long to be compared at once, but for one.
    LONG_NAME = 0

# Indexed by a byte, or by the bits of a slot, so no index is out of bounds.
cdef unsigned char[256] MARKUP
cdef unsigned char[256] LOWER
cdef unsigned long long[NAME_SLOTS] NAME_KEYS
cdef short[NAME_SLOTS] NAME_NUMBERS

# Names of attributes as tables.name_key has them.
cdef unsigned long long NAMED_ID, NAMED_CLASS, NAMED_STYLE, NAMED_ROLE, NAMED_TYPE, NAMED_HIDDEN, NAMED_COLOR
cdef unsigned long long NAMED_FACE, NAMED_SIZE, NAMED_ITEMPROP, NAMED_ITEMTYPE, NAMED_ENCODING, NAMED_ARIA_HIDDEN

@cython.locals(place=int)
cdef bint read_tag(Scan scan, int name_start) except -1 nogil
@cython.locals(word=cython.ulonglong, within=cython.ulonglong)
cdef int _read_name(Scan scan, int place) except -1 nogil
@cython.locals(place=int)
cdef int _read_long_name(Scan scan) except -1 nogil
@cython.locals(folded=cython.uint, slot=cython.uint)
cdef int _name_of(unsigned long long key) noexcept nogil
@cython.locals(
    data="const unsigned char*", size=int, between=int, name_start=int, name_length=int, start=int, stop=int,
    word=cython.ulonglong, named=cython.ulonglong, within=cython.ulonglong,
)
cdef int _read_attributes(Scan scan, int place) except -1 nogil
@cython.locals(is_xhtml=bint)
cdef int _note_attribute(Scan scan, unsigned long long named, int name_length, int start, int stop) except -1 nogil
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
cdef bint is_plain_doctype(Scan scan, int start, int stop) except -1 nogil
@cython.locals(place=int)
cdef int raw_end(Scan scan, int start) except -1 nogil
@cython.locals(place=int, comment_end=int, is_nested=bint)
cdef int script_end(Scan scan, int start) except -1 nogil
@cython.locals(place=int)
cdef int _dashes_end(Scan scan, int start) except -1 nogil
@cython.locals(size=int, at=int)
cdef bint _names_this_tag(Scan scan, int start) except -1 nogil
