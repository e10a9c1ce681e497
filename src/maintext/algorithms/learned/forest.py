"""Boosted trees.

A tree is a list of nodes and a list of leaves, both from left to right. Each node knows the leaves on its left: a case
with more than the threshold goes right and can end in none of them. The leftmost leaf that remains after all nodes is
the one in which it ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned._engine import Trees
from maintext.algorithms.learned.engine import Floats

Rounded = NDArray[np.int16]
MAX_LEAVES: Final = 16
MAX_VALUE: Final = 1e6
"""Leaves are smaller than this, so that their sums are finite and probabilities lie between 0 and 1."""


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees as columns, one row per node or leaf."""

    features: tuple[str, ...]
    outputs: int
    """Tree ``t`` adds to output ``t % outputs``."""
    node_start: NDArray[np.intc]
    """Where the nodes of each tree begin, and where the last tree's end."""
    feature: NDArray[np.int16]
    threshold: Rounded
    """A value up to this goes left."""
    left_leaves: NDArray[np.uint16]
    """One bit per leaf on the left of a node."""
    mean: Floats
    """The value of a node if the tree ended there."""
    leaf_start: NDArray[np.intc]
    value: Floats
    """Of each leaf."""

    def __post_init__(self) -> None:
        """Refuse numbers that would lead outside of the columns."""
        trees = len(self.node_start) - 1
        leaves = np.diff(np.append(self.leaf_start, len(self.value)))
        if not (
            self.outputs > 0
            and len(self.leaf_start) == trees
            and len(self.feature) == len(self.threshold) == len(self.left_leaves) == len(self.mean)
            and self.node_start[0] == 0
            and self.node_start[-1] == len(self.feature)
            and (np.diff(self.node_start) + 1 == leaves).all()
            and leaves.max(initial=1) <= MAX_LEAVES
            and self.feature.min(initial=0) >= 0
            and self.feature.max(initial=0) < len(self.features)
            and np.abs(self.value).max(initial=0) < MAX_VALUE
            and not (self.left_leaves >> (np.repeat(leaves, np.diff(self.node_start)) - 1)).any()
        ):
            raise ValueError("these are not trees")

    @cached_property
    def trees(self) -> Trees:
        """The forest as the engine reads it."""
        return Trees(self)

    def contributions(self, case: Floats) -> Floats:
        """How much each feature moved the sum of one case: the change of the value at each turn, over all trees."""
        moved = np.zeros(len(self.features), dtype=np.float32)
        columns = rounded(case)
        for start, stop, leaf in self._spans():
            node, leaves, before = start, stop - start + 1, 0
            while leaves > 1:
                feature, left = self.feature[node], int(self.left_leaves[node]).bit_count()
                goes_left = columns[feature] <= self.threshold[node]
                after = node + (1 if goes_left else left)
                before, leaves = (before, left) if goes_left else (before + left, leaves - left)
                value = self.mean[after] if leaves > 1 else self.value[leaf + before]
                moved[feature] += value - self.mean[node]
                node = after
        return moved

    def _spans(self) -> Iterator[tuple[int, int, int]]:
        """Where the nodes of each tree begin and end, and where its leaves begin."""
        starts = self.node_start.tolist()
        return zip(starts[:-1], starts[1:], self.leaf_start.tolist(), strict=True)


def rounded(features: NDArray[np.float32]) -> Rounded:
    """Features as numbers of two bytes in the same order, rounded down: sign, exponent and seven more bits.

    Eight of them go through a tree at a time, and no tree needs to distinguish 1,000 characters from 1,003.
    """
    bits = np.ascontiguousarray(features).view(np.int32)
    return ((bits ^ (bits >> 31 & 0x7FFFFFFF)) >> 16).astype(np.int16)
