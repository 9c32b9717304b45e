"""Sharma-Mittal and its special cases: limits, identities, and other people's code and arithmetic beside ours.

The independent references are SciPy (Shannon), dit (Renyi, Tsallis) and decimal arithmetic of 60 digits (all orders and
degrees).
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import dit
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from sleuth.measures import named
from sleuth.measures.renyi import renyi
from sleuth.measures.shannon import shannon
from sleuth.measures.sharma_mittal import NATS_PER_BIT, deformed_log, sharma_mittal

ORDERS = st.one_of(st.floats(0, 20), st.sampled_from([0.0, 1.0, 2.0, math.inf]))
DEGREES = st.one_of(st.floats(-4, 8), st.sampled_from([0.0, 1.0, 2.0]))
SIZES = st.integers(1, 9)


@st.composite
def distributions(draw: st.DrawFn, least: float = 1e-6) -> Any:
    weights = draw(st.lists(st.floats(least, 1.0), min_size=1, max_size=9))
    return np.array(weights) / sum(weights)


def exact(p: Any, order: float, degree: float) -> float:
    """The printed formula, in 60 digits, with the limits written out one by one."""
    with localcontext() as context:
        context.prec = 60
        shares = [Decimal(float(x)) for x in p if x > 0]
        shares = [x / sum(shares) for x in shares]
        t = Decimal(degree)
        if order == 1:
            number = (-sum(x * x.ln() for x in shares)).exp()
        elif math.isinf(order):
            number = 1 / max(shares)
        else:
            r = Decimal(order)
            number = (sum((r * x.ln()).exp() for x in shares).ln() / (1 - r)).exp()
        return float(number.ln() if degree == 1 else (((1 - t) * number.ln()).exp() - 1) / (1 - t))


@given(distributions(), ORDERS, DEGREES)
def test_it_is_the_printed_formula_in_many_digits(p: Any, order: float, degree: float) -> None:
    assert float(sharma_mittal(p, order, degree)) == pytest.approx(exact(p, order, degree), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("order", [0.0, 1e-6, 0.3, 0.999999, 1.0, 1.000001, 2.0, 50.0, 1e6, math.inf])
@pytest.mark.parametrize("degree", [-2.0, 0.0, 0.9999999, 1.0, 1.0000001, 2.0, 30.0])
def test_tiny_probabilities_and_huge_orders(order: float, degree: float) -> None:
    for tiny in (1e-300, 1e-200, 1e-20):
        p = np.array([0.5, 0.3, 0.2 - 3 * tiny, tiny, tiny, tiny])
        assert float(sharma_mittal(p, order, degree)) == pytest.approx(exact(p, order, degree), rel=1e-9)


@given(distributions(), DEGREES, st.sampled_from([1e-4, 1e-7, 1e-10, 1e-13]))
def test_order_one_is_reached_without_a_jump(p: Any, degree: float, step: float) -> None:
    middle = float(sharma_mittal(p, 1, degree))
    for order in (1 - step, 1 + step):
        # The slope of the Renyi entropy at order 1 is half the variance of ln p, times that of the deformed logarithm.
        slope = 0.5 * float(p @ np.log(p) ** 2) * math.exp((1 - degree) * float(renyi(p, 1)))
        assert float(sharma_mittal(p, order, degree)) == pytest.approx(middle, abs=2 * step * slope + 1e-9, rel=1e-9)


@given(distributions(), ORDERS, st.sampled_from([1e-6, 1e-9, 1e-12]))
def test_degree_one_is_reached_without_a_jump(p: Any, order: float, step: float) -> None:
    middle = float(sharma_mittal(p, order, 1))
    for degree in (1 - step, 1 + step):
        assert float(sharma_mittal(p, order, degree)) == pytest.approx(middle, abs=step * middle**2 + 1e-9)


@given(distributions(), DEGREES)
def test_orders_zero_and_infinity_are_reached_without_a_jump(p: Any, degree: float) -> None:
    for near, limit in ((1e-12, 0.0), (1e12, math.inf)):
        assert float(sharma_mittal(p, near, degree)) == pytest.approx(
            float(sharma_mittal(p, limit, degree)), rel=1e-9, abs=1e-9
        )


@given(distributions())
def test_scipy_agrees_on_shannon(p: Any) -> None:
    assert float(named.shannon_nats(p)) == pytest.approx(float(stats.entropy(p)), abs=1e-12)
    assert float(shannon(p)) == pytest.approx(float(named.shannon_nats(p)) / NATS_PER_BIT, abs=1e-12)


@given(distributions(1e-3), st.one_of(st.floats(0.05, 8), st.sampled_from([0.0, 1.0, 2.0, math.inf])))
def test_dit_agrees_on_renyi_and_tsallis(p: Any, order: float) -> None:
    assume(abs(order - 1) > 1e-3 or order == 1)  # dit divides by 1 - order
    other = dit.Distribution([str(i) for i in range(p.size)], p)
    assert float(renyi(p, order)) / NATS_PER_BIT == pytest.approx(dit.other.renyi_entropy(other, order), abs=1e-8)
    if math.isfinite(order) and order != 1:
        assert float(named.tsallis(p, order)) == pytest.approx(dit.other.tsallis_entropy(other, order), abs=1e-8)


def test_the_corrected_values_at_order_zero_and_infinity() -> None:
    """The public code of Hofer & Nelson ignores the degree there."""
    p = [0.5, 0.25, 0.25]
    assert float(sharma_mittal(p, 0, 2)) == pytest.approx(2 / 3)
    assert float(sharma_mittal(p, math.inf, 2)) == pytest.approx(0.5)


@given(distributions())
def test_the_named_ones(p: Any) -> None:
    k, top = p.size, p.max()
    assert float(named.possibilities(p)) == pytest.approx(k - 1)
    assert float(named.hartley(p)) == pytest.approx(math.log(k))
    assert float(named.quadratic(p)) == pytest.approx(1 - float(p @ p), abs=1e-12)
    assert float(named.min_entropy(p)) == pytest.approx(-math.log(top), abs=1e-12)
    assert float(named.bayes_error(p)) == pytest.approx(1 - top, abs=1e-12)
    for order in (0.5, 2.0, 3.0):
        assert float(named.tsallis(p, order)) == pytest.approx((1 - (p**order).sum()) / (order - 1), abs=1e-12)
        norm = (p**order).sum() ** (1 / order)
        assert float(named.arimoto(p, order)) == pytest.approx((1 - norm) * order / (order - 1), abs=1e-11)
    assert float(named.tsallis(p, 1)) == pytest.approx(float(named.shannon_nats(p)))
    assert float(named.gaussian(p, 2)) == pytest.approx(1 - math.exp(-float(named.shannon_nats(p))))


@given(SIZES, ORDERS, DEGREES)
def test_on_equal_shares_the_order_drops_out(n: int, order: float, degree: float) -> None:
    value = float(sharma_mittal(np.full(n, 1 / n), order, degree))
    assert value == pytest.approx(float(deformed_log(math.log(n), degree)), rel=1e-9, abs=1e-12)


@given(distributions(), distributions(), ORDERS, DEGREES)
def test_independent_parts_add_up_as_the_degree_says(p: Any, q: Any, order: float, degree: float) -> None:
    """Pseudo-additivity: H(pq) = H(p) + H(q) + (1 - t) H(p) H(q); plain at degree 1."""
    one, other, both = (float(sharma_mittal(x, order, degree)) for x in (p, q, np.outer(p, q).ravel()))
    assert both == pytest.approx(one + other + (1 - degree) * one * other, rel=1e-8, abs=1e-9)


@given(distributions(), st.tuples(st.floats(0, 30), st.floats(0, 30)), DEGREES)
def test_it_falls_as_the_order_grows(p: Any, orders: tuple[float, float], degree: float) -> None:
    low, high = sorted(orders)
    assert float(sharma_mittal(p, high, degree)) <= float(sharma_mittal(p, low, degree)) * (1 + 1e-9) + 1e-9


@given(distributions(), ORDERS, st.tuples(st.floats(-4, 8), st.floats(-4, 8)))
def test_it_falls_as_the_degree_grows(p: Any, order: float, degrees: tuple[float, float]) -> None:
    low, high = sorted(degrees)
    assert float(sharma_mittal(p, order, high)) <= float(sharma_mittal(p, order, low)) * (1 + 1e-9) + 1e-9


@given(distributions(), ORDERS, DEGREES)
def test_it_lies_between_certainty_and_equal_shares(p: Any, order: float, degree: float) -> None:
    value = float(sharma_mittal(p, order, degree))
    assert -1e-12 <= value <= float(deformed_log(math.log(p.size), degree)) * (1 + 1e-9) + 1e-9


@given(st.integers(2, 6), st.data(), st.floats(0.05, 12), st.floats(0, 6), st.floats(0, 1))
def test_it_is_concave_from_arimotos_degree_on(
    n: int, data: st.DataObject, order: float, more: float, mix: float
) -> None:
    """So that an answer never raises the expected entropy: where the degree is 2 - 1/order or more."""
    sides = [data.draw(st.lists(st.floats(1e-6, 1), min_size=n, max_size=n)) for _ in range(2)]
    p, q = (np.array(side) / sum(side) for side in sides)
    degree = 2 - 1 / order + more
    one, other, both = (float(sharma_mittal(x, order, degree)) for x in (p, q, mix * p + (1 - mix) * q))
    assert both >= mix * one + (1 - mix) * other - 1e-9 * (1 + abs(both))


def test_below_it_an_answer_may_raise_it() -> None:
    """Min-entropy: a yes-no answer that singles out the likeliest leaves more on average than there was."""
    before = float(named.min_entropy([0.4, *[0.1] * 6]))
    after = 0.4 * 0 + 0.6 * float(named.min_entropy(np.full(6, 1 / 6)))
    assert after > before


def test_many_at_once_along_any_axis() -> None:
    rows = np.random.default_rng(0).dirichlet(np.ones(5), (3, 4))
    for order in (0, 0.5, 1, 1 + 1e-9, 3, np.inf):
        whole = sharma_mittal(rows, order, 1.5)
        assert whole.shape == (3, 4)
        assert whole[1, 2] == pytest.approx(float(sharma_mittal(rows[1, 2], order, 1.5)))
        assert np.allclose(sharma_mittal(np.moveaxis(rows, -1, 0), order, 1.5, axis=0), whole)


@pytest.mark.parametrize(
    ("p", "order", "degree", "told"),
    [
        ([0.5, 0.5], -0.1, 1, "the order is 0 or more, or inf, not -0.1"),
        ([0.5, 0.5], math.nan, 1, "the order is 0 or more, or inf, not nan"),
        ([0.5, 0.5], 1, math.nan, "the degree is a finite number, not nan"),
        ([0.5, 0.5], 1, -math.inf, "the degree is a finite number, not -inf"),
        ([0.6, 0.5], 1, 1, "probabilities sum to one, not to 1.1"),
        ([[0.5, 0.5], [0.2, 0.2]], 1, 1, "probabilities sum to one, not to 0.4"),
        ([1.5, -0.5], 1, 1, "a probability is a number from 0 to 1, not -0.5"),
        ([math.nan, 1], 1, 1, "a probability is a number from 0 to 1, not nan"),
        ([], 1, 1, "no probabilities"),
    ],
)
def test_bad_input_is_named(p: Any, order: float, degree: float, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        sharma_mittal(p, order, degree)


def test_arimoto_has_no_order_zero() -> None:
    with pytest.raises(ValueError, match="more than 0"):
        named.arimoto([0.5, 0.5], 0)
