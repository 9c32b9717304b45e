"""The linear program of whoever hides the secret, against the trees that are known so far, and its exact solution.

The setter weighs classes of secrets, so that the least expected steps over the known trees are the most: HiGHS finds
which classes have a weight and which trees hold it down (a basis). Both mixes then follow from equations with whole
numbers, and are checked; where they do not hold, the rounded numbers of HiGHS stand for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from sleuth.core.errors import SleuthError
from sleuth.core.extras import extra
from sleuth.kernels.arrays import Array, Floats, Longs
from sleuth.solve.exact_linear import exact_solution

ALWAYS_EXACT = 12
"""With so few classes numbers are exact from the start."""
NEAR = 1e-6
"""Where the bounds are as near as that, numbers are exact."""
ROUNDED = 10**12
"""Where there is no exact solution, numbers are rounded to this part of one."""


@dataclass(frozen=True)
class Mixes:
    """What both sides should do while only these trees are known."""

    weights: list[Fraction]
    """The chance of each secret of a class; over all secrets they add up to 1."""
    chances: list[Fraction]
    """The chance of each tree."""
    exact: bool


def setter_mixes(totals: Longs, sizes: Longs, low: float = 0.0) -> Mixes:
    """The best weights of the setter, and the best mix of trees. `totals` has a row for each tree: the sum of its steps
    over each class; `sizes` says how many secrets each class has. Far above `low`, what is known to be needed, nobody
    asks for exact numbers.
    """
    shares, chances, basis = _program(totals / sizes, extra("exact", "the objective setter", "highspy"))
    near = len(sizes) <= ALWAYS_EXACT or float((totals / sizes @ shares).min()) - low < NEAR
    exact = _exact(totals, sizes, *basis) if near else None
    return exact or Mixes(_rounded(shares, sizes), _rounded(chances, np.ones(len(chances))), False)


def least_by_trees(totals: Longs, weights: list[Fraction]) -> Fraction:
    """The expected steps of the best of the trees, against some weights."""
    whole, common = _whole(weights)
    return Fraction(min(totals.astype(object) @ whole), common)


def most_by_classes(totals: Longs, sizes: Longs, chances: list[Fraction]) -> Fraction:
    """The expected steps of the class that is worst for a mix of trees."""
    whole, common = _whole(chances)
    sums = whole @ totals.astype(object)
    return max(Fraction(int(total), common * int(size)) for total, size in zip(sums, sizes, strict=True))


def _whole(fractions: list[Fraction]) -> tuple[Array, int]:
    """Fractions as whole numbers over a common denominator."""
    common = lcm(*(fraction.denominator for fraction in fractions))
    return np.array([fraction.numerator * (common // fraction.denominator) for fraction in fractions], object), common


def _exact(totals: Longs, sizes: Longs, classes: list[int], trees: list[int]) -> Mixes | None:
    """Both mixes from the classes and trees of a basis, if they are what they should be."""
    if len(classes) != len(trees) or not trees:
        return None
    size = len(trees) + 1
    matrix = np.zeros((size, size), np.int64)
    matrix[:-1, :-1] = totals[np.ix_(trees, classes)]
    matrix[:-1, -1], matrix[-1, :-1] = -1, sizes[classes]
    right = np.zeros(size, np.int64)
    right[-1] = 1
    solved = exact_solution(matrix, right)
    turned = matrix.T.copy()  # sum over trees of chance times total, less value times size, is 0; chances add up to 1
    turned[:-1, -1], turned[-1, :-1] = -sizes[classes], 1
    mixed = exact_solution(turned, right)
    if solved is None or mixed is None or min(solved) < 0 or min(mixed) < 0:
        return None
    weights, chances = [Fraction(0)] * len(sizes), [Fraction(0)] * len(totals)
    for place, weight in zip(classes, solved[:-1], strict=True):
        weights[place] = weight
    for place, chance in zip(trees, mixed[:-1], strict=True):
        chances[place] = chance
    optimal = least_by_trees(totals, weights) == most_by_classes(totals, sizes, chances)
    return Mixes(weights, chances, True) if optimal else None


def _rounded(shares: Floats, sizes: Floats | Longs) -> list[Fraction]:
    """Shares of classes as fractions that add up to 1, for each member of a class."""
    whole = [max(0, round(float(share) * ROUNDED)) for share in shares]
    total = sum(whole)
    return [Fraction(number, total * int(size)) for number, size in zip(whole, sizes, strict=True)]


def _program(means: Floats, highspy: Any) -> tuple[Floats, Floats, tuple[list[int], list[int]]]:
    """The shares of the classes, the chances of the trees, and the basis: which classes and which trees.

    Maximise v over shares that add up to 1, where no tree takes less than v.
    """
    trees, classes = means.shape
    inf = highspy.kHighsInf
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = classes + 1, trees + 1
    cost, lower = np.zeros(classes + 1), np.zeros(classes + 1)
    cost[-1], lower[-1] = -1.0, -inf
    program.col_cost_, program.col_lower_, program.col_upper_ = cost, lower, np.full(classes + 1, inf)
    least, most = np.zeros(trees + 1), np.full(trees + 1, inf)
    least[-1] = most[-1] = 1.0
    program.row_lower_, program.row_upper_ = least, most
    table = np.vstack([np.column_stack([means, -np.ones(trees)]), np.append(np.ones(classes), 0.0)])
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.arange(trees + 2) * (classes + 1)
    program.a_matrix_.index_ = np.tile(np.arange(classes + 1), trees + 1)
    program.a_matrix_.value_ = table.ravel()
    solver = highspy.Highs()
    for option, setting in {"output_flag": False, "solver": "simplex", "threads": 1}.items():
        solver.setOptionValue(option, setting)
    solver.passModel(program)
    solver.run()
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        raise SleuthError(f"HiGHS did not solve the setter's program: {solver.modelStatusToString(status)}")
    solution, basis = solver.getSolution(), solver.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    weighed = [place for place in range(classes) if basis.col_status[place] == basic]
    active = [place for place in range(trees) if basis.row_status[place] != basic]
    shares, duals = np.array(solution.col_value[:classes]), np.abs(np.array(solution.row_dual[:trees]))
    return shares, duals, (weighed, active)
