"""The selected text as lines, with what stands between them, in page order: the vectorised half of building blocks."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from maintext import tags
from maintext.blocks import formulas
from maintext.blocks.addresses import Addresses
from maintext.blocks.pictures import Found, pictures_of
from maintext.blocks.posts import post_rows
from maintext.blocks.tables import data_tables
from maintext.options import EVERYTHING, Options
from maintext.table import Ints, Mask, PageTable

_LINE_ENDS: Final = (tags.BLOCK | tags.CELL) - {"br"}


class Line(NamedTuple):
    """A line of selected text."""

    segments: list[int]
    owners: list[int]
    """The element that each segment stands in."""
    starts: list[int]
    stops: list[int]
    """Where each segment begins and ends in the encoded text of the table."""
    number: int
    """How many tags of blocks stand before it."""
    leaf: int
    """The innermost block or cell that it stands in."""


class Atom(NamedTuple):
    """Something without text: an image, a rule, or a formula in a script."""

    before: int
    """The segment that it stands before."""
    row: int
    leaf: int
    picture: Found | None


@dataclass(frozen=True, eq=False)
class Selected:
    """What was selected of a page."""

    table: PageTable
    keep: Mask
    options: Options = EVERYTHING
    base: str = ""
    """What addresses are resolved against."""
    is_forum: bool = False

    @cached_property
    def kept(self) -> Ints:
        """The selected characters in each row's subtree."""
        table = self.table
        sums = np.zeros(len(self.keep) + 1, dtype=np.int64)
        np.cumsum(np.where(self.keep, table.segment_characters, 0), out=sums[1:])
        kept: Ints = sums[table.segment_stop] - sums[table.segment_start]
        return kept

    @cached_property
    def addresses(self) -> Addresses:
        """The addresses of the page."""
        return Addresses(self.base)

    @cached_property
    def pictures(self) -> list[Found]:
        """The images of the main text."""
        return pictures_of(self.table, self.keep, self.kept, self.addresses) if self.options.images else []

    @cached_property
    def tables(self) -> list[int]:
        """The tables of data."""
        return data_tables(self.table, self.kept)

    @cached_property
    def formulas(self) -> list[int]:
        """The formulas with selected text."""
        return [row for row in formulas.formula_rows(self.table) if self.kept[row]]

    @cached_property
    def posts(self) -> list[int]:
        """The posts of a forum."""
        return post_rows(self.table, self.kept) if self.is_forum else []

    def lines(self) -> list[Line]:
        """The lines of the selected text, without blank ones."""
        table = self.table
        segments = np.flatnonzero(self.keep)
        if not len(segments):
            return []
        line, cell = table.segment_line[segments], table.segment_cell[segments]
        begins = np.ones(len(segments), dtype=bool)
        begins[1:] = (line[1:] != line[:-1]) | (cell[1:] != cell[:-1])
        first = np.flatnonzero(begins)
        shown = np.flatnonzero(np.add.reduceat(table.segment_characters[segments], first))
        stop = np.append(first[1:], len(segments))[shown].tolist()
        first = first[shown]
        leaves = self._leaves(table.segment_owner[segments[first]])
        numbers, owners = segments.tolist(), table.segment_owner[segments].tolist()
        starts, stops = table.segment_place[segments].tolist(), table.segment_place[segments + 1].tolist()
        return [
            Line(numbers[begin:end], owners[begin:end], starts[begin:end], stops[begin:end], number, leaf)
            for begin, end, number, leaf in zip(first.tolist(), stop, line[first].tolist(), leaves, strict=True)
        ]

    def atoms(self) -> list[Atom]:
        """What stands between the lines, in page order."""
        table = self.table
        segments = np.flatnonzero(self.keep)
        if not len(segments):
            return []
        pictures = {picture.row: picture for picture in self.pictures}
        rows = np.array(sorted({*pictures, *self._rules(segments), *self._scripts()}), dtype=np.int64)
        if not len(rows):
            return []
        return [
            Atom(before, row, leaf, pictures.get(row))
            for before, row, leaf in zip(
                table.segment_start[rows].tolist(), rows.tolist(), self._leaves(rows), strict=True
            )
        ]

    def _rules(self, segments: Ints) -> list[int]:
        """The horizontal lines between selected texts."""
        table = self.table
        rows = np.flatnonzero((table.tag == tags.code_of("hr")) & table.rendered)
        if not len(rows):
            return []
        place = table.segment_start[rows]
        around = np.maximum(table.parent[rows], 0)
        in_text = 2 * self.kept[around] >= table.subtree(table.characters)[around]
        found: list[int] = rows[in_text & (place > segments[0]) & (place <= segments[-1])].tolist()
        return found

    def _scripts(self) -> list[int]:
        """The formulas in scripts within selected text."""
        return formulas.script_formulas(self.table, self.kept)

    def _leaves(self, rows: Ints) -> list[int]:
        leaves: list[int] = self.table.nearest(self._line_ends, at=rows).tolist()
        return leaves

    @cached_property
    def _line_ends(self) -> Mask:
        return self.table.has_tag(_LINE_ENDS)
