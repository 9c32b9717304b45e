"""Where a figure that was estimated from a sample may lie: Student's interval, the jackknife, Wilson's interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import numpy as np

from sleuth.kernels.arrays import Array

CONFIDENCE = 0.95
MAX_SERIES = 1_000
"""Up to so many degrees of freedom the finite series is summed; past them an expansion is as exact."""


@dataclass(frozen=True)
class Interval:
    """A figure and where it may lie; the ends are `None` where there are too few values to say."""

    mean: float | None
    low: float | None
    high: float | None
    exact: bool = False
    """Whether nothing is left to chance: the figure is known, and both ends are the figure itself."""

    @classmethod
    def exactly(cls, value: float) -> Interval:
        """A figure that is known."""
        return cls(value, value, value, True)

    @property
    def half(self) -> float | None:
        """Half its width: what is written after a plus-minus sign."""
        return None if self.high is None or self.mean is None else self.high - self.mean

    def within(self, least: float, most: float) -> Interval:
        """The same where the figure can only lie between two numbers."""
        low, high = (None if end is None else min(max(end, least), most) for end in (self.low, self.high))
        return Interval(self.mean, low, high, self.exact)

    def scaled(self, factor: float) -> Interval:
        """The same in another unit."""
        mean, low, high = (None if value is None else factor * value for value in (self.mean, self.low, self.high))
        return Interval(mean, low, high, self.exact)

    def apart(self, other: Interval) -> bool:
        """Whether the two figures differ for all that their intervals say."""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return False
        return self.low > other.high or other.low > self.high


def mean_interval(values: Sequence[float] | Array, confidence: float = CONFIDENCE) -> Interval:
    """The mean of independent values, with its t interval."""
    n = len(values)
    if n == 0:
        return Interval(None, None, None)
    mean = float(np.mean(values))
    if n == 1:
        return Interval(mean, None, None)
    half = t_quantile(n - 1, confidence) * float(np.std(values, ddof=1)) / sqrt(n)
    return Interval(mean, mean - half, mean + half)


def jackknife(
    figures: Callable[[Array], Sequence[float]], number: int, confidence: float = CONFIDENCE, least: int = 1
) -> list[Interval]:
    """Any figures of `number` independent parts, with t intervals: what they become without each part in turn.

    `figures` is given the numbers of the parts that count, which must be `least` at least. Of a mean this is Student's
    interval.
    """
    every = np.arange(number)
    whole = [float(value) for value in figures(every)]
    if number <= least:
        return [Interval(value, None, None) for value in whole]
    without = np.array([figures(every[every != part]) for part in every])
    halves = t_quantile(number - 1, confidence) * np.sqrt((number - 1) * without.var(axis=0))
    return [Interval(value, value - half, value + half) for value, half in zip(whole, halves.tolist(), strict=True)]


@lru_cache(maxsize=1024)
def t_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """The t with P(|T| < t) = confidence.

    For whole degrees the probability is a finite series (Abramowitz & Stegun 26.7.3-4); for very many, t is expanded
    about the normal quantile (26.7.5).
    """
    if degrees > MAX_SERIES:
        return _expanded(degrees, confidence)
    # Even degrees: the sum of (1*3*..)/(2*4*..) cos^2k; odd ones: of (2*4*..)/(3*5*..) cos^(2k+1).
    odd = degrees % 2
    k = np.arange(1, degrees // 2)
    terms = np.concatenate([[1.0], np.cumprod((2 * k - 1 + odd) / (2 * k + odd))]) if degrees > 1 else np.zeros(1)
    powers = 2 * np.arange(terms.size) + odd

    def inside(angle: float) -> float:
        total = np.sin(angle) * (terms * np.cos(angle) ** powers).sum()
        return float((angle + total) * 2 / np.pi if odd else total)

    low, high = 0.0, np.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) < confidence else (low, middle)
    return float(np.tan((low + high) / 2) * sqrt(degrees))


def _expanded(degrees: int, confidence: float) -> float:
    x = NormalDist().inv_cdf((1 + confidence) / 2)
    terms = (
        x,
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return float(sum(term / degrees**power for power, term in enumerate(terms)))


def wilson(wins: int, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval for a share of independent games.

    >>> [round(end, 3) for end in wilson(50, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
