"""The columns of the page table, filled from the nodes of a parser in document order."""

cdef int NAMES = len(tags.NAMES)
cdef int SCRIPT_TAG = tags.code_of("script")
cdef int NOSCRIPT_TAG = tags.code_of("noscript")
_LINKED_DATA = b"ld+json"
cdef const unsigned char* LINKED_DATA = _LINKED_DATA
cdef int LINKED_DATA_SIZE = len(_LINKED_DATA)
cdef int PLUS_AT = _LINKED_DATA.index(b"+")
# Indexed by the number of a name, and by a code of the page table.
cdef short[MOST_NAMES] TAGS
cdef unsigned int[MOST_NAMES] TAG_FLAGS
for _name, _tag in enumerate(html_rules.TAGS.tolist()):
    TAGS[_name] = _tag
for _tag, _flags in enumerate(html_rules.TAG_FLAGS.tolist()):
    TAG_FLAGS[_tag] = _flags


cdef class ColumnWriter:
    """The columns while they are filled, one after the other in one piece of memory, and the text if it has moved.

    The memory is allocated without the interpreter's lock, so that other threads need not wait for a page's columns.
    NumPy sees it as a buffer. An entry is found by its offset from the start of a column, and the number of a row or
    segment is checked once for all columns.
    """

    cdef void* memory
    cdef Py_ssize_t size
    cdef Py_ssize_t row_capacity
    cdef Py_ssize_t segment_capacity
    cdef Py_ssize_t text_capacity
    cdef int* row_cells
    cdef int* segment_cells
    cdef short* tags
    cdef unsigned char* are_rendered
    cdef unsigned char* hiding
    cdef unsigned char* text
    cdef int row_count
    cdef int segment_count
    cdef int text_size
    cdef int row
    cdef int level
    cdef int lines
    cdef int cells
    cdef int length
    cdef int linked_data_bytes
    cdef int shown
    cdef long long noscript_bytes
    cdef bint joins
    cdef unsigned char[MOST_NAMES] present

    def __dealloc__(self):
        """Free the memory."""
        PyMem_RawFree(self.memory)

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        """The memory, writable."""
        PyBuffer_FillInfo(buffer, self, self.memory, self.size, False, flags)

    cdef object table(self, Parser parser):
        """The page table of filled columns."""
        cdef object rows = self.array((ROW_COLUMN_COUNT, self.row_capacity), np.intc, self.row_cells)
        cdef object segments = self.array(
            (SEGMENT_COLUMN_COUNT, self.segment_capacity + 1), np.intc, self.segment_cells
        )
        cdef unsigned char* text = self.text if parser.moved else &parser.text[0]
        if self.row_count < self.row_capacity:
            rows = rows[:, : self.row_count].copy()
        if self.segment_count < self.segment_capacity:
            segments = segments[:, : self.segment_count + 1].copy()
        return PageTable(
            parser.page,
            PyBytes_FromStringAndSize(<char*> text, self.text_size),
            self.array(self.row_count, np.int16, self.tags),
            self.array(self.row_count, np.bool_, self.are_rendered),
            self.array(self.row_count, np.uint8, self.hiding),
            PyBytes_FromStringAndSize(<char*> self.present, NAMES),
            self.linked_data_bytes,
            self.noscript_bytes,
            self.shown,
            rows,
            segments,
        )

    cdef object array(self, object shape, object kind, void* place):
        """The columns from an address on, as a NumPy array."""
        return np.ndarray(shape, kind, self, <char*> place - <char*> self.memory)


cdef int reserve(ColumnWriter columns, Py_ssize_t rows, Py_ssize_t segments, Py_ssize_t text) except -1 nogil:
    """Allocate columns for these numbers of rows, segments and bytes of text; columns of larger numbers come first."""
    cdef Py_ssize_t row_cells, segment_cells, numbers
    row_cells = rows * ROW_COLUMN_COUNT
    segment_cells = (segments + 1) * SEGMENT_COLUMN_COUNT
    numbers = (row_cells + segment_cells) * sizeof(int)
    columns.size = numbers + rows * (sizeof(short) + 2) + text
    columns.memory = PyMem_RawMalloc(columns.size)
    if columns.memory == NULL:
        with gil:
            raise MemoryError(columns.size)
    columns.row_cells = <int*> columns.memory
    columns.segment_cells = columns.row_cells + row_cells
    columns.tags = <short*> (columns.segment_cells + segment_cells)
    columns.are_rendered = <unsigned char*> (columns.tags + rows)
    columns.hiding = columns.are_rendered + rows
    columns.text = columns.hiding + rows
    columns.row_capacity = rows
    columns.segment_capacity = segments
    columns.text_capacity = text
    columns.row = -1
    return 0


cdef int put_in_order(Parser parser) except -1 nogil:
    """List the nodes in document order."""
    cdef int at, node
    if parser.order.shape[0] < parser.count:
        with gil:
            parser.order = np.empty(parser.nodes.shape[0], dtype=np.intc)
    at = 0
    node = parser.html
    while node >= 0:
        parser.order[at] = node
        at += 1
        if parser.links[node].first >= 0:
            node = parser.links[node].first
            continue
        while node >= 0 and parser.links[node].next < 0:
            node = parser.nodes[node].parent
        if node >= 0:
            node = parser.links[node].next
    parser.ordered = at
    return 0


cdef int fill_columns(Parser parser, ColumnWriter columns) except -1 nogil:
    """Go through the nodes in document order."""
    cdef int count, at, parent
    cdef Node* nodes
    cdef Node* node
    cdef int* cell
    count = parser.ordered if parser.moved else parser.count
    if parser.count > parser.nodes.shape[0]:
        return fail(parser.count)
    nodes = &parser.nodes[0]
    for at in range(count):
        node = &parser.nodes[parser.order[at]] if parser.moved else nodes + at
        if node.parent >= parser.count:
            return fail(node.parent)
        parent = nodes[node.parent].row if node.parent >= 0 else -1
        while columns.row != parent:
            close_row(columns)
        if node.is_text:
            add_segment(parser, columns, node, parent)
        else:
            add_row(parser, columns, node, parent)
    while columns.row >= 0:
        close_row(columns)
    if columns.segment_count > columns.segment_capacity:
        return fail(columns.segment_count)
    cell = columns.segment_cells + columns.segment_count
    cell[SEGMENT_OFFSET * (columns.segment_capacity + 1)] = columns.length
    cell[SEGMENT_PLACE * (columns.segment_capacity + 1)] = columns.text_size
    cell[SEGMENT_SOURCE_START * (columns.segment_capacity + 1)] = parser.size
    cell[SEGMENT_SOURCE_STOP * (columns.segment_capacity + 1)] = parser.size
    return 0


cdef int add_row(Parser parser, ColumnWriter columns, Node* element, int parent) except -1 nogil:
    """Fill the row of an element, except for the columns that are known only when it is closed."""
    cdef int row, tag, close_start, close_end
    cdef Py_ssize_t size
    cdef unsigned int flags
    cdef int* cell
    cdef Start* start
    row = columns.row_count
    size = columns.row_capacity
    if row >= size:
        return fail(row)
    element.row = row
    start = &parser.starts[element.start]
    flags = FLAGS[element.name]
    tag = TAGS[element.name]
    close_start, close_end = element.close_start, element.close_end
    if close_start < 0:
        close_start = close_end = parser.size
    if tag == SCRIPT_TAG and is_linked_data(parser, element.open_start, element.open_end):
        columns.linked_data_bytes = max(columns.linked_data_bytes, close_start - element.open_end)
    elif tag == NOSCRIPT_TAG:
        columns.noscript_bytes += close_start - element.open_end
    columns.present[tag] = 1
    columns.tags[row] = tag
    columns.are_rendered[row] = not flags & UNRENDERED and (parent < 0 or columns.are_rendered[parent])
    columns.hiding[row] = element.hiding
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


cdef bint is_linked_data(Parser parser, int start, int stop) except -1 nogil:
    """Whether a script is linked data: its start tag has ``ld+json`` in it."""
    cdef int plus, place, at
    plus = find_before(parser, c"+", start, stop)
    while plus < stop:
        place = plus - PLUS_AT
        if start <= place and place + LINKED_DATA_SIZE <= stop:
            at = 0
            while at < LINKED_DATA_SIZE and parser.data[place + at] | 32 == LINKED_DATA[at] | 32:
                at += 1
            if at == LINKED_DATA_SIZE:
                return True
        plus = find_before(parser, c"+", plus + 1, stop)
    return False


cdef int close_row(ColumnWriter columns) except -1 nogil:
    """Fill the columns that are known only at the end of an element; its end tag counts like its start tag."""
    cdef int row
    cdef unsigned int flags
    cdef Py_ssize_t size
    cdef int* cell
    row = columns.row
    if row < 0:
        return fail(row)
    flags = TAG_FLAGS[columns.tags[row]]
    size = columns.row_capacity
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


cdef int add_segment(Parser parser, ColumnWriter columns, Node* text, int owner) except -1 nogil:
    """Add a text: to the previous segment if there is no tag and no comment in between."""
    cdef Py_ssize_t segment, size
    cdef int* cell
    segment = columns.segment_count
    if owner < 0 or segment >= columns.segment_capacity:
        return fail(segment)
    if not columns.are_rendered[owner]:
        return 0
    size = columns.segment_capacity + 1
    if columns.joins and not text.apart:
        columns.segment_cells[SEGMENT_CHARACTERS * size + segment - 1] += text.characters
        columns.segment_cells[SEGMENT_SOURCE_STOP * size + segment - 1] = text.close_end
    else:
        cell = columns.segment_cells + segment
        cell[SEGMENT_OWNER * size] = owner
        cell[SEGMENT_LINE * size] = columns.lines
        cell[SEGMENT_CELL * size] = columns.cells
        cell[SEGMENT_OFFSET * size] = columns.length
        cell[SEGMENT_PLACE * size] = columns.text_size
        cell[SEGMENT_CHARACTERS * size] = text.characters
        cell[SEGMENT_SOURCE_START * size] = text.close_start
        cell[SEGMENT_SOURCE_STOP * size] = text.close_end
        columns.segment_count = segment + 1
    size = columns.row_capacity
    cell = columns.row_cells + owner
    cell[CHARACTERS * size] += text.characters
    cell[PUNCTUATION * size] += text.marks
    if parser.moved and text.open_end > text.open_start:
        copy_text(parser, columns, text.open_start, text.open_end)
    columns.text_size += text.open_end - text.open_start
    columns.length += text.length
    columns.shown += text.characters
    columns.joins = True
    return 0


cdef int fail(Py_ssize_t place) except -1 nogil:
    with gil:
        raise IndexError(place)


cdef int copy_text(Parser parser, ColumnWriter columns, int start, int stop) except -1 nogil:
    """Copy a text to its place in document order."""
    if start < 0 or stop > parser.text.shape[0] or columns.text_size + stop - start > columns.text_capacity:
        return fail(stop)
    memcpy(columns.text + columns.text_size, &parser.text[start], stop - start)
    return 0
