"""Fit boosted trees with LightGBM and take them over as columns that NumPy can run."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.forest import Forest, Matrix
from maintext.errors import MaintextError

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
    """How trees are grown; what is small here keeps the model quick, what is large keeps it from learning sites."""

    trees: int
    leaves: int
    learning_rate: float
    least_rows: int
    """A leaf holds at least so many training rows."""
    smoothing: float
    """The weight of the L2 penalty on leaves."""


@dataclass(frozen=True, eq=False, slots=True)
class Lesson:
    """What to learn from."""

    features: tuple[str, ...]
    rows: Matrix
    labels: NDArray[np.generic]
    """Shares between 0 and 1, or the numbers of classes."""
    weights: NDArray[np.float64]


def fit_forest(lesson: Lesson, settings: Settings, classes: int = 1) -> Forest:
    """A forest for shares between 0 and 1, or for classes."""
    try:
        import lightgbm  # noqa: PLC0415 (an extra)
    except ImportError as error:
        raise MaintextError("training the learned method needs LightGBM: pip install 'maintext[train]'") from error
    except OSError as error:
        raise MaintextError(f"LightGBM needs a library of the system, libgomp1 on Debian: {error}") from error
    objective = {"objective": "cross_entropy"} if classes == 1 else {"objective": "multiclass", "num_class": classes}
    parameters = {
        **_COMMON,
        **objective,
        "learning_rate": settings.learning_rate,
        "num_leaves": settings.leaves,
        "max_depth": 8,
        "min_data_in_leaf": settings.least_rows,
        "lambda_l2": settings.smoothing,
    }
    weights = lesson.weights * (len(lesson.weights) / lesson.weights.sum())
    data = lightgbm.Dataset(
        lesson.rows.astype(np.float32), lesson.labels, weight=weights, params={"max_bin": 63, "verbose": -1}
    )
    booster = lightgbm.train(parameters, data, settings.trees)
    return _forest(lesson.features, booster.dump_model(), classes)


def _forest(names: tuple[str, ...], dump: dict[str, Any], classes: int) -> Forest:
    nodes: list[tuple[int, float, int, int, float]] = []
    roots, deepest = [], 0
    for tree in dump["tree_info"]:
        root, depth = _add(nodes, tree["tree_structure"])
        roots.append(root)
        deepest = max(deepest, depth)
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return Forest(
        features=names,
        outputs=classes,
        roots=np.array(roots, dtype=np.int32),
        feature=np.array(feature, dtype=np.int16),
        threshold=np.array(threshold),
        left=np.array(left, dtype=np.int32),
        right=np.array(right, dtype=np.int32),
        value=np.array(value, dtype=np.float32),
        depth=deepest,
    )


def _add(nodes: list[tuple[int, float, int, int, float]], node: dict[str, Any]) -> tuple[int, int]:
    """Append a node and all below it; gives its number and its height."""
    number = len(nodes)
    if "leaf_value" in node:
        nodes.append((0, 0.0, number, number, node["leaf_value"]))
        return number, 0
    nodes.append((0, 0.0, 0, 0, 0.0))
    left, left_height = _add(nodes, node["left_child"])
    right, right_height = _add(nodes, node["right_child"])
    nodes[number] = (node["split_feature"], node["threshold"], left, right, node["internal_value"])
    return number, 1 + max(left_height, right_height)
