# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
cimport cython
from maintext.decode._utf8 cimport width_of
from libc.string cimport memchr
from maintext.read._html_codes cimport *
from maintext.scanner.state cimport Scan, more_room
from maintext.scanner.words cimport (
    SIXTEEN, TAKES_SIXTEEN, WORD, continuations_in, first_bytes, like_among_sixteen, lowest, wide_among_sixteen, word_at,
    word_before,
)

# Indexed by a byte, so no index is out of bounds.
cdef long long[256] BYTE_COUNTS
cdef const unsigned char[::1] POINTS
cdef const int[::1] C1_POINTS
cdef const unsigned long long[::1] REFERENCE_KEYS
cdef const short[::1] REFERENCE_NUMBERS
cdef const unsigned char[::1] REFERENCE_TEXT
cdef const int[::1] REFERENCE_PLACES

cdef int skip_text(Scan scan) except -1 nogil
@cython.locals(data="const unsigned char*", place=int, copied=int, kind=int, width=int)
cdef int read_run(Scan scan, int limit, bint is_raw) except -1 nogil
@cython.locals(counts=cython.longlong, here=cython.longlong)
cdef Py_ssize_t _plain_end(Scan scan, const unsigned char* data, Py_ssize_t place, Py_ssize_t limit) noexcept nogil
cdef int _special(Scan scan, int place, bint is_raw) except -1 nogil
@cython.locals(node=int, point=int)
cdef bint _shows_zero(Scan scan, bint is_raw) except -1 nogil
cdef int _wide(Scan scan, int place) except -1 nogil
cdef int _copy(Scan scan, int start, int stop) except -1 nogil
cdef int _add_point(Scan scan, unsigned int point) except -1 nogil
@cython.locals(end=int)
cdef int after_blank(Scan scan, int place) except -1 nogil
@cython.locals(end=int)
cdef int blank_end(Scan scan, int place) except -2 nogil
@cython.locals(end=int)
cdef int _reference(Scan scan, int place) except -1 nogil
@cython.locals(key=cython.ulonglong, at=int, end=int, last=int, slot=int)
cdef int _read_reference(Scan scan, int place) except -1 nogil
@cython.locals(at=int, first=int, value=cython.uint, digit=int, is_hex=bint)
cdef int _read_number(Scan scan, int place) except -1 nogil
cdef bint _is_of_name(unsigned char byte) noexcept nogil
@cython.locals(folded=cython.uint, slot=cython.uint)
cdef int _slot(unsigned long long key) except -1 nogil
cdef int _add_reference(Scan scan, int number) except -1 nogil

cdef enum:
    # Bytes that are counted at once, less than a byte can count.
    STRIDE = 64
    # Most values in quotation marks are shorter.
    NEAR = 128

# Short and called everywhere: these go into the code of the modules that use them.
cdef inline int find_before(Scan scan, unsigned char wanted, int start, int stop) except -1 nogil:
    """Where a byte next stands between two places, the second of them if it does not."""
    cdef const unsigned char* base
    cdef const unsigned char* found
    if start < 0 or start >= stop or stop > scan.size:
        return stop
    base = &scan.data[0]
    found = <const unsigned char*> memchr(base + start, wanted, stop - start)
    return stop if found == NULL else <int> (found - base)

cdef inline int find(Scan scan, unsigned char wanted, int start) except -1 nogil:
    """Where a byte next stands from a place on, the size of the page if it does not."""
    return find_before(scan, wanted, start, scan.size)

cdef inline int find_quote(Scan scan, unsigned char quote, int start) except -1 nogil:
    """The same for the mark that ends a value; ``may_be_wide`` tells whether characters of several bytes may be in it."""
    cdef const unsigned char* base = &scan.data[0]
    cdef unsigned int found, wide = 0
    cdef int place = start
    while TAKES_SIXTEEN and 0 <= place < start + NEAR and place + SIXTEEN <= scan.size:
        found = like_among_sixteen(base + place, quote)
        if found:
            scan.may_be_wide = (wide | (wide_among_sixteen(base + place) & ((found & -found) - 1))) != 0
            return place + lowest(found)
        wide |= wide_among_sixteen(base + place)
        place += SIXTEEN
    scan.may_be_wide = True
    return find(scan, quote, place)

cdef inline int continuations_in_stride(const unsigned char* base) noexcept nogil:
    """How many of the next bytes go on with a character of UTF-8; a compiler takes many at once."""
    cdef unsigned char count = 0
    cdef int place
    for place in range(STRIDE):
        count += (base[place] & 0xC0) == 0x80
    return count

cdef inline int characters_between(Scan scan, int start, int stop) except -1 nogil:
    """How many characters stand between two places: bytes that do not go on with one that was begun before."""
    cdef const unsigned char* base
    cdef int count = stop - start
    if start < 0 or stop > scan.size or start >= stop:
        return 0
    base = &scan.data[0]
    while start + STRIDE <= stop:
        count -= continuations_in_stride(base + start)
        start += STRIDE
    while start + WORD <= stop:
        count -= continuations_in(word_at(base + start))
        start += WORD
    return count - continuations_in(word_before(base + start, scan.size - start) & first_bytes(stop - start))

cdef inline bint begins_markup(Scan scan, int place) except -1 nogil:
    """Whether a ``<`` opens something, or is a character like any other."""
    cdef unsigned char following
    if place < 0 or place + 1 >= scan.size:
        return False
    following = (&scan.data[0])[place + 1]
    if following == c"/":
        return place + 2 < scan.size
    return following == c"!" or following == c"?" or c"a" <= (following | 0x20) <= c"z"

cdef inline bint is_space(Scan scan, int place) except -1 nogil:
    """Whether a place holds white space as the standard has it."""
    cdef unsigned char byte = scan.data[place]
    return byte == c" " or byte == c"\n" or byte == c"\t" or byte == c"\r" or byte == c"\f"

cdef inline int after_space(Scan scan, int place) except -1 nogil:
    """The first place that does not hold white space as the standard has it."""
    while place < scan.size and is_space(scan, place):
        place += 1
    return place
