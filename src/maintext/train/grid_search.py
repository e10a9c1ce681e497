"""Choose the options of a method on labelled pages: grid search, cross-validated.

Link density is a method whose paper says to adjust its thresholds to the site, but any method can be tuned.
"""

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import UnionType
from typing import Any, Final, Literal, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.method_file import option_types, options_of
from maintext.data import LabelledPage
from maintext.document.passage import passage_of
from maintext.errors import DataError, OptionError
from maintext.options import EVERYTHING
from maintext.parallel.pool import Failed, WorkerPool
from maintext.read import page_table
from maintext.selection import Method
from maintext.train.folds import site_of
from maintext.words import overlap

MOST_COMBINATIONS: Final = 20_000
PAGE_SECONDS: Final = 600.0
"""The time limit for all combinations on one page."""
_FACTORS: Final = (1, 0.5, 2)
"""A number is tried with these factors if no values are given."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """The options with the highest mean F1, and what to expect of them."""

    method: Method
    """The method with the options that are best on all pages."""
    default_f1: float
    tuned_f1: float
    """Of the best options on the pages that they were chosen on, so it is too high."""
    validated_f1: float
    """Of options chosen without the pages that they are measured on."""
    pages: int
    failed: int
    """Pages that were left out, because the method failed or took too long."""
    combinations: int
    folds: int
    folds_of: Literal["sites", "pages"]


def default_grid(method: Method) -> dict[str, tuple[Any, ...]]:
    """The values to try for each option of a method, its own first.

    All choices of an option with choices, both of a truth value, a number also halved and doubled. Other options, such
    as lists of names, are left alone.
    """
    grid = {name: _values(kind, getattr(method, name)) for name, kind in option_types(method).items()}
    tried = {name: tuple(value for value in values if _is_valid(method, name, value)) for name, values in grid.items()}
    return {name: values for name, values in tried.items() if len(values) > 1}


def combinations(method: Method, grid: Mapping[str, Sequence[Any]]) -> list[Method]:
    """The method itself and with every combination of the values.

    Raises:
        OptionError: there are too many combinations, or a value is wrong.
    """
    count = math.prod(len(values) for values in grid.values())
    if count > MOST_COMBINATIONS:
        raise OptionError(
            f"the grid has {count:,} combinations, at most {MOST_COMBINATIONS:,} are tried; name fewer values"
        )
    tried = [_changed(method, dict(zip(grid, values, strict=True))) for values in product(*grid.values())]
    return [method, *(each for each in tried if each != method)]


def tune(
    tried: Sequence[Method],
    pages: Sequence[LabelledPage],
    folds: int,
    workers: int,
    on_page: Callable[[int], None] = lambda count: None,
) -> Tuned:
    """Choose the best of several methods, of which the first is the default.

    Args:
        tried: the method with its options so far, and with others.
        pages: labelled pages; those without a text are left out.
        folds: the parts for cross-validation. All pages of a site are in one part if there are enough sites.
        workers: the number of processes.
        on_page: called with the number of pages that are done.

    Raises:
        DataError: there are fewer pages than folds.
    """
    f1, used = _scores(tried, [page for page in pages if page.text.strip()], workers, on_page)
    if len(used) < folds:
        raise DataError(f"nothing to tune on: {len(used)} pages with a text for {folds} parts")
    parts, folds_of = _parts(used, folds)
    best = int(np.argmax(f1.mean(axis=0)))
    validated = np.empty(len(used))
    for part in range(folds):
        here = parts == part
        validated[here] = f1[here, int(np.argmax(f1[~here].mean(axis=0)))]
    return Tuned(
        method=tried[best],
        default_f1=float(f1[:, 0].mean()),
        tuned_f1=float(f1[:, best].mean()),
        validated_f1=float(validated.mean()),
        pages=len(used),
        failed=sum(bool(page.text.strip()) for page in pages) - len(used),
        combinations=len(tried),
        folds=folds,
        folds_of=folds_of,
    )


def changed_options(tuned: Method, default: Method) -> dict[str, Any]:
    """The options of a method that differ from the default."""
    before = options_of(default)
    return {name: value for name, value in options_of(tuned).items() if value != before[name]}


def page_scorer(tried: tuple[Method, ...]) -> Callable[[LabelledPage], list[float]]:
    """Return a function that gives the F1 of each method on a page. Each worker calls this once."""

    def score(page: LabelledPage) -> list[float]:
        table = page_table(page.html)
        known: dict[bytes, float] = {}
        f1 = []
        for method in tried:
            selection = method.select(table)
            key = selection.keep.tobytes()
            if key not in known:
                known[key] = overlap(passage_of(table, selection, EVERYTHING).text(str), page.text)[2]
            f1.append(known[key])
        return f1

    return score


def _scores(
    tried: Sequence[Method], pages: list[LabelledPage], workers: int, on_page: Callable[[int], None]
) -> tuple[NDArray[np.float64], list[LabelledPage]]:
    """The F1 of each method (columns) on each page (rows), and the pages on which nothing failed."""
    rows, used = [], []
    for count, (page, answer) in enumerate(
        WorkerPool(page_scorer, (tuple(tried),), workers, PAGE_SECONDS).answers(pages), start=1
    ):
        if not isinstance(answer, Failed):
            rows.append(answer)
            used.append(page)
        on_page(count)
    return np.array(rows, dtype=float).reshape(len(rows), len(tried)), used


def _parts(pages: list[LabelledPage], folds: int) -> tuple[NDArray[np.int64], Literal["sites", "pages"]]:
    """The part of each page: by site in the order of their names, by page if there are fewer sites than parts."""
    order = {site: number for number, site in enumerate(sorted({site_of(page) for page in pages}))}
    if len(order) < folds:
        return np.arange(len(pages)) % folds, "pages"
    return np.array([order[site_of(page)] % folds for page in pages]), "sites"


def _values(kind: Any, value: Any) -> tuple[Any, ...]:
    kinds = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    if get_origin(kind) is Literal:
        return (value, *(choice for choice in get_args(kind) if choice != value))
    if bool in kinds:
        return (value, not value)
    if value is not None and int in kinds:
        return tuple(dict.fromkeys(round(value * factor) for factor in _FACTORS))
    return tuple(value * factor for factor in _FACTORS) if value is not None and float in kinds else (value,)


def _is_valid(method: Method, name: str, value: Any) -> bool:
    try:
        _changed(method, {name: value})
    except OptionError:
        return False
    return True


def _changed(method: Method, options: dict[str, Any]) -> Method:
    changed: Method = dataclasses.replace(method, **options)  # type: ignore[type-var]
    return changed
