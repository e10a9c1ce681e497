"""Write flat blocks as nested elements: the tags between two blocks, and the cells of tables."""

from collections.abc import Callable, Iterable, Sequence

from maintext.blocks.records import Cell, Container, Inline, Within


class Nesting:
    """Opens and closes the elements of containers between one block and the next."""

    def __init__(self, open_tag: Callable[[Container], str], close_tag: Callable[[Container], str]) -> None:
        """Take the functions that return the tags of a container."""
        self._open_tag = open_tag
        self._close_tag = close_tag
        self._within: Within = ()

    def move_to(self, within: Within) -> str:
        """The tags between the last block and a block in the given containers."""
        if within == self._within:
            return ""
        shared = 0
        while shared < len(within) and shared < len(self._within) and within[shared] == self._within[shared]:
            shared += 1
        closed = "".join(self._close_tag(container) for container in reversed(self._within[shared:]))
        opened = "".join(self._open_tag(container) for container in within[shared:])
        self._within = within
        return closed + opened


class CellWriter:
    """Writes rows of cells with the names that a format has for elements and attributes."""

    def __init__(self, row: str, columns: str, rows: str, inlines: Callable[[Iterable[Inline]], str]) -> None:
        """Take the names of a row and of the two attributes for spans, and the function that writes a cell's text."""
        self._row = row
        self._columns = columns
        self._rows = rows
        self._inlines = inlines

    def row(self, cells: Sequence[Cell], open_cell: Callable[[Cell], str], attributes: str = "") -> str:
        """One row; ``open_cell`` returns the name of a cell, with attributes if it has any besides spans."""
        written = "".join(self._cell(cell, open_cell(cell)) for cell in cells)
        return f"<{self._row}{attributes}>{written}</{self._row}>\n"

    def _cell(self, cell: Cell, opened: str) -> str:
        columns = f' {self._columns}="{cell.columns}"' if cell.columns > 1 else ""
        rows = f' {self._rows}="{cell.rows}"' if cell.rows > 1 else ""
        return f"<{opened}{columns}{rows}>{self._inlines(cell.inlines)}</{opened.partition(' ')[0]}>"
