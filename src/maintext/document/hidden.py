"""Text that a page contains but does not show.

Pages hide text for many reasons: labels for screen readers, menus, copies for other screens, and instructions for
language models. ``Options(hidden="drop")`` leaves it out of the selected text. Text that a reader can open stays, and
so does a hidden container with nearly all of the text, as in pages that scripts put together.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from maintext.document import declarations, style_sheets
from maintext.document._plain_text import (
    FirstLook,
    NameSet,
    rows_that_may_be_hidden,
    rows_with_names,
    without_opaque_colours,
)
from maintext.document.hidden_elements import OWN_TEXT, Finding, HiddenElements
from maintext.document.style_sheets import NO_SHEETS
from maintext.support.cached_property import cached_property
from maintext.table import Ints, Mask, PageTable
from maintext.table._table import RowColumn, SegmentColumn

_NEARLY_ALL: Final = 0.75
"""A hidden container with this share of the selected text is the page's article."""
_MOST: Final = 0.5
"""The share of a long text."""
_OF_PAGE: Final = 0.3
"""The share of all text outside links that it must have too, unless it is long."""
_ARTICLE: Final = 1_500
"""Visible characters of a long text. With most of the selected text it is the page's article."""


class Shown(NamedTuple):
    """The selected segments that the page shows."""

    keep: Mask
    findings: tuple[Finding, ...] = ()
    is_container: bool = False
    """Whether most of the text is in a hidden container, and was kept for that."""


def without_hidden(table: PageTable, keep: Mask, with_sheets: bool = True) -> Shown:
    """The selected segments without those that are hidden, by their own tags or also by the page's style sheets."""
    return _without(table, keep, find_hidden(table, keep, with_sheets))


def shown_of(look: FirstLook) -> Shown:
    """The same for the segments of a first look, with what it has found."""
    if not look.may_be_hidden:
        return Shown(look.keep)
    return _without(look.table, look.keep, _findings(look.table, look.keep, look.rows, look.names, look.hiding))


def _without(table: PageTable, keep: Mask, findings: list[Finding]) -> Shown:
    """The selected segments without those of hidden elements."""
    if not findings:
        return Shown(keep)
    sums = np.zeros(len(keep) + 1, dtype=np.int64)
    np.cumsum(table.segment_columns[SegmentColumn.SEGMENT_CHARACTERS, :-1] * keep, out=sums[1:])
    until = sums.item
    amounts = _Amounts(table, until(-1))
    own_text = [each for each in findings if each.sign in OWN_TEXT]
    drop = hidden_segments(table, own_text)
    dropped = own_text.copy()
    is_container, stop = False, 0
    first, last = _segment_views(table)
    for finding in findings:
        if finding.row < stop or finding.sign in OWN_TEXT:
            continue
        if amounts.make_article(until(last[finding.row]) - until(first[finding.row])):
            is_container = True
            continue
        _hide(table, finding, slice(first[finding.row], last[finding.row]), drop)
        dropped.append(finding)
        stop = table.end_of(finding.row)
    if amounts.make_article(int(np.diff(sums)[drop].sum())):
        return Shown(keep, (), True)
    return Shown(keep & ~drop, tuple(sorted(dropped)), is_container)


class _Amounts:
    """Visible characters of a page."""

    def __init__(self, table: PageTable, selected: int) -> None:
        """Compare with the number of selected characters, and with those of the page."""
        self._table, self._selected = table, selected

    @cached_property
    def _outside_links(self) -> int:
        table = self._table
        return int(table.characters[~table.in_link & table.in_body].sum())

    def make_article(self, hidden: int) -> bool:
        """Whether hidden text is so much of the selected text, or of the page too, that it is the article itself."""
        if hidden >= _ARTICLE:
            return hidden >= _MOST * self._selected
        return hidden >= _NEARLY_ALL * self._selected and hidden >= _OF_PAGE * self._outside_links


def _segment_views(table: PageTable) -> tuple[memoryview, memoryview]:
    """For each row its first segment and the one after its last. A view returns a number quicker than an array."""
    columns = table.row_columns
    return columns[RowColumn.SEGMENT_START].data, columns[RowColumn.SEGMENT_STOP].data


def hidden_segments(table: PageTable, findings: Sequence[Finding]) -> Mask:
    """The segments that are hidden with some elements."""
    own = np.array([each.row for each in findings if each.sign in OWN_TEXT], dtype=np.int64)
    drop = _own_segments(table, own) if len(own) else np.zeros(table.segment_columns.shape[1] - 1, dtype=bool)
    first, last = _segment_views(table)
    for finding in findings:
        if finding.sign not in OWN_TEXT:
            _hide(table, finding, slice(first[finding.row], last[finding.row]), drop)
    return drop


def _hide(table: PageTable, finding: Finding, segments: slice, drop: Mask) -> None:
    """Mark the segments of a hidden element."""
    drop[segments] = True
    if finding.sign == declarations.VISIBILITY:
        _show_again(table, finding.row, drop)


def _own_segments(table: PageTable, rows: Ints) -> Mask:
    """The segments whose nearest element with a class, an id or a style is one of the rows."""
    columns, source = table.row_columns, table.source
    is_styled = columns[RowColumn.CLASS_STOP] > columns[RowColumn.CLASS_START]
    is_styled |= columns[RowColumn.ID_STOP] > columns[RowColumn.ID_START]
    is_styled |= table.hiding > 0
    is_styled[rows] = True
    start, after = columns[RowColumn.OPEN_START].data, columns[RowColumn.OPEN_END].data
    stop = 0
    for row in rows.tolist():
        end = int(table.end[row])
        has_style = source.find(b"style", after[row], int(table.close_end[row])) >= 0
        for inner in range(max(row + 1, stop), end) if has_style else ():
            is_styled[inner] |= b"style" in source[start[inner] : after[inner]]
        stop = max(stop, end)
    is_one = np.zeros(len(table) + 1, dtype=bool)
    is_one[rows] = True
    found: Mask = is_one[table.nearest(is_styled)[table.segment_owner]]
    return found


def _show_again(table: PageTable, row: int, drop: Mask) -> None:
    """Keep what is visible again inside an element with ``visibility: hidden``."""
    if table.source.find(b"visible", int(table.open_end[row]), int(table.close_start[row])) < 0:
        return
    inner = row + 1
    while inner < table.end[row]:
        tag = table.source[int(table.open_start[inner]) : int(table.open_end[inner])]
        if table.hiding[inner] == 0 and b"visible" in tag:
            style = declarations.declared(table.attribute(inner, "style"))
            if style.get("visibility", ("", False))[0] == "visible":
                drop[int(table.segment_start[inner]) : int(table.segment_stop[inner])] = False
                inner = int(table.end[inner])
                continue
        inner += 1


def may_have_hidden(table: PageTable, keep: Mask) -> bool:
    """Whether the tag of an element around selected text has a sign that it may be hidden."""
    columns = table.segment_columns, table.row_columns, table.hiding, table.tag
    return bool(rows_that_may_be_hidden(table.source, keep, *columns, None))


def find_hidden(table: PageTable, keep: Mask, with_sheets: bool = True) -> list[Finding]:
    """The elements around selected text that are hidden and that no reader can open, in page order."""
    names = NameSet() if with_sheets and table.present_tags[style_sheets.STYLE] else None
    columns = table.segment_columns, table.row_columns, table.hiding, table.tag
    rows = rows_that_may_be_hidden(table.source, keep, *columns, names)
    hiding = style_sheets.names_that_may_be_hidden(table, names) if names is not None else []
    return _findings(table, keep, rows, names, hiding)


def _findings(
    table: PageTable, keep: Mask, rows: list[int], names: NameSet | None, hiding: list[bytes] | None
) -> list[Finding]:
    """The hidden elements among some rows, and among those with names that rules may hide.

    Args:
        table: the page.
        keep: the selected segments.
        rows: the rows that may be hidden by their own tags.
        names: the names of all elements around the segments.
        hiding: those of the names that a rule may hide, None if there are too many.
    """
    sheets = style_sheets.sheets_of(table, names, hiding) if names is not None and hiding != [] else NO_SHEETS
    named: list[int] = []
    if sheets.rules:
        columns = table.segment_columns, table.row_columns, table.hiding, table.tag
        named = rows_with_names(table.source, keep, *columns, style_sheets.names_of_hidden(sheets))
        rows = sorted({*rows, *named}) if named else rows
    elif rows and not style_sheets.knows_backgrounds(table):
        rows = without_opaque_colours(table.source, rows, table.row_columns, table.hiding)
    found = HiddenElements(table, sheets, keep).findings(rows) if rows else []
    if not named or not found:
        return found
    hidden = [
        row
        for each in found
        for row in named[bisect_left(named, each.row) : bisect_left(named, table.end_of(each.row))]
    ]
    fuller = style_sheets.with_other_names(table, sheets, hidden) if hidden else sheets
    return found if fuller is sheets else HiddenElements(table, fuller, keep).findings(rows)
