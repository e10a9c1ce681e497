"""A page as a sequence of blocks: pieces of text with no block tag in between, each a paragraph, heading, item or cell.

The learned method decides block by block. A block knows its segments, so that the decision can be carried back to the
page, and the chain of elements around it that matter: an element that holds no more text than its child says nothing
new and is left out of the chain.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, PageTable

Numbers = NDArray[np.intc]


@dataclass(frozen=True, eq=False, slots=True)
class Blocks:
    """The blocks of a page in document order."""

    of_segment: Ints
    """The block that each segment of the table belongs to, -1 for white space between blocks."""
    first: Numbers
    last: Numbers
    """The first and the last segment of each block."""
    owner: Numbers
    """The row that the block's first text stands in."""
    row: Numbers
    """The innermost block element or cell around that text."""
    characters: Numbers
    """Visible characters."""
    words: Numbers
    """Words, every character of Chinese, Japanese and Korean being one."""
    around: NDArray[np.intc]
    """LEVELS x blocks: the rows around a block from the inside out; the last one stands for all levels above it."""

    def __len__(self) -> int:
        """The number of blocks."""
        return len(self.first)

    def texts(self, table: PageTable) -> list[str]:
        """The text of each block."""
        place = table.segment_place
        spans = zip(place[self.first].tolist(), place[self.last + 1].tolist(), strict=True)
        return [table.encoded[start:stop].decode() for start, stop in spans]
