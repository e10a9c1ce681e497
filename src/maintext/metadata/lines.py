"""The visible text as lines: what stands between two tags of blocks."""

from bisect import bisect_right
from itertools import pairwise

from maintext.metadata.breaks import line_breaks
from maintext.metadata.rows import Spans
from maintext.metadata.text import folded
from maintext.table import PageTable


class Lines:
    """All lines of a page that are not blank, in the order of the page. Few of them are ever read."""

    def __init__(self, table: PageTable) -> None:
        """Find where each line begins and ends; nothing is read yet."""
        self.first, self.stop = line_breaks(table.segment_line, table.segment_characters)
        self.starts: list[int] = table.segment_offset[self.first].tolist()
        """Where each line begins in the page's text."""
        self._ends: list[int] = table.segment_offset[self.stop].tolist()
        self._table = table
        self._texts: dict[int, str] = {}

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self.first)

    def text(self, number: int) -> str:
        """What a line says."""
        text = self._texts.get(number)
        if text is None:
            text = self._texts[number] = folded(self._table.text[self.starts[number] : self._ends[number]])
        return text

    def spaced(self, number: int) -> str:
        """What a line says, with blanks where tags stand: bylines often have no others between their parts."""
        first, stop = self.first[number], self.stop[number]
        return self.text(number) if stop - first == 1 else spaced(self._table, first, stop)

    def row(self, number: int) -> int:
        """The element that the line's first text stands in."""
        return int(self._table.segment_owner[self.first[number]])

    def is_within(self, number: int, spans: Spans) -> bool:
        """Whether all of a line stands in one of some elements, or in several of them."""
        segments = slice(self.first[number], self.stop[number])
        owners = self._table.segment_owner[segments].tolist()
        characters = self._table.segment_characters[segments].tolist()
        return all(spans.hold(owner) for owner, count in zip(owners, characters, strict=True) if count)

    def of_segment(self, segment: int) -> int:
        """The number of the line that a segment stands in, or of the one before it."""
        return max(0, bisect_right(self.first, segment) - 1)

    def of_character(self, place: int) -> int:
        """The number of the line that a character of the page's text stands in, or of the one before it."""
        return max(0, bisect_right(self.starts, place) - 1)


def spaced(table: PageTable, start: int, stop: int) -> str:
    """The text of segments with blanks between them."""
    offset = table.segment_offset[start : stop + 1].tolist()
    return folded(" ".join(table.text[begin:end] for begin, end in pairwise(offset)))
