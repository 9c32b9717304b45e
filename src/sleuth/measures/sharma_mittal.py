"""Sharma-Mittal entropy of order `r` and degree `t`, which holds most others as special cases.

The order says how the probabilities make an effective number of possibilities, `N = (sum p^r)^(1/(1-r))`; the degree
says how a number of possibilities is turned into uncertainty, by the deformed logarithm

    ln_t N = (N^(1-t) - 1) / (1 - t),    which is N - 1 at t = 0, ln N at t = 1, 1 - 1/N at t = 2.

So the entropy is `ln_t N_r`: with `H` the Renyi entropy of order `r`, `(exp((1-t) H) - 1) / (1 - t)`. Written this way
every limit is a value of one formula, at every degree. Entropies of degree 1 are in nats.

Sharma & Mittal 1975; Crupi, Nelson, Meder, Cevolani & Tentori 2018; Hofer & Nelson 2016.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sleuth.measures.renyi import renyi

NATS_PER_BIT = float(np.log(2))


def check_degree(degree: float) -> float:
    """The degree as a number; `ValueError` unless it is finite."""
    degree = float(degree)
    if not np.isfinite(degree):
        raise ValueError(f"the degree is a finite number, not {degree:g}")
    return degree


def deformed_log(nats: npt.ArrayLike, degree: float) -> Any:
    """`ln_t N` where `nats` is `ln N`; infinite where it is too large for a number.

    >>> [round(float(deformed_log(np.log(4), t)), 6) for t in (0, 1, 2)]
    [3.0, 1.386294, 0.75]
    """
    degree, h = check_degree(degree), np.asarray(nats, np.float64)
    if degree == 1:
        return h + 0.0
    with np.errstate(over="ignore"):
        return np.expm1((1 - degree) * h) / (1 - degree)


def sharma_mittal(p: npt.ArrayLike, order: float, degree: float, axis: int = -1) -> Any:
    """The Sharma-Mittal entropy of the distributions along `axis`.

    >>> p = [0.5, 0.25, 0.25]
    >>> [round(float(sharma_mittal(p, order, 2)), 3) for order in (0, 2, np.inf)]
    [0.667, 0.625, 0.5]
    """
    return deformed_log(renyi(p, order, axis), degree)
