"""Linear equations, solved exactly."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.solve.exact_linear import exact_solution


@settings(max_examples=trials(60), deadline=None)
@given(st.integers(1, 6), st.integers(0, 10_000), st.sampled_from([2, 9, 10_000]))
def test_every_equation_holds(size: int, seed: int, largest: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-largest, largest + 1, (size, size))
    right = rng.integers(-largest, largest + 1, size)
    values = exact_solution(matrix, right)
    if values is None:
        assert abs(np.linalg.det(matrix.astype(float))) < 1e-3 * float(largest) ** size
        return
    for row, wanted in zip(matrix.tolist(), right.tolist(), strict=True):
        assert sum((Fraction(n) * x for n, x in zip(row, values, strict=True)), Fraction(0)) == wanted


def test_a_matrix_without_an_inverse() -> None:
    assert exact_solution(np.array([[1, 2], [2, 4]]), np.array([1, 2])) is None


def test_fractions_of_many_digits() -> None:
    """Eighty unknowns: numerators and denominators of about a hundred digits."""
    rng = np.random.default_rng(3)
    matrix, right = rng.integers(1, 8, (80, 80)), rng.integers(1, 8, 80)
    values = exact_solution(matrix, right)
    assert values is not None
    assert max(len(str(value.denominator)) for value in values) > 60
    assert all(
        sum(n * x for n, x in zip(row, values, strict=True)) == b for row, b in zip(matrix.tolist(), right, strict=True)
    )
