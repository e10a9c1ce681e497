"""Text that a page has twice and a reader wants once.

Pages have copies of their text for small screens, for printing and for screen readers, and formulas come with their
source. Copies are removed from the selection, so text and blocks agree without further work.
"""

import re
from typing import Final

from maintext.blocks.formulas import formula_rows, source_segments
from maintext.document._plain_text import Repeat, copied_segments, possible_repeats, repeated_neighbours
from maintext.table import Mask, PageTable, tags
from maintext.table._table import RowColumn, SegmentColumn

LONG_LINE: Final = 120
"""Bytes; a line of this length is not repeated by chance."""
_MATH: Final = tags.code_of("math")
_IS_BLOCK: Final = tags.lookup(tags.BLOCK)
_OPEN_START, _OPEN_END = int(RowColumn.OPEN_START), int(RowColumn.OPEN_END)
_FOR_SOME: Final = re.compile(
    rb"sr-?only|visually-?hidden|screen-?reader|off-?screen|aria-hidden=[\"']?true|print-only|visible-print|"
    rb"(?:mobile|desktop|phone|tablet)-(?:only|show|hide)|hidden-(?:xs|sm|md|lg|desktop|phone|tablet)|d-none|"
    rb"show-for-|hide-for-"
)
"""How tags, in lower case, mark text that only some readers get."""
_NEAR: Final = 3
"""The number of elements around a text that are checked for marks of text for some readers."""


def without_repeats(table: PageTable, keep: Mask, is_forum: bool = False, keeps_copies: bool = False) -> Mask:
    """The selected segments without copies of others. In forums lines stay: people quote what they answer.

    With ``keeps_copies`` only the copies inside formulas are left out.
    """
    keep = _without_typeset(table, keep) if table.present_tags[_MATH] else keep
    if keeps_copies:
        return keep
    found = possible_repeats(table.encoded, keep, table.segment_columns, LONG_LINE)
    if not found:
        return keep
    dropped = _repeated_segments(table, keep) if found & Repeat.SEGMENTS else []
    if found & Repeat.LINES and not is_forum:
        dropped += _copies(table, keep)
    if dropped:
        keep = keep.copy()
        keep[dropped] = False
    return keep


def _without_typeset(table: PageTable, keep: Mask) -> Mask:
    """The selected segments with only the source of each formula, not the pieces that display it."""
    keep = keep.copy()
    for row in formula_rows(table):
        start, stop = int(table.segment_start[row]), int(table.segment_stop[row])
        if keep[start:stop].any():
            keep[start:stop] = False
            first, last = source_segments(table, row)
            keep[first:last] = True
    return keep


def _repeated_segments(table: PageTable, keep: Mask) -> list[int]:
    """Segments with the same text as a neighbour in their line, if one of the two is for some readers only."""
    owner = table.segment_columns[SegmentColumn.SEGMENT_OWNER].data
    dropped = []
    known: dict[bytes, bool] = {}
    for pair in repeated_neighbours(table.encoded, keep, table.segment_columns):
        hidden = [each for each in pair if _is_for_some(table, owner[each], known)]
        dropped += hidden[-1:]
    return dropped


def _is_for_some(table: PageTable, row: int, known: dict[bytes, bool]) -> bool:
    """Whether a text's element, or one close around it, is for some readers only; ``known`` caches tags."""
    item = table.row_columns.item
    for _ in range(_NEAR):
        if row < 0 or _IS_BLOCK[table.tag.item(row)]:
            return False
        tag = table.source[item(_OPEN_START, row) : item(_OPEN_END, row)]
        if tag not in known:
            known[tag] = _FOR_SOME.search(tag.lower()) is not None
        if known[tag]:
            return True
        row = table.parent_of(row)
    return False


def _copies(table: PageTable, keep: Mask) -> list[int]:
    """Segments of repeated lines: in boxes without a new line, or directly after the line that they repeat.

    A box with one new line is one of several similar ones, such as the entries of a calendar. A quotation and its
    original are both wanted. So are refrains and the equal lines of a form: the line and its original are in elements
    that cannot be told apart and that follow each other in one element, or in two such elements. A copy for another
    screen has a container of its own, with another name.
    """
    columns = table.segment_columns, table.row_columns, table.tag
    return copied_segments(table.source, table.encoded, keep, *columns, LONG_LINE, _NEAR)
