"""The kinds of characters, for compiled code: the lists of ``maintext.characters`` as tables of the basic plane."""

# Bits of an entry of ``KINDS``.
cpdef enum CharacterKind:
    INVISIBLE = 1
    SENTENCE_END = 2
    COMMA = 4
    DIGIT = 8
    CAPITAL = 16
    WIDE = 32
    WORD_CHARACTER = 64
    CLOSING_MARK = 128

cdef enum:
    BASIC_PLANE_SIZE = 0x10000

# Each is indexed by a code point of the basic plane, that is by two bytes, so no index is out of bounds.
# A loop that writes bytes should copy a pointer into a local first, or it is loaded again after each byte.
cdef const unsigned char* IS_SPACE
cdef const unsigned char* KINDS
cdef const unsigned short* LOWER

cpdef int space_at(const unsigned char[::1] text, Py_ssize_t offset, Py_ssize_t stop) except -1 nogil

cdef inline bint is_html_space(int byte) noexcept nogil:
    """Whether a byte is white space in markup: one of the five of the HTML standard."""
    return byte == c" " or byte == c"\n" or byte == c"\t" or byte == c"\r" or byte == c"\f"

cdef inline bint is_ascii_space(int byte) noexcept nogil:
    """Whether a byte is an ASCII character at which ``str.split`` splits."""
    return byte == 0x20 or (byte >= 0x09 and byte <= 0x0D) or (byte >= 0x1C and byte <= 0x1F)

cdef inline int wide_space_at(const unsigned char* text, Py_ssize_t offset, Py_ssize_t stop) noexcept nogil:
    """``space_at`` for a byte that is not ASCII. The bytes from the offset up to ``stop`` must exist."""
    cdef int byte = text[offset]
    if byte >= 0xE0:
        if byte >= 0xF0 or offset + 2 >= stop:
            return 0
        return 3 * IS_SPACE[(byte & 0x0F) << 12 | (text[offset + 1] & 0x3F) << 6 | (text[offset + 2] & 0x3F)]
    if byte >= 0xC2 and offset + 1 < stop:
        return 2 * IS_SPACE[(byte & 0x1F) << 6 | (text[offset + 1] & 0x3F)]
    return 0
