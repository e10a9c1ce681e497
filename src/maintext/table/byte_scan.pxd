"""Inline functions that read bytes eight or sixteen at a time, and checked pointers into views."""

from libc.string cimport memchr, memcmp, memset

cdef enum:
    WORD = 8
    # The highest bit of the first byte.
    FIRST_BYTE = 0x80

cdef enum:
    SIXTEEN = 16

# Operations for which processors have an instruction.
cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static int lowest(unsigned int bits) { unsigned long place; _BitScanForward(&place, bits); return (int)place; }
    static int highest(unsigned int bits) { unsigned long place; _BitScanReverse(&place, bits); return (int)place; }
    #else
    #define lowest(bits) __builtin_ctz(bits)
    #define highest(bits) (31 - __builtin_clz(bits))
    #endif
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    #define TAKES_SIXTEEN 1
    #define sixteen_at(base) _mm_loadu_si128((const __m128i*)(base))
    #define high_bits(bytes) ((unsigned int)_mm_movemask_epi8(bytes))
    #define like_among_sixteen(base, byte) high_bits(_mm_cmpeq_epi8(sixteen_at(base), _mm_set1_epi8((char)(byte))))
    #define wide_among_sixteen(base) high_bits(sixteen_at(base))
    #else
    #define TAKES_SIXTEEN 0
    #define like_among_sixteen(base, byte) 0u
    #define wide_among_sixteen(base) 0u
    #endif
    """
    int lowest(unsigned int bits) noexcept nogil  # The number of the lowest bit that is set.
    int highest(unsigned int bits) noexcept nogil  # The number of the highest one.
    bint TAKES_SIXTEEN  # Whether the next two are available.
    # One bit for each of the next sixteen bytes: whether it is a certain byte, or beyond ASCII.
    unsigned int like_among_sixteen(const unsigned char* base, unsigned char byte) noexcept nogil
    unsigned int wide_among_sixteen(const unsigned char* base) noexcept nogil

cdef inline unsigned long long word_at(const unsigned char* base) noexcept nogil:
    """The next eight bytes; a compiler makes one load of it."""
    return (
        <unsigned long long> base[0] | <unsigned long long> base[1] << 8 | <unsigned long long> base[2] << 16
        | <unsigned long long> base[3] << 24 | <unsigned long long> base[4] << 32 | <unsigned long long> base[5] << 40
        | <unsigned long long> base[6] << 48 | <unsigned long long> base[7] << 56
    )

cdef inline unsigned long long word_before(const unsigned char* base, int size) noexcept nogil:
    """The next ``size`` bytes, at most eight, and zeros after them."""
    cdef unsigned long long word = 0
    cdef int place
    if size >= WORD:
        return word_at(base)
    for place in range(size):
        word |= <unsigned long long> base[place] << 8 * place
    return word

cdef inline unsigned long long first_bytes(int count) noexcept nogil:
    """All bits of ``count`` bytes, fewer than eight."""
    return (1ULL << 8 * count) - 1

cdef inline unsigned long long lower(unsigned long long word) noexcept nogil:
    """The bytes with capital letters as small ones."""
    cdef unsigned long long low = word & 0x7F7F7F7F7F7F7F7FULL
    cdef unsigned long long from_a = low + 0x3F3F3F3F3F3F3F3FULL
    cdef unsigned long long behind_z = low + 0x2525252525252525ULL
    return word | (from_a & ~behind_z & ~word & 0x8080808080808080ULL) >> 2

cdef inline unsigned long long lower_name(unsigned long long word, unsigned long long within) noexcept nogil:
    """The bytes within a mask with capital letters as small ones, others as zeros: quick where all are small."""
    word &= within
    return lower(word) if ~word & within & 0x2020202020202020ULL else word

cdef inline unsigned long long may_end_name(unsigned long long word) noexcept nogil:
    """The highest bit of each byte that may end a name in a tag: ``/``, ``=``, ``>``, space and controls."""
    cdef unsigned long long low = word & 0x7F7F7F7F7F7F7F7FULL
    cdef unsigned long long other = low + 0x5F5F5F5F5F5F5F5FULL
    other &= (low ^ 0x2F2F2F2F2F2F2F2FULL) + 0x7F7F7F7F7F7F7F7FULL
    other &= (low ^ 0x3D3D3D3D3D3D3D3DULL) + 0x7F7F7F7F7F7F7F7FULL
    other &= (low ^ 0x3E3E3E3E3E3E3E3EULL) + 0x7F7F7F7F7F7F7F7FULL
    return ~(other | word) & 0x8080808080808080ULL

cdef inline unsigned long long may_end_tag_name(unsigned long long word) noexcept nogil:
    """The same for the name of a tag, more coarsely: each byte that is neither a letter nor a digit below 8."""
    return ~(word << 1 | (word << 2 & word << 3 & ~(word << 4))) & 0x8080808080808080ULL

cdef inline unsigned long long before_first(unsigned long long found) noexcept nogil:
    """All bits of the bytes before the first of which the highest bit is set; all bits where none is."""
    return ((found & -found) >> 7) - 1 if found else ~found

cdef inline unsigned long long beyond_ascii(unsigned long long word) noexcept nogil:
    """The highest bit of each byte beyond ASCII."""
    return word & 0x8080808080808080ULL

cdef inline int count_bytes(unsigned long long lowest_bits) noexcept nogil:
    """How many bytes have their lowest bit set, of which no other bit is."""
    return <int> (lowest_bits * 0x0101010101010101ULL >> 56)

cdef inline int length_of(unsigned long long mask) noexcept nogil:
    """How many bytes a mask of whole bytes has."""
    return count_bytes(mask & 0x0101010101010101ULL)

cdef inline int continuations_in(unsigned long long word) noexcept nogil:
    """The number of continuation bytes of UTF-8."""
    if not beyond_ascii(word):
        return 0
    return count_bytes(word >> 7 & ~(word >> 6) & 0x0101010101010101ULL)

cdef inline const unsigned char* bytes_between(
    const unsigned char[::1] text, Py_ssize_t start, Py_ssize_t stop
) except? NULL nogil:
    """A text whose bytes between two offsets are read without a further check."""
    if start < 0 or stop > text.shape[0] or start >= stop:
        with gil:
            raise IndexError(stop)
    return &text[0]

cdef inline unsigned long long eight_at(const unsigned char* text, Py_ssize_t place, Py_ssize_t size) noexcept nogil:
    """The eight bytes from an offset on as one number, the first lowest, and zeros after the end of the text."""
    return word_before(text + place, <int> (size - place))

cdef inline int find_byte(const unsigned char* text, int start, int stop, int byte) noexcept nogil:
    """The first place of a byte between two places of a text; the second of these where there is none."""
    if start >= stop:
        return stop
    cdef const void* found = memchr(text + start, byte, stop - start)
    return <int> (<const unsigned char*> found - text) if found else stop

cdef inline int next_row(const short* tags, int row, int count, int wanted) noexcept nogil:
    """The next row with a tag, whose number has one byte; the number of rows if there is none."""
    cdef int at = find_byte(<const unsigned char*> tags, row * sizeof(short), count * sizeof(short), wanted)
    while at < count * <int> sizeof(short) and tags[at // <int> sizeof(short)] != wanted:
        at = find_byte(<const unsigned char*> tags, at + 1, count * sizeof(short), wanted)
    return at // <int> sizeof(short)

cdef inline bint same_bytes(const unsigned char* text, int one, int other, int size) noexcept nogil:
    """Whether ``size`` bytes from two offsets of a text on are the same."""
    return memcmp(text + one, text + other, size) == 0

cdef inline const unsigned long long* all_of(const unsigned long long[::1] numbers) except? NULL nogil:
    """Numbers that are read without a further check: a pointer is handed on quicker than a view."""
    return &numbers[0]

cdef inline unsigned char* writable_between(unsigned char[::1] out, Py_ssize_t start, Py_ssize_t stop) except NULL nogil:
    """Memory for a text, whose bytes between two offsets are written without a further check."""
    if start < 0 or stop > out.shape[0] or start >= stop:
        with gil:
            raise IndexError(stop)
    return &out[0]

cdef extern from *:
    """
    #if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    #include <intrin.h>
    #define fetch(place) _mm_prefetch((const char*)(place), _MM_HINT_T0)
    #elif defined(_MSC_VER)
    #define fetch(place) ((void)(place))
    #else
    #define fetch(place) __builtin_prefetch(place)
    #endif
    """
    void fetch(const void* place) noexcept nogil  # Start to load an address into the processor's cache.

ctypedef fused Number:
    short
    int
    float

cdef inline int set_rows(Number[:, ::1] table, Py_ssize_t rows, int value) except -1 nogil:
    """Set the first rows of a table to 0 or -1, all at once: a loop through them takes far longer."""
    if rows > table.shape[0]:
        with gil:
            raise IndexError(rows)
    if rows > 0:
        memset(&table[0, 0], value, rows * table.shape[1] * sizeof(Number))
    return 0

cdef inline int unset(int[::1] numbers, Py_ssize_t count) except -1 nogil:
    """Set the first numbers to -1."""
    if count > numbers.shape[0]:
        with gil:
            raise IndexError(count)
    if count > 0:
        memset(&numbers[0], 0xFF, count * sizeof(int))
    return 0

cdef inline Number[:, ::1] with_columns(Number[:, ::1] table, Py_ssize_t columns) nogil:
    """A table of fewer columns in the same memory; its rows follow each other without a gap, to use less cache."""
    if columns < 0 or columns > table.shape[1]:
        with gil:
            raise IndexError(columns)
    table.shape[1] = columns
    table.strides[0] = columns * sizeof(Number)
    return table

cdef enum:
    # The highest bit of the first byte and of the second.
    TWO_BYTES = 0x8080

cdef inline unsigned long long letters_in(unsigned long long chunk) noexcept nogil:
    """The highest bit of each byte that is a letter of ASCII."""
    cdef unsigned long long small = chunk & 0x7F7F7F7F7F7F7F7FULL | 0x2020202020202020ULL
    return (
        (small + 0x1F1F1F1F1F1F1F1FULL) & ~(small + 0x0505050505050505ULL) & ~chunk & 0x8080808080808080ULL
    )

cdef inline unsigned long long capitals_in(unsigned long long chunk, unsigned long long letters) noexcept nogil:
    """The highest bit of each letter that is a capital."""
    return letters & ~(chunk << 2)

cdef inline unsigned long long spaces_in(unsigned long long chunk) noexcept nogil:
    """The highest bit of each byte that is white space, where all are of ASCII."""
    return (
        (chunk + 0x7777777777777777ULL) & ~(chunk + 0x7272727272727272ULL)
        | (chunk + 0x6464646464646464ULL) & ~(chunk + 0x5F5F5F5F5F5F5F5FULL)
    ) & 0x8080808080808080ULL

cdef inline bint is_ascii(unsigned long long chunk) noexcept nogil:
    """Whether all bytes are of ASCII."""
    return not chunk & 0x8080808080808080ULL

cdef inline unsigned long long first_of(int count) noexcept nogil:
    """The mask of the first ``count`` bytes, at least one and at most all."""
    return 0xFFFFFFFFFFFFFFFFULL >> (64 - 8 * (count if count < 8 else 8))

cdef inline unsigned long long padded(unsigned long long chunk, int count) noexcept nogil:
    """The first ``count`` bytes, at least one, and spaces after them."""
    cdef unsigned long long within = first_of(count)
    return chunk & within | 0x2020202020202020ULL & ~within

cdef inline unsigned long long before(unsigned long long found) noexcept nogil:
    """The mask of the bytes before the first of which the highest bit is set."""
    return ((found & -found) >> 7) - 1

cdef inline unsigned long long run_of(unsigned long long found) noexcept nogil:
    """The mask of the first bytes, as far as the highest bit of each is set."""
    return before(~found & 0x8080808080808080ULL)

cdef inline int starts_in(unsigned long long spaces, unsigned long long is_between) noexcept nogil:
    """The number of bytes after a space that are not spaces; ``is_between`` is 1 if a space is before the first."""
    return <int> (
        ((~spaces & (spaces << 8 | is_between << 7) & 0x8080808080808080ULL) >> 7) * 0x0101010101010101ULL >> 56
    )

cdef inline unsigned long long small_letters(unsigned long long chunk, unsigned long long within) noexcept nogil:
    """The letters within a mask as small ones, zeros elsewhere."""
    return (chunk | 0x2020202020202020ULL) & within

cdef inline bint ends_with(const unsigned char* text, int start, int stop, const char* word, int size) noexcept nogil:
    """Whether the bytes between two offsets end with a word in lower case, whatever their own case."""
    cdef int at
    if stop - start < size:
        return False
    for at in range(size):
        if (text[stop - size + at] | 0x20) != <unsigned char> word[at]:
            return False
    return True

cdef enum:
    # What ``may_hide`` answers: an element is hidden, or it is if its colour is that of the background, or if it cuts
    # off what is outside of it.
    HIDES = 1
    MAY_BE_COLOUR = 2
    IS_SMALL = 3

cdef inline int may_hide(const unsigned char* text, int start, int colon, int stop) noexcept nogil:
    """Whether the declaration of a style around a colon may hide an element, and how: quick, and sometimes wrongly yes."""
    cdef int kind = _hiding_kind(text, start, colon, stop), at = colon
    if kind == 0:
        return 0
    while at > start and text[at - 1] <= c" ":
        at -= 1
    while at > start and (text[at - 1] == c"-" or c"a" <= (text[at - 1] | 0x20) <= c"z"):
        at -= 1
    # Names that begin with two hyphens are variables.
    return 0 if text[at] == c"-" and text[at + 1] == c"-" else kind

cdef inline int _hiding_kind(const unsigned char* text, int start, int colon, int stop) noexcept nogil:
    """Do the work of ``may_hide``; variables count too."""
    cdef int value = colon + 1, end = colon, byte
    while value < stop and text[value] <= c" ":
        value += 1
    while end > start and text[end - 1] <= c" ":
        end -= 1
    if value == stop or end == start:
        return 0
    byte = text[value] | 0x20
    if byte == c"n" or byte == c"h" or byte == c"c":
        if byte == c"n":
            return HIDES if ends_with(text, start, end, b"display", 7) else 0
        if ends_with(text, start, end, b"visibility", 10):
            return HIDES
        return HIDES if byte == c"c" and ends_with(text, start, end, b"clip-path", 9) else 0
    if text[value] == c"0" or text[value] == c".":
        if ends_with(text, start, end, b"opacity", 7) or ends_with(text, start, end, b"font-size", 9):
            return HIDES if _is_nearly_zero(text, value, stop) else 0
    if text[value] == c"0" or text[value] == c"1":
        if value + 1 < stop and c"0" <= text[value + 1] <= c"9":
            return 0
        if ends_with(text, start, end, b"width", 5) or ends_with(text, start, end, b"height", 6):
            return IS_SMALL if _is_nearly_zero(text, value, stop) else 0
        if text[value] == c"0" or value + 1 == stop or (text[value + 1] | 0x20) != c"p":
            return 0
        return HIDES if ends_with(text, start, end, b"font-size", 9) else 0
    if text[value] == c"-":
        return HIDES if _leads_far(text, value + 1, stop) and not ends_with(text, start, end, b"position", 8) else 0
    if byte == c"r" or byte == c"i" or byte == c"s" or byte == c"p":
        if ends_with(text, start, end, b"clip", 4) or ends_with(text, start, end, b"clip-path", 9):
            return HIDES
    if text[value] == c"#" or byte == c"w" or byte == c"t" or byte == c"r" or byte == c"b" or byte == c"s":
        if ends_with(text, start, end, b"color", 5) or ends_with(text, start, end, b"background", 10):
            return MAY_BE_COLOUR
        if byte == c"t" and ends_with(text, start, end, b"transform", 9):
            return HIDES if _has_far(text, value, stop) else 0
    if text[value] != c"/":
        return 0
    return HIDES if (
        ends_with(text, start, end, b"display", 7) or ends_with(text, start, end, b"visibility", 10)
        or ends_with(text, start, end, b"opacity", 7) or ends_with(text, start, end, b"font-size", 9)
    ) else 0

cdef inline bint may_be_pale(const unsigned char* text, int colon, int stop) noexcept nogil:
    """Whether the colour after a colon may be nearly white or transparent."""
    cdef int value = colon + 1, byte
    while value < stop and text[value] <= c" ":
        value += 1
    if value + 4 >= stop:
        return value < stop and text[value] == c"#" and (text[value + 1] | 0x20) == c"f" if value + 1 < stop else False
    byte = text[value] | 0x20
    if byte == c"#":
        return (text[value + 1] | 0x20) == c"f"
    return byte == c"w" or byte == c"t" or byte == c"r" or byte == c"s"

cdef inline bint _is_nearly_zero(const unsigned char* text, int value, int stop) noexcept nogil:
    """Whether a number is 0, one pixel or a small fraction: no digit but 0 before a unit, except a single 1."""
    cdef int at = value
    if text[at] == c"1":
        at += 1
    while at < stop and (text[at] == c"0" or text[at] == c"."):
        at += 1
    return at == stop or not c"1" <= text[at] <= c"9"

cdef inline bint _leads_far(const unsigned char* text, int at, int stop) noexcept nogil:
    """Whether a number has at least three digits, or is followed by a unit that is larger than a pixel."""
    cdef int digits = 0
    while at < stop and c"0" <= text[at] <= c"9":
        digits += 1
        at += 1
    return digits >= 3 or (digits == 2 and at < stop and (text[at] | 0x20) != c"p" and text[at] != c"." and text[at] != c";")

cdef inline bint _has_far(const unsigned char* text, int at, int stop) noexcept nogil:
    """Whether a declaration has a negative number that leads far."""
    while at < stop and text[at] != c";" and text[at] != c"}":
        if text[at] == c"-" and _leads_far(text, at + 1, stop):
            return True
        at += 1
    return False
