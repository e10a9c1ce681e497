"""Text that a page has twice and a reader wants once.

Pages have copies of their text for small screens, for printing and for screen readers, and formulas come with their
source. Copies are removed from the selection, so text and blocks agree without further work.
"""

import re
from typing import Final

import numpy as np

from maintext.blocks.formulas import formula_rows, source_segments
from maintext.document._plain_text import Repeat, find_repeated_on_purpose, find_same_lines, possible_repeats
from maintext.table import Ints, Mask, PageTable, tags
from maintext.table._table import RowColumn, SegmentColumn

LONG_LINE: Final = 120
"""Bytes; a line of this length is not repeated by chance."""
_MATH: Final = tags.code_of("math")
_FOR_SOME: Final = re.compile(
    rb"sr-?only|visually-?hidden|screen-?reader|off-?screen|aria-hidden=[\"']?true|print-only|visible-print|"
    rb"(?:mobile|desktop|phone|tablet)-(?:only|show|hide)|hidden-(?:xs|sm|md|lg|desktop|phone|tablet)|d-none|"
    rb"show-for-|hide-for-"
)
"""How tags, in lower case, mark text that only some readers get."""
_BOXES: Final = frozenset("article aside details div main section".split())
_QUOTES: Final = frozenset({"blockquote", "pre"})
"""Elements that may repeat earlier text on purpose: quotations and examples of code."""
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
    segments = np.flatnonzero(keep)
    dropped = _repeated_segments(table, segments) if found & Repeat.SEGMENTS else []
    if found & Repeat.LINES and not is_forum:
        dropped += _copies(table, segments)
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


def _repeated_segments(table: PageTable, segments: Ints) -> list[int]:
    """Segments with the same text as a neighbour in their line, if one of the two is for some readers only."""
    filled = segments[table.segment_characters[segments] > 0]
    size = table.segment_characters[filled]
    same = (size[1:] == size[:-1]) & (table.segment_line[filled[1:]] == table.segment_line[filled[:-1]])
    pairs = filled[np.flatnonzero(same)[:, None] + (0, 1)]
    first = _same_line(table, table.segment_place[pairs.ravel()], table.segment_place[pairs.ravel() + 1])
    first = first.reshape(-1, 2)
    dropped = []
    known: dict[bytes, bool] = {}
    for pair in pairs[first[:, 0] == first[:, 1]].tolist():
        hidden = [each for each in pair if _is_for_some(table, int(table.segment_owner[each]), known)]
        dropped += hidden[-1:]
    return dropped


def _is_for_some(table: PageTable, row: int, known: dict[bytes, bool]) -> bool:
    """Whether a text's element, or one close around it, is for some readers only; ``known`` caches tags."""
    for _ in range(_NEAR):
        if row < 0 or tags.NAMES[int(table.tag[row])] in tags.BLOCK:
            return False
        tag = table.source[int(table.open_start[row]) : int(table.open_end[row])]
        if tag not in known:
            known[tag] = _FOR_SOME.search(tag.lower()) is not None
        if known[tag]:
            return True
        row = int(table.parent[row])
    return False


def _copies(table: PageTable, segments: Ints) -> list[int]:
    """Segments of repeated lines: in boxes without a new line, or directly after the line that they repeat.

    A box with one new line is one of several similar ones, such as the entries of a calendar.
    """
    line = table.segment_columns[SegmentColumn.SEGMENT_LINE][segments]
    place = table.segment_columns[SegmentColumn.SEGMENT_PLACE]
    first = np.flatnonzero(np.append(True, line[1:] != line[:-1]))
    last = np.append(first[1:], len(segments)) - 1
    begin, end = place[segments[first]].astype(np.int64), place[segments[last] + 1].astype(np.int64)
    long = end - begin >= LONG_LINE
    same_line = _same_line(table, begin, end)
    if len(set(same_line[long].tolist())) == np.count_nonzero(long):
        return []
    repeats = _repeats(same_line, _in_quote(table, segments[first]))
    repeats &= ~_on_purpose(table, segments[first], same_line)
    copied = _in_copied_box(table, segments[first], repeats, long)
    copied[1:] |= (same_line[1:] == same_line[:-1]) & long[1:] & repeats[1:]
    dropped: list[int] = segments[np.repeat(copied, last + 1 - first)].tolist()
    return dropped


def _same_line(table: PageTable, begin: Ints, end: Ints) -> Ints:
    """For each line, given by its bytes, the number of the first line with the same text; -1 for blank lines."""
    first = np.empty(len(begin), dtype=np.intc)
    keys = np.empty(len(begin), dtype=np.uint64)
    slots = np.full(1 << (2 * len(begin)).bit_length(), -1, dtype=np.intc)
    find_same_lines(table.encoded, begin, end, keys, slots, first)
    return first.astype(np.int64)


def _repeats(same_line: Ints, is_quote: Mask) -> Mask:
    """Which lines repeat earlier ones; blank lines count as repeats. A quotation and its original are both wanted."""
    is_known = (same_line < np.arange(len(same_line))) & ~is_quote[same_line]
    return ~is_quote & ((same_line < 0) | is_known)


def _on_purpose(table: PageTable, first: Ints, same_line: Ints) -> Mask:
    """Which lines are repeated on purpose: refrains, and the equal lines of a form.

    The line and its original are in elements that cannot be told apart and that follow each other in one element, or
    in two such elements. A copy for another screen has a container of its own, with another name.
    """
    found = np.zeros(len(first), dtype=np.uint8)
    find_repeated_on_purpose(table.source, first, same_line, table.segment_columns, table.row_columns, _NEAR, found)
    return found.view(bool)


def _in_quote(table: PageTable, segments: Ints) -> Mask:
    """Which segments are in a quotation or in code."""
    return table.inside(table.has_tag(_QUOTES))[table.segment_owner[segments]]


def _in_copied_box(table: PageTable, first: Ints, repeats: Mask, long: Mask) -> Mask:
    """Which lines are in a box of several lines that are all repeats, at least one of them long.

    Args:
        table: the page.
        first: the first segment of each line.
        repeats: the lines that repeat earlier ones.
        long: the lines that are long.
    """
    lines_before = np.searchsorted(first, np.arange(table.segment_count + 1))
    start = lines_before[table.row_columns[RowColumn.SEGMENT_START]]
    stop = lines_before[table.row_columns[RowColumn.SEGMENT_STOP]]
    news = np.append(0, np.cumsum(~repeats))
    longs = np.append(0, np.cumsum(repeats & long))
    copied = table.has_tag(_BOXES) & (stop - start > 1) & (news[stop] == news[start]) & (longs[stop] > longs[start])
    return table.inside(copied)[table.segment_owner[first]]
