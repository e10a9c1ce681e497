"""The page table: a page as columns, a row an element, in document order.

A method never walks a tree. An element's subtree is the rows from its own up to ``end``, so a subtree's total is one
cumulative sum and one subtraction, and "the nearest ancestor that ..." is one sorted search. The table does not know
where it comes from: a reader (``maintext.read``) fills it, everything behind works on it alone.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext.support.cached_property import cached_property
from maintext.table import tags
from maintext.table._table import (
    RowColumn,
    SegmentColumn,
    add_to_parents,
    attribute_at,
    attributes_at,
    count_around,
    find_nearest,
    mark_tags,
)

Mask: TypeAlias = NDArray[np.bool_]
Ints: TypeAlias = NDArray[np.int64]

ROW_COLUMNS: Final = tuple(column.name.lower() for column in RowColumn)
SEGMENT_COLUMNS: Final = tuple(column.name.lower() for column in SegmentColumn)
_BODY: Final = tags.code_of("body")
_NAME: Final = re.compile(rb"<([^\t\n\f\r />]*)")
_PLAIN_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class _Column:
    """A row of one of the two arrays of a table, taken out when it is first asked for: few are on the way to a text.

    The arrays are of numbers of four bytes, which is half the memory to go through; what is reckoned with a column may
    be larger than what is in it, so a column has numbers of eight.
    """

    def __init__(self, array: str, number: int, stop: int | None = None) -> None:
        """Take the row with a number, up to a place."""
        self._array, self._number, self._stop = array, number, stop

    def __set_name__(self, owner: type, name: str) -> None:
        """Know under which name the column is kept."""
        self._name = name

    def __get__(self, table: "PageTable", owner: type | None = None) -> Ints:
        """The column; from now on the table has it as an attribute of its own."""
        column: Ints = getattr(table, self._array)[self._number, : self._stop].astype(np.int64)
        table.__dict__[self._name] = column
        return column


def _of_rows(name: str) -> _Column:
    return _Column("row_columns", ROW_COLUMNS.index(name))


def _of_segments(name: str, stop: int | None = -1) -> _Column:
    return _Column("segment_columns", SEGMENT_COLUMNS.index(name), stop)


@dataclass(frozen=True, eq=False)
class PageTable:
    """A page's elements (rows) and texts (segments) in document order.

    A segment is a run of text without a tag in it; ``segment_owner`` is the element it stands in directly. Texts that
    a reader never sees (scripts, styles, templates, ...) have no segments.
    """

    source: bytes
    """The page's markup in UTF-8, as the reader has it; the rows' spans are byte ranges in it."""
    encoded: bytes
    """The text of all segments, one behind the other, references resolved, in UTF-8."""
    tag: NDArray[np.int16]
    """Code of the element's name, see ``maintext.table.tags``."""
    rendered: Mask
    """Rows whose text a reader of the page can see."""
    hidden: Mask
    """Rows whose own tag says that they are not shown."""
    present_tags: bytes
    """For each code of a name, whether there are such elements: 1 or 0."""
    linked_data_bytes: int
    """The length of the longest script of linked data."""
    noscript_bytes: int
    """The length of all that stands in ``noscript``."""
    visible_characters: int
    """How many characters that are not white space the page shows."""
    row_columns: NDArray[np.intc]
    """What else is known of the rows: all of ``ROW_COLUMNS`` in one array."""
    segment_columns: NDArray[np.intc]
    """What is known of the segments, with one more entry than segments: all of ``SEGMENT_COLUMNS`` in one array."""
    text_source: str = "page"
    """``page`` for what readers with scripts see, ``noscript`` for what the others do."""

    parent = _of_rows("parent")
    """Row of the parent, -1 for the root."""
    end = _of_rows("end")
    """First row behind the element's subtree."""
    level = _of_rows("level")
    """Number of ancestors."""
    origin = _of_rows("origin")
    """Where the tag begins that gave the element its name and attributes, -1 if there is none."""
    open_start = _of_rows("open_start")
    open_end = _of_rows("open_end")
    close_start = _of_rows("close_start")
    close_end = _of_rows("close_end")
    """Byte ranges of the start tag and of the end tag; where no tag was written, the range is empty."""
    segment_start = _of_rows("segment_start")
    segment_stop = _of_rows("segment_stop")
    """The range of the segments in the element's subtree."""
    characters = _of_rows("characters")
    """Characters of the row's own segments that are not white space."""
    punctuation = _of_rows("punctuation")
    """Punctuation marks, Western and Chinese, in the row's own segments."""
    tag_length = _of_rows("tag_length")
    """Characters of the element's tags as well-formed markup has them, without its id, class and style."""
    class_start = _of_rows("class_start")
    class_stop = _of_rows("class_stop")
    id_start = _of_rows("id_start")
    id_stop = _of_rows("id_stop")
    """Byte ranges of the values of class and id, references as they were written; empty without one."""
    mark_start = _of_rows("mark_start")
    mark_stop = _of_rows("mark_stop")
    """The byte range of the value of the tag's last itemprop, itemtype or role; empty without one."""
    segment_owner = _of_segments("segment_owner")
    """The row of the element that a segment stands in directly."""
    segment_line = _of_segments("segment_line")
    segment_cell = _of_segments("segment_cell")
    """How many tags of blocks, and of table cells, stand before a segment: equal numbers are one line, one cell."""
    segment_characters = _of_segments("segment_characters")
    """Characters of a segment that are not white space."""
    segment_offset = _of_segments("segment_offset", None)
    """Where each segment begins in ``text``; one more entry than segments."""
    segment_place = _of_segments("segment_place", None)
    """Where each segment begins in ``encoded``; one more entry than segments."""

    def __len__(self) -> int:
        """The number of elements."""
        return len(self.tag)

    @cached_property
    def text(self) -> str:
        """The text of all segments as characters."""
        return self.encoded.decode()

    @cached_property
    def in_link(self) -> Mask:
        """Rows that are an ``<a>`` or stand in one."""
        return self.inside(self.is_link)

    @cached_property
    def is_link(self) -> Mask:
        """Rows that are an ``<a>``."""
        return self.has_tag(frozenset({"a"}))

    @cached_property
    def is_paragraph(self) -> Mask:
        """Rows that are a ``<p>``."""
        return self.has_tag(frozenset({"p"}))

    @cached_property
    def in_body(self) -> Mask:
        """The body and what is in it; the whole page where there is no body (framesets)."""
        if not self.present_tags[_BODY]:
            return np.ones(len(self), dtype=bool)
        inside = np.zeros(len(self), dtype=bool)
        body = (self.tag == _BODY).argmax()
        inside[body : self.row_columns[RowColumn.END, body]] = True
        return inside

    def has_tag(self, names: frozenset[str]) -> Mask:
        """Rows whose element has one of the names."""
        is_one = tags.lookup(names)
        marked = np.empty(len(self), dtype=bool)
        mark_tags(self.tag, is_one.view(np.uint8), marked.view(np.uint8))
        return marked

    def subtree(self, column: NDArray[np.generic]) -> Ints:
        """The sum of a column over each row and all below it."""
        sums = np.array(column, dtype=np.int64)
        add_to_parents(self._parent, sums)
        return sums

    def below(self, column: NDArray[np.generic]) -> Ints:
        """The sum of a column over all rows below each row, without the row itself."""
        return self.subtree(column) - column.astype(np.int64)

    def coverage(self, marked: Mask) -> Ints:
        """How many marked rows each row stands in, itself counted."""
        counts = np.empty(len(self), dtype=np.int64)
        count_around(self._parent, marked.view(np.uint8), counts)
        return counts

    def inside(self, marked: Mask) -> Mask:
        """Rows that are marked or stand below a marked one."""
        return self.coverage(marked) > 0

    def nearest(self, marked: Mask, at: Ints | None = None) -> Ints:
        """The closest marked row among each row and its ancestors, -1 where there is none.

        Args:
            marked: the rows to look for.
            at: the rows to answer for, all of them by default.
        """
        nearest = np.empty(len(self), dtype=np.int64)
        find_nearest(self._parent, marked.view(np.uint8), nearest)
        return nearest if at is None else nearest[at]

    @property
    def _parent(self) -> NDArray[np.intc]:
        parent: NDArray[np.intc] = self.row_columns[RowColumn.PARENT]
        return parent

    def name(self, row: int) -> str:
        """The element's name, in small letters."""
        if self.tag[row] != tags.OTHER:
            return tags.NAMES[int(self.tag[row])]
        found = _NAME.match(self.source, int(self.origin[row]))
        return found[1].decode("utf-8", "replace").replace("\0", "\ufffd").lower() if found else ""

    def attributes(self, row: int, wanted: frozenset[str] | None = None) -> Mapping[str, str]:
        """The element's attributes, all or the wanted ones, the first of each name."""
        place = int(self.origin[row])
        return attributes_at(self.source, place, wanted) if place >= 0 else {}

    def attribute(self, row: int, name: str) -> str:
        """One attribute of an element, empty without it; quicker than all of them."""
        place = int(self.origin[row])
        return attribute_at(self.source, place, name.encode()) if place >= 0 else ""

    def inner_markup(self, row: int) -> str:
        """What stands between the element's tags: for a script its code."""
        return self.source[int(self.open_end[row]) : int(self.close_start[row])].decode("utf-8", "replace")

    def text_of(self, row: int) -> str:
        """The text of the row's subtree, white space folded."""
        start, stop = self.segment_place[self.segment_start[row]], self.segment_place[self.segment_stop[row]]
        return " ".join(self.encoded[start:stop].decode().split())

    def path(self, row: int) -> str:
        """A CSS path that leads to the row, readable and (but for repeated ids) to it alone."""
        steps: list[str] = []
        while row >= 0:
            steps.append(self._step(row))
            row = int(self.parent[row])
        return " > ".join(reversed(steps))

    def _step(self, row: int) -> str:
        name = self.name(row)
        identifier = self.attributes(row).get("id", "")
        if _PLAIN_NAME.fullmatch(identifier) and _PLAIN_NAME.fullmatch(name):
            return f"{name}#{identifier}"
        if self.tag[row] != tags.OTHER:
            place, count = self._places_of_type[0][row], self._places_of_type[1][row]
            return name if count == 1 else f"{name}:nth-of-type({place})"
        place = self._places[0][row]
        return f"{name if _PLAIN_NAME.fullmatch(name) else ''}:nth-child({place})"

    @cached_property
    def _places(self) -> tuple[Ints, Ints]:
        return _places_among_equals(self.parent)

    @cached_property
    def _places_of_type(self) -> tuple[Ints, Ints]:
        return _places_among_equals(self.parent * len(tags.NAMES) + self.tag)


def _places_among_equals(key: Ints) -> tuple[Ints, Ints]:
    """For each row its place, from 1, among the rows with the same key, and how many they are."""
    _, group, size = np.unique(key, return_inverse=True, return_counts=True)
    order = np.argsort(group, kind="stable")
    place = np.empty(len(key), dtype=np.int64)
    place[order] = np.arange(len(key)) - np.repeat(np.cumsum(size) - size, size) + 1
    return place, size[group]
