"""Boosted trees.

A tree is a list of nodes and a list of leaves, both from left to right. Of a node it is known which leaves stand on its
left: a case with more than the threshold goes right and can end in none of them. The leftmost leaf that remains after
all nodes is the one it ends in.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.vocabulary import Floats
from maintext.compiled import compiled

Matrix = NDArray[np.float32]
MOST_LEAVES: Final = 32


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees as columns, a row a node or a leaf."""

    features: tuple[str, ...]
    outputs: int
    """Trees take turns: tree ``t`` adds to output ``t % outputs``."""
    node_start: NDArray[np.intc]
    """Where the nodes of each tree begin, and where the last tree's end."""
    feature: NDArray[np.int16]
    threshold: Floats
    """A value up to this goes left."""
    left_leaves: NDArray[np.uint32]
    """All bits but those of the leaves on the left of a node."""
    mean: Floats
    """What a node would say if the tree ended there."""
    leaf_start: NDArray[np.intc]
    value: Floats
    """Of each leaf."""

    def __post_init__(self) -> None:
        """Refuse what would lead outside of the columns."""
        trees = len(self.node_start) - 1
        leaves = np.diff(np.append(self.leaf_start, len(self.value)))
        if not (
            self.outputs > 0
            and len(self.leaf_start) == trees
            and len(self.feature) == len(self.threshold) == len(self.left_leaves) == len(self.mean)
            and self.node_start[0] == 0
            and self.node_start[-1] == len(self.feature)
            and (np.diff(self.node_start) + 1 == leaves).all()
            and leaves.max(initial=1) <= MOST_LEAVES
            and self.feature.min(initial=0) >= 0
            and self.feature.max(initial=0) < len(self.features)
            and (self.left_leaves >> (np.repeat(leaves, np.diff(self.node_start)) - 1) & 1).all()
        ):
            raise ValueError("these are no trees")

    def raw(self, features: Matrix, trees: int | None = None) -> Matrix:
        """The sums of the leaves of all trees or of the first ones, a row an output.

        The features have a row each and a column a case.
        """
        trees = len(self.leaf_start) if trees is None else min(trees, len(self.leaf_start))
        added = np.zeros((self.outputs, features.shape[1]), dtype=np.float32)
        if len(features) != len(self.features):
            raise ValueError(f"{len(self.features)} features expected, not {len(features)}")
        add_leaves = compiled("maintext.algorithms.learned.loops.walk", "add_leaves")
        if add_leaves is not None:
            cases = features.shape[1]
            all_in_one = np.array([[0, cases]], dtype=np.intc)
            add_leaves(self._trees, 0, trees, features, all_in_one, 1, np.empty(cases, dtype=np.uint32), added)
            return added
        for tree, leaf in enumerate(self._leaves(features)[:trees]):
            added[tree % self.outputs] += self.value[leaf]
        return added

    @cached_property
    def _trees(self) -> Any:
        """The forest as the compiled loops see it."""
        return compiled("maintext.algorithms.learned.loops.walk", "Trees")(self)  # type: ignore[misc]

    def probability(self, features: Matrix) -> Floats:
        """The probability of yes, for a forest with one output."""
        return as_probability(self.raw(features)[0])

    def probabilities(self, features: Matrix) -> Matrix:
        """The probability of each class, a row a class."""
        raw = self.raw(features)
        odds = np.exp(raw - raw.max(axis=0))
        shares: Matrix = odds / odds.sum(axis=0)
        return shares

    def contributions(self, case: Floats) -> Floats:
        """How much each feature moved the sum of one case: what every turn changed, over all trees."""
        moved = np.zeros(len(self.features), dtype=np.float32)
        on_left = _bits(~self.left_leaves)
        for start, stop, leaf in self._spans():
            node, leaves, before = start, stop - start + 1, 0
            while leaves > 1:
                feature, left = self.feature[node], int(on_left[node])
                goes_left = case[feature] <= self.threshold[node]
                after = node + (1 if goes_left else left)
                before, leaves = (before, left) if goes_left else (before + left, leaves - left)
                says = self.mean[after] if leaves > 1 else self.value[leaf + before]
                moved[feature] += says - self.mean[node]
                node = after
        return moved

    def _spans(self) -> Iterator[tuple[int, int, int]]:
        """Where the nodes of each tree begin and end, and where its leaves begin."""
        starts = self.node_start.tolist()
        return zip(starts[:-1], starts[1:], self.leaf_start.tolist(), strict=True)

    def _leaves(self, features: Matrix) -> list[NDArray[np.int64]]:
        """The leaf that each case ends in, tree by tree."""
        leaves = []
        for start, stop, leaf in self._spans():
            goes_right = features[self.feature[start:stop]] > self.threshold[start:stop, None]
            masks = np.where(goes_right, self.left_leaves[start:stop, None], np.uint32(0xFFFFFFFF))
            bits = np.bitwise_and.reduce(masks, axis=0, initial=0xFFFFFFFF).astype(np.int64)
            leaves.append(leaf + np.log2(bits & -bits).astype(np.int64))
        return leaves


def as_probability(raw: Floats) -> Floats:
    """The probability of yes, given the sums of a forest's leaves."""
    yes: Floats = np.float32(1) / (np.float32(1) + np.exp(-raw))
    return yes


def _bits(numbers: NDArray[np.uint32]) -> NDArray[np.int64]:
    """How many bits of each number are set."""
    bits: NDArray[np.int64] = np.unpackbits(numbers.view(np.uint8)).reshape(-1, MOST_LEAVES).sum(axis=1, dtype=np.int64)
    return bits
