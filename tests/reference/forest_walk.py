"""Cases through boosted trees with NumPy, one tree at a time."""

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.forest import Forest, rounded


def leaf_sums(forest: Forest, features: NDArray[np.float32], trees: int | None = None) -> NDArray[np.float32]:
    """The sums of the leaves of all trees, or of the first ones: one row per output, one column per case."""
    sums = np.zeros((forest.outputs, features.shape[1]), dtype=np.float32)
    columns = rounded(features)
    starts = forest.node_start.tolist()
    for tree, (start, stop, leaf) in enumerate(zip(starts, starts[1:], forest.leaf_start.tolist(), strict=False)):
        if trees is not None and tree >= trees:
            break
        goes_right = columns[forest.feature[start:stop]] > forest.threshold[start:stop, None]
        gone = np.where(goes_right, forest.left_leaves[start:stop, None], np.uint16(0))
        left = ~np.bitwise_or.reduce(gone, axis=0, initial=0).astype(np.int64)
        sums[tree % forest.outputs] += forest.value[leaf + np.log2(left & -left).astype(np.int64)]
    return sums


def probability(forest: Forest, features: NDArray[np.float32]) -> NDArray[np.float32]:
    """The probability of yes, for a forest with one output."""
    yes: NDArray[np.float32] = 1 / (1 + np.exp(-leaf_sums(forest, features)[0]))
    return yes


def probabilities(forest: Forest, features: NDArray[np.float32]) -> NDArray[np.float32]:
    """The probability of each class: one row per class."""
    sums = leaf_sums(forest, features)
    odds = np.exp(sums - sums.max(axis=0))
    shares: NDArray[np.float32] = odds / odds.sum(axis=0)
    return shares
