"""Words that matter by name, and the hash by which the loops know a word."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

NAMED: Final = (
    "comment comments content post entry body footer modal faq product review reviews list item message author category"
).split()
"""Words in attributes that count on their own, for what they mean depends on the kind of page."""
PLACE_BITS: Final = 20
"""A vocabulary has fewer words than such a number can count."""
FACTOR: Final = 0x9E3779B97F4A7C15
_ALL: Final = 0xFFFFFFFFFFFFFFFF


def table_size(count: int) -> int:
    """The size of a hash table for so many keys: a power of two, at least twice as many."""
    return 1 << (2 * count).bit_length()


def slots_of(keys: Sequence[int], size: int) -> NDArray[np.intc]:
    """A hash table with the place of each key, and -1 elsewhere."""
    slots = [-1] * size
    for place, key in enumerate(keys):
        slot = (key ^ (key >> 29)) & (size - 1)
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = place
    return np.array(slots, dtype=np.intc)


def vocabulary_slots(keys: Sequence[int]) -> NDArray[np.uint64]:
    """A hash table for many words, in which one slot tells all: the upper part of a hash, and behind it place + 1."""
    size = table_size(len(keys))
    slots = [0] * size
    for place, key in enumerate(keys):
        slot = (key ^ (key >> 29)) & (size - 1)
        while slots[slot]:
            slot = (slot + 1) & (size - 1)
        slots[slot] = (key >> PLACE_BITS << PLACE_BITS) | (place + 1)
    return np.array(slots, dtype=np.uint64)


def hash_word(word: str) -> int:
    """The hash of a word in lower case, as ``loops.letters`` has it."""
    key = 0
    for letter in map(ord, word):
        key = ((key << 5) & _ALL | key >> 59) ^ (letter if letter < 0x80 else (letter * FACTOR) & _ALL)
    return (key * FACTOR) & _ALL
