"""Write flat blocks as nested elements: the tags between two blocks, and the cells of tables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from maintext.blocks.records import Block, Cell, Container, Inline, Post, Within
from maintext.support.budget import check, hit, is_over, max_characters

Run = TypeVar("Run", Inline, Cell)
_BLOCKS_PER_LOOK: Final = 16
_RUNS_PER_LOOK: Final = 512
"""Blocks, and runs of one line, between two looks at the clock."""


def within_time(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, as long as the time of the call is not over."""
    for number, block in enumerate(blocks, 1):
        if number % _BLOCKS_PER_LOOK == 0 and is_over():
            return
        yield block


def checked(inlines: Iterable[Run]) -> Iterator[Run]:
    """The runs of a line, or the cells of a row; ``LimitReached`` if the time of the call is over."""
    for number, inline in enumerate(inlines, 1):
        if number % _RUNS_PER_LOOK == 0:
            check()
        yield inline


class Nesting:
    """Opens and closes the elements of containers between one block and the next."""

    def __init__(self, open_tag: Callable[[Container], str], close_tag: Callable[[Container], str]) -> None:
        """Take the functions that return the tags of a container."""
        self._open_tag = open_tag
        self._close_tag = close_tag
        self.within: Within = ()
        """The containers that are open."""

    def move_to(self, within: Within) -> str:
        """The tags between the last block and a block in the given containers."""
        if within == self.within:
            return ""
        shared = 0
        while shared < len(within) and shared < len(self.within) and within[shared] == self.within[shared]:
            shared += 1
        closed = "".join(self._close_tag(container) for container in reversed(self.within[shared:]))
        opened = "".join(self._open_tag(container) for container in within[shared:])
        self.within = within
        return closed + opened


class Written:
    """The pieces of a format so far. They end before a block with which they would exceed a number of characters."""

    def __init__(self, nesting: Nesting, most: int | None = None) -> None:
        """Begin with nothing.

        Args:
            nesting: writes the tags between two blocks.
            most: how many characters there may be; by default the limit of the call.
        """
        self.pieces: list[str] = []
        self._nesting = nesting
        self._most = max_characters() if most is None else most
        self._size = 0

    def add(self, block: str, within: Within, closing: int, before: str = "") -> bool:
        """Add a block, unless there is no room for it.

        Args:
            block: the block as it is written.
            within: its containers.
            closing: characters of the tags that will end everything that is open then.
            before: what is written after the containers of the last block are closed.
        """
        last = self._nesting.within
        between = self._nesting.move_to(()) + before if before else ""
        added = (between, self._nesting.move_to(within), block)
        size = self._size + sum(map(len, added))
        if size + closing > self._most:
            hit("output")
            self._nesting.within = last
            return False
        self._size = size
        self.pieces += added
        return True


class Posts:
    """The posts so far, by their containers and by their numbers."""

    def __init__(self) -> None:
        """Begin without posts."""
        self._by_key: dict[int, tuple[int, Post]] = {}
        self._authors: list[str] = []

    def add(self, post: Post) -> None:
        """Take the record at the beginning of a post."""
        self._by_key[post.within[-1].key] = len(self._authors), post
        self._authors.append(post.author)

    def begun(self, container: Container) -> tuple[int, Post] | None:
        """The number and the record of the post that begins with a container; None if it began before."""
        return self._by_key.pop(container.key, None)

    def answered(self, post: Post) -> str:
        """The author of the post that a post answers, empty if unknown."""
        number = post.replies_to
        return self._authors[number] if number is not None and number < len(self._authors) else ""


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
        check()
        written = "".join(self._cell(cell, open_cell(cell)) for cell in cells)
        return f"<{self._row}{attributes}>{written}</{self._row}>\n"

    def _cell(self, cell: Cell, opened: str) -> str:
        columns = f' {self._columns}="{cell.columns}"' if cell.columns > 1 else ""
        rows = f' {self._rows}="{cell.rows}"' if cell.rows > 1 else ""
        return f"<{opened}{columns}{rows}>{self._inlines(cell.inlines)}</{opened.partition(' ')[0]}>"
