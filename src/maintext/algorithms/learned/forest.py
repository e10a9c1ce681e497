"""Boosted trees, run by compiled code or with NumPy alone: then all trees take one step for all rows at a time."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.wording import Floats
from maintext.compiled import compiled

Matrix = NDArray[np.float64]
MISSING = -999.0
"""Stands for a value that does not exist, such as the length of the block before the first."""


@dataclass(frozen=True, eq=False, slots=True)
class Forest:
    """Trees as columns, a row a node. A leaf is its own child, so that a step on it changes nothing."""

    features: tuple[str, ...]
    outputs: int
    """Trees take turns: tree ``t`` adds to output ``t % outputs``."""
    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: Floats
    """A value up to this goes left."""
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]
    """What the node says if the tree ends there."""
    depth: int
    """Steps to the deepest leaf."""

    def raw(self, rows: Matrix) -> Matrix:
        """The sums of all trees' leaves, a column an output."""
        walk = compiled("maintext.algorithms.learned.walk", "add_leaves")
        if walk is not None:
            added = np.zeros((len(rows), self.outputs))
            trees = (self.roots, self.feature, self.threshold, self.left, self.right, self.value)
            walk(np.ascontiguousarray(rows), *trees, self.outputs, added)
            return added
        at = self._leaves(rows)
        sums: Matrix = self.value[at].reshape(len(rows), -1, self.outputs).sum(axis=1, dtype=np.float64)
        return sums

    def probability(self, rows: Matrix) -> Floats:
        """The probability of yes, for a forest with one output."""
        return 1 / (1 + np.exp(-self.raw(rows)[:, 0]))

    def probabilities(self, rows: Matrix) -> Matrix:
        """The probability of each class."""
        raw = self.raw(rows)
        odds = np.exp(raw - raw.max(axis=1, keepdims=True))
        shares: Matrix = odds / odds.sum(axis=1, keepdims=True)
        return shares

    def contributions(self, rows: Matrix) -> Matrix:
        """How much each feature moved each row's sum: what every step on it added, over all trees."""
        moved = np.zeros((len(rows), len(self.features)))
        number = np.arange(len(rows))[:, None]
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        for _ in range(self.depth):
            after = self._step(rows, number, at)
            np.add.at(moved, (np.broadcast_to(number, at.shape), self.feature[at]), self.value[after] - self.value[at])
            at = after
        return moved

    def _leaves(self, rows: Matrix) -> NDArray[np.int32]:
        number = np.arange(len(rows))[:, None]
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        for _ in range(self.depth):
            at = self._step(rows, number, at)
        return at

    def _step(self, rows: Matrix, number: NDArray[np.int64], at: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(rows[number, self.feature[at]] <= self.threshold[at], self.left[at], self.right[at])


def matrix(columns: Mapping[str, Floats]) -> Matrix:
    """Features as a matrix, a row a block, with nothing missing."""
    rows: Matrix = np.nan_to_num(np.array(list(columns.values())).T, nan=MISSING)
    return rows


def row(values: Mapping[str, float]) -> Matrix:
    """The features of one page as a matrix."""
    return np.array([list(values.values())])
