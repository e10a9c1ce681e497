"""Words that matter by name, and the hash by which the loops know a word."""

import re
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
BEYOND_ASCII: Final = 1 << 63
"""A bit that no eight letters of ASCII have."""
_PARTS: Final = re.compile(r"[\x00-\x7f]{1,8}|[^\x00-\x7f]")
_ALL: Final = 0xFFFFFFFFFFFFFFFF


def table_size(count: int) -> int:
    """The size of a hash table for so many keys: a power of two, at least twice as many."""
    return 1 << (2 * count).bit_length()


def slots_of(keys: Sequence[int], size: int) -> NDArray[np.intc]:
    """A hash table with the place of each key, and -1 elsewhere."""
    slots = [-1] * size
    for place, key in enumerate(keys):
        slot = key & (size - 1)
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = place
    return np.array(slots, dtype=np.intc)


def vocabulary_slots(keys: Sequence[int]) -> NDArray[np.uint64]:
    """A hash table for many words, in which one slot tells all: the upper part of a hash, and behind it place + 1.

    Three slots a word at least: most words of a page are looked for in one slot.
    """
    size = 1 << (3 * len(keys)).bit_length()
    slots = [0] * size
    for place, key in enumerate(keys):
        slot = key & (size - 1)
        while slots[slot]:
            slot = (slot + 1) & (size - 1)
        slots[slot] = (key >> PLACE_BITS << PLACE_BITS) | (place + 1)
    return np.array(slots, dtype=np.uint64)


def hash_word(word: str) -> int:
    """The hash of a word in lower case, as ``loops.letters`` has it.

    Letters of ASCII are taken eight at a time, for so a whole word is read in one step; others one by one.
    """
    key = 0
    for part in _PARTS.findall(word):
        number = int.from_bytes(part.encode(), "little") if part.isascii() else ord(part) | BEYOND_ASCII
        key = ((key ^ number) * FACTOR) & _ALL
        key ^= key >> 32
    return key
