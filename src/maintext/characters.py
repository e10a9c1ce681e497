"""Which characters count: white space never does, punctuation marks are what the papers call symbols."""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

PUNCTUATION: Final = (
    "!\"'(),.:;?[]{}-"
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201c\u201d\u2026\u2027\xa1\xab\xb7\xbb\xbf"
    "\u3001\u3002\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\u3014\u3015\u30fb"
    "\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\uff5e\uff61\uff64"
    "\u060c\u061b\u061f\u06d4\u0964\u0965\u104a\u104b\u1362\u17d4\u055d\u0589\u05be\u05f3\u05f4"
)
"""Marks that part and end sentences, Western, Chinese and Japanese first, with those of other scripts.

Currency, mathematical and layout signs (``| / > * #``) are left out: they stand in menus rather than in prose.
"""

WHITE_SPACE: Final = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\xad"
)
"""White space of every kind and the marks that take no space at all (joiners, direction marks, soft hyphens)."""

_PLANE: Final = 0x10000
_SURROGATES: Final = slice(0xD800, 0xE000)
_BEYOND: Final = 0xFFFF
"""Stands for every code point above the basic plane: a letter or a sign, never white space or punctuation."""
_HALF: Final = 32
_COUNTS: Final = np.ones(_PLANE, dtype=np.int64)
"""What a character counts: 1 for a visible one, and 1 in the upper half of the number for a punctuation mark."""
_COUNTS[[ord(character) for character in WHITE_SPACE]] = 0
_COUNTS[[ord(character) for character in PUNCTUATION]] += 1 << _HALF


def _basic_plane() -> str:
    points = np.arange(_PLANE, dtype="<u2")
    points[_SURROGATES] = ord(" ")
    return points.tobytes().decode("utf-16-le")


BASIC_PLANE: Final = _basic_plane()
"""All characters of the basic plane in the order of their numbers, spaces in place of those that are none."""


def count(text: str, begins: Ints) -> tuple[Ints, Ints]:
    """How many visible characters and how many punctuation marks stand from each place to the next."""
    if not len(begins):
        return begins, begins
    both = np.add.reduceat(_COUNTS.take(code_points(text)), begins)
    return both & ((1 << _HALF) - 1), both >> _HALF


def code_points(text: str) -> NDArray[np.unsignedinteger]:
    """The characters as numbers, in as few bytes each as the text allows."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    encoded = text.encode("utf-16-le")
    if len(encoded) == 2 * len(text):
        return np.frombuffer(encoded, dtype="<u2")
    points: NDArray[np.uint32] = np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
    return np.minimum(points, np.uint32(_BEYOND))
