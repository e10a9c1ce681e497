"""The text of a page as lines, for methods that look at lines rather than at elements.

``shown`` lines are those that a reader sees: each tag of a block element begins a new line, so that two paragraphs have
an empty line between them. ``source`` lines are those of the markup after its tags are removed, as the papers have it.
They depend on how the page was written: a page without line breaks is a single line.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from maintext.algorithms._methods import add_by_line, fill_shown_pieces, keep_on_lines, split_at_line_ends
from maintext.algorithms.quantities import (
    ColumnsOnAccess,
    Floats,
    TextDetails,
    moved_to_texts,
    rows_with_text,
    shown_rows,
    tags_before_segments,
)
from maintext.selection import Column, Selection, Series, nothing
from maintext.table import Ints, Mask, PageTable

LineKind = Literal["shown", "source"]


@dataclass(frozen=True, eq=False, slots=True)
class TextLines:
    """The lines of a page. A piece is what one segment contributes to one line."""

    table: PageTable
    kind: LineKind
    characters: Ints
    """The visible characters of each line."""
    pieces: Ints
    """3 x pieces: the segment of each, its line, and its visible characters."""

    @classmethod
    def of(cls, table: PageTable, kind: LineKind) -> "TextLines":
        """Split the visible text in the body of a page into lines."""
        size = table.segment_count
        if kind == "shown":
            pieces = np.empty((3, size), dtype=np.int64)
            fill_shown_pieces(table, pieces)
        else:
            room = np.empty((3, size + table.encoded.count(b"\n")), dtype=np.int64)
            pieces = np.ascontiguousarray(room[:, : split_at_line_ends(table, room)])
        _, line, characters = pieces
        total = np.zeros(int(line[-1]) + 1 if len(line) else 0, dtype=np.int64)
        add_by_line(line, characters, total)
        return cls(table, kind, total, pieces)

    def __len__(self) -> int:
        """The number of lines, empty ones included."""
        return len(self.characters)

    def tags(self) -> Ints:
        """The number of tags on each line. Tags between two lines are on the second of them.

        Source lines count as they are written. A shown line has all tags since the last one that has text, so that it
        makes no difference whether there is white space between tags.
        """
        before = tags_before_segments(self.table, shown_rows(self.table))
        segment, line, characters = self.pieces
        if self.kind == "shown":
            tags = moved_to_texts(before, characters > 0).astype(np.int64)
        else:
            first = np.diff(segment, prepend=-1) > 0
            tags = np.where(first, before[segment], 0)
        total = np.zeros(len(self), dtype=np.int64)
        add_by_line(line, tags, total)
        if self.kind == "source":
            total[-1] += before[-1]
        return total

    def keep(self, chosen: Mask) -> Mask:
        """The segments that have at least half of their characters on chosen lines."""
        keep = np.empty(len(self.table.segment_owner), dtype=bool)
        keep_on_lines(self.pieces, self.table, chosen.view(np.uint8), keep.view(np.uint8))
        return keep

    def selection(self, chosen: Mask, columns: dict[str, Column], reason: str) -> Selection:
        """Select the chosen lines, with the quantities of all lines; empty with the reason if none is chosen.

        The score of the page is the share of its characters that was chosen.
        """
        table = self.table
        quantities = ColumnsOnAccess({name: self._for_rows(column) for name, column in columns.items()})
        keep = self.keep(chosen)
        if not keep.any():
            return nothing(table, reason, 0.0, rows_with_text(table), quantities)
        score = float(table.segment_characters[keep].sum() / self.characters.sum())
        details = TextDetails(table, keep, quantities, lambda: self._series(columns, chosen))
        return Selection(keep, score, "", details)

    def _series(self, columns: dict[str, Column], chosen: Mask) -> Series:
        """The lines that have text, with the element that has the first text of each."""
        segment, line, characters = self.pieces
        has_text, pieces = np.flatnonzero(self.characters), np.flatnonzero(characters)
        first = pieces[np.searchsorted(line[pieces], has_text)]
        rows = self.table.segment_owner[segment[first]]
        return Series("line", {name: column[has_text] for name, column in columns.items()}, chosen[has_text], rows)

    def _for_rows(self, column: Column) -> Callable[[], Column]:
        def by_row() -> Column:
            """For each row the largest value of the lines that its own text is on."""
            largest: Floats = np.zeros(len(self.table))
            segment, line, _ = self.pieces[:, self.pieces[2] > 0]
            np.maximum.at(largest, self.table.segment_owner[segment], column[line])
            return largest

        return by_row
