"""Hash tables with open addressing: keys of 64 bits in an array of a power of two, 0 for an empty slot."""


cdef inline unsigned long long mix(unsigned long long key) noexcept nogil:
    """A key with its bits spread: the highest bits depend on all bits of the key, the lowest ones too."""
    key *= 0x9E3779B97F4A7C15ULL
    return key ^ key >> 32


cdef inline unsigned int first_slot(unsigned long long key, int bits) noexcept nogil:
    """The slot at which the search for a key begins, in a table of ``1 << bits`` slots."""
    return <unsigned int> (mix(key) >> (64 - bits))


cdef inline unsigned int next_slot(unsigned int slot, int bits) noexcept nogil:
    """The slot after one that another key has."""
    return (slot + 1) & ((1U << bits) - 1)


cdef inline unsigned int find_or_add(unsigned long long* keys, int bits, unsigned long long key) noexcept nogil:
    """The slot of a key, which is put in the first empty slot if it is new. At least one slot must be empty."""
    cdef unsigned int slot = first_slot(key, bits)
    while keys[slot] != 0 and keys[slot] != key:
        slot = next_slot(slot, bits)
    keys[slot] = key
    return slot
