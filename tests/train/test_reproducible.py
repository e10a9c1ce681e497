"""Training gives the same models again: on a small set, and the quick ones on the development sets.

``benchmarks/retrain.py`` trains the shipped model of ``learned`` again, which takes some ten minutes.
"""

import io
import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from helpers.made_pages import PAGES as MADE
from helpers.pages import DATA, ROOT
from helpers.pages import PAGES as OURS
from helpers.write_golden_learned import digests_of

from maintext.algorithms.learned.page_judge import shipped_judge
from maintext.algorithms.naive_bayes import shipped_model as shipped_naive_bayes
from maintext.data import LabelledPage, read_pages
from maintext.train.judge_training import train_judge
from maintext.train.learned import train_learned
from maintext.train.naive_bayes import train_naive_bayes

lightgbm = pytest.importorskip("lightgbm")
LIGHTGBM: Final = "4.7.0"
"""The version that the stored and the shipped model were trained with; others grow other trees."""
GOLDEN: Final[dict[str, Any]] = json.loads((ROOT / "tests/golden/train/models.json").read_text(encoding="utf-8"))
SETS: Final = [
    DATA / f"{name}-dev.jsonl.xz" for name in ("wcxb", "news", "magic", "zh", "fundus", "terms", "addresses")
]
FULL: Final = 4
"""How many of the sets the models of naive Bayes were trained on."""
has_version = pytest.mark.skipif(lightgbm.__version__ != LIGHTGBM, reason=f"the model is that of LightGBM {LIGHTGBM}")
has_sets = pytest.mark.skipif(not all(path.exists() for path in SETS), reason="the labelled pages are not here")


def arrays_of(content: bytes) -> dict[str, Any]:
    """The arrays of a model file: archives differ with the version of zlib, arrays do not."""
    with np.load(io.BytesIO(content)) as arrays:
        return dict(arrays)


def development_pages(first: int = 0, last: int = FULL) -> list[tuple[str, LabelledPage]]:
    """The pages of some sets."""
    return [
        (path.name.removesuffix(".jsonl.xz"), page) for path in SETS[first:last] for page in read_pages(path, print)
    ]


def expected_text(path: Path) -> str:
    """The text that a person wants of a page of this repository."""
    beside = path.parent / "expected.txt"
    return (beside if beside.exists() else path.parent / "expected" / f"{path.stem}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
@has_version
def test_a_small_set_gives_the_stored_learned_model() -> None:
    content = train_learned(MADE).to_bytes()
    arrays = arrays_of(content)
    assert json.loads(arrays["header"].tobytes())["trained_on"] == {"made": len(MADE)}
    assert digests_of(content) == GOLDEN["learned"]


def test_a_small_set_gives_the_stored_naive_bayes_model() -> None:
    pages = [("ours", LabelledPage(name, path.read_bytes(), expected_text(path))) for name, path in OURS.items()]
    assert train_naive_bayes(pages).to_json() == GOLDEN["naive-bayes"]


@pytest.mark.slow
@has_sets
def test_the_development_sets_give_the_shipped_naive_bayes_model() -> None:
    assert train_naive_bayes(development_pages()).to_json() == shipped_naive_bayes().to_json()


@pytest.mark.slow
@has_sets
def test_the_development_sets_give_the_shipped_model_of_tables() -> None:
    trained = train_naive_bayes(development_pages(), ("table",))
    assert trained.to_json() == shipped_naive_bayes("table_blocks").to_json()


@pytest.mark.slow
@has_version
@has_sets
def test_the_development_sets_give_the_shipped_judge() -> None:
    light = frozenset({"terms-dev"})
    trained = train_judge(development_pages(last=6), development_pages(first=6, last=7), light)
    assert differences(arrays_of(trained.to_bytes()), arrays_of(shipped_judge().to_bytes())) == []


def differences(trained: dict[str, Any], shipped: dict[str, Any]) -> list[str]:
    """The names of the arrays that differ."""
    assert trained.keys() == shipped.keys()
    return [name for name in shipped if not np.array_equal(trained[name], shipped[name])]
