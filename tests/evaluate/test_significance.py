"""The bootstrap: what is a difference and what is chance."""

from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.evaluate import significance
from maintext.evaluate.significance import bootstrap_mean, paired_bootstrap


def test_equal_scores_do_not_differ() -> None:
    difference = paired_bootstrap([0.2, 0.9, 0.5], [0.2, 0.9, 0.5])
    assert (difference.mean, difference.low, difference.high, difference.p) == (0, 0, 0, 1)


def test_a_constant_gain_is_certain() -> None:
    """Every resample has the mean 1/4, none is at or below 0: p = 2 * 1 / 2001."""
    difference = paired_bootstrap([0.75, 0.5, 0.25], [0.5, 0.25, 0.0])
    assert (difference.mean, difference.low, difference.high) == (0.25, 0.25, 0.25)
    assert difference.p == pytest.approx(2 / 2001)


def test_a_difference_of_one_page_is_chance() -> None:
    """Better on one page of four: a resample misses that page with (3/4)**4 = 0.316 and has mean 0, so p is 0.633."""
    difference = paired_bootstrap([1, 0, 0, 0], [0, 0, 0, 0])
    assert difference.mean == 0.25
    assert difference.low == 0
    assert difference.p == pytest.approx(0.633, abs=0.05)


def test_resampling_is_deterministic_and_depends_on_the_seed() -> None:
    a, b = [0.1, 0.5, 0.9, 0.3], [0.2, 0.4, 0.4, 0.3]
    assert paired_bootstrap(a, b) == paired_bootstrap(a, b)
    assert bootstrap_mean(a) == bootstrap_mean(a)
    assert bootstrap_mean(a) != bootstrap_mean(a, seed=1)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
@settings(max_examples=40)
def test_the_interval_lies_within_the_differences(a: list[float]) -> None:
    b = a[::-1]
    difference = paired_bootstrap(a, b, resamples=200)
    differences = np.subtract(a, b)
    assert differences.min() - 1e-9 <= difference.low <= difference.high <= differences.max() + 1e-9
    assert 0 < difference.p <= 1


def test_bootstrap_mean() -> None:
    """Of 100 zeros and ones in equal parts: 1/2 ± sqrt(1/4 / 100) = 0.05."""
    mean, plus_minus = bootstrap_mean([0, 1] * 50)
    assert mean == 0.5
    assert plus_minus == pytest.approx(0.05, abs=0.005)


def test_batches_bound_the_memory_and_keep_the_number_of_resamples() -> None:
    """Three pages and seven resamples, at most two resamples at once."""
    with mock.patch.object(significance, "_BATCH", 6):
        means = significance.resampled_means(np.array([[0.0, 0.0, 3.0]]), seed=0, resamples=7)
    assert means.shape == (1, 7)
    assert set(means[0].tolist()) <= {0, 1, 2, 3}


def test_scores_of_other_pages_are_refused() -> None:
    with pytest.raises(ValueError, match="same pages"):
        paired_bootstrap([1, 2], [1])
    with pytest.raises(ValueError, match="no pages"):
        paired_bootstrap([], [])
