"""The text of a wall: what a page shows in place of the rest of an article that is for subscribers only.

A wall is a short box at the end of the text. It either has a sentence that only walls have, or the name of one, and a
way to subscribe or to log in. An article about walls has their words, but not their structure.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from maintext.document._plain_text import last_lines, mentions_wall
from maintext.document.wall_words import WALL_ADDRESS, WALL_NAME, WALL_PHRASES, has_wall_sentence
from maintext.selection import Selection
from maintext.table import Ints, Mask, PageTable, tags
from maintext.table._table import RowColumn, SegmentColumn

_TAIL: Final = 1_200
"""Characters at the end of the text in which a wall is looked for. A few lines may come after it."""
_LONGEST: Final = 900
"""Characters of a wall: prices, advantages and a request to log in."""
_PROSE: Final = 260
"""Characters of a line that is part of the article."""
_LARGEST_PART: Final = 0.6
"""The largest part of the text that a wall may be."""
_LONG_LINE: Final = 80
_LONG_LINES: Final = 2
"""Characters of a long line, and the number of them in a wall besides its sentences: the offer and its conditions."""
_LEAST_REST: Final = 100
"""Characters of the text without the wall. A page with less is about subscriptions, or has nothing else to say."""
_MOST_SEGMENTS: Final = 300
_MOST_LINES: Final = 60
_DEEPEST: Final = 8
"""Segments and lines of a wall with what follows it, and elements around a line that may be the wall."""
_LAST_SEGMENTS: Final = 40
_LAST_LINES: Final = 5
_NEXT_SEGMENTS: Final = 16
"""Segments right after the text in which the first sentence of a wall is, if more of the page follows."""
_MARKUP_BYTES: Final = 4_000
"""The end of the text in which a wall must be: its segments, its lines, and its markup."""
TAIL: Final = (WALL_PHRASES, _LAST_SEGMENTS, _LAST_LINES, _PROSE, _MARKUP_BYTES)
"""The same for a first look at a page."""
_OWNER: Final = int(SegmentColumn.SEGMENT_OWNER)
_OPEN_END: Final = int(RowColumn.OPEN_END)
_LINK: Final = tags.code_of("a")
_WAYS: Final = tags.lookup(frozenset({"a", "form", "input", "button"}))
_BUTTON: Final = tags.code_of("button")
_ENDINGS: Final = (b"wall", b"Wall")
_LONGEST_NAME: Final = 16
"""Bytes of the name of a wall before its ending."""
_LOCKED: Final = re.compile(rb'"isAccessibleForFree"\s*:\s*"?(?:https?://schema\.org/)?(?:false|no|0)\b', re.IGNORECASE)


class _Line(NamedTuple):
    """A selected line: its first segment, the one after its last, its length, and whether it has a wall's sentence."""

    start: int
    stop: int
    size: int
    is_wall: bool


def without_wall(table: PageTable, keep: Mask) -> Mask:
    """The selected segments without those of a wall at their end."""
    if not _may_end_with_wall(table, keep):
        return keep
    segments = np.flatnonzero(keep)
    largest = _LARGEST_PART * int(table.segment_characters[segments].sum())
    segments = segments[-_MOST_SEGMENTS:]
    size = table.segment_characters[segments]
    lines = list(_lines(table, segments[np.cumsum(size[::-1])[::-1] <= _TAIL]))[-_MOST_LINES:]
    dropped = [row for line in lines if (row := _wall_around(table, line, lines, min(largest, _LONGEST))) >= 0]
    if not dropped:
        return keep
    rest = keep.copy()
    for row in dropped:
        rest[table.segments_of(row)] = False
    is_enough = int(table.segment_characters[rest].sum()) >= _LEAST_REST
    return rest if is_enough else keep


def has_wall(table: PageTable, selection: Selection) -> bool:
    """Whether there is a wall at the end of the selected text or right after it. Forums ask members to log in."""
    keep = selection.keep
    segments = np.flatnonzero(keep)
    if not len(segments) or selection.page_type == "forum":
        return False
    following = np.arange(segments[-1] + 1, min(len(keep), segments[-1] + 1 + _LAST_SEGMENTS))
    following = following[table.rendered[table.segment_owner[following]]]
    following = following[np.cumsum(table.segment_characters[following]) <= _LONGEST]
    shown = keep.copy()
    shown[following] = True
    if without_wall(table, shown) is not shown:
        return True
    shown[following[_NEXT_SEGMENTS:]] = False
    following = following[:_NEXT_SEGMENTS]
    most = len(following) + 1, _NEXT_SEGMENTS, _PROSE
    _, lines = last_lines(table.encoded, shown, table.segment_columns, WALL_PHRASES, *most)
    if not any(has_wall_sentence(line.strip()) for line in lines):
        return False
    shown[next((line.stop for line in _lines(table, following) if line.is_wall), 0) :] = False
    return without_wall(table, shown) is not shown


def _may_end_with_wall(table: PageTable, keep: Mask) -> bool:
    """Whether one of the last lines has a sentence of a wall, or one of the last elements the name of one."""
    most = _LAST_SEGMENTS, _LAST_LINES, _PROSE
    last, lines = last_lines(table.encoded, keep, table.segment_columns, WALL_PHRASES, *most)
    if last < 0:
        return False
    stop = table.row_columns.item(_OPEN_END, table.segment_columns.item(_OWNER, last))
    start = max(0, stop - _MARKUP_BYTES)
    if mentions_wall(table.source, start, stop) and _has_name(table.source, start, stop):
        return True
    texts = [line.strip() for line in lines]
    return any(0 < len(text) < _PROSE and has_wall_sentence(text) for text in texts)


def _has_name(source: bytes, start: int, stop: int) -> bool:
    """Whether markup has the name of a wall. They all end alike, and a search for that is much faster."""
    for ending in _ENDINGS:
        place = source.find(ending, start, stop)
        while place >= 0:
            if WALL_NAME.search(source, max(start, place - _LONGEST_NAME), min(stop, place + len(ending) + 1)):
                return True
            place = source.find(ending, place + 1, stop)
    return False


def _lines(table: PageTable, segments: Ints) -> Iterator[_Line]:
    """The lines of selected segments that have text."""
    starts = np.flatnonzero(np.diff(table.segment_line[segments], prepend=-1))
    for group in np.split(segments, starts[1:]) if len(segments) else ():
        text = "".join([table.segment_text(segment) for segment in group.tolist()]).strip()
        if text:
            is_wall = len(text) < _PROSE and has_wall_sentence(text)
            yield _Line(int(group[0]), int(group[-1]) + 1, len(text), is_wall)


def _is_locked(table: PageTable) -> bool:
    """Whether linked data say that the page, or a part of it, is not free."""
    return b'"isAccessibleForFree"' in table.source and _LOCKED.search(table.source) is not None


def _wall_around(table: PageTable, line: _Line, lines: list[_Line], largest: float) -> int:
    """The row of the wall with a line in it, -1 if the line is not in one; at most ``largest`` characters are one."""
    owner, parent = table.segment_columns[SegmentColumn.SEGMENT_OWNER], table.row_columns[RowColumn.PARENT]
    row = int(owner[line.start])
    while row >= 0 and table.segments_of(row).stop < line.stop:
        row = int(parent[row])
    box, is_named = -1, False
    for _ in range(_DEEPEST):
        if row < 0 or not _is_box(table, row, lines, largest):
            break
        box, is_named = row, is_named or _is_named(table, row)
        row = int(parent[row])
    if box < 0 or not (is_named or line.is_wall):
        return -1
    if line.is_wall and (is_named or _is_locked(table)):
        return box
    return box if _has_way_in(table, range(box, int(table.end[box])), line.is_wall) else -1


def _is_box(table: PageTable, row: int, lines: list[_Line], largest: float) -> bool:
    """Whether an element is in the tail of the text, short, and without paragraphs of an article."""
    segments = table.segments_of(row)
    inside = [line for line in lines if line.start >= segments.start and line.stop <= segments.stop]
    others = [line.size for line in inside if not line.is_wall]
    return (
        segments.start >= lines[0].start
        and sum([line.size for line in inside]) <= largest
        and max(others, default=0) < _PROSE
        and sum([size >= _LONG_LINE for size in others]) <= _LONG_LINES
    )


def _is_named(table: PageTable, row: int) -> bool:
    """Whether the class or id of an element is one of a wall."""
    rows, source = table.row_columns, table.source
    return any(
        WALL_NAME.search(source, rows[start, row], rows[start + 1, row])
        for start in (RowColumn.CLASS_START, RowColumn.ID_START)
        if rows[start, row] < rows[start + 1, row]
    )


def _has_way_in(table: PageTable, rows: range, is_wall: bool) -> bool:
    """Whether elements are a link to subscribe or to log in, or a form to do so; in a wall a button is enough."""
    tag = table.tag[rows.start : rows.stop]
    for row in (np.flatnonzero(_WAYS[tag]) + rows.start).tolist():
        name = table.tag[row]
        if name == _LINK:
            if WALL_ADDRESS.search(table.attribute(row, "href")):
                return True
        elif is_wall or name != _BUTTON:
            return True
    return False
