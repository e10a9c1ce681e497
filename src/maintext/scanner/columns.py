# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""The columns of the page table, filled from the nodes of a scan in document order."""

import threading

import cython
import numpy as np

from maintext import tags
from maintext.scanner import tables
from maintext.table import PageTable

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
    """The columns while they are filled: two arrays with a row a column, and the text where it has to be reordered.

    The arrays are kept twice, as NumPy knows them and as the machine code does: to change the one into the other
    costs more than to fill a short column. What is written is found by its number from where the columns begin, and
    the number of a row or segment is checked once for all of them.
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
        self.row_room = rows
        self.segment_room = segments
        self.row_cells = cython.address(self.rows[0, 0])
        self.tags = cython.address(self.tag[0])
        self.are_rendered = cython.address(self.rendered[0])
        self.are_hidden = cython.address(self.hidden[0])
        self.segment_cells = cython.address(self.segments[0, 0])
        self.row_count = self.segment_count = self.text_size = 0
        self.row = -1
        self.level = self.lines = self.cells = self.length = self.shown = 0
        self.linked_data_bytes = self.noscript_bytes = 0
        self.joins = False
        for name in range(NAMES):
            self.present[name] = 0


def read_page(page: bytes) -> PageTable:
    """Read a page in UTF-8. What was allocated for the last page of the same thread is used again."""
    scan = getattr(_spare, "scan", None)
    _spare.scan = None
    scan = Scan() if scan is None else scan
    scan.begin(page)
    table = _scanned(scan)
    if scan.release():
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
    columns.segments[OFFSET, columns.segment_count] = columns.length
    columns.segments[PLACE, columns.segment_count] = columns.text_size
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
        columns.linked_data_bytes,
        columns.noscript_bytes,
        columns.shown,
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
