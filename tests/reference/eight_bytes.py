"""Bytes compared eight at a time: how short fixed strings are found at many places of a page at once."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, Mask

WIDTH: Final = 8
_FIRST_BYTES: Final = -64
"""As signed numbers, bytes that begin a character are this or more."""


def words_at(data: NDArray[np.uint8], places: Ints) -> NDArray[np.uint64]:
    """The eight bytes from each place on as one number, the first byte lowest; zeros stand behind the data's end."""
    if len(data) < WIDTH:
        data = np.concatenate((data, np.zeros(WIDTH, dtype=np.uint8)))
    last = len(data) - WIDTH
    words: NDArray[np.uint64] = np.ndarray((last + 1,), dtype="<u8", buffer=data, strides=(1,))
    if not len(places) or places.max() <= last:
        return words[places]
    beyond = np.maximum(places - last, 0)
    return words[places - beyond] >> (beyond * 8).astype(np.uint64)


def ends_with(words: NDArray[np.uint64], text: bytes) -> Mask:
    """Which words have the text as their last bytes."""
    bits = np.uint64(8 * (WIDTH - len(text)))
    equal: Mask = words >> bits == np.uint64(int.from_bytes(text, "little"))
    return equal


def continues(data: NDArray[np.uint8]) -> Mask:
    """Which bytes of UTF-8 go on with a character that an earlier byte has begun."""
    goes_on: Mask = data.view(np.int8) < _FIRST_BYTES
    return goes_on
