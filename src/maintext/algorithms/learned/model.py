"""The model file: two vocabularies and four forests as plain arrays in one ``.npz``, without any code."""

import io
import json
import zipfile
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

import numpy as np

from maintext.algorithms.learned._engine import CompiledModel
from maintext.algorithms.learned.features import CONFIDENCE, FIRST, KIND_FEATURES, KINDS, SECOND
from maintext.algorithms.learned.forest import Forest
from maintext.algorithms.learned.vocabulary import Vocabulary
from maintext.errors import ModelError

FORMAT: Final = "maintext learned model, version 3"
_FORESTS: Final = {"first": FIRST, "kind": KIND_FEATURES, "second": SECOND, "confidence": CONFIDENCE}
"""By name, with the features of each."""
_VOCABULARIES: Final = ("names", "words")
_COLUMNS: Final = ("node_start", "feature", "threshold", "left_leaves", "mean", "leaf_start", "value")


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

    @cached_property
    def compiled(self) -> CompiledModel:
        """The model as the engine reads it."""
        return CompiledModel(self)

    @classmethod
    def load(cls, path: str | Path) -> "LearnedModel":
        """Read a model file."""
        try:
            with np.load(io.BytesIO(Path(path).read_bytes()), allow_pickle=False) as arrays:
                return _from_arrays(dict(arrays))
        except OSError as error:
            raise ModelError(f"cannot read the model {path}: {error.strerror or error}") from error
        except (KeyError, ValueError, IndexError, TypeError, AttributeError, zipfile.BadZipFile, EOFError) as error:
            raise ModelError(f"{path} is not a learned model of this version ({FORMAT!r} expected)") from error

    def to_bytes(self) -> bytes:
        """The content of a model file, the same bytes for the same model."""
        header = {
            "format": FORMAT,
            "kinds": KINDS,
            "trained_on": self.trained_on,
            "features": {name: getattr(self, name).features for name in _FORESTS},
            "outputs": {name: getattr(self, name).outputs for name in _FORESTS},
        }
        arrays = {"header": _packed(json.dumps(header))}
        for name in _FORESTS:
            forest = getattr(self, name)
            arrays |= {f"{name} {column}": getattr(forest, column) for column in _COLUMNS}
        for name in _VOCABULARIES:
            vocabulary = getattr(self, name)
            arrays[f"{name} words"] = _packed("\n".join(vocabulary.words))
            arrays[f"{name} weight"] = vocabulary.weight
            arrays[f"{name} kinds"] = vocabulary.kinds.astype(np.float16)
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                written = io.BytesIO()
                np.lib.format.write_array(written, np.ascontiguousarray(array), allow_pickle=False)
                archive.writestr(zipfile.ZipInfo(f"{name}.npy"), written.getvalue(), zipfile.ZIP_DEFLATED)
        return content.getvalue()


@lru_cache(maxsize=1)
def shipped_model() -> LearnedModel:
    """The model that comes with the package."""
    with as_file(files("maintext.algorithms") / "models" / "learned.npz") as path:
        return LearnedModel.load(path)


def _from_arrays(arrays: dict[str, Any]) -> LearnedModel:
    header = json.loads(arrays["header"].tobytes())
    if header["format"] != FORMAT or tuple(header["kinds"]) != KINDS:
        raise ValueError("another format")
    if any(tuple(header["features"][name]) != features for name, features in _FORESTS.items()):
        raise ValueError("other features")
    parts: dict[str, Any] = {
        name: Forest(
            features=tuple(header["features"][name]),
            outputs=int(header["outputs"][name]),
            **{column: arrays[f"{name} {column}"] for column in _COLUMNS},
        )
        for name in _FORESTS
    }
    parts |= {
        name: Vocabulary(
            words=tuple(arrays[f"{name} words"].tobytes().decode().splitlines()),
            weight=arrays[f"{name} weight"],
            kinds=arrays[f"{name} kinds"].astype(np.float32),
        )
        for name in _VOCABULARIES
    }
    return LearnedModel(**parts, trained_on=dict(header["trained_on"]))


def _packed(text: str) -> Any:
    return np.frombuffer(text.encode(), dtype=np.uint8)
