# cython: language_level=3
cdef enum:
    WORD = 8
    # The highest bit of the first byte.
    FIRST_BYTE = 0x80

cdef enum:
    SIXTEEN = 16

# Some things that processors have a step for.
cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static int lowest(unsigned int bits) { unsigned long place; _BitScanForward(&place, bits); return (int)place; }
    #else
    #define lowest(bits) __builtin_ctz(bits)
    #endif
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    #define TAKES_SIXTEEN 1
    #define sixteen_at(base) _mm_loadu_si128((const __m128i*)(base))
    #define like_among_sixteen(base, byte) _mm_movemask_epi8(_mm_cmpeq_epi8(sixteen_at(base), _mm_set1_epi8((char)(byte))))
    #define wide_among_sixteen(base) _mm_movemask_epi8(sixteen_at(base))
    #else
    #define TAKES_SIXTEEN 0
    #define like_among_sixteen(base, byte) 0
    #define wide_among_sixteen(base) 0
    #endif
    """
    int lowest(unsigned int bits) noexcept nogil  # The number of the lowest bit that is set.
    bint TAKES_SIXTEEN  # Whether the next two are to be had.
    # A bit for each of the next sixteen bytes that is a certain one, or that is no character by itself.
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
    """The next bytes, of which there are so many, and zeros behind them."""
    cdef unsigned long long word = 0
    cdef int place
    if size >= WORD:
        return word_at(base)
    for place in range(size):
        word |= <unsigned long long> base[place] << 8 * place
    return word

cdef inline unsigned long long first_bytes(int count) noexcept nogil:
    """All bits of so many bytes, fewer than eight."""
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
    """The highest bit of each byte that is no character by itself."""
    return word & 0x8080808080808080ULL

cdef inline int count_bytes(unsigned long long lowest_bits) noexcept nogil:
    """How many bytes have their lowest bit set, of which no other bit is."""
    return <int> (lowest_bits * 0x0101010101010101ULL >> 56)

cdef inline int length_of(unsigned long long mask) noexcept nogil:
    """How many bytes a mask of whole bytes has."""
    return count_bytes(mask & 0x0101010101010101ULL)

cdef inline int continuations_in(unsigned long long word) noexcept nogil:
    """How many bytes go on with a character of UTF-8 that was begun before."""
    if not beyond_ascii(word):
        return 0
    return count_bytes(word >> 7 & ~(word >> 6) & 0x0101010101010101ULL)
