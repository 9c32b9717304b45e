"""How far the values of many actions lie apart, and which of them are equal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sleuth.kernels.arrays import Floats, Ints
from sleuth.strategies.criteria import TOLERANCE


@dataclass(frozen=True)
class Spread:
    """The bits that the actions of one information set are expected to tell, in a few figures."""

    actions: int
    best: float
    median: float
    mean: float
    least: float
    deviation: float
    """The standard deviation over the actions; 0 exactly where all are equal."""
    distinct: int
    """How many different values there are, within 1e-9."""

    @property
    def choice(self) -> float:
        """What a good choice is worth: the bits of the best action less those of the middle one."""
        return self.best - self.median


def levels(values: Floats) -> tuple[Ints, Floats]:
    """The different values, largest first and 1e-9 apart at least; and for each entry, the number of its own."""
    if values.size == 0:
        return np.empty(0, np.int32), np.empty(0)
    order = np.argsort(-values, kind="stable")
    number, kept = np.empty(values.size, np.int32), [float(values[order[0]])]
    ranked = values[order]
    start = 0
    while start < ranked.size:
        # All that lie within the tolerance of the largest one left are one value.
        end = start + int(np.searchsorted(-ranked[start:], -(ranked[start] - TOLERANCE), side="right"))
        number[order[start:end]] = len(kept) - 1
        if end < ranked.size:
            kept.append(float(ranked[end]))
        start = end
    return number, np.array(kept)


def spread(values: Floats) -> Spread:
    """The figures of some values, equal ones made exactly equal first."""
    number, kept = levels(values)
    snapped = kept[number]
    mean, deviation = moments(snapped, np.full(snapped.size, 1 / snapped.size))
    return Spread(
        actions=values.size,
        best=float(kept[0]),
        median=float(np.median(snapped)),
        mean=mean,
        least=float(kept[-1]),
        deviation=deviation,
        distinct=kept.size,
    )


def moments(values: Floats, weights: Floats) -> tuple[float, float]:
    """The weighted mean and standard deviation; the weights sum to one. Equal values deviate by exactly 0."""
    first = values[0]
    apart = values - first
    mean = float(weights @ apart)
    return float(first + mean), float(np.sqrt(weights @ (apart - mean) ** 2))
