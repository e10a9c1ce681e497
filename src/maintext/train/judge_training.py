"""Fit the judge: labelled pages say what has a main text, and pages of a crawl whose address tells it.

The labelled sets have few home pages and lists of news sites, and hardly any in other languages than English. Addresses
fill that gap: a bare host is a home page, ``/tag/`` is a list, and a long name or number is an article.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Final

import numpy as np

from maintext.algorithms.learned.engine import HAS_MAIN_TEXT, Floats
from maintext.algorithms.learned.features import JUDGE
from maintext.algorithms.learned.page_judge import (
    ENDS_IN_DATE,
    LISTS,
    WITH_ADDRESS,
    JudgeModel,
    address_features,
    page_features,
    path_of,
)
from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.read import page_table
from maintext.train.boosting import Lesson, Settings, fit_forest

_SETTINGS: Final = Settings(trees=150, leaves=15, learning_rate=0.05, min_rows=15, smoothing=5)
_LIGHT: Final = 0.25
_HYPHENS: Final = 4
_LONG_NUMBER: Final = re.compile(r"[0-9]{6}")


def label_by_address(url: str) -> bool | None:
    """Whether the address alone suggests a page with a main text, None if it does not tell."""
    found = path_of(url)
    if found is None:
        return None
    names = [name for name in found[0].split("/") if name]
    if not names or (len(names) > 1 and LISTS.fullmatch(names[-2])) or ENDS_IN_DATE.search(found[0]):
        return False
    return True if names[-1].count("-") >= _HYPHENS or _LONG_NUMBER.search(names[-1]) else None


def label_of(page: LabelledPage) -> bool | None:
    """Whether a labelled page has a main text: by its type, or because a person marked a text."""
    if page.type:
        return page.type in HAS_MAIN_TEXT
    return True if page.text.strip() else None


def train_judge(
    pages: Iterable[tuple[str, LabelledPage]],
    addressed: Iterable[tuple[str, LabelledPage]] = (),
    light: frozenset[str] = frozenset(),
) -> JudgeModel:
    """Fit the judge to labelled pages, and to pages of which only the address is known.

    Pages of the ``light`` sets count a quarter.
    """
    rows: list[Floats] = []
    addresses: list[Floats | None] = []
    labels: list[bool] = []
    weights: list[float] = []
    used: Counter[str] = Counter()
    labelled = ((dataset, page, label_of(page)) for dataset, page in pages)
    by_address = ((dataset, page, label_by_address(page.url)) for dataset, page in addressed)
    for dataset, page, label in chain(labelled, by_address):
        features = page_features(page_table(page.html)) if label is not None else None
        if label is None or features is None:
            continue
        rows.append(features)
        addresses.append(address_features(page.url))
        labels.append(label)
        weights.append(_LIGHT if dataset in light else 1.0)
        used[dataset] += 1
    if len(set(labels)) < 2:
        raise DataError("too little to learn from: pages with and without a main text are needed")
    matrix, truth, weight = np.stack(rows), np.array(labels, dtype=np.float64), np.array(weights)
    known = np.array([address is not None for address in addresses])
    if not known.any():
        raise DataError("too little to learn from: no page has an address")
    with_address = np.hstack([matrix[known], np.stack([address for address in addresses if address is not None])])
    return JudgeModel(
        fit_forest(Lesson(JUDGE, matrix, truth, weight), _SETTINGS),
        fit_forest(Lesson(WITH_ADDRESS, with_address, truth[known], weight[known]), _SETTINGS),
        dict(used),
    )
