"""Kinds of characters: a number for each character of the basic plane, in which every bit stands for a kind."""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.characters import BASIC_PLANE, WHITE_SPACE, code_points

SPACE, TERMINAL, COMMA, DIGIT, UPPER, WIDE, WORD, CLOSING = (1 << bit for bit in range(8))
_TERMINAL: Final = ".!?\u3002\uff01\uff1f\uff0e\u2026\u061f\u06d4\u0964\u0589\u1362\u17d4\u104b\u0f0d"
"""Marks that end a sentence."""
_COMMA: Final = ",;:\uff0c\u3001\uff1b\uff1a\u060c\u061b\u055d"
_CLOSING: Final = "\"'\u201d\u2019)\uff09\u300d"
"""What may stand behind the end of a sentence."""
_WIDE: Final = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF))
"""Chinese, Japanese and Korean, whose texts are counted in characters."""
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
    for marks, kind in ((WHITE_SPACE, SPACE), (_TERMINAL, TERMINAL), (_COMMA, COMMA), (_CLOSING, CLOSING)):
        kinds[[ord(mark) for mark in marks]] |= kind
    for low, high in _WIDE:
        kinds[low : high + 1] |= WIDE
    return kinds


LOWER: Final = _lower()
"""The character in lower case."""
KINDS: Final = _kinds(LOWER)
