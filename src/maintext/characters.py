"""Which characters count, and the only lists of characters: spaces, punctuation, sentence ends, wide scripts.

White space has three meanings here. ``is_html_space``: what separates attributes in a tag. ``is_space``: where
``str.split`` splits. ``is_visible``: what counts as a character of the text. Compiled code takes the same answers from
``maintext.table._characters``.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

HTML_SPACE: Final = "\t\n\f\r "
"""The five characters that the HTML standard calls white space."""

PUNCTUATION: Final = (
    "!\"'(),.:;?[]{}-"
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201c\u201d\u2026\u2027\xa1\xab\xb7\xbb\xbf"
    "\u3001\u3002\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\u3014\u3015\u30fb"
    "\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\uff5e\uff61\uff64"
    "\u060c\u061b\u061f\u06d4\u0964\u0965\u104a\u104b\u1362\u17d4\u055d\u0589\u05be\u05f3\u05f4"
)
"""Marks that separate and end sentences: Western, Chinese and Japanese first, then those of other scripts.

Currency, mathematical and layout signs (``| / > * #``) are left out: they occur in menus rather than in prose.
"""

WHITE_SPACE: Final = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\xad"
)
"""Characters that do not count: every kind of space, and the marks without width (joiners, direction marks, soft
hyphens)."""

SENTENCE_ENDS: Final = ".!?\u3002\uff01\uff1f\uff0e\u2026\u061f\u06d4\u0964\u0589\u1362\u17d4\u104b\u0f0d"
"""Marks that end a sentence."""
COMMAS: Final = ",;:\uff0c\u3001\uff1b\uff1a\u060c\u061b\u055d"
"""Marks that separate the parts of a sentence."""
CLOSING_MARKS: Final = "\"'\u201d\u2019)\uff09\u300d"
"""Quotation marks and brackets that may follow the end of a sentence."""

CJK: Final = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF))
"""Ranges of Chinese characters and Japanese syllables in the basic plane, first and last code point of each."""
CJK_BEYOND: Final = (0x20000, 0x2FFFF)
"""The range of Chinese characters beyond the basic plane."""
WIDE: Final = (*CJK, (0xAC00, 0xD7A3))
"""Ranges of Chinese, Japanese and Korean characters. Texts in these scripts are measured in characters, not words."""

_PLANE: Final = 0x10000
_SURROGATES: Final = slice(0xD800, 0xE000)
_BEYOND: Final = 0xFFFF
"""Replaces every code point above the basic plane: a letter or a sign, never white space or punctuation."""


def _basic_plane() -> str:
    points = np.arange(_PLANE, dtype="<u2")
    points[_SURROGATES] = ord(" ")
    return points.tobytes().decode("utf-16-le")


BASIC_PLANE: Final = _basic_plane()
"""All characters of the basic plane in the order of their code points, with spaces in place of surrogates."""


def is_html_space(character: str) -> bool:
    """Whether a character is white space in markup: one of the five of the HTML standard."""
    return character in HTML_SPACE


def is_space(character: str) -> bool:
    """Whether ``str.split`` splits at a character."""
    return character.isspace()


def is_visible(character: str) -> bool:
    """Whether a character counts as part of the text: neither a space nor a mark without width."""
    return character not in WHITE_SPACE


def code_points(text: str) -> NDArray[np.unsignedinteger]:
    """The code points of a text, in as few bytes each as the text allows; those above the basic plane as 0xFFFF."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    encoded = text.encode("utf-16-le")
    if len(encoded) == 2 * len(text):
        return np.frombuffer(encoded, dtype="<u2")
    points: NDArray[np.uint32] = np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
    return np.minimum(points, np.uint32(_BEYOND))
