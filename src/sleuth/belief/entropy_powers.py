"""Entropies of some order and degree that answers leave, from sums of powers of probabilities.

An answer leaves secrets, each with a probability `p` (of the secret and the answer). The Renyi entropy of what it
leaves follows from its mass, the sum of `p`, and from one number more, its power sum:

    the logarithm of the sum of p^order; at order 1 the sum of p ln p; at order inf the logarithm of the largest p.

Logarithms keep large orders of small probabilities from vanishing.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sleuth.kernels.arrays import Floats, Ints

NEAR = 1e-4
"""Nearer than this to order 1 the formula loses digits, and the entropy is found between its neighbours."""
STEP = 1e-3
SAFE = 600.0
"""Powers down to exp(-600) are numbers."""


def ufunc_of(order: float) -> np.ufunc:
    """How power sums of an order are added up."""
    if order == 1:
        return np.add
    return np.maximum if np.isinf(order) else np.logaddexp


def nothing(order: float) -> float:
    """The power sum of no secrets."""
    return 0.0 if order == 1 else -np.inf


def logs_of(values: Floats) -> Floats:
    """Natural logarithms, minus infinity for 0."""
    return np.log(values, out=np.full(np.shape(values), -np.inf), where=np.asarray(values) > 0)


def terms_of(p: Floats, order: float) -> Floats:
    """What each probability adds to a power sum."""
    logs = logs_of(p)
    if order == 1:
        return np.where(p > 0, p * np.where(p > 0, logs, 0.0), 0.0)
    return logs if np.isinf(order) else np.where(p > 0, order * np.where(p > 0, logs, 0.0), -np.inf)


def summed(codes: Ints, width: int, terms: Floats, order: float) -> Floats:
    """The power sum of the secrets that have each code."""
    if order == 1:
        return np.bincount(codes, terms, width).astype(np.float64)
    out = np.full(width, -np.inf)
    ufunc_of(order).at(out, codes, terms)
    return out


def renyi_of(sums: Floats, masses: Floats, order: float) -> Floats:
    """The Renyi entropy, in nats, that each answer leaves; 0 where an answer has no mass."""
    some = masses > 0
    mass = np.where(some, masses, 1.0)
    power = np.where(some, sums, 0.0)
    if order == 1:
        nats = np.log(mass) - power / mass
    elif np.isinf(order):
        nats = np.log(mass) - power
    else:
        nats = (power - order * np.log(mass)) / (1 - order)
    return np.where(some, np.maximum(nats, 0.0), 0.0)


def closely(nats: Callable[[float], Floats], order: float) -> Floats:
    """An entropy as a function of its order, where it is too near to 1 by the parabola through its neighbours."""
    away = (order - 1) / STEP
    if order == 1 or abs(order - 1) >= NEAR:
        return nats(order)
    before, at, after = (nats(1 + step) for step in (-STEP, 0.0, STEP))
    return np.asarray(at + away * (after - before) / 2 + away**2 * (after - 2 * at + before) / 2)


def power_mean(chances: Floats, nats: Floats, degree: float) -> Floats:
    """The power mean of the effective numbers `exp(nats)` along the last axis, of power `1 - degree`, as a logarithm.

    The expected entropy of that degree rises and falls with it: it is its deformed logarithm.
    """
    p = chances / chances.sum(axis=-1, keepdims=True)
    slope = 1 - degree
    if slope == 0:
        return np.asarray((p * nats).sum(axis=-1))
    x = np.where(p > 0, slope * nats, 0.0)
    top = np.where(p > 0, x, -np.inf).max(axis=-1, keepdims=True)
    far = top[..., 0] + np.log((p * np.exp(np.minimum(x - top, 0.0))).sum(axis=-1))
    small = np.abs(x).max(axis=-1) <= 1
    near = np.log1p((p * np.expm1(np.where(small[..., None], x, 0.0))).sum(axis=-1))
    return np.asarray(np.where(small, near, far) / slope)
