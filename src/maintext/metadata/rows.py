"""Rows found by words in their start tags."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from maintext.table import Ints, PageTable

_SHORTEST: Final = 8
"""Start tags of fewer bytes have no attribute that says anything."""
_LONGEST: Final = 500
"""Bytes of a start tag that are searched; longer ones hold data for scripts."""


@dataclass(frozen=True, eq=False)
class StartTags:
    """The start tags of a page, to be searched for words.

    They are put together in one row of bytes. Searching that for words is many times faster than reading the attributes
    of all rows. What is found is only a hint: the caller reads the attributes of the few rows that are left.
    """

    table: PageTable
    _known: dict[bytes, list[int]] = field(default_factory=dict)
    """Where each word stands that was asked for."""

    @cached_property
    def _rows(self) -> Ints:
        return np.flatnonzero(self.table.open_end - self.table.open_start >= _SHORTEST)

    @cached_property
    def _joined(self) -> bytes:
        starts = self.table.open_start[self._rows]
        spans = zip(starts.tolist(), (starts + self._lengths).tolist(), strict=True)
        return b"".join([self.table.source[start:stop] for start, stop in spans]).lower()

    @cached_property
    def _lengths(self) -> Ints:
        lengths: Ints = self.table.open_end[self._rows] - self.table.open_start[self._rows]
        return lengths.clip(max=_LONGEST)

    @cached_property
    def _ends(self) -> Ints:
        return np.cumsum(self._lengths)

    def naming(self, *words: bytes) -> list[int]:
        """Rows with one of the words, in lower case, anywhere in the start tag."""
        places = np.array([place for word in words for place in self._places(word)], dtype=np.int64)
        if not len(places):
            return []
        rows: list[int] = np.unique(self._rows[np.searchsorted(self._ends, places, side="right")]).tolist()
        return rows

    def _places(self, word: bytes) -> list[int]:
        if word not in self._known:
            self._known[word] = self._search(word)
        return self._known[word]

    def _search(self, word: bytes) -> list[int]:
        places = []
        place = self._joined.find(word)
        while place >= 0:
            places.append(place)
            place = self._joined.find(word, place + len(word))
        return places
