"""What a page has twice, and a text should have once.

Pages carry a copy of their text for small screens, for printers and for screen readers, and formulas come with their
source. The selection is the place to leave copies out: text and blocks then agree without knowing of it.
"""

import re
from typing import Final

import numpy as np

from maintext.alike import number_alike_lines
from maintext.blocks.formulas import formula_rows, source_segments
from maintext.table import Ints, Mask, PageTable, tags
from maintext.writing import IS_COMPILED, may_repeat

STUTTERS, COPIES = 1, 2
"""The bits that ``may_repeat`` answers with."""
_SEEN: Final = 1024
"""Room for so many long lines, on a quick look; texts with more get a closer one."""
_LONG: Final = 120
"""Bytes; a line so long is not said twice by chance."""
_MATH: Final = tags.code_of("math")
_FOR_SOME: Final = re.compile(
    rb"sr-?only|visually-?hidden|screen-?reader|off-?screen|aria-hidden=[\"']?true|print-only|visible-print|"
    rb"(?:mobile|desktop|phone|tablet)-(?:only|show|hide)|hidden-(?:xs|sm|md|lg|desktop|phone|tablet)|d-none|"
    rb"show-for-|hide-for-"
)
"""How pages say that something is shown to some readers only, in small letters."""
_BOXES: Final = frozenset("article aside details div main section".split())
_QUOTES: Final = frozenset({"blockquote", "pre"})
"""What may say again what was said before: examples of code do, like quotations."""
_NEAR: Final = 3
"""Elements around a text that are asked for whom it is."""


def without_repeats(table: PageTable, keep: Mask, is_forum: bool = False) -> Mask:
    """The selected segments without copies of others; in forums, people repeat what others wrote to answer it."""
    keep = _without_typeset(table, keep) if table.present_tags[_MATH] else keep
    seen = np.zeros(2 * _SEEN, dtype=np.uint64 if IS_COMPILED else object)
    segments_of_table = table.segment_columns if IS_COMPILED else table.segment_columns.tolist()
    found = may_repeat(table.encoded, keep, segments_of_table, _LONG, seen)
    if not found:
        return keep
    segments = np.flatnonzero(keep)
    dropped = _stutters(table, segments) if found & STUTTERS else []
    if found & COPIES and not is_forum:
        dropped += _copies(table, segments)
    if dropped:
        keep = keep.copy()
        keep[dropped] = False
    return keep


def _without_typeset(table: PageTable, keep: Mask) -> Mask:
    """Of each formula its source, which typesetters show in pieces besides."""
    keep = keep.copy()
    for row in formula_rows(table):
        start, stop = int(table.segment_start[row]), int(table.segment_stop[row])
        if keep[start:stop].any():
            keep[start:stop] = False
            first, last = source_segments(table, row)
            keep[first:last] = True
    return keep


def _stutters(table: PageTable, segments: Ints) -> list[int]:
    """Segments that say what the one before them in the same line says, where one of them is for some readers only."""
    filled = segments[table.segment_characters[segments] > 0]
    size = table.segment_characters[filled]
    same = (size[1:] == size[:-1]) & (table.segment_line[filled[1:]] == table.segment_line[filled[:-1]])
    pairs = filled[np.flatnonzero(same)[:, None] + (0, 1)]
    alike = _alike(table, table.segment_place[pairs.ravel()], table.segment_place[pairs.ravel() + 1]).reshape(-1, 2)
    dropped = []
    told: dict[bytes, bool] = {}
    for pair in pairs[alike[:, 0] == alike[:, 1]].tolist():
        hidden = [each for each in pair if _is_for_some(table, int(table.segment_owner[each]), told)]
        dropped += hidden[-1:]
    return dropped


def _is_for_some(table: PageTable, row: int, told: dict[bytes, bool]) -> bool:
    """Whether a text's element, or one right around it, is for some readers only; ``told`` are tags seen before."""
    for _ in range(_NEAR):
        if row < 0 or tags.NAMES[int(table.tag[row])] in tags.BLOCK:
            return False
        tag = table.source[int(table.open_start[row]) : int(table.open_end[row])]
        if tag not in told:
            told[tag] = _FOR_SOME.search(tag.lower()) is not None
        if told[tag]:
            return True
        row = int(table.parent[row])
    return False


def _copies(table: PageTable, segments: Ints) -> list[int]:
    """Segments of lines that were there before: those of boxes in which no line is new, and those right behind.

    A box with one line that is new is one of several that are alike, such as the entries of a calendar.
    """
    line = table.segment_line[segments]
    first = np.flatnonzero(np.append(True, line[1:] != line[:-1]))
    last = np.append(first[1:], len(segments)) - 1
    begin, end = table.segment_place[segments[first]], table.segment_place[segments[last] + 1]
    long = end - begin >= _LONG
    alike = _alike(table, begin, end)
    if len(set(alike[long].tolist())) == np.count_nonzero(long):
        return []
    repeats = _repeats(alike, _in_quote(table, segments[first]))
    copied = _in_copied_box(table, segments[first], repeats, long)
    copied[1:] |= (alike[1:] == alike[:-1]) & long[1:]
    dropped: list[int] = segments[np.repeat(copied, last + 1 - first)].tolist()
    return dropped


def _alike(table: PageTable, begin: Ints, end: Ints) -> Ints:
    """For each line the first one that says the same, -1 for blank ones."""
    first = np.empty(len(begin), dtype=np.intc)
    keys = np.empty(len(begin), dtype=np.uint64 if IS_COMPILED else object)
    slots = np.full(1 << (2 * len(begin)).bit_length(), -1, dtype=np.intc)
    start, stop = (begin, end) if IS_COMPILED else (begin.tolist(), end.tolist())
    number_alike_lines(table.encoded, start, stop, keys, slots, first)
    return first.astype(np.int64)


def _repeats(alike: Ints, is_quote: Mask) -> Mask:
    """Which lines were there before. A quotation and what it quotes are both wanted; blank lines are nothing new."""
    was_said = (alike < np.arange(len(alike))) & ~is_quote[alike]
    return ~is_quote & ((alike < 0) | was_said)


def _in_quote(table: PageTable, segments: Ints) -> Mask:
    return table.inside(table.has_tag(_QUOTES))[table.segment_owner[segments]]


def _in_copied_box(table: PageTable, first: Ints, repeats: Mask, long: Mask) -> Mask:
    """Which lines stand in a box with several lines, a long one among them, of which none is new.

    Args:
        table: the page.
        first: the first segment of each line.
        repeats: the lines that were there before.
        long: the lines that are long.
    """
    start, stop = np.searchsorted(first, table.segment_start), np.searchsorted(first, table.segment_stop)
    news = np.append(0, np.cumsum(~repeats))
    longs = np.append(0, np.cumsum(repeats & long))
    copied = table.has_tag(_BOXES) & (stop - start > 1) & (news[stop] == news[start]) & (longs[stop] > longs[start])
    return table.inside(copied)[table.segment_owner[first]]
