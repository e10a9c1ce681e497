# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Tables of data: which of a page's tables they are, and their cells in rows.

Pages also use tables to place what they show. Such a table is no table to a reader, and its cells are read one after
the other like any other box.
"""

from maintext.blocks.columns import Columns
from maintext.blocks.records import BREAK, Cell, Inline, Table, Within
from maintext.table import PageTable, tags

TD, TH, TR, P, THEAD = map(tags.code_of, ("td", "th", "tr", "p", "thead"))
NOT_IN_DATA = tags.lookup(
    frozenset("h1 h2 h3 h4 h5 h6 pre blockquote form article section textarea figure".split())
).tobytes()
LONGEST_CELL = 200
"""Characters of a cell on average; cells of data hold words and numbers, not paragraphs."""
MOST_PARAGRAPHS = 2
_WIDEST = 1_000
"""Columns that a cell may span, as the HTML standard has it."""


def data_tables(table: PageTable, columns: Columns) -> list[int]:
    """The rows of the tables with selected text that hold data."""
    found: list[int] = []
    outer_end = 0
    for row in columns.tables:
        if columns.kept_in(row):
            if row < outer_end:
                found.pop()
            found.append(row)
            outer_end = columns.end[row]
    return [row for row in found if _is_data(table, columns, row)]


def _is_data(table: PageTable, columns: Columns, row: int) -> bool:
    """Whether a table has rows and columns of short texts."""
    headings = cells = rows = paragraphs = 0
    for inner in range(row, columns.end[row]):
        tag = columns.tag[inner]
        if NOT_IN_DATA[tag]:
            return False
        if tag == TD:
            cells += 1
        elif tag == TH:
            headings += 1
        elif tag == TR:
            rows += 1
        elif tag == P:
            paragraphs += 1
    cells += headings
    if 2 * cells < 3 * rows or rows < (1 if headings else 2):
        return False
    if columns.size_of(row) > LONGEST_CELL * cells or paragraphs > MOST_PARAGRAPHS * cells:
        return False
    return table.attribute(row, "role").strip().lower() not in ("presentation", "none")


class OpenTable:
    """A table while its cells are filled."""

    def __init__(self, table: PageTable, columns: Columns, within: Within) -> None:
        """Begin with no cell."""
        self._table = table
        self._columns = columns
        self._within = within
        self._cells: dict[int, list[Inline]] = {}

    def add(self, cell: int, inlines: list[Inline]) -> None:
        """Put a line into a cell, or into the table's caption."""
        line = self._cells.setdefault(cell, [])
        if line:
            line.append(BREAK)
        line.extend(inlines)

    def picture(self, cell: int, picture: Inline) -> None:
        """Put an image into a cell, behind what is there."""
        self._cells.setdefault(cell, []).append(picture)

    def finished(self) -> Table:
        """The table with its filled cells, and the empty ones in their rows."""
        caption: list[Inline] = []
        rows: dict[int, None] = {}
        for cell, inlines in self._cells.items():
            tag = self._columns.tag[cell]
            if tag == TD or tag == TH:
                rows[self._columns.parent[cell]] = None
            else:
                caption += [BREAK, *inlines] if caption else inlines
        lines = tuple([self._line(row) for row in sorted(rows)])
        header_rows = 0
        while header_rows < len(lines) and all([each.header for each in lines[header_rows]]):
            header_rows += 1
        return Table(lines, header_rows, tuple(caption), self._within)

    def _line(self, row: int) -> tuple[Cell, ...]:
        columns = self._columns
        parent = columns.parent[row]
        in_head = parent >= 0 and columns.tag[parent] == THEAD
        cells = []
        inner = row + 1
        while inner < columns.end[row]:
            tag = columns.tag[inner]
            if tag == TD or tag == TH:
                cells.append(self._cell(inner, in_head or tag == TH))
            inner = columns.end[inner]
        return tuple(cells)

    def _cell(self, cell: int, header: bool) -> Cell:
        inlines = tuple(self._cells.get(cell, ()))
        columns = _span(self._table.attribute(cell, "colspan"))
        return Cell(inlines, header, columns, _span(self._table.attribute(cell, "rowspan")))


def _span(written: str) -> int:
    if not written:
        return 1
    written = written.strip()
    number = int(written) if written.isascii() and written.isdigit() and len(written) < 9 else 1
    return min(max(number, 1), _WIDEST)
