"""The names of elements at many places of a page at once: as numbers first, then as codes (see ``table.tags``)."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, Mask, tags
from reference.eight_bytes import WIDTH, words_at


def keys_at(data: NDArray[np.uint8], start: Ints) -> NDArray[np.uint64]:
    """The names that begin at the given bytes as numbers, made of their first sixteen bytes."""
    key, goes_on = _name_part(words_at(data, start))
    long = np.flatnonzero(goes_on)
    if len(long):
        key[long] ^= _name_part(words_at(data, start[long] + WIDTH))[0] * _SPREAD
    return key


def _name_part(words: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Mask]:
    """Words with zeros from the name's end on, and which of them hold no end."""
    ends = _zero_bytes(words ^ _SPACES) | _zero_bytes(words ^ _GREATERS)
    first_end = ends & (~ends + _ONE)
    goes_on = ends == 0
    return np.where(goes_on, words, words & ((first_end >> _SEVEN) - _ONE)), goes_on


def _zero_bytes(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The top bit of each byte that is zero, exact up to the first of them."""
    return (words - _ONES) & ~words & _TOP_BITS


_ONE, _SEVEN = np.uint64(1), np.uint64(7)
_ONES, _TOP_BITS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_SPACES, _GREATERS = np.uint64(0x2020202020202020), np.uint64(0x3E3E3E3E3E3E3E3E)
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
_NAME_ROOM: Final = 2 * WIDTH
_KNOWN_KEYS: Final = keys_at(
    np.frombuffer(b"".join(name.encode().ljust(_NAME_ROOM, b">") for name in tags.NAMES), dtype=np.uint8),
    np.arange(len(tags.NAMES), dtype=np.int64) * _NAME_ROOM,
)
_SLOT_BITS: Final = 11
_FACTOR: Final = np.uint64(0x1F34FDDD9A085053)
"""Multiplied by this, the known names differ in their top bits: each has a slot of its own."""
_SHIFT: Final = np.uint64(64 - _SLOT_BITS)
_TAG_IN_SLOT: Final = np.zeros(1 << _SLOT_BITS, dtype=np.int16)
_TAG_IN_SLOT[(_KNOWN_KEYS * _FACTOR) >> _SHIFT] = np.arange(len(tags.NAMES))
_KEY_IN_SLOT: Final = _KNOWN_KEYS[_TAG_IN_SLOT]


def tags_of(key: NDArray[np.uint64]) -> NDArray[np.int16]:
    """The codes of names that are given as numbers."""
    slot = ((key * _FACTOR) >> _SHIFT).astype(np.intp)
    return np.where(_KEY_IN_SLOT[slot] == key, _TAG_IN_SLOT[slot], np.int16(tags.OTHER))
