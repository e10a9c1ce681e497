"""Tables of data: which of a page's tables they are, and their cells in rows.

Pages also use tables to place what they show. Such a table is no table to a reader, and its cells are read one after
the other like any other box.
"""

from typing import Final

import numpy as np

from maintext import tags
from maintext.blocks.records import BREAK, Cell, Inline, Table, Within
from maintext.table import Ints, PageTable

_CELLS: Final = frozenset({"td", "th"})
_ROWS: Final = frozenset({"tr"})
_NOT_IN_DATA: Final = frozenset("h1 h2 h3 h4 h5 h6 pre blockquote form article section textarea figure".split())
_LONGEST_CELL: Final = 200
"""Characters of a cell on average; cells of data hold words and numbers, not paragraphs."""
_MOST_PARAGRAPHS: Final = 2
_WIDEST: Final = 1_000
"""Columns that a cell may span, as the HTML standard has it."""


def data_tables(table: PageTable, kept: Ints) -> list[int]:
    """The rows of the tables with selected text that hold data.

    Args:
        table: the page.
        kept: the selected characters in each row's subtree.
    """
    rows = np.flatnonzero((table.tag == tags.code_of("table")) & (kept > 0))
    holds_another = np.append(rows[1:], len(table)) < table.end[rows]
    return [row for row in rows[~holds_another].tolist() if _is_data(table, row)]


def _is_data(table: PageTable, row: int) -> bool:
    """Whether a table has rows and columns of short texts."""
    inside = table.tag[row : table.end[row]]
    cells = int(tags.lookup(_CELLS)[inside].sum())
    rows = int(tags.lookup(_ROWS)[inside].sum())
    paragraphs = int((inside == tags.code_of("p")).sum())
    characters = int(table.characters[row : table.end[row]].sum())
    has_headings = bool((inside == tags.code_of("th")).any())
    is_grid = 2 * cells >= 3 * rows and (rows >= 2 or (has_headings and rows == 1))
    if not is_grid or characters > _LONGEST_CELL * cells or paragraphs > _MOST_PARAGRAPHS * cells:
        return False
    if tags.lookup(_NOT_IN_DATA)[inside].any():
        return False
    return table.attributes(row).get("role", "").strip().lower() not in ("presentation", "none")


class OpenTable:
    """A table while its cells are filled."""

    def __init__(self, table: PageTable, within: Within) -> None:
        """Begin with no cell."""
        self._table = table
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
        filled: dict[int, dict[int, list[Inline]]] = {}
        for cell, inlines in self._cells.items():
            if self._table.name(cell) in _CELLS:
                filled.setdefault(int(self._table.parent[cell]), {})[cell] = inlines
            else:
                caption += [BREAK, *inlines] if caption else inlines
        rows = tuple(self._line(row, cells) for row, cells in sorted(filled.items()))
        header_rows = 0
        while header_rows < len(rows) and all(cell.header for cell in rows[header_rows]):
            header_rows += 1
        return Table(rows, header_rows, tuple(caption), self._within)

    def _line(self, row: int, filled: dict[int, list[Inline]]) -> tuple[Cell, ...]:
        table = self._table
        inside = np.arange(row + 1, table.end[row])
        cells = inside[(table.parent[inside] == row) & tags.lookup(_CELLS)[table.tag[inside]]]
        in_head = table.name(int(table.parent[row])) == "thead"
        return tuple(self._cell(cell, filled.get(cell, []), in_head) for cell in cells.tolist())

    def _cell(self, cell: int, inlines: list[Inline], in_head: bool) -> Cell:
        attributes = self._table.attributes(cell)
        header = in_head or self._table.name(cell) == "th"
        return Cell(tuple(inlines), header, _span(attributes.get("colspan", "")), _span(attributes.get("rowspan", "")))


def _span(written: str) -> int:
    written = written.strip()
    number = int(written) if written.isascii() and written.isdigit() and len(written) < 9 else 1
    return min(max(number, 1), _WIDEST)
