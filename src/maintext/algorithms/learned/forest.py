"""Boosted trees.

A tree is a list of nodes and a list of leaves, both from left to right. Each node knows the leaves on its left: a case
with more than the threshold goes right and can end in none of them. The leftmost leaf that remains after all nodes is
the one in which it ends.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned._engine import Trees
from maintext.algorithms.learned.engine import Floats
from maintext.support.cached_property import cached_property

Rounded = NDArray[np.int16]
MAX_LEAVES: Final = 16
MAX_VALUE: Final = 1e6
"""Leaves are smaller than this, so that their sums are finite and probabilities lie between 0 and 1."""
MAX_TREES: Final = 10_000
_NODE_COLUMNS: Final = ("feature", "threshold", "left_leaves", "mean")
_COLUMN_TYPES: Final = {
    "node_start": np.intc,
    "feature": np.int16,
    "threshold": np.int16,
    "left_leaves": np.uint16,
    "mean": np.float32,
    "leaf_start": np.intc,
    "value": np.float32,
}


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
        """Raise ``ValueError`` for numbers that would lead outside of the columns, or that are not trees."""
        for name, kind in _COLUMN_TYPES.items():
            column = getattr(self, name)
            if not (isinstance(column, np.ndarray) and column.dtype == kind and column.ndim == 1):
                raise ValueError(f"these are not trees: {name} has the wrong type or shape")
        if problem := self._problem():
            raise ValueError(f"these are not trees: {problem}")
        _ = self.trees  # checks that each tree is one, node by node

    def _problem(self) -> str:
        """What is wrong with the numbers of nodes and leaves, or with their values; "" if nothing is."""
        nodes = np.diff(self.node_start.astype(np.int64))
        leaves = np.diff(np.append(self.leaf_start, len(self.value)).astype(np.int64))
        sizes = {len(self.feature), len(self.threshold), len(self.left_leaves), len(self.mean)}
        problems = {
            "the number of outputs": not (type(self.outputs) is int and 0 < self.outputs <= MAX_TREES),
            "the number of trees": not 0 < len(nodes) == len(leaves) <= MAX_TREES,
            "the number of nodes": sizes != {int(nodes.sum())} or self.node_start[:1].any() or nodes.min(initial=0) < 0,
            "the number of leaves": (
                self.leaf_start[:1].any() or not np.array_equal(nodes + 1, leaves) or leaves.max(initial=1) > MAX_LEAVES
            ),
            "a feature": self.feature.min(initial=0) < 0 or self.feature.max(initial=0) >= len(self.features),
            "a value": not all(np.abs(numbers).max(initial=0) < MAX_VALUE for numbers in (self.value, self.mean)),
        }
        return next((name for name, is_wrong in problems.items() if is_wrong), "")

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the columns alone."""
        return {name: value for name, value in self.__dict__.items() if name not in ("trees", "_roots")}

    @cached_property
    def trees(self) -> Trees:
        """The forest as the engine reads it."""
        return Trees(self)

    def sums(self, case: Floats) -> Floats:
        """The sum of the leaves in which one case ends, for each output."""
        if case.shape != (len(self.features),):
            raise ValueError(f"{len(self.features)} features expected")
        return self.trees.sums_of(rounded(case))

    def contributions(self, case: Floats) -> Floats:
        """How much each feature moved the sum of one case: the change of the value at each turn, over all trees."""
        moved = [0.0] * len(self.features)
        columns = rounded(case).tolist()
        for root in self._roots:
            turn = root
            while turn is not None:
                way = turn.left if columns[turn.feature] <= turn.threshold else turn.right
                moved[turn.feature] += way.change
                turn = way.turn
        return np.array(moved, dtype=np.float32)

    @cached_property
    def _roots(self) -> list["_Turn | None"]:
        """The first turn of each tree, None for a tree of one leaf."""
        nodes = zip(*(getattr(self, name).tolist() for name in _NODE_COLUMNS), strict=True)
        known = [(feature, threshold, left.bit_count(), mean) for feature, threshold, left, mean in nodes]
        values = self.value.tolist()

        def turn(node: int, leaf: int, leaves: int) -> _Turn | None:
            if leaves == 1:
                return None
            feature, threshold, left, mean = known[node]
            ways = []
            for after, first, count in ((node + 1, leaf, left), (node + left, leaf + left, leaves - left)):
                value = known[after][3] if count > 1 else values[first]
                ways.append(_Way(value - mean, turn(after, first, count)))
            return _Turn(feature, threshold, *ways)

        starts = self.node_start.tolist()
        spans = zip(starts[:-1], starts[1:], self.leaf_start.tolist(), strict=True)
        return [turn(start, leaf, stop - start + 1) for start, stop, leaf in spans]


class _Way(NamedTuple):
    """One of the two ways at a turn."""

    change: float
    """Of the value."""
    turn: "_Turn | None"
    """The next turn; None if the way leads to a leaf."""


class _Turn(NamedTuple):
    """A node of a tree with what follows it."""

    feature: int
    threshold: int
    """A value up to this goes left."""
    left: _Way
    right: _Way


def rounded(features: NDArray[np.float32]) -> Rounded:
    """Features as numbers of two bytes in the same order, rounded down: sign, exponent and seven more bits.

    Sixteen of them go through a tree at a time, and no tree needs to distinguish 1,000 characters from 1,003.
    """
    bits = np.ascontiguousarray(features).view(np.int32)
    return ((bits ^ (bits >> 31 & 0x7FFFFFFF)) >> 16).astype(np.int16)
