# Tables of GitHub's dialect. Short rows are not padded, so the output grows with the page and not with its square.

# Columns that a cell may span, and columns that cells from above may reach into.
cdef Py_ssize_t MAX_COLUMNS = 100
# Empty entries that a table may have for each of its cells, in addition to the first MAX_COLUMNS.
cdef Py_ssize_t MAX_EMPTY_PER_CELL = 10
cdef dict RULES = {"": "---", "left": ":---", "center": ":---:", "right": "---:"}


cdef list _table(object table):
    """The lines of a table: one row of headings, and empty cells where a cell spans several."""
    cdef list grid = grid_of(table), rows, lines, row
    cdef Py_ssize_t width
    cdef str caption
    width = max([len(row) for row in grid], default=0)
    if not width:
        return []
    rows = []
    for row in grid:
        check()
        rows.append([_cell(cell) for cell in row])
    if not table.header_rows:
        rows.insert(0, [""] * width)
    else:
        rows[0] += [""] * (width - len(<list> rows[0]))
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "| " + " | ".join([RULES[align] for align in _alignments(grid, width)]) + " |")
    caption = _protected(_inlines(table.caption, LINE_BREAK))
    return [*caption.split("\n"), "", *lines] if caption else lines


cdef list _alignments(list grid, Py_ssize_t width):
    """How each column is aligned: as most of its cells that say so."""
    cdef list counts = [None] * width, row
    cdef Py_ssize_t column
    cdef object cell
    for row in grid:
        for column in range(len(row)):
            cell = row[column]
            if cell is not None and cell.align:
                if counts[column] is None:
                    counts[column] = {}
                counts[column][cell.align] = counts[column].get(cell.align, 0) + 1
    return ["" if found is None else max(found, key=found.get) for found in counts]


def grid_of(table):
    """The rows with one entry per column; None where a cell reaches that begins further left or above.

    Entries at the end of a row that would be None are left out. Spans that would make the table many times as large as
    its cells are ignored.
    """
    cdef Py_ssize_t column, spanned, spare = MAX_COLUMNS + MAX_EMPTY_PER_CELL * sum([len(row) for row in table.rows])
    cdef dict covered = {}
    cdef list grid = [], line
    for row in table.rows:
        line = []
        for cell in row:
            while spare > 0 and covered.get(len(line), 0) > 0:
                line.append(None)
                spare -= 1
            spanned = min(cell.columns, MAX_COLUMNS, spare + 1)
            for column in range(len(line), len(line) + spanned):
                if column < MAX_COLUMNS:
                    covered[column] = max(covered.get(column, 0), cell.rows)
            line.append(cell)
            line += [None] * (spanned - 1)
            spare -= spanned - 1
        while line and line[len(line) - 1] is None:
            line.pop()
        covered = {column: left - 1 for column, left in covered.items() if left > 1}
        grid.append(line)
    return grid


cdef str _cell(object cell):
    if cell is None:
        return ""
    return _inlines(cell.inlines, "<br>").strip().replace("|", "\\|").replace("\n", " ")
