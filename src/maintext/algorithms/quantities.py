"""Quantities that several methods use."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms._methods import (
    TagKind,
    best_below,
    count_shown_characters,
    count_tags_before,
    count_tokens,
    mark_shown_rows,
    move_to_texts,
)
from maintext.selection import Column, Series
from maintext.support.cached_property import cached_property
from maintext.table import Ints, Mask, PageTable, tags
from maintext.table._table import RowColumn, SegmentColumn

Floats = NDArray[np.float64]


class ColumnsOnAccess(Mapping[str, Column]):
    """Columns that are computed when they are read: the text needs none of them."""

    def __init__(self, columns: Mapping[str, Callable[[], Column]]) -> None:
        """Store how to compute each column."""
        self._columns = columns

    def __getitem__(self, name: str) -> Column:
        """Compute a column."""
        return self._columns[name]()

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._columns)

    def __len__(self) -> int:
        """The number of columns."""
        return len(self._columns)


class TextDetails:
    """The details of a method that chooses texts, computed when they are read."""

    def __init__(
        self, table: PageTable, keep: Mask, quantities: Mapping[str, Column], series: Callable[[], Series]
    ) -> None:
        """Store the page, the segments that were chosen, and how to compute what was scored."""
        self._table, self._keep = table, keep
        self.quantities, self.series = quantities, series

    @cached_property
    def rows(self) -> Ints:
        """The elements with chosen text of their own."""
        return owners(self._table, self._keep)

    @cached_property
    def candidates(self) -> Mask:
        """The elements with text of their own."""
        return rows_with_text(self._table)

    def because(self, row: int) -> str:
        """Empty: the quantities of these methods need no explanation."""
        return ""


def kinds_of_tags(kinds: Mapping[TagKind, frozenset[str]]) -> NDArray[np.uint8]:
    """What each tag means to a method, one entry per tag, from the names of each kind."""
    of_tag = np.zeros(len(tags.NAMES), dtype=np.uint8)
    for kind, names in kinds.items():
        of_tag |= np.where(tags.lookup(names), np.uint8(kind), np.uint8(0))
    return of_tag


def shown_rows(table: PageTable) -> Mask:
    """The rows whose text is visible and in the body."""
    return mark_shown_rows(table)


def shown_characters(table: PageTable) -> Ints:
    """The number of characters of each segment, 0 if it is not visible or not in the body."""
    return count_shown_characters(table)


def tokens_of_segments(table: PageTable, marks: bool) -> Ints:
    """How many words each segment has; with ``marks`` other visible characters count too, each by itself.

    Every Chinese, Japanese or Korean character is a word of its own.
    """
    tokens = np.zeros(table.segment_count, dtype=np.int64)
    count_tokens(table.encoded, table.segment_columns[SegmentColumn.SEGMENT_PLACE], marks, tokens)
    return tokens


def tags_before_segments(table: PageTable, counted: Mask) -> Ints:
    """How many tags of the counted rows are directly before each segment, and after the last one.

    Only tags that are in the markup count: an end tag that was left out does not.
    """
    before = np.zeros(table.segment_count + 1, dtype=np.int64)
    count_tags_before(table, counted.view(np.uint8), before)
    return before


def moved_to_texts(before: Column, is_text: Mask) -> Floats:
    """What is before each segment, moved to the next one that is a text, so that white space between tags is nothing.

    Args:
        before: one number per segment, and perhaps one for what is after the last one, which is dropped.
        is_text: the segments that are texts. All others get 0.
    """
    moved = np.empty(len(is_text))
    move_to_texts(before.astype(np.float64, copy=False), is_text.view(np.uint8), moved)
    return moved


def best_of_subtree(table: PageTable, value: Floats) -> NDArray[np.intc]:
    """For each row the row with the largest value in its subtree, itself included; of equal values the first one."""
    best = np.empty(len(table), dtype=np.intc)
    best_below(table.row_columns[RowColumn.PARENT], value, best)
    return best


def sums_by(group: Ints | NDArray[np.intc], value: Column, size: int) -> Floats:
    """For each number below ``size`` the sum of a column over the entries of that group."""
    sums: Floats = np.bincount(group, weights=value, minlength=size).astype(np.float64, copy=False)
    return sums


def rows_with_text(table: PageTable) -> Mask:
    """The rows that have visible text of their own in the body."""
    return shown_rows(table) & (table.characters > 0)


def owners(table: PageTable, segments: Mask) -> Ints:
    """The rows whose own text some segments are, in document order."""
    is_owner = np.zeros(len(table), dtype=bool)
    is_owner[table.segment_owner[segments & (table.segment_characters > 0)]] = True
    return np.flatnonzero(is_owner)


def sum_by_owner(table: PageTable, value: Column) -> Floats:
    """For each row the sum of a column of segments over its own segments."""
    return sums_by(table.segment_owner, value, len(table))
