"""The blocks of a range of the text. A block that the range cuts through is cut as well."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from maintext.blocks.records import (
    Block,
    Code,
    Heading,
    Inline,
    ListItem,
    Math,
    Paragraph,
    Quote,
    Span,
    Table,
    Text,
    plain,
)
from maintext.document.layout import Layout
from maintext.document.text_places import visible_places
from maintext.table import Ints

_MAX_HEADS: Final = 500
"""Characters of heading rows, and three for each cell, that each part of a table has. With more, all parts together
would grow with the square of the table."""


class _Line(NamedTuple):
    """A block of which several parts are wanted: where its visible characters are, in the text and in its runs."""

    number: int
    places: Ints
    counts: list[int]
    """The number of visible characters before each run."""
    is_same: bool
    """Whether the text and the runs have the same characters. They do not with some formulas."""


class BlockParts:
    """The blocks of a text, and where they are in it."""

    def __init__(self, text: str, blocks: Sequence[Block], layout: Layout) -> None:
        """Find the end of each block."""
        self._text, self._blocks, self._layout = text, blocks, layout
        self._stops: list[int] = []
        for number in range(len(blocks)):
            stop = layout.starts[number + 1] if number + 1 < len(blocks) else len(text)
            while stop > layout.starts[number] and text[stop - 1].isspace():
                stop -= 1
            self._stops.append(stop)
        self._end = max(self._stops, default=0)
        self._line = _Line(-1, np.empty(0, np.int64), [], False)
        self._heads: dict[int, int] = {}

    def between(self, start: int, stop: int) -> list[Block]:
        """The blocks, or parts of blocks, in a range.

        Blocks without text belong to what follows them, and at the end of the text to what is before them.
        """
        first = bisect_left(self._layout.starts, start)
        if first == len(self._blocks) or self._layout.starts[first] > start:
            first = max(0, first - 1)
        last = bisect_left(self._layout.starts, stop)
        if stop >= self._end:
            last = len(self._blocks)
        found: list[Block] = []
        for number in range(first, last):
            begin, end = self._layout.starts[number], self._stops[number]
            if begin >= start and end <= stop:
                found.append(self._blocks[number])
            elif begin < end:
                found += self._part(number, max(start, begin), min(stop, end))
        return found

    def _part(self, number: int, start: int, stop: int) -> list[Block]:
        """A part of a block; nothing if it has no words."""
        block, words = self._blocks[number], self._text[start:stop].strip()
        if not words:
            return []
        if isinstance(block, Table) and number in self._layout.rows:
            if number not in self._heads:
                self._heads[number] = _short_heads(block)
            return [_table_part(block, self._layout.rows[number], self._heads[number], (start, stop), words)]
        if isinstance(block, Code):
            return [Code(self._text[start:stop].strip("\n"), block.language, block.within)]
        if isinstance(block, Heading | ListItem | Paragraph | Quote):
            return [replace(block, inlines=self._cut(number, block.inlines, start, stop) or (Text(words),))]
        return [Paragraph((Text(words),), block.within)]

    def _cut(self, number: int, inlines: tuple[Inline, ...], start: int, stop: int) -> tuple[Inline, ...]:
        """The runs of a line between two places; none if they are not known."""
        if self._line.number != number:
            self._line = self._measured(number, inlines)
        if not self._line.is_same:
            return ()
        first, last = np.searchsorted(self._line.places, (start, stop)).tolist()
        counts = self._line.counts
        found: list[Inline] = []
        for place in range(max(0, bisect_right(counts, first) - 1), bisect_left(counts, last)):
            inline = inlines[place]
            if isinstance(inline, Text):
                inline = _part_of_run(inline, first - counts[place], last - counts[place])
            if not isinstance(inline, Text) or inline.text:
                found.append(inline)
        return tuple(found)

    def _measured(self, number: int, inlines: tuple[Inline, ...]) -> _Line:
        begin, end = self._layout.starts[number], self._stops[number]
        places = visible_places(self._text[begin:end]) + begin
        counts = [0]
        for inline in inlines:
            words = inline.text if isinstance(inline, Text) else inline.latex if isinstance(inline, Math) else ""
            counts.append(counts[-1] + len(visible_places(words)))
        is_same = counts.pop() == len(places) == len(visible_places(plain(inlines)))
        return _Line(number, places, counts, is_same)


def _part_of_run(run: Text, first: int, last: int) -> Text:
    """A run from one of its visible characters up to another."""
    visible = visible_places(run.text)
    left = 0 if first <= 0 else int(visible[first]) if first < len(visible) else len(run.text)
    right = len(run.text) if last >= len(visible) else int(visible[last - 1]) + 1 if last > 0 else 0
    return Text(run.text[left:right], run.style, run.href)


def _short_heads(table: Table) -> int:
    """The number of heading rows, 0 if they are too long to be repeated."""
    room = _MAX_HEADS
    for row in islice(table.rows, table.header_rows):
        for cell in row:
            room -= len(cell.text) + 3
            if room < 0:
                return 0
    return table.header_rows


def _table_part(table: Table, rows: tuple[int, ...], heads: int, place: Span, words: str) -> Block:
    """Some rows of a table, with its heading rows before them. A part of one row is a paragraph.

    Args:
        table: the table.
        rows: where each row begins in the text.
        heads: the number of heading rows that are repeated.
        place: the range of the text that is wanted.
        words: the text there, for a part of one row.
    """
    inside = range(*(bisect_left(rows, end) for end in place))
    if not inside:
        return Paragraph((Text(words),), table.within)
    repeated = range(min(heads, inside[0]))
    chosen = tuple(table.rows[number] for number in (*repeated, *inside))
    own = sum(number < table.header_rows for number in inside)
    caption = table.caption if inside[0] == 0 else ()
    return replace(table, rows=chosen, caption=caption, header_rows=len(repeated) + own)
