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
Coarse = NDArray[np.int16]
MOST_LEAVES: Final = 16
MOST_SAID: Final = 1e6
"""No leaf says so much, so that the sums of all are numbers, and probabilities lie between 0 and 1."""


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees as columns, a row a node or a leaf."""

    features: tuple[str, ...]
    outputs: int
    """Trees take turns: tree ``t`` adds to output ``t % outputs``."""
    node_start: NDArray[np.intc]
    """Where the nodes of each tree begin, and where the last tree's end."""
    feature: NDArray[np.int16]
    threshold: Coarse
    """A value up to this goes left."""
    left_leaves: NDArray[np.uint16]
    """A bit for each leaf on the left of a node."""
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
            and np.abs(self.value).max(initial=0) < MOST_SAID
            and not (self.left_leaves >> (np.repeat(leaves, np.diff(self.node_start)) - 1)).any()
        ):
            raise ValueError("these are no trees")

    def raw(self, features: Matrix, trees: int | None = None) -> Matrix:
        """The sums of the leaves of all trees or of the first ones, a row an output.

        The features have a row each and a column a case.
        """
        trees = len(self.leaf_start) if trees is None else min(trees, len(self.leaf_start))
        if len(features) != len(self.features):
            raise ValueError(f"{len(self.features)} features expected, not {len(features)}")
        columns = coarse(features)
        walk = compiled("maintext.algorithms.learned.loops.judge", "walk")
        if walk is not None:
            cases = in_eights(features.shape[1])
            columns = np.pad(columns, ((0, 0), (0, cases - features.shape[1])))
            all_in_one = np.array([[0, cases]], dtype=np.intc)
            sums = np.zeros((self.outputs, cases), dtype=np.float32)
            walk(self._trees, 0, trees, columns, all_in_one, sums)
            return sums[:, : features.shape[1]]
        added = np.zeros((self.outputs, features.shape[1]), dtype=np.float32)
        for tree, leaf in enumerate(self._leaves(columns)[:trees]):
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
        columns = coarse(case)
        for start, stop, leaf in self._spans():
            node, leaves, before = start, stop - start + 1, 0
            while leaves > 1:
                feature, left = self.feature[node], int(self.left_leaves[node]).bit_count()
                goes_left = columns[feature] <= self.threshold[node]
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

    def _leaves(self, columns: Coarse) -> list[NDArray[np.int64]]:
        """The leaf that each case ends in, tree by tree."""
        leaves = []
        for start, stop, leaf in self._spans():
            goes_right = columns[self.feature[start:stop]] > self.threshold[start:stop, None]
            gone = np.where(goes_right, self.left_leaves[start:stop, None], np.uint16(0))
            left = ~np.bitwise_or.reduce(gone, axis=0, initial=0).astype(np.int64)
            leaves.append(leaf + np.log2(left & -left).astype(np.int64))
        return leaves


def coarse(features: NDArray[np.float32]) -> Coarse:
    """Features as numbers of two bytes in the same order, rounded down: sign, exponent and seven more bits.

    Eight of them go through a tree at a time, and no tree needs to tell 1,000 characters from 1,003.
    """
    bits = np.ascontiguousarray(features).view(np.int32)
    return ((bits ^ (bits >> 31 & 0x7FFFFFFF)) >> 16).astype(np.int16)


def in_eights(cases: int) -> int:
    """Room for so many cases where eight are taken at a time."""
    return (cases + 7) // 8 * 8


def as_probability(raw: Floats) -> Floats:
    """The probability of yes, given the sums of a forest's leaves."""
    yes: Floats = np.float32(1) / (np.float32(1) + np.exp(-raw))
    return yes
