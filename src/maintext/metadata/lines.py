"""The visible text as lines: what stands between two tags of blocks."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from maintext.metadata.text import folded
from maintext.table import PageTable


@dataclass(frozen=True, eq=False)
class Line:
    """A line of visible text. Its words are put together when they are asked for: few lines of a page are ever read."""

    table: PageTable
    first: int
    stop: int
    """The segments of the line."""

    @cached_property
    def text(self) -> str:
        """What the line says."""
        return folded(self.table.text[self.table.segment_offset[self.first] : self.table.segment_offset[self.stop]])

    @cached_property
    def spaced(self) -> str:
        """What the line says, with blanks where tags stand: bylines often have no others between their parts."""
        return spaced(self.table, self.first, self.stop)

    @property
    def row(self) -> int:
        """The element that the line's first text stands in."""
        return int(self.table.segment_owner[self.first])

    @property
    def in_link(self) -> bool:
        """Whether all of it is the text of links."""
        owners = self.table.segment_owner[self.first : self.stop]
        filled = self.table.segment_characters[self.first : self.stop] > 0
        return bool(self.table.in_link[owners[filled]].all())


class Lines:
    """All lines of a page that are not blank, in the order of the page."""

    def __init__(self, table: PageTable) -> None:
        """Find where each line begins; nothing is read yet."""
        filled = np.flatnonzero(table.segment_characters > 0)
        number = table.segment_line[filled]
        starts = np.flatnonzero(np.append(True, number[1:] != number[:-1])) if len(filled) else filled
        self.first = filled[starts]
        self._stop = filled[np.append(starts[1:], len(filled)) - 1] + 1 if len(filled) else filled
        self._table = table
        self._lines: dict[int, Line] = {}

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self.first)

    def __getitem__(self, number: int) -> Line:
        """A line by its number."""
        if number not in self._lines:
            self._lines[number] = Line(self._table, int(self.first[number]), int(self._stop[number]))
        return self._lines[number]

    def between(self, start: int, stop: int) -> list[Line]:
        """Some lines in a row, as many as there are."""
        return [self[number] for number in range(max(0, start), min(stop, len(self)))]

    @property
    def starts(self) -> list[int]:
        """Where each line begins in the page's text."""
        found: list[int] = self._table.segment_offset[self.first].tolist()
        return found

    def of_segment(self, segment: int) -> int:
        """The number of the line that a segment stands in, or of the one before it."""
        return max(0, int(np.searchsorted(self.first, segment, side="right")) - 1)

    def of_character(self, place: int) -> int:
        """The number of the line that a character of the page's text stands in."""
        return self.of_segment(int(np.searchsorted(self._table.segment_offset, place, side="right")) - 1)


def spaced(table: PageTable, start: int, stop: int) -> str:
    """The text of segments with blanks between them."""
    offset = table.segment_offset[start : stop + 1].tolist()
    return folded(" ".join(table.text[begin:end] for begin, end in pairwise(offset)))
