# cython: language_level=3
cdef enum:
    EIGHT = 8
    # The highest bit of the first byte, and of the first two.
    FIRST_BYTE = 0x80
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
    """The mask of the first bytes, of which there are so many, or of all; at least of one."""
    return 0xFFFFFFFFFFFFFFFFULL >> (64 - 8 * (count if count < 8 else 8))

cdef inline unsigned long long padded(unsigned long long chunk, int count) noexcept nogil:
    """The first bytes, at least one, and spaces behind them."""
    cdef unsigned long long within = first_of(count)
    return chunk & within | 0x2020202020202020ULL & ~within

cdef inline unsigned long long before(unsigned long long found) noexcept nogil:
    """The mask of the bytes before the first of which the highest bit is set."""
    return ((found & -found) >> 7) - 1

cdef inline unsigned long long run_of(unsigned long long found) noexcept nogil:
    """The mask of the first bytes, as far as the highest bit of each is set."""
    return before(~found & 0x8080808080808080ULL)

cdef inline int starts_in(unsigned long long spaces, unsigned long long is_between) noexcept nogil:
    """How many bytes that are no spaces stand behind one that is; ``is_between`` is 1 if one stands before them all."""
    return <int> (
        ((~spaces & (spaces << 8 | is_between << 7) & 0x8080808080808080ULL) >> 7) * 0x0101010101010101ULL >> 56
    )

cdef inline unsigned long long small_letters(unsigned long long chunk, unsigned long long within) noexcept nogil:
    """The letters within a mask as small ones, zeros elsewhere."""
    return (chunk | 0x2020202020202020ULL) & within

cdef inline unsigned long long mixed(unsigned long long key, unsigned long long chunk) noexcept nogil:
    """The hash of a word, of which what stands before these letters has another; see ``names``."""
    key = (key ^ chunk) * 0x9E3779B97F4A7C15ULL
    return key ^ key >> 32
