"""The captions of figures that were not selected.

Labels of pages leave captions out of the text, and so do the methods. But a picture in a format is worth little without
its caption. So the blocks of figures have it, although the plain text does not.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from maintext.blocks import Gathered
from maintext.document.hidden import find_hidden, hidden_segments
from maintext.document.invisible_characters import without_invisible
from maintext.document.selectors import matching
from maintext.table import Mask, PageTable, tags

_FIGURE, _CAPTION, _BUTTON = map(tags.code_of, ("figure", "figcaption", "button"))
_MAX_LEVELS: Final = 4
"""Levels between a figure and its caption."""


def with_captions(gathered: Gathered) -> Gathered:
    """The parts of the blocks with the captions that were not selected, as far as the page shows them."""
    table = gathered.table
    if not gathered.options.images or gathered.options.include or not table.present_tags[_CAPTION]:
        return gathered
    captions = _unselected(table, gathered.keep)
    if captions is None:
        return gathered
    if gathered.options.exclude:
        captions &= ~table.inside(matching(table, gathered.options.exclude))[table.segment_owner]
    if gathered.options.hidden == "drop":
        captions &= ~_hidden(table, gathered.keep, captions)
        table = without_invisible(table, captions).table
    return replace(gathered, table=table, captions=captions)


def _unselected(table: PageTable, keep: Mask) -> Mask | None:
    """The segments of the captions of figures without selected text, None if there are none."""
    captions: Mask | None = None
    is_kept = keep.tobytes()
    for row in table.rows_of(_CAPTION):
        own = table.segments_of(row)
        inside = table.segments_of(_figure_around(table, row)) if own else own
        if not own or is_kept.find(1, inside.start, inside.stop) >= 0:
            continue
        captions = np.zeros_like(keep) if captions is None else captions
        captions[own.start : own.stop] = table.rendered[table.segment_owner[own.start : own.stop]]
    if captions is not None and table.present_tags[_BUTTON]:
        captions &= ~table.inside(table.tag == _BUTTON)[table.segment_owner]
    return captions


def _figure_around(table: PageTable, caption: int) -> int:
    """The row of the figure of a caption, else that of the caption itself."""
    row = caption
    for _ in range(_MAX_LEVELS):
        row = table.parent_of(row)
        if row < 0:
            break
        if table.tag.item(row) == _FIGURE:
            return row
    return caption


def _hidden(table: PageTable, keep: Mask, captions: Mask) -> Mask:
    """The segments that are hidden together with a caption, but not with selected text: that was kept on purpose."""
    findings = find_hidden(table, captions)
    if not findings:
        return np.zeros_like(captions)
    first, stop = table.segment_start, table.segment_stop
    return hidden_segments(table, [each for each in findings if not keep[first[each.row] : stop[each.row]].any()])
