"""The model file: two vocabularies and four forests as plain arrays in one ``.npz``, without any code."""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

import numpy as np

from maintext.algorithms.learned._engine import CompiledModel
from maintext.algorithms.learned.features import CONFIDENCE, FIRST, KIND_FEATURES, KINDS, SECOND
from maintext.algorithms.learned.forest import MAX_LEAVES, MAX_TREES, Forest
from maintext.algorithms.learned.vocabulary import MAX_WORDS, Vocabulary
from maintext.errors import ModelError
from maintext.support.array_archive import ArrayKind, archive_of, packed_text, read_arrays
from maintext.support.bounded_file import content_within
from maintext.support.cached_property import cached_property

FORMAT: Final = "maintext learned model, version 3"
_FORESTS: Final = {"first": FIRST, "kind": KIND_FEATURES, "second": SECOND, "confidence": CONFIDENCE}
"""By name, with the features of each."""
_OUTPUTS: Final = {"first": 1, "kind": len(KINDS), "second": 1, "confidence": 1}
_VOCABULARIES: Final = ("names", "words")
_MOST_BYTES: Final = 1 << 25
"""The largest model file that is read, more than a hundred times the shipped one."""
_MOST_NODES: Final = MAX_TREES * (MAX_LEAVES - 1)
FOREST_COLUMNS: Final = {
    "node_start": ArrayKind("<i4", MAX_TREES + 1),
    "feature": ArrayKind("<i2", _MOST_NODES),
    "threshold": ArrayKind("<i2", _MOST_NODES),
    "left_leaves": ArrayKind("<u2", _MOST_NODES),
    "mean": ArrayKind("<f4", _MOST_NODES),
    "leaf_start": ArrayKind("<i4", MAX_TREES),
    "value": ArrayKind("<f4", MAX_TREES * MAX_LEAVES),
}
"""The arrays of a forest."""
_ARRAYS: Final = {
    "header": ArrayKind("|u1", 1 << 20),
    **{f"{name} {column}": kind for name in _FORESTS for column, kind in FOREST_COLUMNS.items()},
    **{f"{name} words": ArrayKind("|u1", 1 << 22) for name in _VOCABULARIES},
    **{f"{name} weight": ArrayKind("<f4", MAX_WORDS) for name in _VOCABULARIES},
    **{f"{name} kinds": ArrayKind("<f2", MAX_WORDS, len(KINDS)) for name in _VOCABULARIES},
}
"""All arrays of a model file."""


@dataclass(frozen=True, eq=False)
class LearnedModel:
    """The result of ``maintext train learned``."""

    names: Vocabulary
    """Words in attributes."""
    words: Vocabulary
    """Words in texts."""
    first: Forest
    """Whether a block is main text, from its own features."""
    kind: Forest
    """The kind of page."""
    second: Forest
    """Whether a block is main text, also from what the first stage found around it."""
    confidence: Forest
    """Whether the answer as a whole is good."""
    trained_on: dict[str, int] = field(default_factory=dict)
    """Pages used, by the name of the data file."""

    def __post_init__(self) -> None:
        """Raise ``ValueError`` unless the parts fit together and to this version: compiled code trusts them."""
        _ = self.compiled

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the parts alone."""
        return {name: value for name, value in self.__dict__.items() if name != "compiled"}

    @cached_property
    def compiled(self) -> CompiledModel:
        """The model as the engine reads it."""
        return CompiledModel(self)

    @classmethod
    def load(cls, path: str | Path) -> "LearnedModel":
        """Read a model file; it may come from a stranger.

        Raises:
            ModelError: the file cannot be read, is damaged, or is not a model of this version.
        """
        try:
            return _from_arrays(read_arrays(content_within(path, _MOST_BYTES), _ARRAYS))
        except OSError as error:
            raise ModelError(f"cannot read the model {path}: {error.strerror or error}") from error
        except (ValueError, RecursionError) as error:
            raise ModelError(f"{path} is not a learned model that this version can use: {_why(error)}") from error

    def to_bytes(self) -> bytes:
        """The content of a model file, the same bytes for the same model."""
        header = {
            "format": FORMAT,
            "kinds": KINDS,
            "trained_on": self.trained_on,
            "features": {name: getattr(self, name).features for name in _FORESTS},
            "outputs": {name: getattr(self, name).outputs for name in _FORESTS},
        }
        arrays = {"header": packed_text(json.dumps(header))}
        for name in _FORESTS:
            arrays |= arrays_of(name, getattr(self, name))
        for name in _VOCABULARIES:
            vocabulary = getattr(self, name)
            arrays[f"{name} words"] = packed_text("\n".join(vocabulary.words))
            arrays[f"{name} weight"] = vocabulary.weight
            arrays[f"{name} kinds"] = vocabulary.kinds.astype(np.float16)
        return archive_of(arrays)


@lru_cache(maxsize=1)
def shipped_model() -> LearnedModel:
    """The model that comes with the package."""
    with as_file(files("maintext.algorithms") / "models" / "learned.npz") as path:
        return LearnedModel.load(path)


def arrays_of(name: str, forest: Forest) -> dict[str, Any]:
    """The columns of a forest as arrays of a model file."""
    return {f"{name} {column}": getattr(forest, column) for column in FOREST_COLUMNS}


def forest_in(arrays: dict[str, Any], name: str, features: tuple[str, ...], outputs: int) -> Forest:
    """The forest of that name in a model file."""
    return Forest(features, outputs, **{column: arrays[f"{name} {column}"] for column in FOREST_COLUMNS})


def _from_arrays(arrays: dict[str, Any]) -> LearnedModel:
    trained_on = _trained_on(arrays["header"].tobytes())
    parts: dict[str, Any] = {
        name: forest_in(arrays, name, features, _OUTPUTS[name]) for name, features in _FORESTS.items()
    }
    parts |= {
        name: Vocabulary(
            words=tuple(arrays[f"{name} words"].tobytes().decode().splitlines()),
            weight=arrays[f"{name} weight"],
            kinds=arrays[f"{name} kinds"].astype(np.float32),
        )
        for name in _VOCABULARIES
    }
    return LearnedModel(**parts, trained_on=trained_on)


def _trained_on(header: bytes) -> dict[str, int]:
    """Return the data sets that the header of a model file names, after a check that it is of this version."""
    try:
        found = json.loads(header.decode())
    except ValueError:
        raise ValueError("its header is damaged") from None
    expected = {
        "format": FORMAT,
        "kinds": list(KINDS),
        "features": {name: list(features) for name, features in _FORESTS.items()},
        "outputs": _OUTPUTS,
    }
    for name, value in expected.items():
        if not isinstance(found, dict) or found.get(name) != value:
            raise ValueError(f"{FORMAT!r} expected, and its header has another entry {name!r}")
    sets = found.get("trained_on")
    if not isinstance(sets, dict) or not all(type(pages) is int and pages >= 0 for pages in sets.values()):
        raise ValueError("its header does not say what it was trained on")
    return sets


def _why(error: Exception) -> str:
    """Return what is wrong with a file, in one line."""
    return "its header is nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())
