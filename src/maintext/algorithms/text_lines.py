"""The text of a page as lines, for methods that look at lines rather than at elements.

``shown`` lines are those that a reader sees: each tag of a block element begins a new line, so that two paragraphs have
an empty line between them. ``source`` lines are those of the markup after its tags are removed, as the papers have it.
They depend on how the page was written: a page without line breaks is a single line.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from maintext.algorithms._methods import split_at_line_ends
from maintext.algorithms.quantities import (
    ColumnsOnAccess,
    Floats,
    moved_to_texts,
    owners,
    rows_with_text,
    shown_characters,
    shown_rows,
    sums_by,
    tags_before_segments,
)
from maintext.selection import Column, Ready, Selection, Series, nothing
from maintext.table import Ints, Mask, PageTable
from maintext.table._table import SegmentColumn

LineKind = Literal["shown", "source"]


@dataclass(frozen=True, eq=False, slots=True)
class TextLines:
    """The lines of a page. A piece is what one segment contributes to one line."""

    table: PageTable
    kind: LineKind
    characters: Ints
    """The visible characters of each line."""
    piece_segment: Ints
    piece_line: Ints
    piece_characters: Ints

    @classmethod
    def of(cls, table: PageTable, kind: LineKind) -> "TextLines":
        """Split the visible text in the body of a page into lines."""
        if kind == "shown":
            segment, line = np.arange(len(table.segment_owner)), table.segment_line
            characters = shown_characters(table)
        else:
            segment, line, characters = _pieces(table)
            characters = characters * shown_rows(table)[table.segment_owner[segment]]
        count = int(line[-1]) + 1 if len(line) else 0
        total = sums_by(line, characters, count).astype(np.int64)
        return cls(table, kind, total, segment, line, characters)

    def __len__(self) -> int:
        """The number of lines, empty ones included."""
        return len(self.characters)

    def tags(self) -> Ints:
        """The number of tags on each line. Tags between two lines are on the second of them.

        Source lines count as they are written. A shown line has all tags since the last one that has text, so that it
        makes no difference whether there is white space between tags.
        """
        tags: Column = tags_before_segments(self.table, shown_rows(self.table))
        if self.kind == "shown":
            tags = moved_to_texts(tags, self.piece_characters > 0)
            return sums_by(self.piece_line, tags, len(self)).astype(np.int64)
        first_piece = np.searchsorted(self.piece_segment, np.arange(len(tags) - 1))
        line = np.append(self.piece_line[first_piece], len(self) - 1)
        return sums_by(line, tags, len(self)).astype(np.int64)

    def keep(self, chosen: Mask) -> Mask:
        """The segments that have at least half of their characters on chosen lines."""
        size = len(self.table.segment_owner)
        inside = sums_by(self.piece_segment, self.piece_characters * chosen[self.piece_line], size)
        return (inside > 0) & (2 * inside >= self.table.segment_characters)

    def selection(self, chosen: Mask, columns: dict[str, Column], reason: str) -> Selection:
        """Select the chosen lines, with the quantities of all lines; empty with the reason if none is chosen.

        The score of the page is the share of its characters that was chosen.
        """
        table = self.table
        candidates = rows_with_text(table)
        quantities = ColumnsOnAccess({name: self._for_rows(column) for name, column in columns.items()})
        keep = self.keep(chosen)
        if not keep.any():
            return nothing(table, reason, 0.0, candidates, quantities)
        score = float(table.segment_characters[keep].sum() / self.characters.sum())
        details = Ready(owners(table, keep), candidates, quantities, lambda: self._series(columns, chosen))
        return Selection(keep, score, "", details)

    def _series(self, columns: dict[str, Column], chosen: Mask) -> Series:
        """The lines that have text, with the element that has the first text of each."""
        has_text = np.flatnonzero(self.characters)
        pieces = np.flatnonzero(self.piece_characters)
        first = pieces[np.searchsorted(self.piece_line[pieces], has_text)]
        rows = self.table.segment_owner[self.piece_segment[first]]
        return Series("line", {name: column[has_text] for name, column in columns.items()}, chosen[has_text], rows)

    def _for_rows(self, column: Column) -> Callable[[], Column]:
        def by_row() -> Column:
            """For each row the largest value of the lines that its own text is on."""
            largest: Floats = np.zeros(len(self.table))
            used = self.piece_characters > 0
            owner = self.table.segment_owner[self.piece_segment[used]]
            np.maximum.at(largest, owner, column[self.piece_line[used]])
            return largest

        return by_row


def _pieces(table: PageTable) -> tuple[Ints, Ints, Ints]:
    """The segment, the line and the number of characters of each piece of a source line."""
    size = len(table.segment_owner) + table.encoded.count(b"\n") + 1
    pieces = np.zeros((3, size), dtype=np.intc)
    count = split_at_line_ends(table.encoded, table.segment_columns[SegmentColumn.SEGMENT_PLACE], pieces)
    segment, line, characters = pieces[:, :count].astype(np.int64)
    return segment, line, characters
