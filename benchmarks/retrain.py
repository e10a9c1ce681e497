"""Whether ``maintext train`` still gives the shipped model of ``learned``, array for array: some ten minutes.

    python benchmarks/retrain.py ../shared/data

Run it before a change to the reader, the features or the training lands. The tests train on a small set only, and
compare with stored digests.
"""

import argparse
import io
import sys
from pathlib import Path
from typing import Any, Final

import lightgbm
import numpy as np

from maintext.algorithms.learned.model import LearnedModel, shipped_model
from maintext.data import read_pages
from maintext.train.learned import train_learned

LIGHTGBM: Final = "4.7.0"
"""The version that the shipped model was trained with; others grow other trees."""
SETS: Final = ("wcxb", "news", "magic", "zh", "fundus", "terms")
LIGHT: Final = ("terms-dev",)


def arrays_of(model: LearnedModel) -> dict[str, Any]:
    """The arrays of a model file: archives differ with the version of zlib, arrays do not."""
    with np.load(io.BytesIO(model.to_bytes())) as arrays:
        return dict(arrays)


def differences(folder: Path) -> list[str]:
    """The names of the arrays that differ from those of the shipped model."""
    pages = [(f"{name}-dev", page) for name in SETS for page in read_pages(folder / f"{name}-dev.jsonl.xz", print)]
    trained, shipped = arrays_of(train_learned(pages, light=LIGHT)), arrays_of(shipped_model())
    names = trained.keys() | shipped.keys()
    return sorted(
        name
        for name in names
        if name not in trained or name not in shipped or not np.array_equal(trained[name], shipped[name])
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the development sets are")
    folder = parser.parse_args().folder
    if lightgbm.__version__ != LIGHTGBM:
        sys.exit(f"the shipped model was trained with LightGBM {LIGHTGBM}; this is {lightgbm.__version__}")
    if found := differences(folder):
        sys.exit(f"training gives another model: {', '.join(found)}")
    print("training gives the shipped model")


if __name__ == "__main__":
    main()
