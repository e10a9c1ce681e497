# Which tables of a page hold data, and their cells in rows.
#
# Pages also use tables for layout. The cells of such a table are read one after the other like any other box.

cdef int TAG_TD = tags.code_of("td")
cdef int TAG_TH = tags.code_of("th")
cdef int TAG_TR = tags.code_of("tr")
cdef int TAG_THEAD = tags.code_of("thead")
cdef const unsigned char[::1] NOT_IN_DATA = tags.lookup(
    frozenset("h1 h2 h3 h4 h5 h6 pre blockquote form article section textarea figure".split())
).tobytes()
# Characters per cell on average: cells of data hold words and numbers, not paragraphs.
cdef int MAX_CELL_SIZE = 200
cdef int MAX_PARAGRAPHS_PER_CELL = 2
cdef frozenset ALIGNING = frozenset({"align", "style", "class"})
cdef dict ALIGNMENTS = {"left": "left", "center": "center", "right": "right", "start": "left", "end": "right"}
_ALIGN_STYLE = re.compile(r"text-align\s*:\s*(left|center|right|start|end)\b")
_ALIGN_CLASS = re.compile(r"(?:^|\s)(?:text|align|has-text-align)[-_]?(left|center|right|start|end)(?:\s|$)")
# Columns that a cell may span, by the HTML standard.
cdef int MAX_SPAN = 1_000


def data_tables(TextCounts counts):
    """The rows of the tables with selected text that hold data.

    A table with others in it is for layout, unless it has headings and the others are small parts of it. Then their
    cells are text of the cell that they are in.
    """
    cdef list found = [], around = [], tables = [row for row in counts.tables if counts.kept_in(row)]
    cdef dict nested = dict.fromkeys(tables, 0)
    cdef int row, end = 0
    for row in tables:
        while around and counts.view.end[around[len(around) - 1]] <= row:
            around.pop()
        if around:
            nested[around[len(around) - 1]] += counts.size_of(row)
        around.append(row)
    for row in tables:
        if row < end or 3 * <int> nested[row] > counts.size_of(row):
            continue
        if _is_data(counts, row, nested[row] > 0):
            found.append(row)
            end = counts.view.end[row]
    return found


cdef bint _is_data(TextCounts counts, int row, bint needs_headings) except -1:
    """Whether a table has rows and columns of short texts. Those of tables in it do not count."""
    cdef int headings = 0, cells = 0, rows = 0, paragraphs = 0, inner, tag, nested_end = 0
    for inner in range(row, counts.view.end[row]):
        tag = counts.view.tag[inner]
        if NOT_IN_DATA[tag]:
            return False
        if inner < nested_end:
            continue
        if tag == TAG_TABLE and inner > row:
            nested_end = counts.view.end[inner]
        elif tag == TAG_TD:
            cells += 1
        elif tag == TAG_TH:
            headings += 1
        elif tag == TAG_TR:
            rows += 1
        elif tag == TAG_P:
            paragraphs += 1
    cells += headings
    if needs_headings and not headings:
        return False
    if 2 * cells < 3 * rows or rows < (1 if headings else 2):
        return False
    if counts.size_of(row) > MAX_CELL_SIZE * cells or paragraphs > MAX_PARAGRAPHS_PER_CELL * cells:
        return False
    return counts.attribute(row, b"role").strip().lower() not in ("presentation", "none")


cdef class UnfinishedTable:
    """A table while its cells are filled."""

    cdef TextCounts _counts
    cdef tuple _within
    cdef dict _cells
    cdef BlockPlace place

    def __init__(self, TextCounts counts, tuple within, BlockPlace place):
        """Begin without cells."""
        self.place = place
        self._counts = counts
        self._within = within
        self._cells = {}

    cdef int add(self, int cell, list inlines) except -1:
        """Add a line to a cell, or to the table's caption."""
        cdef list line = self._cells.setdefault(cell, [])
        if line:
            line.append(BREAK)
        line += inlines
        return 0

    cdef int add_picture(self, int cell, object picture) except -1:
        """Add an image to a cell."""
        self._cells.setdefault(cell, []).append(picture)
        return 0

    cdef object finished(self):
        """The table with its filled cells, and the empty cells of their rows."""
        cdef list caption = [], inlines
        cdef set rows = set()
        cdef int cell, tag, header_rows = 0
        cdef tuple lines
        for cell, inlines in self._cells.items():
            tag = self._counts.view.tag[cell]
            if tag == TAG_TD or tag == TAG_TH:
                rows.add(self._counts.view.parent[cell])
            else:
                if caption:
                    caption.append(BREAK)
                caption += inlines
        lines = tuple([self._line(row) for row in sorted(rows)])
        self.place.rows = tuple([self._counts.view.segment_start[row] for row in sorted(rows)])
        while header_rows < len(lines) and _is_header(lines[header_rows]):
            header_rows += 1
        return Table(lines, header_rows, tuple(caption), self._within)

    cdef tuple _line(self, int row):
        cdef TableView view = self._counts.view
        cdef int parent = view.parent[row], inner = row + 1, tag
        cdef bint in_head = parent >= 0 and view.tag[parent] == TAG_THEAD
        cdef list cells = []
        while inner < view.end[row]:
            tag = view.tag[inner]
            if tag == TAG_TD or tag == TAG_TH:
                cells.append(self._cell(inner, in_head or tag == TAG_TH))
            inner = view.end[inner]
        return tuple(cells)

    cdef object _cell(self, int cell, bint header):
        cdef tuple inlines = tuple(self._cells.get(cell, ()))
        cdef int columns = _span(self._counts.attribute(cell, b"colspan"))
        return CELLS.new((inlines, header, columns, _span(self._counts.attribute(cell, b"rowspan")), self._align(cell)))

    cdef str _align(self, int cell):
        """How the text of a cell is aligned, empty if its tag does not say."""
        cdef dict attributes = self._counts.attributes(cell, ALIGNING)
        cdef str align
        if not attributes:
            return ""
        align = attributes.get("align", "").strip().lower()
        if align not in ALIGNMENTS:
            align = _found_align(_ALIGN_STYLE, attributes.get("style", "").lower())
            align = align or _found_align(_ALIGN_CLASS, attributes.get("class", "").lower())
        return ALIGNMENTS.get(align, "")


cdef str _found_align(object pattern, str written):
    """What a style or a class in lower case says about the alignment; most say nothing."""
    cdef object found = pattern.search(written) if "align" in written or "text" in written else None
    return found[1] if found else ""


cdef bint _is_header(tuple cells) except -1:
    """Whether all cells of a row are headings."""
    cdef object cell
    for cell in cells:
        if not cell.header:
            return False
    return True


cdef int _span(str written) except -1:
    """The number of columns or rows that an attribute says, between 1 and the limit of the standard."""
    return min(max(_number(written, 1), 1), MAX_SPAN) if written else 1
