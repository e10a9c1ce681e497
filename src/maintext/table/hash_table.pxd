"""Inline functions for hash tables with open addressing, whose size is a power of two."""

cdef inline unsigned long long mix(unsigned long long key, unsigned long long part) noexcept nogil:
    """The hash of a key extended by eight bytes; a key starts as 0, or as its length."""
    key = (key ^ part) * 0x9E3779B97F4A7C15ULL
    return key ^ key >> 32

cdef inline unsigned long long slot(unsigned long long key, unsigned long long mask) noexcept nogil:
    """The first slot to look for a hash in; ``mask`` is the size of the table less one."""
    return key & mask

cdef inline unsigned long long next_slot(unsigned long long place, unsigned long long mask) noexcept nogil:
    """The slot to try after one that is taken."""
    return (place + 1) & mask
