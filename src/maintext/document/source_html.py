"""The page's own markup of the selected elements."""

import numpy as np

from maintext.selection import Selection
from maintext.table import Mask, PageTable


def as_source(table: PageTable, selection: Selection, keep: Mask) -> str:
    """The page's own markup of the selected elements, without the parts whose text is not kept.

    Several elements come with the smallest element around them all: items keep their list and cells their table.

    Args:
        table: the page.
        selection: which elements were selected.
        keep: the segments of the text, which may have headings that were not selected.
    """
    kept_characters = np.where(keep, table.segment_characters, 0)
    if not len(selection.rows) or not kept_characters.any():
        return ""
    rows = np.append(selection.rows, table.segment_owner[keep & ~selection.keep])
    around = (np.arange(len(table)) <= rows.min()) & (table.end >= table.end[rows].max())
    innermost = int(np.flatnonzero(around)[-1])
    kept = table.subtree(np.bincount(table.segment_owner, weights=kept_characters, minlength=len(table)))
    cut = (table.subtree(table.characters) > 0) & (kept == 0)
    cut &= table.coverage(cut) == 1
    return _without(table, innermost, cut)


def _without(table: PageTable, row: int, cut: Mask) -> str:
    """An element's markup without some elements below it.

    Elements that are siblings in the tree may overlap in the markup; those stay.
    """
    pieces: list[bytes] = []
    start, stop = int(table.open_start[row]), int(table.close_end[row])
    holes = np.flatnonzero(cut[row : table.end[row]]) + row
    for hole in holes[np.argsort(table.open_start[holes], kind="stable")].tolist():
        if start <= table.open_start[hole] and table.close_end[hole] <= stop:
            pieces.append(table.source[start : int(table.open_start[hole])])
            start = int(table.close_end[hole])
    pieces.append(table.source[start:stop])
    return b"".join(pieces).decode("utf-8", "replace")
