"""Two players, one card a question, no bluffing: the recurrence (4.1) of the thesis, exact and in floats.

P(m, n1, n2) is the chance that the player to move wins, with m open cards in the pile, n1 in her hand and n2 in the
other. After each question she may guess; a wrong guess loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.kernels.arrays import Floats

HALF = Fraction(1, 2)
MAX_EXACT = 200
"""Cards, up to which fractions are worked out."""


def exact(m: int, mine: int, theirs: int) -> Fraction:
    """P(m, n1, n2) as a fraction.

    >>> exact(3, 3, 3)
    Fraction(27, 50)
    """
    if min(m, mine, theirs) < 0:
        raise ParameterError(f"numbers of cards are not below 0: {m}, {mine}, {theirs}")
    if m + mine + theirs > MAX_EXACT:
        raise ParameterError(f"fractions are worked out for {MAX_EXACT} cards at most, not {m + mine + theirs}")
    for cards in range(m + mine + theirs):  # smaller states first, so that nothing recurses deeply
        _exact(min(m, cards), min(mine, cards), min(theirs, cards))
    return _exact(m, mine, theirs)


@cache
def _exact(m: int, mine: int, theirs: int) -> Fraction:
    if m == 0 or theirs == 0:
        return Fraction(1)
    pile = max(Fraction(1, comb(m + theirs - 1, m - 1)), 1 - _exact(m - 1, theirs, mine))
    hand = max(Fraction(1, comb(m + theirs - 1, m)), 1 - _exact(m, theirs - 1, mine))
    return Fraction(m, m + theirs) * pile + Fraction(theirs, m + theirs) * hand


def planes(most: int, cards: int | None = None) -> Iterator[Floats]:
    """P(m, n1, n2) for m = 0, 1, ..., `most`, one plane an m: row n1, column n2, each up to `cards`. Planes are reused.

    >>> [round(float(plane[2, 2]), 3) for plane in planes(3)]
    [1.0, 0.667, 0.5, 0.54]
    """
    from sleuth.games.clue.kernels.race import next_plane

    size = (most if cards is None else cards) + 1
    n = np.arange(size, dtype=np.float64)
    before, plane = np.ones((size, size)), np.ones((size, size))
    guess_before = np.ones(size)  # one over 0 + n choose 0
    yield before
    for m in range(1, most + 1):
        guess = guess_before * (m / (m + n))
        next_plane(m, before, plane, guess, guess_before)
        yield plane
        before, plane, guess_before = plane, before, guess


def diagonal(most: int) -> Floats:
    """P(k, k, k) for k = 0, 1, ..., `most`."""
    return np.array([plane[k, k] for k, plane in enumerate(planes(most))])


def theorem_4_4(most: int) -> int | None:
    """The first m up to `most` at which Theorem 4.4 fails, or `None`: P(m, 1, 1) is 1, then (a+1)/(2a+1) or 1/2."""
    values = ((m, HALF if m % 2 else Fraction(m // 2 + 1, m + 1)) for m in range(2, most + 1))
    return next((m for m, value in ((1, 1), *values) if exact(m, 1, 1) != value), None)


def theorem_4_5(most: int, least: int = 2) -> int | None:
    """The first n from `least` to `most` at which P(1, n, n) is not (n+2)/(2n+2), or `None`."""
    return next((n for n in range(least, most + 1) if exact(1, n, n) != Fraction(n + 2, 2 * n + 2)), None)


State = tuple[int, int, int]


def first_observation(most: int) -> tuple[State, Fraction] | None:
    """A state with n1 < n2 and P > 1/2, the smallest up to `most` cards of a kind: the thesis observes none."""
    return next(((s, value) for s, value in _states(most) if s[1] < s[2] and value > HALF), None)


def second_observation(most: int) -> tuple[State, Fraction] | None:
    """A state with P < 1/2 and not n1 < n2, the smallest up to `most` cards of a kind: the thesis observes none."""
    return next(((s, value) for s, value in _states(most) if s[1] >= s[2] and value < HALF), None)


def _states(most: int) -> Iterator[tuple[State, Fraction]]:
    for m, a, b in sorted(product(range(1, most + 1), repeat=3), key=lambda state: (sum(state), state)):
        yield (m, a, b), exact(m, a, b)
