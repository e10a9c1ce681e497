"""Blocks of lines.

Chen Xin, "Universal web page text extraction based on the line-block distribution function", Harbin Institute of
Technology, 2010; section 1.2 of Hong et al. 2019 describes it too.

The tags are removed and the text is taken line by line. The block of a line is the line and the ones after it, three in
all, and B is its number of characters. Main text begins at a surge, a line whose B is above the threshold and whose
next block is not empty, and ends at a dip, before the next line whose B is 0. All that lies between is kept.

Our choices where the description says nothing:

- Lines are those that a reader sees: pages of today are often written in a few very long lines.
  ``lines="source"`` uses the lines of the markup, as the original does. Empty lines count in both: without them no
  block would be empty.
- Characters are those that are not white space.
- A text that is on several lines is kept if at least half of it is.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from maintext.algorithms._methods import between_surge_and_dip, block_sums
from maintext.algorithms.text_lines import TextLines
from maintext.errors import OptionError, check_fields
from maintext.selection import Column, Selection, nothing
from maintext.table import PageTable


@dataclass(frozen=True, slots=True)
class LineBlocks:
    """B_i = the characters of lines i to i + ``block`` - 1."""

    name: ClassVar[str] = "line-blocks"
    block: int = 3
    threshold: int = 86
    lines: Literal["shown", "source"] = "shown"

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type, or a block without lines."""
        check_fields(self)
        if self.block < 1:
            raise OptionError(f"block must be 1 or more, not {self.block}")

    def select(self, table: PageTable) -> Selection:
        """The lines between surges and dips."""
        lines = TextLines.of(table, self.lines)
        if not lines.characters.any():
            return nothing(table, "the page has no text")
        b, chosen = np.empty_like(lines.characters), np.empty(len(lines), dtype=bool)
        block_sums(lines.characters, min(self.block, len(lines)), b)
        between_surge_and_dip(b, self.threshold, chosen.view(np.uint8))
        quantities: dict[str, Column] = {"characters": lines.characters, "B": b, "score": b}
        reason = f"no block of {self.block} lines has more than {self.threshold} characters and goes on after that"
        return lines.selection(chosen, quantities, reason)
