"""What other pages of the same site say of a page, and how methods use it.

Text that recurs on other pages is template. The learned method weighs that; the methods of the papers see the page
without the elements that have nothing but template.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from maintext.selection import Column, Details, Method, Selection, Series
from maintext.support.cached_property import cached_property
from maintext.table import Ints, Mask, PageTable
from maintext.table._table import RowColumn, SegmentColumn

Numbers = NDArray[np.intc]

TEMPLATE_SHARE: Final = 0.3
"""A text is template if this share of the other pages has it, and at least ``TEMPLATE_PAGES`` of them if there are as
many. Real paragraphs that two or three articles share are not template."""
TEMPLATE_PAGES: Final = 2


@dataclass(frozen=True, eq=False, slots=True)
class Recurrence:
    """On how many other pages of the site the blocks of a page recur. A block is a run of text on one line."""

    pages: int
    """The number of other pages that the site knows. With none of them, nothing is known."""
    of_segment: Numbers
    """The block of each segment, -1 for white space between blocks."""
    counts: Numbers
    """Five rows, one column per block: on how many other pages its text is, where its link leads (-1 without a link)
    and its shape is; how many blocks of these pages have the shape; and how many of those have a text that recurs."""

    @property
    def text_pages(self) -> Numbers:
        """The number of other pages with the text of each block."""
        pages: Numbers = self.counts[0]
        return pages

    @property
    def shape_pages(self) -> Numbers:
        """The number of other pages with the shape of each block."""
        pages: Numbers = self.counts[2]
        return pages

    def template(self) -> Mask:
        """The segments whose text is template."""
        enough = max(min(TEMPLATE_PAGES, self.pages), TEMPLATE_SHARE * self.pages, 1)
        return self._of_segments(self.text_pages >= enough)

    def shares(self, table: PageTable) -> dict[str, Column]:
        """For each row: the share of other pages that have its text, and its shape, each a mean over its characters."""
        size = table.subtree(np.bincount(table.segment_owner, self._sizes(table), minlength=len(table)))
        columns: dict[str, Column] = {}
        for name, pages in (("text on other pages", self.text_pages), ("shape on other pages", self.shape_pages)):
            weighed = self._sizes(table) * np.append(pages, 0)[self.of_segment]
            total = table.subtree(np.bincount(table.segment_owner, weighed, minlength=len(table)))
            columns[name] = total / np.maximum(1, size) / max(1, self.pages)
        return columns

    def recurring_share(self, table: PageTable, keep: Mask) -> float:
        """The share of the characters of some segments whose text is on another page."""
        size = self._sizes(table)[keep]
        recurring = self._of_segments(self.text_pages > 0)[keep]
        return float(size[recurring].sum() / max(1, size.sum()))

    def _sizes(self, table: PageTable) -> Ints:
        return np.where(self.of_segment >= 0, table.segment_characters, 0)

    def _of_segments(self, blocks: Mask) -> Mask:
        segments: Mask = np.append(blocks, False)[self.of_segment]
        return segments


class PagesOfSite(Protocol):
    """Other pages of a site, as ``maintext.learn_site`` knows them."""

    def recurrence(self, table: PageTable) -> Recurrence:
        """What they say of a page, which does not count if it is one of them."""
        ...


@runtime_checkable
class WeighsRecurrence(Protocol):
    """A method that has its own use for recurring text."""

    def select_in_site(self, table: PageTable, recurrence: Recurrence) -> Selection:
        """Choose the main text, given what other pages say."""
        ...


def selection_of(method: Method, table: PageTable, site: PagesOfSite | None) -> tuple[Selection, Recurrence | None]:
    """The selection of a method, and what other pages of the site say, if there are any."""
    recurrence = site.recurrence(table) if site is not None else None
    if recurrence is None or not recurrence.pages:
        return method.select(table), None
    if isinstance(method, WeighsRecurrence):
        return method.select_in_site(table, recurrence), recurrence
    return _select_without_template(method, table, recurrence), recurrence


def with_shares(selection: Selection, table: PageTable, recurrence: Recurrence | None) -> Selection:
    """The selection with what other pages say among its quantities."""
    if recurrence is None:
        return selection
    return selection._replace(details=_WithShares(selection.details, recurrence.shares(table)))


class _WithShares:
    """Details with more quantities."""

    def __init__(self, details: Details, shares: Mapping[str, Column]) -> None:
        self._details, self._shares = details, shares
        self.rows, self.candidates, self.because = details.rows, details.candidates, details.because
        self.series = getattr(details, "series", None)

    @cached_property
    def quantities(self) -> Mapping[str, Column]:
        """The method's quantities, and the shares."""
        return {**self._details.quantities, **self._shares}


def _select_without_template(method: Method, table: PageTable, recurrence: Recurrence) -> Selection:
    """The selection of a method that sees the page without its template; all of the page if nothing else is left."""
    part = _Part.without(table, recurrence.template())
    if part is None:
        return method.select(table)
    selection = method.select(part.table)
    if not selection.keep.any():
        return method.select(table)
    keep = np.zeros(table.segment_count, dtype=bool)
    keep[part.segments] = selection.keep
    comments = None
    if selection.comments is not None:
        comments = np.zeros_like(keep)
        comments[part.segments] = selection.comments
    return selection._replace(keep=keep, comments=comments, details=_PartDetails(selection.details, part.rows, table))


@dataclass(frozen=True, eq=False, slots=True)
class _Part:
    """A page without some elements."""

    table: PageTable
    rows: Ints
    """The rows of the page that the table has."""
    segments: Ints
    """The segments of the page that the table has."""

    @classmethod
    def without(cls, table: PageTable, template: Mask) -> "_Part | None":
        """The page without elements that have text, all of it template; None if nothing changes or no text is left."""
        filled = table.segment_characters > 0
        kept_below = table.subtree(np.bincount(table.segment_owner, filled & ~template, minlength=len(table)))
        below = table.subtree(np.bincount(table.segment_owner, filled, minlength=len(table)))
        is_gone = table.inside((below > 0) & (kept_below == 0))
        if not is_gone.any() or is_gone[0]:
            return None
        rows, segments = np.flatnonzero(~is_gone), np.flatnonzero(~is_gone[table.segment_owner])
        return cls(_part_of(table, rows, segments), rows, segments)


def _part_of(table: PageTable, rows: Ints, segments: Ints) -> PageTable:
    """The table of some rows and segments; the parent of a row is one of them."""
    number = np.append(0, np.cumsum(np.isin(np.arange(len(table)), rows))).astype(np.intc)
    count = np.append(0, np.cumsum(np.isin(np.arange(table.segment_count), segments))).astype(np.intc)
    row_columns = np.ascontiguousarray(table.row_columns[:, rows])
    parent = row_columns[RowColumn.PARENT]
    row_columns[RowColumn.PARENT] = np.where(parent >= 0, number[parent], -1)
    row_columns[RowColumn.END] = number[row_columns[RowColumn.END]]
    for column in (RowColumn.SEGMENT_START, RowColumn.SEGMENT_STOP):
        row_columns[column] = count[row_columns[column]]
    place = table.segment_place
    encoded = b"".join(table.encoded[place[each] : place[each + 1]] for each in segments.tolist())
    segment_columns = np.ascontiguousarray(table.segment_columns[:, np.append(segments, len(place) - 1)])
    segment_columns[SegmentColumn.SEGMENT_OWNER, :-1] = number[table.segment_owner[segments]]
    for number_of, whole in (
        (SegmentColumn.SEGMENT_OFFSET, table.segment_offset),
        (SegmentColumn.SEGMENT_PLACE, place),
    ):
        segment_columns[number_of] = np.append(0, np.cumsum(whole[segments + 1] - whole[segments]))
    return replace(
        table,
        encoded=encoded,
        tag=table.tag[rows],
        rendered=table.rendered[rows],
        hiding=table.hiding[rows],
        visible_characters=int(table.characters[rows][table.rendered[rows]].sum()),
        row_columns=row_columns,
        segment_columns=segment_columns,
    )


class _PartDetails:
    """The details of a selection on a part of a page, for the rows of the whole page."""

    def __init__(self, details: Details, rows: Ints, table: PageTable) -> None:
        self._details, self._rows, self._table = details, rows, table

    @cached_property
    def rows(self) -> Ints:
        """The chosen elements."""
        return self._rows[self._details.rows]

    @cached_property
    def candidates(self) -> Mask:
        """The rows that the method chose from."""
        candidates = np.zeros(len(self._table), dtype=bool)
        candidates[self._rows] = self._details.candidates
        return candidates

    @cached_property
    def quantities(self) -> Mapping[str, Column]:
        """The method's columns, 0 for rows that it has not seen."""
        return {name: self._whole(column) for name, column in self._details.quantities.items()}

    @property
    def series(self) -> Callable[[], Series] | None:
        """Computes what the method scored, if that is not elements."""
        own = getattr(self._details, "series", None)
        return None if own is None else partial(_moved, own, self._rows)

    def because(self, row: int) -> str:
        """What influenced a row's score most."""
        at = int(np.searchsorted(self._rows, row))
        return self._details.because(at) if at < len(self._rows) and self._rows[at] == row else ""

    def _whole(self, column: Column) -> Column:
        whole: Column = np.zeros(len(self._table), dtype=column.dtype)  # type: ignore[assignment]
        whole[self._rows] = column
        return whole


def _moved(series: Callable[[], Series], rows: Ints) -> Series:
    """A series with the rows of the whole page."""
    own = series()
    return own._replace(rows=rows[own.rows])
