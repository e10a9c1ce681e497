# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""The columns of the page table, filled from the nodes of a scan in document order."""

import threading

import cython
import numpy as np

from maintext import tags
from maintext.scanner import tables
from maintext.table import PageTable

TAGS = tables.TAGS
TAG_FLAGS = tables.TAG_FLAGS
NAMES = len(tags.NAMES)
SCRIPT_TAG = tags.code_of("script")
NOSCRIPT_TAG = tags.code_of("noscript")
_spare = threading.local()


class Columns:
    """The columns while they are filled: two arrays with a row a column, and the text where it has to be reordered.

    The arrays are kept twice, as NumPy knows them and as the machine code does: to change the one into the other
    costs more than to fill a short column.
    """

    def __init__(self, rows: int, segments: int, text: int) -> None:
        """Make room for so many rows and segments, and for so many bytes of text."""
        self.rows = self.row_array = np.empty((ROW_COLUMNS, rows), dtype=np.intc)
        self.tag = self.tag_array = np.empty(rows, dtype=np.int16)
        self.rendered_array = np.empty(rows, dtype=np.bool_)
        self.rendered = self.rendered_array.view(np.ubyte)
        self.hidden_array = np.empty(rows, dtype=np.bool_)
        self.hidden = self.hidden_array.view(np.ubyte)
        self.segments = self.segment_array = np.empty((SEGMENT_COLUMNS, segments + 1), dtype=np.intc)
        if text:
            self.text = np.empty(text, dtype=np.ubyte)
        self.row_count = self.segment_count = self.text_size = 0
        self.row = -1
        self.lines = self.cells = self.length = self.script_bytes = self.noscript_bytes = 0
        self.joins = False
        for name in range(MOST_NAMES):
            self.present[name] = 0


def read_page(page: bytes) -> PageTable:
    """Read a page in UTF-8. What was allocated for the last page of the same thread is used again."""
    scan = getattr(_spare, "scan", None)
    _spare.scan = None
    scan = Scan() if scan is None else scan
    scan.begin(page)
    table = _scanned(scan)
    scan.release()
    _spare.scan = scan
    return table


def _scanned(scan: Scan) -> PageTable:
    with cython.nogil:
        build(scan)
        if scan.moved:
            _put_in_order(scan)
    columns = Columns(scan.count - scan.texts, scan.texts, scan.text_size if scan.moved else 0)
    with cython.nogil:
        _fill(scan, columns)
    return _table(scan, columns)


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
        if scan.nodes[node].first >= 0:
            node = scan.nodes[node].first
            continue
        while node >= 0 and scan.nodes[node].next < 0:
            node = scan.nodes[node].parent
        if node >= 0:
            node = scan.nodes[node].next
    scan.ordered = at
    return 0


def _fill(scan: Scan, columns: Columns) -> int:
    """Go through the nodes in document order; from here on, ``first`` of a node is its row."""
    count = scan.ordered if scan.moved else scan.count
    for at in range(count):
        node = scan.order[at] if scan.moved else at
        above = scan.nodes[node].parent
        parent = scan.nodes[above].first if above >= 0 else -1
        while columns.row != parent:
            _close_row(columns)
        if scan.nodes[node].is_text:
            _add_segment(scan, columns, node, parent)
        else:
            _add_row(scan, columns, node, parent)
    while columns.row >= 0:
        _close_row(columns)
    columns.segments[OFFSET, columns.segment_count] = columns.length
    columns.segments[PLACE, columns.segment_count] = columns.text_size
    return 0


def _add_row(scan: Scan, columns: Columns, node: int, parent: int) -> int:
    """Fill the row of an element, but for what is known only when it is closed."""
    row = columns.row_count
    element = cython.address(scan.nodes[node])
    element.first = row
    flags = FLAGS[element.name]
    columns.tag[row] = TAGS[element.name]
    columns.present[columns.tag[row]] = 1
    close = element.close_start if element.close_start >= 0 else scan.size
    if columns.tag[row] == SCRIPT_TAG:
        columns.script_bytes = max(columns.script_bytes, close - element.open_end)
    elif columns.tag[row] == NOSCRIPT_TAG:
        columns.noscript_bytes += close - element.open_end
    columns.rendered[row] = not flags & UNRENDERED and (parent < 0 or columns.rendered[parent])
    columns.rows[PARENT, row] = parent
    columns.rows[LEVEL, row] = columns.rows[LEVEL, parent] + 1 if parent >= 0 else 0
    columns.rows[ORIGIN, row] = element.origin
    columns.rows[OPEN_START, row] = element.open_start
    columns.rows[OPEN_END, row] = element.open_end
    columns.rows[CLOSE_START, row] = close
    columns.rows[CLOSE_END, row] = element.close_end if element.close_start >= 0 else scan.size
    columns.rows[SEGMENT_START, row] = columns.segment_count
    columns.rows[CHARACTERS, row] = columns.rows[PUNCTUATION, row] = 0
    columns.rows[TAG_LENGTH, row] = element.tag_length
    columns.rows[CLASS_START, row] = element.class_start
    columns.rows[CLASS_STOP, row] = element.class_stop
    columns.rows[ID_START, row] = element.id_start
    columns.rows[ID_STOP, row] = element.id_stop
    columns.rows[MARK_START, row] = element.mark_start
    columns.rows[MARK_STOP, row] = element.mark_stop
    columns.hidden[row] = element.hidden
    columns.row = row
    columns.row_count += 1
    columns.joins = False
    if flags & BLOCK:
        columns.lines += 1
    if flags & CELL:
        columns.cells += 1
    return 0


def _close_row(columns: Columns) -> int:
    """Fill what is known only at the end of an element; its end tag counts like its start tag."""
    row = columns.row
    flags = TAG_FLAGS[columns.tag[row]]
    columns.rows[END, row] = columns.row_count
    columns.rows[SEGMENT_STOP, row] = columns.segment_count
    columns.row = columns.rows[PARENT, row]
    columns.joins = False
    if flags & VOID:
        return 0
    if flags & BLOCK:
        columns.lines += 1
    if flags & CELL:
        columns.cells += 1
    return 0


def _add_segment(scan: Scan, columns: Columns, node: int, owner: int) -> int:
    """Add a text: to the segment before if no tag and no comment stands in between."""
    if not columns.rendered[owner]:
        return 0
    text = cython.address(scan.nodes[node])
    size = text.open_end - text.open_start
    if not columns.joins or text.apart:
        segment = columns.segment_count
        columns.segments[OWNER, segment] = owner
        columns.segments[LINE, segment] = columns.lines
        columns.segments[CELLS, segment] = columns.cells
        columns.segments[OFFSET, segment] = columns.length
        columns.segments[PLACE, segment] = columns.text_size
        columns.segments[SEGMENT_CHARACTERS, segment] = 0
        columns.segment_count += 1
    if scan.moved and size > 0:
        _copy_text(scan, columns, text.open_start, text.open_end)
    columns.text_size += size
    columns.length += text.length
    columns.segments[SEGMENT_CHARACTERS, columns.segment_count - 1] += text.characters
    columns.rows[CHARACTERS, owner] += text.characters
    columns.rows[PUNCTUATION, owner] += text.marks
    columns.joins = True
    return 0


def _copy_text(scan: Scan, columns: Columns, start: int, stop: int) -> int:
    """Copy a text to where it stands in document order."""
    columns.text[columns.text_size : columns.text_size + stop - start] = scan.text[start:stop]
    return 0


def _table(scan: Scan, columns: Columns) -> PageTable:
    """The page table of filled columns."""
    rows = columns.row_array
    segments = columns.segment_array
    if columns.row_count < scan.count - scan.texts:
        rows = rows[:, : columns.row_count].copy()
    if columns.segment_count < scan.texts:
        segments = segments[:, : columns.segment_count + 1].copy()
    return PageTable(
        scan.page,
        _encoded(scan, columns),
        columns.tag_array[: columns.row_count],
        columns.rendered_array[: columns.row_count],
        columns.hidden_array[: columns.row_count],
        PyBytes_FromStringAndSize(cython.cast(cython.p_char, columns.present), NAMES),
        columns.script_bytes,
        columns.noscript_bytes,
        rows,
        segments,
    )


def _encoded(scan: Scan, columns: Columns) -> bytes:
    """The text as bytes of its own."""
    if columns.text_size == 0:
        return b""
    last = columns.text_size - 1
    if scan.moved:
        return PyBytes_FromStringAndSize(
            cython.cast(cython.p_char, cython.address(columns.text[last]) - last), last + 1
        )
    return PyBytes_FromStringAndSize(cython.cast(cython.p_char, cython.address(scan.text[last]) - last), last + 1)
