# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""The columns of the page table, filled from the nodes of a scan in document order."""

import threading
from typing import Any

import cython
import numpy as np

from maintext.read import html_rules as tables
from maintext.support.buffer import borrow, give_back
from maintext.table import PageTable, tags

for _name, _tag in enumerate(tables.TAGS.tolist()):
    TAGS[_name] = _tag
for _tag, _flags in enumerate(tables.TAG_FLAGS.tolist()):
    TAG_FLAGS[_tag] = _flags
NAMES = len(tags.NAMES)
SCRIPT_TAG = tags.code_of("script")
NOSCRIPT_TAG = tags.code_of("noscript")
_LINKED_DATA = b"ld+json"
LINKED_DATA = _LINKED_DATA
LINKED_DATA_SIZE = len(_LINKED_DATA)
PLUS_AT = _LINKED_DATA.index(b"+")
_spare = threading.local()


class Columns:
    """The columns while they are filled, one behind the other in one piece of memory, and the text if it has moved.

    The memory is asked for without the interpreter's lock, so that other threads need not wait for a page's columns.
    NumPy sees it as a buffer. What is written is found by its number from where a column begins, and the number of a
    row or segment is checked once for all of them.
    """

    def __dealloc__(self) -> None:
        """Give the memory back."""
        PyMem_RawFree(self.memory)

    @cython.locals(buffer="Py_buffer*", flags=cython.int)
    def __getbuffer__(self, buffer: object, flags: int) -> None:
        """The memory, to be written to."""
        PyBuffer_FillInfo(buffer, self, self.memory, self.size, False, flags)

    def table(self, scan: Scan) -> PageTable:
        """The page table of filled columns."""
        rows = self._array((ROW_COLUMNS, self.row_room), np.intc, self.row_cells)
        segments = self._array((SEGMENT_COLUMNS, self.segment_room + 1), np.intc, self.segment_cells)
        if self.row_count < self.row_room:
            rows = rows[:, : self.row_count].copy()
        if self.segment_count < self.segment_room:
            segments = segments[:, : self.segment_count + 1].copy()
        text = self.text if scan.moved else cython.address(scan.text[0])
        return PageTable(
            scan.page,
            PyBytes_FromStringAndSize(cython.cast(cython.p_char, text), self.text_size),
            self._array(self.row_count, np.int16, self.tags),
            self._array(self.row_count, np.bool_, self.are_rendered),
            self._array(self.row_count, np.bool_, self.are_hidden),
            PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.present), NAMES),
            self.linked_data_bytes,
            self.noscript_bytes,
            self.shown,
            rows,
            segments,
        )

    def _array(self, shape: int | tuple[int, int], kind: type, place: object) -> Any:
        """The columns from a place on, as NumPy sees them."""
        memory: Any = self
        before = cython.cast(cython.p_char, place) - cython.cast(cython.p_char, self.memory)
        return np.ndarray(shape, kind, memory, before)


def _make_room(columns: Columns, rows: int, segments: int, text: int) -> int:
    """Make room for so many rows and segments, and for so many bytes of text; columns of larger numbers come first."""
    row_cells = rows * ROW_COLUMNS
    segment_cells = (segments + 1) * SEGMENT_COLUMNS
    numbers = (row_cells + segment_cells) * cython.sizeof(cython.int)
    columns.size = numbers + rows * (cython.sizeof(cython.short) + 2) + text
    columns.memory = PyMem_RawMalloc(columns.size)
    if columns.memory == cython.NULL:
        with cython.gil:
            raise MemoryError(columns.size)
    columns.row_cells = cython.cast(cython.p_int, columns.memory)
    columns.segment_cells = columns.row_cells + row_cells
    columns.tags = cython.cast(cython.p_short, columns.segment_cells + segment_cells)
    columns.are_rendered = cython.cast(cython.p_uchar, columns.tags + rows)
    columns.are_hidden = columns.are_rendered + rows
    columns.text = columns.are_hidden + rows
    columns.row_room = rows
    columns.segment_room = segments
    columns.text_room = text
    columns.row = -1
    return 0


def read_page(page: bytes) -> PageTable:
    """Read a page in UTF-8. What was allocated for the last page of the same thread is used again.

    A page that needed far more leaves what there was before it.
    """
    block = borrow()
    scan = getattr(_spare, "scan", None)
    _spare.scan = None
    scan = Scan() if scan is None else scan
    scan.begin(page, block)
    table = _scanned(scan)
    if give_back(scan.release()):
        _spare.scan = scan
    else:
        give_back(block)
    return table


def _scanned(scan: Scan) -> PageTable:
    columns = Columns()
    with cython.nogil:
        build(scan)
        if scan.moved:
            _put_in_order(scan)
        _make_room(columns, scan.count - scan.texts, scan.texts, scan.text_size if scan.moved else 0)
        _fill(scan, columns)
    return columns.table(scan)


def _put_in_order(scan: Scan) -> int:
    """List the nodes in document order."""
    if scan.order.shape[0] < scan.count:
        with cython.gil:
            scan.order = np.empty(scan.nodes.shape[0], dtype=np.intc)
    at = 0
    node = scan.html
    while node >= 0:
        scan.order[at] = node
        at += 1
        if scan.links[node].first >= 0:
            node = scan.links[node].first
            continue
        while node >= 0 and scan.links[node].next < 0:
            node = scan.nodes[node].parent
        if node >= 0:
            node = scan.links[node].next
    scan.ordered = at
    return 0


def _fill(scan: Scan, columns: Columns) -> int:
    """Go through the nodes in document order."""
    count = scan.ordered if scan.moved else scan.count
    if scan.count > scan.nodes.shape[0]:
        return _fail(scan.count)
    nodes = cython.address(scan.nodes[0])
    for at in range(count):
        node = cython.address(scan.nodes[scan.order[at]]) if scan.moved else nodes + at
        if node.parent >= scan.count:
            return _fail(node.parent)
        parent = nodes[node.parent].row if node.parent >= 0 else -1
        while columns.row != parent:
            _close_row(columns)
        if node.is_text:
            _add_segment(scan, columns, node, parent)
        else:
            _add_row(scan, columns, node, parent)
    while columns.row >= 0:
        _close_row(columns)
    if columns.segment_count > columns.segment_room:
        return _fail(columns.segment_count)
    cell = columns.segment_cells + columns.segment_count
    cell[OFFSET * (columns.segment_room + 1)] = columns.length
    cell[PLACE * (columns.segment_room + 1)] = columns.text_size
    return 0


def _add_row(scan: Scan, columns: Columns, element: Node, parent: int) -> int:
    """Fill the row of an element, but for what is known only when it is closed."""
    row = columns.row_count
    size = columns.row_room
    if row >= size:
        return _fail(row)
    element.row = row
    start = cython.address(scan.starts[element.start])
    flags = FLAGS[element.name]
    tag = TAGS[element.name]
    close_start, close_end = element.close_start, element.close_end
    if close_start < 0:
        close_start = close_end = scan.size
    if tag == SCRIPT_TAG and _is_linked_data(scan, element.open_start, element.open_end):
        columns.linked_data_bytes = max(columns.linked_data_bytes, close_start - element.open_end)
    elif tag == NOSCRIPT_TAG:
        columns.noscript_bytes += close_start - element.open_end
    columns.present[tag] = 1
    columns.tags[row] = tag
    columns.are_rendered[row] = not flags & UNRENDERED and (parent < 0 or columns.are_rendered[parent])
    columns.are_hidden[row] = element.hidden
    cell = columns.row_cells + row
    cell[PARENT * size] = parent
    cell[LEVEL * size] = columns.level
    cell[ORIGIN * size] = start.origin
    cell[OPEN_START * size] = element.open_start
    cell[OPEN_END * size] = element.open_end
    cell[CLOSE_START * size] = close_start
    cell[CLOSE_END * size] = close_end
    cell[SEGMENT_START * size] = columns.segment_count
    cell[CHARACTERS * size] = cell[PUNCTUATION * size] = 0
    cell[TAG_LENGTH * size] = start.tag_length
    cell[CLASS_START * size] = start.class_start
    cell[CLASS_STOP * size] = start.class_stop
    cell[ID_START * size] = start.id_start
    cell[ID_STOP * size] = start.id_stop
    cell[MARK_START * size] = start.mark_start
    cell[MARK_STOP * size] = start.mark_stop
    columns.row = row
    columns.row_count = row + 1
    columns.level += 1
    columns.joins = False
    columns.lines += flags & BLOCK != 0
    columns.cells += flags & CELL != 0
    return 0


def _is_linked_data(scan: Scan, start: int, stop: int) -> bool:
    """Whether a start tag says that a script is linked data: it has ``ld+json`` in it."""
    plus = find_before(scan, ord("+"), start, stop)
    while plus < stop:
        place = plus - PLUS_AT
        if start <= place and place + LINKED_DATA_SIZE <= stop:
            at = 0
            while at < LINKED_DATA_SIZE and scan.data[place + at] | 32 == LINKED_DATA[at] | 32:
                at += 1
            if at == LINKED_DATA_SIZE:
                return True
        plus = find_before(scan, ord("+"), plus + 1, stop)
    return False


def _close_row(columns: Columns) -> int:
    """Fill what is known only at the end of an element; its end tag counts like its start tag."""
    row = columns.row
    if row < 0:
        return _fail(row)
    flags = TAG_FLAGS[columns.tags[row]]
    size = columns.row_room
    cell = columns.row_cells + row
    cell[END * size] = columns.row_count
    cell[SEGMENT_STOP * size] = columns.segment_count
    columns.row = cell[PARENT * size]
    columns.level -= 1
    columns.joins = False
    if not flags & VOID:
        columns.lines += flags & BLOCK != 0
        columns.cells += flags & CELL != 0
    return 0


def _add_segment(scan: Scan, columns: Columns, text: Node, owner: int) -> int:
    """Add a text: to the segment before if no tag and no comment stands in between."""
    segment = columns.segment_count
    if owner < 0 or segment >= columns.segment_room:
        return _fail(segment)
    if not columns.are_rendered[owner]:
        return 0
    size = columns.segment_room + 1
    if columns.joins and not text.apart:
        columns.segment_cells[SEGMENT_CHARACTERS * size + segment - 1] += text.characters
    else:
        cell = columns.segment_cells + segment
        cell[OWNER * size] = owner
        cell[LINE * size] = columns.lines
        cell[CELLS * size] = columns.cells
        cell[OFFSET * size] = columns.length
        cell[PLACE * size] = columns.text_size
        cell[SEGMENT_CHARACTERS * size] = text.characters
        columns.segment_count = segment + 1
    size = columns.row_room
    cell = columns.row_cells + owner
    cell[CHARACTERS * size] += text.characters
    cell[PUNCTUATION * size] += text.marks
    if scan.moved and text.open_end > text.open_start:
        _copy_text(scan, columns, text.open_start, text.open_end)
    columns.text_size += text.open_end - text.open_start
    columns.length += text.length
    columns.shown += text.characters
    columns.joins = True
    return 0


def _fail(place: int) -> int:
    with cython.gil:
        raise IndexError(place)


def _copy_text(scan: Scan, columns: Columns, start: int, stop: int) -> int:
    """Copy a text to where it stands in document order."""
    if start < 0 or stop > scan.text.shape[0] or columns.text_size + stop - start > columns.text_room:
        return _fail(stop)
    memcpy(columns.text + columns.text_size, cython.address(scan.text[start]), stop - start)
    return 0
