"""Kinds of characters: a number for each character of the basic plane, in which every bit stands for a kind."""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext import characters
from maintext.characters import BASIC_PLANE, WHITE_SPACE, code_points

SPACE, TERMINAL, COMMA, DIGIT, UPPER, WIDE, WORD, CLOSING = (1 << bit for bit in range(8))
_SMALL_SIGMA, _CAPITAL_SIGMA, _DOTTED_I = 0x3C3, 0x3A3, 0x130


def _lower() -> NDArray[np.uint16]:
    """The small letters of all: that of a Turkish one is two characters, that of a Greek one depends on the next."""
    small = code_points(BASIC_PLANE.replace(chr(_DOTTED_I), "i").lower()).astype(np.uint16)
    small[_CAPITAL_SIGMA] = _SMALL_SIGMA
    return small


def _kinds(lower: NDArray[np.uint16]) -> NDArray[np.uint8]:
    kinds = np.zeros(len(lower), dtype=np.uint8)
    for pattern, kind in ((r"\w+", WORD), (r"\d+", DIGIT)):
        for match in re.finditer(pattern, BASIC_PLANE):
            kinds[match.start() : match.end()] |= kind
    kinds[lower != code_points(BASIC_PLANE)] |= UPPER
    for marks, kind in (
        (WHITE_SPACE, SPACE),
        (characters.SENTENCE_ENDS, TERMINAL),
        (characters.COMMAS, COMMA),
        (characters.CLOSING_MARKS, CLOSING),
    ):
        kinds[[ord(mark) for mark in marks]] |= kind
    for low, high in characters.WIDE:
        kinds[low : high + 1] |= WIDE
    return kinds


LOWER: Final = _lower()
"""The character in lower case."""
KINDS: Final = _kinds(LOWER)
