"""What the text of a document is made from: some segments of a page table."""

from dataclasses import dataclass, replace

import numpy as np

from maintext.blocks import Block, Selected, blocks_of
from maintext.options import EVERYTHING, Options
from maintext.render import text_of
from maintext.selection import Selection
from maintext.table import Mask, PageTable


@dataclass(frozen=True, eq=False, slots=True)
class Passage:
    """The text of a document on its way from a table to characters."""

    table: PageTable
    keep: Mask
    source: str = "page"
    """Where the text was found."""
    is_forum: bool = False
    options: Options = EVERYTHING

    def text(self) -> str:
        """The text, a line a block. It says what the blocks say, but has no need of them."""
        return text_of(self.table, self.keep)

    def blocks(self, base: str) -> tuple[Block, ...]:
        """The text as blocks, addresses resolved against the given one."""
        return blocks_of(Selected(self.table, self.keep, self.options, base, self.is_forum))


def passage_of(table: PageTable, selection: Selection, options: Options = EVERYTHING) -> Passage:
    """What was selected, less what the options leave out."""
    passage = Passage(table, selection.keep, "page", selection.page_type == "forum", options)
    return passage if options.tables else _without_tables(passage)


def _without_tables(passage: Passage) -> Passage:
    """The passage without its tables of data."""
    table = passage.table
    in_tables = np.zeros(len(table), dtype=bool)
    in_tables[Selected(table, passage.keep).tables] = True
    return replace(passage, keep=passage.keep & ~table.inside(in_tables)[table.segment_owner])
