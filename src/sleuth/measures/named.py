"""Entropies that have a name, each a point or a line in the plane of order and degree.

| name | order | degree | value |
|---|---|---|---|
| possibilities | 0 | 0 | how many are possible, less one |
| Hartley | 0 | 1 | the logarithm of how many are possible |
| Shannon | 1 | 1 | expected surprise |
| Renyi | r | 1 | adds up over independent secrets |
| Tsallis | r | r | |
| Gaussian | 1 | t | |
| Arimoto | r | 2 - 1/r | the edge of the concave region |
| quadratic | 2 | 2 | the chance that two draws differ (Gini) |
| min-entropy | infinity | 1 | surprise at the likeliest |
| Bayes error | infinity | 2 | the chance that the best guess is wrong |
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sleuth.measures.sharma_mittal import sharma_mittal

POINTS: dict[str, tuple[float, float]] = {
    "possibilities": (0.0, 0.0),
    "hartley": (0.0, 1.0),
    "shannon": (1.0, 1.0),
    "quadratic": (2.0, 2.0),
    "min-entropy": (np.inf, 1.0),
    "bayes-error": (np.inf, 2.0),
}
"""Order and degree of the entropies that are one point of the plane."""


def possibilities(p: npt.ArrayLike, axis: int = -1) -> Any:
    """How many are possible, less one: what is left to be ruled out."""
    return sharma_mittal(p, *POINTS["possibilities"], axis=axis)


def hartley(p: npt.ArrayLike, axis: int = -1) -> Any:
    """The logarithm of how many are possible, in nats."""
    return sharma_mittal(p, *POINTS["hartley"], axis=axis)


def shannon_nats(p: npt.ArrayLike, axis: int = -1) -> Any:
    """Shannon's entropy in nats; `sleuth.measures.shannon` has it in bits, for weights."""
    return sharma_mittal(p, *POINTS["shannon"], axis=axis)


def quadratic(p: npt.ArrayLike, axis: int = -1) -> Any:
    """The chance that two independent draws differ: `1 - sum p^2`, also called Gini's.

    >>> float(quadratic([0.5, 0.25, 0.25]))
    0.625
    """
    return sharma_mittal(p, *POINTS["quadratic"], axis=axis)


def min_entropy(p: npt.ArrayLike, axis: int = -1) -> Any:
    """Minus the logarithm of the largest probability, in nats."""
    return sharma_mittal(p, *POINTS["min-entropy"], axis=axis)


def bayes_error(p: npt.ArrayLike, axis: int = -1) -> Any:
    """The chance that the best guess is wrong: one less the largest probability."""
    return sharma_mittal(p, *POINTS["bayes-error"], axis=axis)


def tsallis(p: npt.ArrayLike, order: float, axis: int = -1) -> Any:
    """Tsallis entropy: the degree is the order."""
    return sharma_mittal(p, order, order, axis=axis)


def gaussian(p: npt.ArrayLike, degree: float, axis: int = -1) -> Any:
    """Gaussian entropy: Shannon's effective number of possibilities, at any degree."""
    return sharma_mittal(p, 1.0, degree, axis=axis)


def arimoto(p: npt.ArrayLike, order: float, axis: int = -1) -> Any:
    """Arimoto's entropy, of degree `2 - 1/order`: no entropy of a lower degree is concave at this order."""
    if not order > 0:
        raise ValueError(f"the order of Arimoto's entropy is more than 0, not {order:g}")
    return sharma_mittal(p, order, 2 - 1 / order, axis=axis)
