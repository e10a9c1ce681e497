# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""The columns of a page that blocks are made from, with what the selection makes of them.

As machine code the attributes are typed views of arrays, see ``columns.pxd``; as Python they are lists, which Python
reads quicker.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.table import Mask, PageTable, tags

IS_COMPILED = not __file__.endswith(".py")
_WANTED = {"img": 1, "hr": 2, "br": 3, "script": 4, "table": 5, "math": 6, "noscript": 7}
IMG, HR, BR, SCRIPT, TABLE, MATH, NOSCRIPT = _WANTED.values()
WANTED = bytes(_WANTED.get(_name, 0) for _name in tags.NAMES)
ENDS_LINE = tags.lookup((tags.BLOCK | tags.CELL) - {"br"}).tobytes()
FIGURE = tags.code_of("figure")


def column(array: NDArray[Any]) -> Any:
    """A column that is only read."""
    return array if IS_COMPILED else array.tolist()


def room_for(count: int) -> Any:
    """A column that is filled here."""
    return np.empty(count, dtype=np.int64) if IS_COMPILED else [0] * count


class Columns:
    """The columns of a page table, and where in it the elements are that blocks are made from."""

    def __init__(self, table: PageTable, keep: Mask) -> None:
        """Take the page and the selected segments, and look at each segment and each row once."""
        self.count = len(table.tag)
        self.segments = len(keep)
        self.keep = column(keep.view(np.uint8))
        self.tag = column(table.tag)
        self.parent = column(table.parent)
        self.end = column(table.end)
        self.segment_start = column(table.segment_start)
        self.segment_stop = column(table.segment_stop)
        self.owner = column(table.segment_owner)
        self.line = column(table.segment_line)
        self.cell = column(table.segment_cell)
        self.characters = column(table.segment_characters)
        self.place = column(table.segment_place)
        self.sizes = room_for(self.segments + 1)
        self.kept = room_for(self.segments + 1)
        self.leaf = room_for(self.count)
        self.figure = room_for(self.count)
        self.around = room_for(self.count)
        self.images: list[int] = []
        self.rules: list[int] = []
        self.breaks: list[int] = []
        self.scripts: list[int] = []
        self.tables: list[int] = []
        self.formulas: list[int] = []
        self.first = -1
        self.last = -1
        self._sum_segments()
        self._survey_rows()

    def span(self) -> tuple[int, int]:
        """Where the selected text begins and ends in the text of the page."""
        if self.first < 0:
            return 0, 0
        return self.place[self.first], self.place[self.last + 1]

    def size_of(self, row: int) -> int:
        """How many characters a reader sees of an element."""
        return self.sizes[self.segment_stop[row]] - self.sizes[self.segment_start[row]]

    def kept_in(self, row: int) -> int:
        """How many of them were selected."""
        return self.kept[self.segment_stop[row]] - self.kept[self.segment_start[row]]

    def is_in_text(self, row: int) -> bool:
        """Whether a row stands between selected texts, in an element that is mostly selected."""
        around = max(self.parent[row], 0)
        is_between = self.first < self.segment_start[row] <= self.last
        return is_between and 2 * self.kept_in(around) >= self.size_of(around)

    def is_within_kept(self, row: int) -> bool:
        """Whether something was selected of the element that a row stands in."""
        return self.kept_in(max(self.parent[row], 0)) > 0

    def _sum_segments(self) -> None:
        """Fill the sums of characters before each segment, of all and of the selected; find the ends of the selection.

        From these come the characters in any element: its segments stand side by side.
        """
        size = kept = 0
        for segment in range(self.segments):
            self.sizes[segment] = size
            self.kept[segment] = kept
            size += self.characters[segment]
            if self.keep[segment]:
                kept += self.characters[segment]
                self.last = segment
                if self.first < 0:
                    self.first = segment
        self.sizes[self.segments] = size
        self.kept[self.segments] = kept

    def _survey_rows(self) -> None:
        """Fill the innermost block or cell, figure and element with text around each row, and find what is wanted."""
        for row in range(self.count):
            tag = self.tag[row]
            parent = self.parent[row]
            if parent < 0:
                self.leaf[row] = row if ENDS_LINE[tag] else -1
                self.figure[row] = row if tag == FIGURE else -1
                self.around[row] = 0
            else:
                self.leaf[row] = row if ENDS_LINE[tag] else self.leaf[parent]
                self.figure[row] = row if tag == FIGURE else self.figure[parent]
                self.around[row] = row if self.size_of(row) else self.around[parent]
            if WANTED[tag]:
                self._take(row, WANTED[tag])

    def _take(self, row: int, kind: int) -> None:
        if kind == IMG or kind == NOSCRIPT:
            self.images.append(row)
        elif kind == HR:
            self.rules.append(row)
        elif kind == BR:
            self.breaks.append(row)
        elif kind == SCRIPT:
            self.scripts.append(row)
        elif kind == TABLE:
            self.tables.append(row)
        elif kind == MATH:
            self.formulas.append(row)
