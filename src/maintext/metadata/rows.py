"""Rows found by the names of their elements and by words in their start tags."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext import tags
from maintext.metadata.search import Words
from maintext.table import Ints, PageTable

_NAMES: Final = "html base meta link title script svg h1 h2 h3 h4 time".split()
"""The elements that choosers ask for."""
_BIT_OF_CODE: Final = np.zeros(len(tags.NAMES), dtype=np.uint32)
_BIT_OF_CODE[[tags.code_of(_name) for _name in _NAMES]] = [1 << _number for _number in range(len(_NAMES))]
_BITS_OF_NAMES: Final = {_name: int(_BIT_OF_CODE[tags.code_of(_name)]) for _name in _NAMES}
_WORDS: Final = Words(
    (
        b"itemprop", b"itemscope", b"itemtype", b"schema:", b" datetime=", b'title="19', b'title="20', b'"tag"', b' tag"', b"'tag'", b" tag'",
       
        b"author", b"byline", b"autor", b"writer", b"username", b"auteur", b"contributor", b"reporter", b"creator",
        b"vcard", b"redakt", b"/people/", b"/profile", b"/staff/", b"/members/", b"by-line",
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

    def of(self, *names: str) -> list[int]:
        """The rows of the elements with these names."""
        rows, bits = self._named
        return _with_any(rows, bits, sum(_BITS_OF_NAMES[name] for name in names))

    @cached_property
    def _named(self) -> tuple[Ints, NDArray[np.uint32]]:
        bits = _BIT_OF_CODE[self.table.tag]
        rows = np.flatnonzero(bits)
        return rows, bits[rows]

    def naming(self, *words: bytes) -> list[int]:
        """The rows with one of the words, in lower case, anywhere in the start tag."""
        rows, marks = self._marked
        return _with_any(rows, marks, sum(_BITS_OF_WORDS[word] for word in words))

    @cached_property
    def _marked(self) -> tuple[Ints, NDArray[np.uint64]]:
        marks = np.zeros(len(self.table), dtype=np.uint64)
        _WORDS.mark(self.table.source, self.table.open_start, self.table.open_end, _LONGEST, marks)
        rows = np.flatnonzero(marks)
        return rows, marks[rows]


def _with_any(rows: Ints, bits: NDArray[np.unsignedinteger], wanted: int) -> list[int]:
    found: list[int] = rows[(bits & bits.dtype.type(wanted)) != 0].tolist()
    return found
