"""Visible characters and punctuation marks, counted for many stretches of a text at once."""

from typing import Final

import numpy as np

from maintext.characters import PUNCTUATION, WHITE_SPACE, code_points
from maintext.table import Ints

_PLANE: Final = 0x10000
_HALF: Final = 32
_COUNTS: Final = np.ones(_PLANE, dtype=np.int64)
"""Value of each character: 1 for a visible one, and 1 in the upper half of the number for a punctuation mark."""
_COUNTS[[ord(character) for character in WHITE_SPACE]] = 0
_COUNTS[[ord(character) for character in PUNCTUATION]] += 1 << _HALF


def count(text: str, begins: Ints) -> tuple[Ints, Ints]:
    """The number of visible characters and of punctuation marks from each offset to the next."""
    if not len(begins):
        return begins, begins
    both = np.add.reduceat(_COUNTS.take(code_points(text)), begins)
    return both & ((1 << _HALF) - 1), both >> _HALF
