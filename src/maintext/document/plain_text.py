"""Selected segments as plain text. Nothing here knows which method selected them."""

from maintext.document._plain_text import has_visible_text, write_text
from maintext.selection import Selection
from maintext.support.buffer import at_least, borrow, give_back
from maintext.table import Mask, PageTable


def as_text(table: PageTable, selection: Selection) -> str:
    """The selected text in page order: one line per paragraph, heading, list item or table row, tabs between cells."""
    return text_of(table, selection.keep)


def text_of(table: PageTable, keep: Mask) -> str:
    """The text of the kept segments, one line per block."""
    buffer = borrow()
    out = at_least(buffer, len(table.encoded) + 2 * len(keep))
    size = write_text(table.encoded, keep, table.segment_columns, table.tag, table.row_columns, out)
    text = str(out[:size].data, "utf-8")
    give_back(buffer)
    return text


def has_text(table: PageTable, keep: Mask) -> bool:
    """Whether the kept segments have any visible character."""
    return has_visible_text(keep, table.segment_columns)
