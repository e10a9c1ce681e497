"""The page table: a page as columns, one row per element, in document order.

Methods never walk a tree. The subtree of an element is the rows from its own up to ``end``, and a parent's row comes
before its children's, so sums over subtrees and the nearest marked ancestor take one pass over the rows. The parser
(``maintext.read``) fills the table; everything after it uses the table alone.
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
    Hiding,
    RowColumn,
    SegmentColumn,
    add_to_parents,
    attribute_at,
    attributes_at,
    count_around,
    find_nearest,
    first_with_tag,
    mark_tags,
    rows_with_tag,
)

Mask: TypeAlias = NDArray[np.bool_]
Ints: TypeAlias = NDArray[np.int64]

ROW_COLUMNS: Final = tuple(column.name.lower() for column in RowColumn)
SEGMENT_COLUMNS: Final = tuple(column.name.lower() for column in SegmentColumn)
_PARENT, _END, _ORIGIN = int(RowColumn.PARENT), int(RowColumn.END), int(RowColumn.ORIGIN)
_OPEN_END, _CLOSE_START = int(RowColumn.OPEN_END), int(RowColumn.CLOSE_START)
_SEGMENT_START, _SEGMENT_STOP = int(RowColumn.SEGMENT_START), int(RowColumn.SEGMENT_STOP)
_PLACE, _CHARACTERS = int(SegmentColumn.SEGMENT_PLACE), int(SegmentColumn.SEGMENT_CHARACTERS)
"""Numbers of columns. ``item`` reads one entry far quicker than an index does, and returns a plain number."""
_SAYS_HIDDEN: Final = Hiding.BY_ATTRIBUTE | Hiding.BY_ARIA | Hiding.BY_STYLE
_BODY: Final = tags.code_of("body")
_NAME: Final = re.compile(rb"<([^\t\n\f\r />]*)")
_PLAIN_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{,99}")
"""Paths have no longer ones: the identifier of an element would be in the path of each element in it."""
_MOST_STEPS: Final = 201
"""Of a path."""


class _Column:
    """A column of a table, converted on first access: extracting a text needs few of them.

    The table stores four bytes per number, which is less memory to read. Results computed from a column may be larger
    than its values, so the attribute has eight bytes per number.
    """

    def __init__(self, array: str, index: int, stop: int | None = None) -> None:
        """Use the row ``index`` of one of the table's two arrays, up to ``stop``."""
        self._array, self._index, self._stop = array, index, stop

    def __set_name__(self, owner: type, name: str) -> None:
        """Store the name of the attribute."""
        self._name = name

    def __get__(self, table: "PageTable", owner: type | None = None) -> Ints:
        """Convert the column and store it in the table, where the next access finds it."""
        column: Ints = getattr(table, self._array)[self._index, : self._stop].astype(np.int64)
        table.__dict__[self._name] = column
        return column


def _row_column(name: str) -> _Column:
    return _Column("row_columns", ROW_COLUMNS.index(name))


def _segment_column(name: str, stop: int | None = -1) -> _Column:
    return _Column("segment_columns", SEGMENT_COLUMNS.index(name), stop)


@dataclass(frozen=True, eq=False)
class PageTable:
    """The elements (rows) and texts (segments) of a page in document order.

    A segment is a run of text without a tag in it. Texts that are never visible (scripts, styles, templates, ...) have
    no segments.
    """

    source: bytes
    """The page's markup in UTF-8, as it was parsed. All byte ranges of rows refer to it."""
    encoded: bytes
    """The text of all segments, one after another, in UTF-8 and with references resolved."""
    tag: NDArray[np.int16]
    """The code of each element's name, see ``maintext.table.tags``."""
    rendered: Mask
    """Whether the text of a row is visible on the page."""
    hiding: NDArray[np.uint8]
    """What each row's own tag says about its visibility, as bits of ``Hiding``."""
    present_tags: bytes
    """For each code of a name 1 if the page has such elements, else 0."""
    linked_data_bytes: int
    """The length of the longest linked data script, in bytes."""
    noscript_bytes: int
    """The length of the content of all ``noscript`` elements, in bytes."""
    visible_characters: int
    """The number of visible characters on the page, without white space."""
    row_columns: NDArray[np.intc]
    """All of ``ROW_COLUMNS``: one array row per column, one entry per element."""
    segment_columns: NDArray[np.intc]
    """All of ``SEGMENT_COLUMNS``: one array row per column, one entry per segment and one more at the end."""
    text_source: str = "page"
    """``page`` if the text is what browsers with scripts show, ``noscript`` if it is what others show."""

    parent = _row_column("parent")
    """The row of the parent, -1 for the root."""
    end = _row_column("end")
    """The first row after the element's subtree."""
    level = _row_column("level")
    """The number of ancestors."""
    origin = _row_column("origin")
    """The byte offset of the tag with the element's name and attributes, -1 without one."""
    open_start = _row_column("open_start")
    """The byte offset of the start tag, or of the element's content if it has none."""
    open_end = _row_column("open_end")
    """The byte offset after the start tag; equal to ``open_start`` if it has none."""
    close_start = _row_column("close_start")
    """The byte offset of the end tag, or of the end of the content if it has none."""
    close_end = _row_column("close_end")
    """The byte offset after the end tag; equal to ``close_start`` if it has none."""
    segment_start = _row_column("segment_start")
    """The first segment of the element's subtree."""
    segment_stop = _row_column("segment_stop")
    """The first segment after the element's subtree."""
    characters = _row_column("characters")
    """The number of visible characters in the row's own segments."""
    punctuation = _row_column("punctuation")
    """The number of punctuation marks, see ``maintext.characters``, in the row's own segments."""
    tag_length = _row_column("tag_length")
    """The number of characters of the element's tags in well-formed markup, without its id, class and style."""
    class_start = _row_column("class_start")
    """The byte offset of the value of ``class``."""
    class_stop = _row_column("class_stop")
    """The byte offset after the value of ``class``; equal to ``class_start`` if it has none."""
    id_start = _row_column("id_start")
    """The byte offset of the value of ``id``."""
    id_stop = _row_column("id_stop")
    """The byte offset after the value of ``id``; equal to ``id_start`` if it has none."""
    mark_start = _row_column("mark_start")
    """The byte offset of the value of the tag's last ``itemprop``, ``itemtype`` or ``role``."""
    mark_stop = _row_column("mark_stop")
    """The byte offset after that value; equal to ``mark_start`` if there is none."""
    segment_owner = _segment_column("segment_owner")
    """The row of the element that directly contains the segment."""
    segment_line = _segment_column("segment_line")
    """The number of tags of block elements before the segment: segments with equal numbers are on one line."""
    segment_cell = _segment_column("segment_cell")
    """The number of tags of table cells before the segment: segments with equal numbers are in one cell."""
    segment_characters = _segment_column("segment_characters")
    """The number of visible characters in the segment."""
    segment_offset = _segment_column("segment_offset", None)
    """Where each segment begins in ``text``, in characters, and where the last one ends."""
    segment_place = _segment_column("segment_place", None)
    """Where each segment begins in ``encoded``, in bytes, and where the last one ends."""
    segment_source_start = _segment_column("segment_source_start")
    """The byte offset in ``source`` of the segment's text as the page writes it, with references and white space."""
    segment_source_stop = _segment_column("segment_source_stop")
    """The byte offset after it."""

    def __len__(self) -> int:
        """The number of elements."""
        return len(self.tag)

    @property
    def segment_count(self) -> int:
        """The number of segments."""
        return int(self.segment_columns.shape[1]) - 1

    @cached_property
    def text(self) -> str:
        """The text of all segments as characters."""
        return self.encoded.decode()

    @cached_property
    def hidden(self) -> Mask:
        """Whether the row's own tag says that it is hidden."""
        hidden: Mask = self.hiding & _SAYS_HIDDEN != 0
        return hidden

    @cached_property
    def in_link(self) -> Mask:
        """Rows that are an ``<a>`` or are inside one."""
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
        """The body and all rows in it; the whole page if there is no body (framesets)."""
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

    def rows_of(self, code: int) -> list[int]:
        """The rows whose element has the name with a code, in page order."""
        return rows_with_tag(self.tag, code) if self.present_tags[code] else []

    def first_of(self, code: int) -> int:
        """The first row whose element has the name with a code, -1 if there is none."""
        return first_with_tag(self.tag, code) if self.present_tags[code] else -1

    def subtree(self, column: NDArray[np.generic]) -> Ints:
        """For each row the sum of a column over its subtree, itself included."""
        sums = np.array(column, dtype=np.int64)
        add_to_parents(self._parent, sums)
        return sums

    def below(self, column: NDArray[np.generic]) -> Ints:
        """For each row the sum of a column over its subtree, without the row itself."""
        return self.subtree(column) - column.astype(np.int64)

    def coverage(self, marked: Mask) -> Ints:
        """For each row the number of marked rows among it and its ancestors."""
        counts = np.empty(len(self), dtype=np.int64)
        count_around(self._parent, marked.view(np.uint8), counts)
        return counts

    def inside(self, marked: Mask) -> Mask:
        """Rows that are marked or have a marked ancestor."""
        return self.coverage(marked) > 0

    def nearest(self, marked: Mask, at: Ints | None = None) -> Ints:
        """For each row the closest marked row among it and its ancestors, -1 if there is none.

        Args:
            marked: the rows to look for.
            at: the rows to return an answer for; by default all.
        """
        nearest = np.empty(len(self), dtype=np.int64)
        find_nearest(self._parent, marked.view(np.uint8), nearest)
        return nearest if at is None else nearest[at]

    @property
    def _parent(self) -> NDArray[np.intc]:
        parent: NDArray[np.intc] = self.row_columns[RowColumn.PARENT]
        return parent

    def name(self, row: int) -> str:
        """The element's name in lower case."""
        code = self.tag.item(row)
        if code != tags.OTHER:
            return tags.NAMES[code]
        found = _NAME.match(self.source, self.row_columns.item(_ORIGIN, row))
        return found[1].decode("utf-8", "replace").replace("\0", "\ufffd").lower() if found else ""

    def segments_of(self, row: int) -> range:
        """The segments of the row's subtree; reads no other row, unlike the columns."""
        item = self.row_columns.item
        return range(item(_SEGMENT_START, row), item(_SEGMENT_STOP, row))

    def parent_of(self, row: int) -> int:
        """The row of the parent, -1 for the root; reads no other row, unlike the column."""
        return self.row_columns.item(_PARENT, row)

    def end_of(self, row: int) -> int:
        """The first row after the element's subtree; reads no other row, unlike the column."""
        return self.row_columns.item(_END, row)

    def visible_in(self, segments: range) -> int:
        """The number of visible characters in some segments; few of them."""
        item = self.segment_columns.item
        return sum([item(_CHARACTERS, segment) for segment in segments])

    def attributes(self, row: int, wanted: frozenset[str] | None = None) -> Mapping[str, str]:
        """The element's attributes, all or the ``wanted`` ones; the first one counts if a name is repeated."""
        place = self.row_columns.item(_ORIGIN, row)
        return attributes_at(self.source, place, wanted) if place >= 0 else {}

    def attribute(self, row: int, name: str) -> str:
        """One attribute of an element, empty if missing; faster than ``attributes``."""
        place = self.row_columns.item(_ORIGIN, row)
        return attribute_at(self.source, place, name.encode()) if place >= 0 else ""

    def inner_markup(self, row: int) -> str:
        """The markup between the element's tags; for a script its code."""
        item = self.row_columns.item
        return self.source[item(_OPEN_END, row) : item(_CLOSE_START, row)].decode("utf-8", "replace")

    def text_of(self, row: int) -> str:
        """The text of the row's subtree with single spaces between words."""
        place, segment = self.segment_columns.item, self.row_columns.item
        start, stop = place(_PLACE, segment(_SEGMENT_START, row)), place(_PLACE, segment(_SEGMENT_STOP, row))
        return " ".join(self.encoded[start:stop].decode().split())

    def segment_text(self, segment: int) -> str:
        """The text of one segment."""
        place = self.segment_columns.item
        return self.encoded[place(_PLACE, segment) : place(_PLACE, segment + 1)].decode()

    def has_characters(self, segment: int) -> bool:
        """Whether a segment has text."""
        return self.segment_columns.item(_CHARACTERS, segment) != 0

    def path(self, row: int) -> str:
        """A readable CSS path of the row. It matches no other row, unless the page repeats ids or it has 201 steps.

        A page can have many elements in elements of great depth, so the steps to the outermost ones are left out then.
        """
        steps: list[str] = []
        known = self._known_steps
        while row >= 0 and len(steps) < _MOST_STEPS:
            if row not in known:
                known[row] = self._step(row)
            steps.append(known[row])
            row = int(self.parent[row])
        return " > ".join(reversed(steps))

    @cached_property
    def _known_steps(self) -> dict[int, str]:
        """The steps of the paths so far, by row."""
        return {}

    def _step(self, row: int) -> str:
        name = self.name(row)
        identifier = self.attributes(row).get("id", "")
        if _PLAIN_NAME.fullmatch(identifier) and _PLAIN_NAME.fullmatch(name):
            return f"{name}#{identifier}"
        if self.tag[row] != tags.OTHER:
            place, count = self.places_of_type[0][row], self.places_of_type[1][row]
            return name if count == 1 else f"{name}:nth-of-type({place})"
        place = self.places[0][row]
        return f"{name if _PLAIN_NAME.fullmatch(name) else ''}:nth-child({place})"

    @cached_property
    def places(self) -> tuple[Ints, Ints]:
        """For each row its position among its siblings, from 1, and the number of these siblings."""
        return _places_among_equals(self.parent)

    @cached_property
    def places_of_type(self) -> tuple[Ints, Ints]:
        """As ``places``, among the siblings of the same name."""
        return _places_among_equals(self.parent * len(tags.NAMES) + self.tag)


def _places_among_equals(key: Ints) -> tuple[Ints, Ints]:
    """For each row its position, from 1, among the rows with the same key, and the number of these rows."""
    _, group, size = np.unique(key, return_inverse=True, return_counts=True)
    order = np.argsort(group, kind="stable")
    place = np.empty(len(key), dtype=np.int64)
    place[order] = np.arange(len(key)) - np.repeat(np.cumsum(size) - size, size) + 1
    return place, size[group]
