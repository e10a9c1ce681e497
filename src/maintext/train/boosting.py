"""Fit boosted trees with LightGBM and convert them to columns."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.engine import Matrix
from maintext.algorithms.learned.forest import Forest, rounded
from maintext.errors import MaintextError
from maintext.support.extras import needed

_COMMON: Final = {
    "verbose": -1,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "max_bin": 63,
    "use_missing": False,
    "feature_fraction": 0.25,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How trees are grown: few small trees keep the model fast, large leaves keep it from learning single sites."""

    trees: int
    leaves: int
    learning_rate: float
    min_rows: int
    """The least number of training rows in a leaf."""
    smoothing: float
    """The weight of the L2 penalty on leaves."""


@dataclass(frozen=True, eq=False, slots=True)
class Lesson:
    """The data to fit a forest to."""

    features: tuple[str, ...]
    rows: Matrix
    """One row per case."""
    labels: NDArray[np.generic]
    """Shares between 0 and 1, or the numbers of classes."""
    weights: NDArray[np.float64]


def fit_forest(lesson: Lesson, settings: Settings, classes: int = 1) -> Forest:
    """A forest for shares between 0 and 1, or for classes."""
    try:
        lightgbm = needed("lightgbm", extra="train", user="training the learned method")
    except OSError as error:
        raise MaintextError(f"LightGBM needs a library of the system, libgomp1 on Debian: {error}") from error
    objective = {"objective": "cross_entropy"} if classes == 1 else {"objective": "multiclass", "num_class": classes}
    parameters = {
        **_COMMON,
        **objective,
        "learning_rate": settings.learning_rate,
        "num_leaves": settings.leaves,
        "max_depth": 8,
        "min_data_in_leaf": settings.min_rows,
        "lambda_l2": settings.smoothing,
    }
    weights = lesson.weights * (len(lesson.weights) / lesson.weights.sum())
    rows = rounded(lesson.rows).astype(np.float32)
    data = lightgbm.Dataset(rows, lesson.labels, weight=weights, params={"max_bin": 63, "verbose": -1})
    booster = lightgbm.train(parameters, data, settings.trees)
    return _forest(lesson.features, booster.dump_model(), classes)


def _forest(names: tuple[str, ...], dump: dict[str, Any], classes: int) -> Forest:
    trees = [_Tree() for _ in dump["tree_info"]]
    for tree, described in zip(trees, dump["tree_info"], strict=True):
        tree.add(described["tree_structure"])
    return Forest(
        features=names,
        outputs=classes,
        node_start=np.cumsum([0, *(len(tree.feature) for tree in trees)], dtype=np.intc),
        feature=np.array([each for tree in trees for each in tree.feature], dtype=np.int16),
        threshold=np.floor([each for tree in trees for each in tree.threshold]).astype(np.int16),
        left_leaves=np.array([each for tree in trees for each in tree.left_leaves], dtype=np.uint16),
        mean=np.array([each for tree in trees for each in tree.mean], dtype=np.float32),
        leaf_start=np.cumsum([0, *(len(tree.value) for tree in trees[:-1])], dtype=np.intc),
        value=np.array([each for tree in trees for each in tree.value], dtype=np.float32),
    )


@dataclass(frozen=True, slots=True)
class _Tree:
    """The nodes and leaves of one tree from left to right, each node before those below it."""

    feature: list[int] = field(default_factory=list)
    threshold: list[float] = field(default_factory=list)
    left_leaves: list[int] = field(default_factory=list)
    mean: list[float] = field(default_factory=list)
    value: list[float] = field(default_factory=list)

    def add(self, node: dict[str, Any]) -> None:
        """Add a node and all below it."""
        if "leaf_value" in node:
            self.value.append(node["leaf_value"])
            return
        number, first = len(self.feature), len(self.value)
        self.feature.append(node["split_feature"])
        self.threshold.append(node["threshold"])
        self.mean.append(node["internal_value"])
        self.left_leaves.append(0)
        self.add(node["left_child"])
        self.left_leaves[number] = (1 << len(self.value)) - (1 << first)
        self.add(node["right_child"])
