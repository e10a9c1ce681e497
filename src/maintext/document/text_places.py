"""Where in the page each character of a text comes from.

The text has the visible characters of the selected segments, in the same order; only white space differs. So the n-th
visible character of the text is the n-th visible character of the segments, and one search finds it.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from maintext.characters import WHITE_SPACE, code_points
from maintext.support.cached_property import cached_property
from maintext.table import Ints, Mask, PageTable

_IS_VISIBLE: Final = np.ones(0x10000, dtype=bool)
"""For each code point of the basic plane whether it is a visible character."""
_IS_VISIBLE[[ord(character) for character in WHITE_SPACE]] = False


def visible_places(text: str) -> Ints:
    """The places of the visible characters of a text."""
    return np.flatnonzero(_IS_VISIBLE[code_points(text)])


class SegmentPlace(NamedTuple):
    """A visible character of a segment."""

    segment: int
    number: int
    """Its number among the visible characters of the segment, from 0."""


@dataclass(frozen=True, eq=False)
class TextPlaces:
    """A text and the segments that it was written from."""

    text: str
    table: PageTable
    keep: Mask
    """The segments that were written."""
    added: tuple[tuple[int, int], ...] = ()
    """Ranges of the text that come from no segment, such as bylines. A headline before all else need not be listed."""

    @cached_property
    def _in_text(self) -> Ints:
        """The places in the text of the visible characters that come from segments."""
        places = visible_places(self.text)
        if self.added:
            starts, stops = np.array(self.added).T
            inside = np.searchsorted(starts, places, side="right") - 1
            places = places[(inside < 0) | (places >= stops[inside])]
        return places[max(0, len(places) - len(self._in_table)) :]

    @cached_property
    def _in_table(self) -> Ints:
        """The places in the table's text of the visible characters of the kept segments."""
        lengths = np.diff(self.table.segment_offset)
        places = visible_places(self.table.text)
        return places[np.repeat(self.keep, lengths)[places]]

    def offset_of(self, segment: int) -> int:
        """Where the text of a segment, or else the next text, begins in the text."""
        number = int(np.searchsorted(self._in_table, self.table.segment_offset[segment]))
        return int(self._in_text[number]) if number < len(self._in_text) else len(self.text)

    def first_at(self, start: int) -> SegmentPlace | None:
        """The first visible character at or after a place in the text that comes from a segment."""
        return self._place(int(np.searchsorted(self._in_text, start)))

    def last_before(self, stop: int) -> SegmentPlace | None:
        """The last visible character before a place in the text that comes from a segment."""
        return self._place(int(np.searchsorted(self._in_text, stop)) - 1)

    def _place(self, number: int) -> SegmentPlace | None:
        if not 0 <= number < min(len(self._in_table), len(self._in_text)):
            return None
        offset = self._in_table[number]
        segment = int(np.searchsorted(self.table.segment_offset, offset, side="right")) - 1
        first = int(np.searchsorted(self._in_table, self.table.segment_offset[segment]))
        return SegmentPlace(segment, number - first)
