"""The selected rows as text and as markup. Nothing here knows which method selected them."""

from maintext.selection import Selection
from maintext.support.buffer import at_least, borrow, give_back
from maintext.table import Mask, PageTable
from maintext.writing import write_text


def as_text(table: PageTable, selection: Selection) -> str:
    """Paragraphs, headings, list items and table rows on lines of their own, cells parted by tabs, in page order."""
    return text_of(table, selection.keep)


def text_of(table: PageTable, keep: Mask) -> str:
    """The text of some segments, a line a block."""
    block = borrow()
    room = at_least(block, len(table.encoded) + 2 * len(keep))
    size = write_text(table.encoded, keep, table.segment_columns, table.tag, table.row_columns, room)
    text = str(room[:size].data, "utf-8")
    give_back(block)
    return text
