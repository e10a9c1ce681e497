# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False
"""Several words looked for at once in the bytes of a page; as machine code where the package was built with a compiler.

The types are in ``search.pxd``. Four bytes at a time are looked up in a table, and then some are passed over: so few
that four bytes of every word are looked at, wherever it stands.
"""

from collections.abc import Iterable

import numpy as np

from maintext.table import Ints

FACTOR = 0x9E3779B1
SMALL = 0x20202020
SHIFT = 20
SLOTS = 1 << (32 - SHIFT)
ALL = 0xFFFFFFFF
ONE = 1
LARGE_A = 65
LARGE_Z = 90
FOUR = 4


class Words:
    """Words in lower case, to be found whatever the case; each has five bytes or more."""

    def __init__(self, words: Iterable[bytes]) -> None:
        """Put the last parts of each word into the table: many words begin alike."""
        self.words = tuple(words)
        self.step = min(map(len, self.words)) - FOUR + 1
        ends = [len(word) - FOUR for word in self.words]
        parts = [(number, end - back) for number, end in enumerate(ends) for back in range(self.step)]
        first, following = np.full(SLOTS, -1, dtype=np.int64), np.full(len(parts), -1, dtype=np.int64)
        for part, (number, offset) in enumerate(parts):
            slot = _slot(self.words[number], offset)
            following[part], first[slot] = first[slot], part
        self.first, self.following, self.is_in = first, following, (first >= 0).tobytes()
        self.number, self.offset = np.array(parts, dtype=np.int64).T.copy()

    def places(self, source: bytes) -> list[tuple[int, int]]:
        """The words that stand in the source and where: pairs of a place and the number of its word, in their order."""
        found: list[tuple[int, int]] = []
        self._find(source, 0, len(source), found)
        return sorted(found)

    def mark(self, source: bytes, start: Ints, stop: Ints, longest: int, marks: Ints) -> None:
        """Set in each row's marks the bits of the words that stand between its start and its stop.

        Args:
            source: the page.
            start: where each row's start tag begins.
            stop: where it ends.
            longest: bytes of a start tag that are searched.
            marks: of each row, the bits of the words in the order of their numbers.
        """
        found: list[tuple[int, int]] = []
        for row in range(len(marks)):
            self._find(source, start[row], min(stop[row], start[row] + longest), found)
            if found:
                for _, number in found:
                    marks[row] |= ONE << number
                found.clear()

    def _find(self, source: bytes, start: int, stop: int, found: list[tuple[int, int]]) -> None:
        """Add the words between two places."""
        if start < 0 or stop > len(source):
            return
        place = _next_hit(source, start, stop - FOUR, self.step, self.is_in)
        while place <= stop - FOUR:
            part = self.first[_slot(source, place)]
            while part >= 0:
                begin = place - self.offset[part]
                word = self.words[self.number[part]]
                if begin >= start and begin + len(word) <= stop and _stands_at(source, begin, word, len(word)):
                    found.append((begin, int(self.number[part])))
                part = self.following[part]
            place = _next_hit(source, place + self.step, stop - FOUR, self.step, self.is_in)


def _next_hit(source: bytes, place: int, last: int, step: int, is_in: bytes) -> int:
    """The next place up to the last whose four bytes are in the table.

    The caller has seen to it that there are four bytes at all places; a slot has as many bits as the table has entries.
    """
    while place <= last and not is_in[_slot(source, place)]:
        place += step
    return place


def _slot(source: bytes, place: int) -> int:
    """The slot in the table of the four bytes at a place, large letters as small ones."""
    four = source[place] | source[place + 1] << 8 | source[place + 2] << 16 | source[place + 3] << 24
    return ((four | SMALL) * FACTOR & ALL) >> SHIFT


def _stands_at(source: bytes, place: int, word: bytes, size: int) -> bool:
    """Whether a word of some size stands at a place, whatever the case; the caller has seen that there is room."""
    for each in range(size):
        byte = source[place + each]
        if byte != word[each] and not (LARGE_A <= byte <= LARGE_Z and (byte | 32) == word[each]):
            return False
    return True
