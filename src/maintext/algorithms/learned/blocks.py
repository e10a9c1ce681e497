"""A page as a sequence of blocks: pieces of text with no block tag in between, each a paragraph, heading, item or cell.

The learned method decides block by block. A block knows its segments, so that the decision can be carried back to the
page, and the chain of elements around it that matter: an element that holds no more text than its child says nothing
new and is left out of the chain.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext import tags
from maintext.table import Ints, Mask, PageTable

LEVELS: Final = 6
"""So many elements around a block are looked at, each holding more text than the one before."""


@dataclass(frozen=True, eq=False, slots=True)
class Blocks:
    """The blocks of a page in document order."""

    of_segment: Ints
    """The block that each segment of the table belongs to, -1 for white space between blocks."""
    first: Ints
    """The first segment of each block."""
    owner: Ints
    """The row that the block's first text stands in."""
    row: Ints
    """The innermost block element or cell around that text."""
    characters: Ints
    """Visible characters."""
    around: NDArray[np.int64]
    """LEVELS x blocks: the rows around a block from the inside out; the last one stands for all levels above it."""

    def __len__(self) -> int:
        """The number of blocks."""
        return len(self.first)

    def sums(self, of_segments: NDArray[np.generic]) -> NDArray[np.float64]:
        """The sum of a column of segments over each block."""
        inside = self.of_segment >= 0
        weights = of_segments[inside].astype(np.float64)
        return np.bincount(self.of_segment[inside], weights=weights, minlength=len(self)).astype(np.float64)

    def texts(self, table: PageTable) -> list[str]:
        """The text of each block."""
        parts: list[list[str]] = [[] for _ in range(len(self))]
        offset = table.segment_offset.tolist()
        for segment, block in enumerate(self.of_segment.tolist()):
            if block >= 0:
                parts[block].append(table.text[offset[segment] : offset[segment + 1]])
        return [" ".join(part) for part in parts]


def blocks_of(table: PageTable) -> Blocks:
    """Part the text that a reader sees into blocks."""
    seen = (table.segment_characters > 0) & table.in_body[table.segment_owner]
    shown = np.flatnonzero(seen)
    line, cell = table.segment_line[shown], table.segment_cell[shown]
    begins = np.ones(len(shown), dtype=bool)
    begins[1:] = (line[1:] != line[:-1]) | (cell[1:] != cell[:-1])
    first = shown[begins]
    number = np.cumsum(begins) - 1
    of_segment = _with_spaces(seen, number)
    owner = table.segment_owner[first]
    row = table.nearest(table.has_tag(tags.BLOCK | tags.CELL), at=owner)
    characters = np.add.reduceat(table.segment_characters[shown], np.flatnonzero(begins)) if len(first) else first
    return Blocks(of_segment, first, owner, row, characters, _around(table, row))


def _with_spaces(seen: Mask, number: Ints) -> Ints:
    """The block of each segment, where white space between two texts of a block belongs to it too."""
    numbers = np.concatenate([[-1], number, [-2]])
    before = numbers[np.cumsum(seen)]
    after = numbers[np.cumsum(seen) + ~seen]
    return np.where(seen | (before == after), before, -1)


def _around(table: PageTable, row: Ints) -> NDArray[np.int64]:
    """For each block the rows that hold it, each with more text than the one before."""
    size = table.subtree(table.characters)
    grows = np.ones(len(table), dtype=bool)
    grows[1:] = size[table.parent[1:]] > size[1:]
    outermost = table.nearest(grows)
    chain = np.empty((LEVELS, len(row)), dtype=np.int64)
    at = outermost[row]
    for level in range(LEVELS):
        chain[level] = at
        at = outermost[np.maximum(table.parent[at], 0)]
    return chain
