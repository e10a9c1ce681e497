"""Sums and searches along the tree of a page table, computed with NumPy."""

import numpy as np
from numpy.typing import NDArray

from maintext.table import Ints, Mask, PageTable, coverage, stable_order


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
