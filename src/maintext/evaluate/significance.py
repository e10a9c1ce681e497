"""Estimate the uncertainty of figures by bootstrap over pages: a set is a sample of pages, and another would differ.

Everything here is deterministic: the same values and seed give the same result on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_BATCH: Final = 1 << 22
"""Page numbers drawn at once. This bounds the memory to 32 MB for any number of pages."""


class Estimate(NamedTuple):
    """A figure of a set of pages and its standard error, the usual ± of benchmark tables."""

    value: float
    plus_minus: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How much one system is better than another on the same pages.

    ``low`` and ``high`` bound the middle 95 % of the resampled means; ``p`` is two-sided.
    """

    mean: float
    low: float
    high: float
    p: float


def bootstrap_mean(values: Sequence[float], *, seed: int = 0, resamples: int = 1000) -> Estimate:
    """Return the mean of the values, ± the standard deviation of the means of resampled pages."""
    column = np.asarray(values, dtype=np.float64)
    means = resampled_means(column[np.newaxis], seed=seed, resamples=resamples)[0]
    return Estimate(float(column.mean()), standard_error(means))


def paired_bootstrap(a: Sequence[float], b: Sequence[float], seed: int = 0, resamples: int = 2000) -> Difference:
    """Return how much ``a`` exceeds ``b``, the scores of two systems on the same pages in the same order.

    Pages differ more from each other than two systems do on one page, so both scores of a page are resampled together.
    The p value is twice the share of resampled means on the far side of zero, including zero. One is added to the count
    and to the number of resamples, because a finite number of resamples cannot show p = 0.

    Raises:
        ValueError: the two are not of equal length, or there are no pages.
    """
    if len(a) != len(b):
        raise ValueError(f"a paired comparison needs the same pages twice, not {len(a)} and {len(b)}")
    differences = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    means = resampled_means(differences[np.newaxis], seed=seed, resamples=resamples)[0]
    low, high = np.quantile(means, [0.025, 0.975])
    far_side = min(int((means <= 0).sum()), int((means >= 0).sum()))
    p = min(1.0, 2 * (far_side + 1) / (resamples + 1))
    return Difference(float(differences.mean()), float(low), float(high), p)


def resampled_means(columns: NDArray[np.float64], *, seed: int, resamples: int) -> NDArray[np.float64]:
    """Return the mean of each row of ``columns`` (one value per page) in each resample; all rows share the draws.

    Raises:
        ValueError: there are no pages.
    """
    pages = columns.shape[1]
    if not pages:
        raise ValueError("there is nothing to resample: no pages")
    generator = np.random.default_rng(seed)
    batches = [columns[:, drawn].mean(axis=2) for drawn in _draws(generator, pages, resamples)]
    return np.concatenate(batches, axis=1)


def standard_error(resampled: NDArray[np.float64]) -> float:
    """Return the standard deviation of a resampled figure; 0 if there is only one resample."""
    return float(resampled.std(ddof=1)) if len(resampled) > 1 else 0.0


def _draws(generator: np.random.Generator, pages: int, resamples: int) -> Iterator[NDArray[np.int64]]:
    rows = max(1, _BATCH // pages)
    for start in range(0, resamples, rows):
        yield generator.integers(0, pages, size=(min(rows, resamples - start), pages))
