"""Rows found by the names of their elements and by words in their start tags."""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from maintext.metadata.search import Words
from maintext.table import Ints, PageTable, tags

_CODES: Final = {
    tags.code_of(_name): _name for _name in "html base meta link title script svg h1 h2 h3 h4 time".split()
}
_IS_ASKED_FOR: Final = tags.lookup(frozenset(_CODES.values()))
"""The elements that choosers ask for."""
_WORDS: Final = Words(
    (
        b"itemprop", b"itemscope", b"itemtype", b"schema:", b" datetime=", b'title="19', b'title="20', b'"tag"',
        b' tag"', b"'tag'", b" tag'", b"author", b"byline", b"autor", b"writer", b"username", b"auteur", b"contributor",
        b"reporter", b"creator", b"vcard", b"redakt", b"/people/", b"/profile", b"/staff/", b"/members/", b"by-line",
        b"canonical", b"image_src", b"+json", b";json",
    )
)  # fmt: skip
"""The words that choosers ask for."""
_BITS_OF_WORDS: Final = {_word: 1 << _number for _number, _word in enumerate(_WORDS.words)}
_LONGEST: Final = 500
"""Bytes of a start tag that are searched; longer ones hold data for scripts."""


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a page that choosers may ask for, found in two passes over all of them.

    A word in a start tag is only a hint: the caller reads the attributes of the few rows that are left.
    """

    table: PageTable
    _spans: "dict[tuple[str, ...], Spans]" = field(default_factory=dict)

    def of(self, name: str) -> list[int]:
        """The rows of the elements with a name."""
        return self._named.get(name, [])

    @cached_property
    def _named(self) -> dict[str, list[int]]:
        rows = np.flatnonzero(_IS_ASKED_FOR[self.table.tag])
        found: dict[str, list[int]] = {}
        for row, code in zip(rows.tolist(), self.table.tag[rows].tolist(), strict=True):
            found.setdefault(_CODES[code], []).append(row)
        return found

    def naming(self, *words: bytes) -> list[int]:
        """The rows with one of the words, in lower case, anywhere in the start tag."""
        wanted = sum(_BITS_OF_WORDS[word] for word in words)
        return [row for row, marks in self._marked if marks & wanted]

    @cached_property
    def _marked(self) -> list[tuple[int, int]]:
        marks = np.zeros(len(self.table), dtype=np.int64)
        _WORDS.mark(self.table.source, self.table.open_start, self.table.open_end, _LONGEST, marks)
        rows = np.flatnonzero(marks)
        return list(zip(rows.tolist(), marks[rows].tolist(), strict=True))

    def spans_of(self, *names: str) -> "Spans":
        """Where the elements with these names stand."""
        if names not in self._spans:
            rows = np.flatnonzero(tags.lookup(frozenset(names))[self.table.tag])
            self._spans[names] = Spans(rows, self.table.end[rows])
        return self._spans[names]


class Spans:
    """Rows of elements with all that is in them."""

    def __init__(self, starts: Ints, ends: Ints) -> None:
        """Take the elements that stand in no other of them."""
        is_outer = np.ones(len(starts), dtype=bool)
        np.greater_equal(starts[1:], np.maximum.accumulate(ends)[:-1], out=is_outer[1:])
        self._starts: list[int] = starts[is_outer].tolist()
        self._ends: list[int] = ends[is_outer].tolist()

    def hold(self, row: int) -> bool:
        """Whether a row is one of the elements or stands in one."""
        number = bisect_right(self._starts, row) - 1
        return number >= 0 and row < self._ends[number]
