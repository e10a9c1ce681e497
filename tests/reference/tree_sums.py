"""Sums and searches along the tree of a page table, computed with NumPy."""

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, Mask, PageTable


def subtree_sums(table: PageTable, column: NDArray[np.generic]) -> Ints:
    """The sum of a column over each row and all below it: one cumulative sum and one subtraction."""
    sums = np.zeros(len(table) + 1, dtype=np.int64)
    np.cumsum(column, out=sums[1:])
    return sums[table.end] - sums[:-1]


def nearest(table: PageTable, marked: Mask) -> Ints:
    """The closest marked row among each row and its ancestors, -1 where there is none.

    It is the last marked row before the row with the same number of marked rows around it.
    """
    rows = np.arange(len(table))
    targets = np.flatnonzero(marked)
    if not len(targets):
        return np.full(len(rows), -1)
    depth = coverage(table.end, targets)
    size = len(table) + 1
    order = stable_order(depth[targets])
    keys = depth[targets[order]] * size + targets[order]
    found = np.searchsorted(keys, depth[rows] * size + rows, side="right") - 1
    return np.where(depth[rows] > 0, targets[order][found], -1)


def coverage(end: Ints, marked_rows: Ints) -> Ints:
    """How many of the marked rows' subtrees each row is in."""
    if not len(marked_rows):
        return np.zeros(len(end), dtype=np.int64)
    steps = np.bincount(marked_rows, minlength=len(end) + 1) - np.bincount(end[marked_rows], minlength=len(end) + 1)
    return np.cumsum(steps)[:-1]


def stable_order(depth: Ints) -> Ints:
    """The order that sorts small numbers and keeps equal ones in place; numbers of two bytes sort much faster."""
    fits = len(depth) and depth.min() > -0x8000 and depth.max() < 0x7FFF
    return np.argsort(depth.astype(np.int16) if fits else depth, kind="stable")
