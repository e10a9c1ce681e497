"""Rows found by words in their start tags."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext.table import Ints, PageTable


@dataclass(frozen=True, eq=False)
class StartTags:
    """The start tags of a page, to be searched for words.

    Searching the source for words is many times faster than reading the attributes of all rows. What is found is only
    a hint: the caller reads the attributes of the few rows that are left.
    """

    table: PageTable

    @cached_property
    def _folded(self) -> bytes:
        return self.table.source.lower()

    @cached_property
    def _order(self) -> Ints:
        return np.argsort(self.table.open_start, kind="stable")

    def naming(self, *words: bytes) -> list[int]:
        """Rows with one of the words, in lower case, anywhere in the start tag."""
        places = np.array([place for word in words for place in self._places(word)], dtype=np.int64)
        if not len(places) or not len(self.table):
            return []
        order = np.searchsorted(self.table.open_start[self._order], places, side="right") - 1
        rows = self._order[np.maximum(order, 0)]
        inside = (self.table.open_start[rows] <= places) & (places < self.table.open_end[rows])
        found: list[int] = np.unique(rows[inside]).tolist()
        return found

    def _places(self, word: bytes) -> list[int]:
        places = []
        place = self._folded.find(word)
        while place >= 0:
            places.append(place)
            place = self._folded.find(word, place + len(word))
        return places
