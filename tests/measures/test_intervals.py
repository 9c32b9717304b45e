"""Intervals against scipy, and laws that they keep."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.trials import trials

from sleuth.kernels.arrays import Array
from sleuth.measures.intervals import Interval, jackknife, mean_interval, t_quantile, wilson


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 10, 29, 30, 31, 499, 1_000, 1_001, 9_999, 50_000, 10**7])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_the_quantile_of_students_t_is_exact(degrees: int, confidence: float) -> None:
    assert t_quantile(degrees, confidence) == pytest.approx(stats.t.ppf((1 + confidence) / 2, degrees), rel=1e-9)


@pytest.mark.parametrize("n", [2, 3, 5, 10, 31, 32, 60, 200])
def test_the_interval_of_a_mean_is_students(n: int) -> None:
    values = np.random.default_rng(n).normal(5, 2, n)
    low, high = stats.t.interval(0.95, n - 1, values.mean(), stats.sem(values))
    interval = mean_interval(values)
    assert (interval.mean, interval.low, interval.high) == pytest.approx((values.mean(), low, high))
    assert not interval.exact


def test_too_few_values_have_no_interval() -> None:
    assert mean_interval([]) == Interval(None, None, None)
    assert mean_interval([3]) == Interval(3.0, None, None)
    assert mean_interval([3]).half is None


def test_equal_values_are_no_proof() -> None:
    assert mean_interval([3, 3]) == Interval(3.0, 3.0, 3.0)
    assert not mean_interval([3, 3]).exact
    assert Interval.exactly(3.0).exact


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=30))
def test_the_jackknife_of_a_mean_is_students_interval(values: list[float]) -> None:
    array = np.array(values)
    (one,), other = jackknife(lambda kept: [array[kept].mean()], array.size), mean_interval(array)
    assert (one.mean, one.low, one.high) == pytest.approx((other.mean, other.low, other.high), abs=1e-6)


def test_nine_in_ten_jackknife_intervals_of_a_ratio_hold_the_truth() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        pairs = rng.normal([3.0, 6.0], [1.0, 1.0], (20, 2))

        def ratio(kept: Array, pairs: Array = pairs) -> list[float]:
            return [pairs[kept, 0].mean() / pairs[kept, 1].mean()]

        (interval,) = jackknife(ratio, 20)
        assert interval.low is not None
        assert interval.high is not None
        held += interval.low <= 0.5 <= interval.high
    assert 0.92 <= held / 400 <= 0.98


@settings(max_examples=trials(50))
@given(st.integers(0, 60), st.integers(1, 60))
def test_wilsons_interval_against_scipy(wins: int, more: int) -> None:
    games = wins + more
    right = stats.binomtest(wins, games).proportion_ci(0.95, "wilson")
    assert wilson(wins, games) == pytest.approx((right.low, right.high), abs=1e-9)


def test_figures_whose_intervals_meet_are_not_apart() -> None:
    assert Interval(1.0, 0.5, 1.5).apart(Interval(3.0, 2.0, 4.0))
    assert not Interval(1.0, 0.5, 2.5).apart(Interval(3.0, 2.0, 4.0))
    assert not Interval(1.0, None, None).apart(Interval(3.0, 2.0, 4.0))
    assert Interval.exactly(1.0).apart(Interval.exactly(1.1))


def test_a_share_stays_within_0_and_1() -> None:
    assert Interval(0.1, -0.2, 0.4).within(0, 1) == Interval(0.1, 0.0, 0.4)
