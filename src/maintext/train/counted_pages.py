"""Methods that are trained by counting: each page is counted once, and a model is made from the counts."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from maintext.data import LabelledPage
from maintext.document.plain_text import as_text
from maintext.read import page_table
from maintext.selection import Method
from maintext.train.folds import fold_of
from maintext.words import overlap

Counts = TypeVar("Counts")
TrainedOn = dict[str, int]
"""The number of pages of each data set."""


def counted(
    pages: Iterable[tuple[str, LabelledPage]], count: Callable[[LabelledPage], Counts]
) -> tuple[list[Counts], TrainedOn]:
    """What was counted on each page with a text, and how many pages of each data set there are."""
    trained_on: Counter[str] = Counter()
    counts = []
    for dataset, page in pages:
        if page.text.strip():
            counts.append(count(page))
            trained_on[dataset] += 1
    return counts, dict(trained_on)


def cross_validated(
    pages: Iterable[tuple[str, LabelledPage]],
    folds: int,
    count: Callable[[LabelledPage], Counts],
    method_of: Callable[[list[Counts], TrainedOn], Method],
) -> dict[str, list[float]]:
    """The F1 of each page by a model that was trained without any page of its site, by data set."""
    known = [(dataset, page, fold_of(page, folds), count(page)) for dataset, page in pages if page.text.strip()]
    scores: dict[str, list[float]] = {}
    for fold in range(folds):
        method = method_of([counts for _, _, where, counts in known if where != fold], {"cross-validation": len(known)})
        for dataset, page, where, _ in known:
            if where == fold:
                table = page_table(page.html)
                text = as_text(table, method.select(table))
                scores.setdefault(dataset, []).append(overlap(text, page.text)[2])
    return scores
