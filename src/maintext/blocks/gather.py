"""What was selected of a page, and what else of it belongs to the blocks: images, rules, formulas, tables and posts."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from maintext.blocks import formulas
from maintext.blocks.addresses import Addresses
from maintext.blocks.columns import Columns
from maintext.blocks.pictures import Found, pictures_of
from maintext.blocks.posts import Posts
from maintext.blocks.tables import data_tables
from maintext.options import EVERYTHING, Options
from maintext.table import Mask, PageTable


class Atom(NamedTuple):
    """Something without text: an image, a rule, or a formula in a script."""

    row: int
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
    def columns(self) -> Columns:
        """The columns of the page."""
        return Columns(self.table, self.keep)

    @cached_property
    def addresses(self) -> Addresses:
        """The addresses of the page."""
        return Addresses(self.base)

    @cached_property
    def tables(self) -> list[int]:
        """The tables of data."""
        return data_tables(self.table, self.columns)

    def pictures(self) -> list[Found]:
        """The images of the main text."""
        return pictures_of(self.table, self.columns, self.addresses) if self.options.images else []

    def formulas(self) -> list[int]:
        """The formulas with selected text."""
        if not self.columns.formulas:
            return []
        return [row for row in formulas.formula_rows(self.table) if self.columns.kept_in(row)]

    @cached_property
    def posts(self) -> Posts:
        """The posts of a forum."""
        return Posts(self.table, self.columns)

    def atoms(self, pictures: list[Found]) -> list[Atom]:
        """What stands between the lines, in page order."""
        if self.columns.first < 0:
            return []
        atoms = [Atom(picture.row, picture) for picture in pictures]
        atoms += [Atom(row, None) for row in (*self._rules(), *self._scripts())]
        return sorted(atoms, key=_row_of)

    def _rules(self) -> list[int]:
        """The horizontal lines between selected texts."""
        return [row for row in self.columns.rules if self.table.rendered[row] and self.columns.is_in_text(row)]

    def _scripts(self) -> list[int]:
        """The formulas in scripts within selected text."""
        rows = [row for row in self.columns.scripts if self.columns.is_within_kept(row)]
        return formulas.script_formulas(self.table, rows)


def _row_of(atom: Atom) -> int:
    return atom.row
