"""Linear equations with whole numbers, solved exactly: by lifting the answer modulo a prime (Dixon 1982).

The matrix is inverted once modulo a prime. Each turn gives one more digit of every unknown in the base of that prime,
with small numbers only; from enough digits the fractions are read off, and they are tried in all equations.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm

import numpy as np

from sleuth.kernels.arrays import Array, Longs

PRIMES = (67_108_859, 67_108_837, 67_108_819)
"""The largest below 2**26: products of two remainders, added up over a row, stay below 2**63."""
FIRST_DIGITS = 8
"""Digits after which the fractions are tried for the first time; then after twice as many, and so on."""


def exact_solution(matrix: Longs, right: Longs) -> list[Fraction] | None:
    """The fractions x with matrix x = right; `None` where the matrix has no inverse."""
    size = len(right)
    inverse, prime = None, PRIMES[0]
    for prime in PRIMES:
        inverse = _inverse(matrix, prime)
        if inverse is not None:
            break
    if inverse is None:
        return None
    rest, power = right.astype(np.int64), 1
    lifted = [0] * size
    digits, due = 0, FIRST_DIGITS
    while True:
        digit = (inverse @ (rest % prime)) % prime
        rest = (rest - matrix @ digit) // prime
        lifted = [old + power * new for old, new in zip(lifted, digit.tolist(), strict=True)]
        power *= prime
        digits += 1
        if digits == due:
            due *= 2
            values = _fractions(lifted, power)
            if values is not None and _holds(matrix, right, values):
                return values


def _inverse(matrix: Longs, prime: int) -> Longs | None:
    """The inverse modulo a prime, by elimination."""
    size = len(matrix)
    work: Longs = np.concatenate([matrix % prime, np.eye(size, dtype=np.int64)], axis=1)
    for column in range(size):
        pivots = np.flatnonzero(work[column:, column])
        if pivots.size == 0:
            return None
        pivot = column + int(pivots[0])
        work[[column, pivot]] = work[[pivot, column]]
        work[column] = work[column] * pow(int(work[column, column]), -1, prime) % prime
        factors = work[:, column].copy()
        factors[column] = 0
        work = (work - factors[:, None] * work[column]) % prime
    return work[:, size:]


def _fractions(lifted: list[int], power: int) -> list[Fraction] | None:
    """Fractions of small numbers that are these whole numbers modulo `power`; `None` where one has none."""
    most = isqrt(power // 2)
    out, common = [], 1
    for number in lifted:
        value = _fraction(number * common % power, power, most)  # as a rule the denominators have much in common
        if value is None or value.denominator * common > most:
            return None
        out.append(value / common)
        common *= value.denominator
    return out


def _fraction(number: int, power: int, most: int) -> Fraction | None:
    """A fraction with terms of at most `most` that is a number modulo `power`, by Euclid's algorithm."""
    before, after, old, new = power, number, 0, 1
    while after > most:
        turn = before // after
        before, after, old, new = after, before - turn * after, new, old - turn * new
    return Fraction(after, new) if new and abs(new) <= most else None


def _holds(matrix: Longs, right: Longs, values: list[Fraction]) -> bool:
    """Whether all equations hold, in whole numbers of any size."""
    common = lcm(*(value.denominator for value in values))
    whole: Array = np.array([int(value * common) for value in values], object)
    return bool((matrix.astype(object) @ whole == right.astype(object) * common).all())
