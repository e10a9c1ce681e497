"""How many characters of each kind a block has."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.blocks import Blocks
from maintext.characters import code_points
from maintext.table import Ints, Mask, PageTable

_FIELD: Final = 21
_MASK: Final = (1 << _FIELD) - 1
_TERMINAL: Final = ".!?\u3002\uff01\uff1f\uff0e\u2026\u061f\u06d4\u0964\u0589\u1362\u17d4\u104b"
_COMMA: Final = ",;:\uff0c\u3001\uff1b\uff1a\u060c\u061b\u055d"


@cache
def _kinds() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    points = [chr(point) if not 0xD800 <= point < 0xE000 else " " for point in range(0x10000)]
    first, second = np.zeros(0x10000, dtype=np.int64), np.zeros(0x10000, dtype=np.int64)
    first[[ord(c) for c in _TERMINAL]] += 1
    first[[ord(c) for c in _COMMA]] += 1 << _FIELD
    second[[c.isdigit() for c in points]] += 1
    second[[c.isupper() for c in points]] += 1 << _FIELD
    for low, high in ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF)):
        second[low : high + 1] += 1 << 2 * _FIELD
    return first, second


@dataclass(frozen=True, eq=False, slots=True)
class CharacterCounts:
    """Characters of each block by kind."""

    terminals: Ints
    """Marks that end a sentence."""
    commas: Ints
    digits: Ints
    upper: Ints
    wide: Ints
    """Characters of Chinese, Japanese and Korean."""
    words: Ints
    """Runs between white space, and every wide character is a word of its own."""
    ends: Mask
    """Whether the block's last character ends a sentence."""
    twins: Ints
    """How many blocks of the page have the same text."""


def character_counts(table: PageTable, blocks: Blocks, block_texts: Sequence[str]) -> CharacterCounts:
    """Count the characters of all blocks."""
    if not len(blocks):
        none = np.zeros(0, dtype=np.int64)
        return CharacterCounts(none, none, none, none, none, none, none.astype(bool), none)
    terminals_and_commas, letters = _kinds()
    points = code_points(table.text)
    begins = table.segment_offset[blocks.first]
    first = np.add.reduceat(terminals_and_commas.take(points), begins)
    second = np.add.reduceat(letters.take(points), begins)
    wide = second >> 2 * _FIELD
    texts = [text.strip() for text in block_texts]
    seen: dict[str, int] = {}
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
    return CharacterCounts(
        terminals=first & _MASK,
        commas=first >> _FIELD & _MASK,
        digits=second & _MASK,
        upper=second >> _FIELD & _MASK,
        wide=wide,
        words=np.array([len(text.split()) for text in texts]) + wide,
        ends=np.array([text.rstrip("\"'\u201d\u2019)\uff09\u300d")[-1:] in _TERMINAL for text in texts]),
        twins=np.array([seen[text] for text in texts]),
    )
