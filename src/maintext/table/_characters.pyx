"""The kinds of characters as lookup tables, and white space in UTF-8."""

import re

import numpy as np

from maintext import characters
from maintext.characters import BASIC_PLANE, code_points

cdef int _SMALL_SIGMA = 0x3C3
cdef int _CAPITAL_SIGMA = 0x3A3
cdef int _DOTTED_I = 0x130
cdef int _BEYOND = 0xFFFF


def _lower_case():
    """The lower case of each character.

    Two have none of a single character: the lower case of the Turkish dotted I is two characters, and that of a Greek
    sigma depends on the next character.
    """
    lower = code_points(BASIC_PLANE.replace(chr(_DOTTED_I), "i").lower()).astype(np.uint16)
    lower[_CAPITAL_SIGMA] = _SMALL_SIGMA
    return lower


def _kinds(lower):
    """For each character its kinds, as bits of ``CharacterKind``."""
    kinds = np.zeros(len(lower), dtype=np.uint8)
    for pattern, kind in ((r"\w+", WORD_CHARACTER), (r"\d+", DIGIT)):
        for match in re.finditer(pattern, BASIC_PLANE):
            kinds[match.start() : match.end()] |= <int> kind
    kinds[lower != code_points(BASIC_PLANE)] |= <int> CAPITAL
    for marks, kind in (
        (characters.WHITE_SPACE, INVISIBLE),
        (characters.SENTENCE_ENDS, SENTENCE_END),
        (characters.COMMAS, COMMA),
        (characters.CLOSING_MARKS, CLOSING_MARK),
    ):
        kinds[[ord(mark) for mark in marks]] |= <int> kind
    for first, last in characters.WIDE:
        kinds[first : last + 1] |= <int> WIDE
    return kinds


def _spaces():
    """For each character 1 if ``str.split`` splits there, else 0."""
    spaces = np.zeros(BASIC_PLANE_SIZE, dtype=np.uint8)
    spaces[[match.start() for match in re.finditer(r"\s", BASIC_PLANE)]] = 1
    spaces[0xD800:0xE000] = 0
    return spaces


cdef bytes _is_space = _spaces().tobytes()
cdef bytes _lower = _lower_case().tobytes()
cdef bytes _kind = _kinds(_lower_case()).tobytes()
IS_SPACE = _is_space
KINDS = _kind
LOWER = <const unsigned short*> <const unsigned char*> _lower


cpdef int space_at(const unsigned char[::1] text, Py_ssize_t offset, Py_ssize_t stop) except -1 nogil:
    """The number of bytes of the white space at an offset of a text in UTF-8, 0 if there is none.

    White space is where ``str.split`` splits. No byte from ``stop`` on is read.
    """
    cdef int byte = text[offset]
    if byte < 0x80:
        return IS_SPACE[byte]
    if stop > text.shape[0]:
        with gil:
            raise IndexError(stop)
    return wide_space_at(&text[0], offset, stop)


def kinds_of(str character):
    """The kinds of a character as bits of ``CharacterKind``; all beyond the basic plane have those of U+FFFF."""
    cdef Py_UCS4 point = ord(character)
    return KINDS[<int> point if point < BASIC_PLANE_SIZE else _BEYOND]


def lower_case(str character):
    """The lower case of a character of the basic plane, always one character."""
    cdef Py_UCS4 point = ord(character)
    return chr(LOWER[<int> point]) if point < BASIC_PLANE_SIZE else character
